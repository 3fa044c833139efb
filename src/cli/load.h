// From the inputs that the user named to a verified program.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::cli {

struct Source {
  std::vector<std::string> inputs, compiler_flags;
  std::string compile_commands;
  bool torn_copies = false;  // see ir/tear_copies.h
};

struct Loaded {
  ir::Program program;
  std::string error;  // for the user, as it is; empty: all is well
};

// C, C++ and LLVM inputs go through the front end; a single .mir is the text form of the IR itself. A program of the
// front end's that the verifier rejects is a bug of ours, and ends the process.
Loaded load_program(const Source& source);

}  // namespace mover::cli
