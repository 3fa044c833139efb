// The work before and after every solver. Before, the circuit is reduced, and for some solvers strengthened by
// invariants between words. After, the answer is translated to the original circuit and checked.
#pragma once

#include "circuit/reduce.h"
#include "solver/solver.h"

namespace mover::solver {

class Preparation {
 public:
  Preparation(const Circuit& original, const Limits& limits, circuit::Keep keep = circuit::Keep::Cone);

  const Circuit& reduced() const { return reduction_.circuit; }
  bool is_decided() const;  // all bad literals of the reduced circuit are constant false
  // The reduced circuit, with proved relations between words as known invariants.
  Circuit strengthened(const Limits& limits) const;

  // Translates an answer about `circuit`, which is reduced() or strengthened(), to the original circuit. The answer
  // becomes Unknown if it cannot be checked within the limits.
  Answer finish(const Circuit& circuit, Answer answer, const Limits& limits) const;

  // For answers about other circuits that were made from reduced(): the translation of an execution of reduced() to the
  // original, and whether the invariants on which the reduction relies are inductive in the original.
  Trace restore(const Trace& trace) const { return circuit::restore(original_, reduction_, trace); }
  bool is_justified(const Limits& limits, std::string& why) const;

 private:
  Invariant restore(const Circuit& circuit, const Invariant& invariant) const;
  bool holds(const Circuit& circuit, const Answer& answer, const Answer& restored, const Limits& limits,
             std::string& why) const;

  const Circuit& original_;
  circuit::Reduction first_;      // the reduction by constant latches and structurally equal latches
  circuit::Reduction reduction_;  // the reduction of first_.circuit by SAT sweeping; its facts are about first_.circuit
};

}  // namespace mover::solver
