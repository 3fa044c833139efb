// Random formulas of LTL over the integers of random programs.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "unit/small_programs.h"

namespace mover::test {

// Gives the integers of a program a type, which names in formulas need, and those of 8 bytes the type of a pointer.
inline ir::Program with_types(const std::string& text) {
  ir::Program p = program(text);
  ir::DebugType type;
  type.kind = ir::DebugType::Kind::Signed;
  type.name = "int";
  type.size = 4;
  p.types.push_back(type);
  ir::DebugType pointer;
  pointer.kind = ir::DebugType::Kind::Pointer;
  pointer.size = 8;
  pointer.element = static_cast<ir::TypeId>(p.types.size() - 1);
  p.types.push_back(pointer);
  for (ir::Global& global : p.globals) {
    if (global.size == 4) global.type = pointer.element;
    if (global.size == 8) global.type = pointer.element + 1;
  }
  return p;
}

inline const std::vector<std::string> kVariableAtoms = {"x == 0", "x == 1", "y == 1", "x != y", "p", "l"};

class RandomFormula {
 public:
  explicit RandomFormula(uint64_t seed, std::vector<std::string> atoms = kVariableAtoms)
      : random_(seed), atoms_(std::move(atoms)) {}
  // A formula as users write them. Fairness is decisive for these more often than for others.
  std::string make_pattern() {
    const std::string a = make(0), b = make(0);
    const std::string patterns[] = {"F " + a,
                                    "G F " + a,
                                    "F G " + a,
                                    "G (" + a + " -> F " + b + ")",
                                    a + " || F " + b,
                                    "F (" + a + " && F " + b + ")",
                                    "(" + a + " U " + b + ")",
                                    "(G F " + a + " -> G F " + b + ")"};
    return patterns[below(8)];
  }
  std::string make(uint32_t depth = 3) {
    if (depth == 0 || below(6) == 0) return "(" + atoms_[below(static_cast<uint32_t>(atoms_.size()))] + ")";
    static constexpr const char* kUnary[] = {"!", "G ", "F ", "G F ", "F G "};
    static constexpr const char* kBinary[] = {" && ", " || ", " -> ", " U ", " R ", " W "};
    if (below(2) == 0) return kUnary[below(5)] + make(depth - 1);
    return "(" + make(depth - 1) + kBinary[below(6)] + make(depth - 1) + ")";
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::mt19937_64 random_;
  const std::vector<std::string> atoms_;
};

}  // namespace mover::test
