// The source names of addresses of a compiled program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/protocol.h"

namespace mover::native {

struct CodePlace {
  std::string file;  // empty: unknown, or not the user's code
  uint32_t line = 0, column = 0;
  std::string function;        // the linker's name; empty: unknown
  uint32_t function_line = 0;  // of its declaration
};

struct DataPlace {
  std::string name;  // empty: unknown
  uint64_t offset = 0, size = 0;
};

class Symbols {
 public:
  virtual ~Symbols() = default;
  virtual std::vector<CodePlace> code(
      const std::vector<ModuleAddress>& addresses) = 0;  // in the order of the addresses
  virtual DataPlace data(const ModuleAddress& address) = 0;
};

}  // namespace mover::native
