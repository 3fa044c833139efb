// Translates C and C++ files (or LLVM bitcode) to Mover's IR. Nothing of LLVM is visible here.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ir/ir.h"

namespace mover::frontend {

struct Input {
  std::vector<std::string> files;           // C, C++, .bc or .ll
  std::vector<std::string> compiler_flags;  // the words after `--`
  std::string compile_commands_dir;         // -p DIR: the folder of compile_commands.json; may be empty
};

struct Error {
  std::string message;  // the diagnostics that clang printed, or one sentence
};

// Compiles, links with the library models, promotes locals that do not escape, and translates everything that is
// reachable from main, the constructors and the destructors. The caller runs ir::verify.
std::variant<ir::Program, Error> load(const Input&);

}  // namespace mover::frontend
