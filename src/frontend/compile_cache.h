// A cache of compiled files in the folder that the environment variable MOVER_CACHE names, for programs that are
// compiled again and again. Without the variable nothing is cached.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/process.h"

namespace mover::frontend {

// Runs a compiler or linker that writes the file `output`, as run() does, or copies the output of an earlier command.
// REQUIRES: `output` and temporary inputs are in a TempDir of their own; the command names its input files by absolute
// paths, or as dependencies of the output.
std::variant<Finished, Error> run_compiler(const std::vector<std::string>& command, const std::string& output,
                                           const std::string& stderr_file);

// The files in a rule for make: those after the first colon.
std::vector<std::string> prerequisites(const std::string& rule);

}  // namespace mover::frontend
