// mover cc and mover c++ run the compiler with flags that instrument every access (clang-19 by our own pass,
// src/instrument; others by -fsanitize=thread) and link the run-time library. A command that compiles and links becomes
// several.
#pragma once

#include <string>
#include <vector>

namespace mover::controller {

enum class Language : unsigned char { C, Cxx };

// What is executed instead of a compiler's command line, one after the other.
struct Plan {
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> temporary;  // files to remove afterwards
  std::string error;                   // one sentence; empty: all is well
};

// `words` is what follows `mover cc`; response files are read; temporary objects get names that begin with `temporary`.
Plan plan(Language language, const std::vector<std::string>& words, const std::string& temporary);

// The compiler itself: $MOVER_CC or $MOVER_CXX, or clang-19, or gcc and g++. Its first word is a path; empty: there is
// none.
std::vector<std::string> compiler(Language language);

// The program of that name in one of $PATH's folders; empty: there is none.
std::string found_on_path(const std::string& name);

// Carries out mover cc and mover c++. Returns the exit code.
int drive(Language language, const std::vector<std::string>& words);

}  // namespace mover::controller
