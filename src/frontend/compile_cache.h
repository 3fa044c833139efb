// A cache of compiled files in the folder that the environment variable MOVER_CACHE names, for programs that are
// compiled again and again. Without the variable nothing is cached.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/process.h"

namespace mover::frontend {

// Runs a compiler or linker that writes the file `output`, as run() does, or copies the output of an earlier command.
// REQUIRES: `output` and temporary inputs are in a TempDir of their own; each input file is named by an absolute path,
// or is a prerequisite of the output that the compiler or linker lists.
std::variant<Finished, Error> run_compiler(const std::vector<std::string>& command, const std::string& output,
                                           const std::string& stderr_file);

// The files in a rule for make: those after the first colon.
std::vector<std::string> prerequisites(const std::string& rule);

}  // namespace mover::frontend
