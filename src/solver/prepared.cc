#include "solver/prepared.h"

#include <utility>

#include "circuit/reduce.h"
#include "solver/candidates.h"
#include "solver/certificate.h"
#include "support/check.h"

namespace mover::solver {

namespace {

// The invariant of an answer about `extension`, together with what the reduction and the candidates know, for the
// original.
Invariant restore_invariant(const Circuit& original, const circuit::Reduction& reduction, const Circuit& extension,
                            const Answer& answer) {
  auto target = std::make_shared<Circuit>(original);
  Invariant result;
  result.clauses = reduction.facts;
  for (Literal known : extension.known())
    result.clauses.push_back(circuit::restore(reduction, extension, {known}, *target));
  for (const std::vector<Literal>& clause : answer.invariant.clauses)
    result.clauses.push_back(circuit::restore(reduction, extension, clause, *target));
  if (target->node_count() > original.node_count()) result.circuit = std::move(target);
  return result;
}

bool is_trivially_safe(const Circuit& circuit) {
  for (const circuit::Bad& bad : circuit.bads())
    if (bad.literal != circuit::kFalse) return false;
  return true;
}

// A path that visits no state twice is one of the reduced circuit: proofs by depth are checked there.
bool holds(const Circuit& original, const Circuit& reduced, const Answer& answer, const Answer& restored,
           const Limits& limits, std::string& why) {
  if (answer.proof == Answer::Proof::Invariant) return check_proof(original, restored, limits, why);
  Answer relied_on = answer;
  for (Literal known : reduced.known()) relied_on.invariant.clauses.push_back({known});
  return check_proof(reduced, relied_on, limits, why);
}

}  // namespace

Answer check_prepared(ModelChecker& solver, const Circuit& original, const Limits& limits,
                      Strengthening strengthening) {
  circuit::Reduction reduction = circuit::reduce(original);
  Circuit circuit = reduction.circuit;
  Answer answer;
  if (is_trivially_safe(circuit)) {
    answer.kind = Answer::Kind::Proved;
  } else {
    if (strengthening == Strengthening::Candidates)
      for (Literal proved : prove_candidates(circuit, limits)) circuit.know(proved);
    answer = solver.check(circuit, limits);
  }
  answer.solver = solver.name();
  if (answer.kind == Answer::Kind::Violated) {
    answer.trace = circuit::restore(original, reduction, answer.trace);
    MOVER_CHECK(circuit::replays(original, answer.trace, answer.bad),
                "a solver's trace is an execution of the circuit");
  }
  if (answer.kind != Answer::Kind::Proved) return answer;
  Answer restored = answer;
  restored.invariant = restore_invariant(original, reduction, circuit, answer);
  std::string why;
  if (holds(original, circuit, answer, restored, limits, why)) return restored;
  if (limits.expired()) return stopped(limits);
  MOVER_CHECK(false, std::string(solver.name()) + "'s proof holds; but " + why);
}

}  // namespace mover::solver
