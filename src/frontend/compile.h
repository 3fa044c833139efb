// Compiles C and C++ to bitcode, with clang as a subprocess.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/process.h"

namespace mover::frontend {

struct CompiledFile {
  std::string source;   // as the user named it
  std::string bitcode;  // the file to read: in the temporary folder, or the source itself (.bc, .ll)
};

struct Compiled {
  std::vector<CompiledFile> files;
  std::vector<std::string> warnings;
};

// Compiles the inputs in the given order. The bitcode files are in `temp` and are deleted with it.
std::variant<Compiled, Error> compile(const Input& input, const TempDir& temp);

// Compiles the inputs with these flags after the user's, and returns Clang's diagnostics. REQUIRES: the inputs are C or
// C++; otherwise returns an error.
std::variant<std::string, Error> diagnose(const Input& input, const std::vector<std::string>& flags,
                                          const TempDir& temp);

}  // namespace mover::frontend
