// Loads a verified program from the inputs that the user named.
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
  std::string error;  // the message for the user; empty if there is no error
};

// C, C++ and LLVM inputs go through the front end; a single .mir file is the text form of the IR. If the verifier
// rejects a program of the front end, that is a bug in Mover, and the process ends.
Loaded load_program(const Source& source);

}  // namespace mover::cli
