// mover cc and mover c++ run the compiler with flags that instrument every access (clang-19 with Mover's own pass,
// src/instrument; others with -fsanitize=thread) and link the run-time library. A command that compiles and links
// becomes several commands.
#pragma once

#include <string>
#include <vector>

#include "controller/words.h"

namespace mover::controller {

enum class Language : unsigned char { C, Cxx };

// The commands that replace a compiler's command line, in order.
struct Plan {
  std::vector<Words> commands;
  std::vector<std::string> temporary;  // files to remove afterwards
  std::string error;                   // one sentence; empty if there is no error
};

// `words` follow `mover cc`; response files are expanded; the names of temporary objects begin with `temporary`.
Plan plan(Language language, const Words& words, const std::string& temporary);

// The compiler: $MOVER_CC or $MOVER_CXX, or clang-19, or gcc and g++. Its first word is a path; empty if there is none.
Words compiler(Language language);

// The program of that name in one of $PATH's folders; empty if there is none.
std::string found_on_path(const std::string& name);

// Executes mover cc and mover c++. Returns the exit code.
int drive(Language language, const Words& words);

}  // namespace mover::controller
