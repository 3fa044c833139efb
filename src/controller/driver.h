// `mover cc` and `mover c++` run the compiler with flags that instrument every access, and link the run-time library.
// For clang-19 Mover has its own pass (src/instrument); other compilers run with -fsanitize=thread. A command that
// compiles and links becomes several commands.
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

// `words`: the words after `mover cc`, in which response files are expanded. The names of temporary object files begin
// with `temporary`.
Plan plan(Language language, const Words& words, const std::string& temporary);

// The compiler, possibly with flags: $MOVER_CC or $MOVER_CXX if set, otherwise clang-19 or GCC. The first word is a
// path. Empty if no compiler is found.
Words compiler(Language language);

// The program of that name in one of $PATH's folders; empty if there is none.
std::string found_on_path(const std::string& name);

// Executes mover cc and mover c++. Returns the exit code.
int drive(Language language, const Words& words);

}  // namespace mover::controller
