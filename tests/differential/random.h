// Seeded random programs. The same seed and index give the same program on every machine, so two numbers identify a
// failure. Therefore the generator of random numbers is written here (splitmix64), and the distributions of the C++
// library are not used.
#pragma once

#include <cstdint>

#include "differential/program.h"

namespace mover::differential {

class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(next() % n); }
  bool percent(uint32_t chance) { return below(100) < chance; }

 private:
  uint64_t state_;
};

// Small: the reference search can explore the program. Large: only searches that store states or reduce can.
enum class Size : uint8_t { Small, Large };

// The program has all `features` (generator.h), and perhaps others. REQUIRES: `stream` is short, because it is part of
// the program's name. Different streams give different programs.
Program random_program(const char* stream, uint64_t seed, uint64_t index, Size size = Size::Small,
                       uint32_t features = 0);

}  // namespace mover::differential
