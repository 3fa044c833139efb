// The steps around every solver: the circuit is reduced and strengthened by invariants between words before, the answer
// is put in terms of the original circuit and checked again after.
#pragma once

#include "circuit/reduce.h"
#include "solver/solver.h"

namespace mover::solver {

class Preparation {
 public:
  explicit Preparation(const Circuit& original) : original_(original), reduction_(circuit::reduce(original)) {}

  const Circuit& reduced() const { return reduction_.circuit; }
  bool is_decided() const;  // no bad literal is left
  // The reduced circuit, with relations between words that have been proved.
  Circuit strengthened(const Limits& limits) const;

  // The answer to the original question, given the one about `circuit`, which is reduced() or strengthened(). Where it
  // cannot be checked within the limits it is unknown.
  Answer finish(const Circuit& circuit, Answer answer, const Limits& limits) const;

 private:
  Invariant restore(const Circuit& circuit, const Invariant& invariant) const;
  bool holds(const Circuit& circuit, const Answer& answer, const Answer& restored, const Limits& limits,
             std::string& why) const;

  const Circuit& original_;
  circuit::Reduction reduction_;
};

}  // namespace mover::solver
