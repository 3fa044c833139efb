// The program's constants: string literals, constant variables, code. A write to them faults, unless the optimiser has
// removed it, because its behaviour is undefined. So writes are checked before they are made.
#pragma once

#include <cstdint>

namespace mover::runtime {

class Constants {
 public:
  void open();  // must be called after the program was loaded
  bool contains(uint64_t address) const { return address - begin_ < size_; }

 private:
  uint64_t begin_ = 0, size_ = 0;
};

inline Constants constants;

}  // namespace mover::runtime
