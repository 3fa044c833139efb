// From C and C++ files (or LLVM bitcode) to a program in Mover's own representation. Nothing of LLVM is visible here.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ir/ir.h"

namespace mover::frontend {

struct Input {
  std::vector<std::string> files;           // C, C++, .bc or .ll
  std::vector<std::string> compiler_flags;  // what the user wrote after `--`
  std::string compile_commands_dir;         // -p DIR: where compile_commands.json lies; may be empty
};

struct Error {
  std::string message;  // the compiler's diagnostics as clang printed them, or one clear sentence
};

// Compiles, links with the models of the library, promotes locals that do not escape, and translates what can be
// reached from main, the constructors and the destructors. The caller runs ir::verify.
std::variant<ir::Program, Error> load(const Input&);

}  // namespace mover::frontend
