// C and C++ to bitcode, by clang as a subprocess.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/process.h"

namespace mover::frontend {

struct CompiledFile {
  std::string source;   // as the user named it
  std::string bitcode;  // what to read: a file in the temporary folder, or the source itself (.bc, .ll)
};

struct Compiled {
  std::vector<CompiledFile> files;
  std::vector<std::string> warnings;
};

// Every input in the order given. The files lie in `temp` and go with it.
std::variant<Compiled, Error> compile(const Input& input, const TempDir& temp);

// Clang's diagnostics of the inputs, all of them C or C++, compiled with those flags after the user's.
std::variant<std::string, Error> diagnose(const Input& input, const std::vector<std::string>& flags,
                                          const TempDir& temp);

}  // namespace mover::frontend
