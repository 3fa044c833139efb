// Reduces and strengthens circuits, and translates and checks answers.
#include "solver/prepared.h"

#include <utility>

#include "solver/candidates.h"
#include "solver/certificate.h"
#include "solver/sweep.h"
#include "support/check.h"

namespace mover::solver {

Preparation::Preparation(const Circuit& original, const Limits& limits, circuit::Keep keep)
    : original_(original),
      first_(circuit::reduce(original, circuit::Keep::Cone, [&limits] { return limits.expired(); })),
      reduction_(circuit::reduce(first_.circuit, sweep(first_.circuit, limits), keep)) {
  for (uint32_t& latch : reduction_.latch_of) latch = first_.latch_of[latch];
  for (uint32_t& input : reduction_.input_of) input = first_.input_of[input];
  reduction_.same_states &= first_.same_states;
}

bool Preparation::is_decided() const {
  for (const circuit::Bad& bad : reduced().bads())
    if (bad.literal != circuit::kFalse) return false;
  return true;
}

Circuit Preparation::strengthened(const Limits& limits) const {
  Circuit circuit = reduced();
  for (circuit::Known& proved : prove_candidates(circuit, limits)) circuit.know(proved.literal, std::move(proved.text));
  return circuit;
}

namespace {

// Translates clauses over latches of `extension` to the original of the reduction. All of them are translated at once,
// because each translation visits all gates.
void restore_clauses(const circuit::Reduction& reduction, const Circuit& extension,
                     const std::vector<std::vector<Literal>>& clauses, Circuit& target, Invariant& result) {
  std::vector<Literal> all;
  for (const std::vector<Literal>& clause : clauses) all.insert(all.end(), clause.begin(), clause.end());
  all = circuit::restore(reduction, extension, all, target);
  auto at = all.begin();
  for (const std::vector<Literal>& clause : clauses) {
    const auto end = at + static_cast<std::ptrdiff_t>(clause.size());
    result.clauses.emplace_back(at, end);
    at = end;
  }
}

}  // namespace

// The invariant of an answer as an invariant of the original circuit. It includes the invariants on which the reduction
// and the candidates rely.
Invariant Preparation::restore(const Circuit& circuit, const Invariant& invariant) const {
  const Circuit& extension = invariant.circuit ? *invariant.circuit : circuit;
  auto target = std::make_shared<Circuit>(original_);
  Invariant result;
  std::vector<std::vector<Literal>> known_clauses;
  for (const circuit::Known& known : circuit.known()) {
    known_clauses.push_back({known.literal});
    result.texts.push_back(known.text);
  }
  restore_clauses(reduction_, circuit, known_clauses, *target, result);
  result.clauses.insert(result.clauses.end(), first_.facts.begin(), first_.facts.end());
  restore_clauses(first_, first_.circuit, reduction_.facts, *target, result);
  restore_clauses(reduction_, extension, invariant.clauses, *target, result);
  if (target->node_count() > original_.node_count()) result.circuit = std::move(target);
  return result;
}

// Whether the proof holds. A proof by depth is about paths of the reduced circuit that visit no state twice. Equal
// states of the reduced circuit may be different states of the original, so the proof is checked on the reduced
// circuit, and the invariants on which the reduction relies are checked on the original. So is an invariant that is
// checked case by case, because each of the many questions takes less time on the reduced circuit.
bool Preparation::holds(const Circuit& circuit, const Answer& answer, const Answer& restored, const Limits& limits,
                        std::string& why) const {
  if (answer.proof == Answer::Proof::Invariant && answer.invariant.cases.empty())
    return check_proof(original_, restored, limits, why);
  if (!is_justified(limits, why)) return false;
  Answer relied_on = answer;
  for (const circuit::Known& known : circuit.known()) relied_on.invariant.clauses.push_back({known.literal});
  return check_proof(circuit, relied_on, limits, why);
}

bool Preparation::is_justified(const Limits& limits, std::string& why) const {
  return check_inductive(original_, restore(reduced(), Invariant{}), limits, why);
}

Answer Preparation::finish(const Circuit& circuit, Answer answer, const Limits& limits) const {
  if (answer.kind == Answer::Kind::Violated) {
    answer.trace = restore(answer.trace);
    MOVER_CHECK(circuit::replays(original_, answer.trace, answer.bad),
                "a solver's trace is an execution of the circuit");
  }
  if (answer.kind != Answer::Kind::Proved) return answer;
  if (!reduction_.same_states) answer.states = 0;
  Answer restored = answer;
  restored.invariant = restore(circuit, answer.invariant);
  std::string why;
  if (holds(circuit, answer, restored, limits, why)) return restored;
  if (limits.expired()) return stopped(limits);
  MOVER_CHECK(false, answer.solver + "'s proof holds, but " + why);
}

}  // namespace mover::solver
