#include "solver/k_liveness.h"

namespace mover::solver {

Circuit counting(const Circuit& fair, uint32_t most) {
  Circuit c = fair;
  const std::vector<circuit::Bad> justice = c.take_bads();
  std::vector<Literal> satisfied, latches;
  for (const circuit::Bad& condition : justice) {
    // A single condition needs no latch: it is satisfied when it holds.
    latches.push_back(justice.size() == 1 ? circuit::kFalse : c.latch("seen " + condition.name));
    satisfied.push_back(c.disjunction(latches.back(), condition.literal));
  }
  const Literal all = c.all_of(satisfied);
  for (size_t i = 0; i < latches.size(); ++i)
    if (latches[i] != circuit::kFalse) c.set_next(latches[i], c.conjunction(satisfied[i], circuit::negate(all)));
  Literal before = circuit::kTrue;  // a counter in unary: clauses about it need one literal
  for (uint32_t i = 0; i < most; ++i) {
    const Literal reached = c.latch("satisfied " + std::to_string(i + 1) + " times");
    c.set_next(reached, c.disjunction(reached, c.conjunction(before, all)));
    before = reached;
  }
  c.bad("satisfied " + std::to_string(most) + " times", before);
  return c;
}

FairAnswer k_liveness(const Circuit& fair, const Limits& limits) {
  constexpr uint32_t kMost = 64;
  FairAnswer result;
  for (uint32_t most = 1; most <= kMost; most *= 2) {
    const Answer answer = make_solver("pdr")->check(counting(fair, most), limits);
    result.kind = answer.kind == Answer::Kind::Violated ? Answer::Kind::Unknown : answer.kind;
    result.reason = answer.reason;
    result.proof = "no execution satisfies all justice conditions " + std::to_string(most) +
                   (most == 1 ? " time" : " times") + ": an inductive invariant of " +
                   std::to_string(answer.invariant.clauses.size()) + " clauses";
    if (answer.kind != Answer::Kind::Violated) return result;
  }
  result.reason = "the justice conditions are satisfied more than " + std::to_string(kMost) + " times";
  return result;
}

}  // namespace mover::solver
