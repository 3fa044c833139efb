// Formulas of linear temporal logic. A formula is a value; subformulas are shared. Only basic operators are
// represented; the others are derived: F a is true U a, G a is false R a, a W b is b R (a || b), a M b is b U (a && b).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace mover::ltl {

// A set of atoms is a bit set in a uint64_t.
constexpr uint32_t kMostAtoms = 64;

class Formula {
 public:
  enum class Op : uint8_t { True, False, Atom, Not, And, Or, Next, Until, Release };

  Formula() = default;  // true
  static Formula truth() { return {}; }
  static Formula falsity() { return {Op::False, 0, nullptr, nullptr}; }
  static Formula atom(uint32_t number) { return {Op::Atom, number, nullptr, nullptr}; }
  static Formula negation(Formula a) { return {Op::Not, 0, share(std::move(a)), nullptr}; }
  static Formula next(Formula a) { return {Op::Next, 0, share(std::move(a)), nullptr}; }
  static Formula conjunction(Formula a, Formula b) { return {Op::And, std::move(a), std::move(b)}; }
  static Formula disjunction(Formula a, Formula b) { return {Op::Or, std::move(a), std::move(b)}; }
  static Formula until(Formula a, Formula b) { return {Op::Until, std::move(a), std::move(b)}; }
  static Formula release(Formula a, Formula b) { return {Op::Release, std::move(a), std::move(b)}; }
  static Formula eventually(Formula a) { return until(truth(), std::move(a)); }
  static Formula always(Formula a) { return release(falsity(), std::move(a)); }

  Op op() const { return op_; }
  uint32_t number() const { return number_; }        // Atom
  const Formula& operand() const { return *left_; }  // Not, Next
  const Formula& left() const { return *left_; }     // And, Or, Until, Release
  const Formula& right() const { return *right_; }   // And, Or, Until, Release

 private:
  using Shared = std::shared_ptr<const Formula>;
  Formula(Op op, uint32_t number, Shared left, Shared right)
      : op_(op), number_(number), left_(std::move(left)), right_(std::move(right)) {}
  Formula(Op op, Formula a, Formula b) : Formula(op, 0, share(std::move(a)), share(std::move(b))) {}
  static Shared share(Formula f) { return std::make_shared<const Formula>(std::move(f)); }

  Op op_ = Op::True;
  uint32_t number_ = 0;
  Shared left_, right_;
};

}  // namespace mover::ltl
