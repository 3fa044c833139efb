// Loads a verified program from the inputs that the user named.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::cli {

struct Source {
  std::vector<std::string> inputs, compiler_flags;
  std::string compile_commands;  // the folder of compile_commands.json; empty: none
  bool torn_copies = false;      // whether to split copies of structs into words (ir/tear_copies.h)
};

struct Loaded {
  ir::Program program;
  std::string error;  // the message for the user; empty if there is no error
};

// The front end translates C, C++ and LLVM inputs. A .mir file contains the text form of the IR and must be the only
// input. If the verifier rejects a program that the front end made, that is a bug in Mover, and the process ends.
Loaded load_program(const Source& source);

}  // namespace mover::cli
