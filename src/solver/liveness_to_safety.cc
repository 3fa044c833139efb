#include "solver/liveness_to_safety.h"

#include "support/check.h"

namespace mover::solver {

// `save` is the last input, so the others keep their indices.
Circuit liveness_to_safety(const Circuit& fair) {
  Circuit c = fair;
  const std::vector<circuit::Bad> justice = c.take_bads();
  const Literal save = c.input("save"), saved = c.latch("saved");
  const Literal saves_now = c.conjunction(save, circuit::negate(saved)), inside = c.disjunction(save, saved);
  c.set_next(saved, inside);
  std::vector<Literal> closes = {saved};
  for (const circuit::Latch& latch : fair.latches()) {
    // Before a state is stored, the stored value does not matter. It is the latch's own initial value, so that the copy
    // of a latch that never changes does not change either, and is removed.
    const Literal now = 2 * latch.node, stored = c.latch("stored " + latch.name, latch.initial);
    c.set_next(stored, c.ite(saves_now, now, stored));
    closes.push_back(c.equivalent(now, stored));
  }
  for (const circuit::Bad& condition : justice) {
    const Literal seen = c.latch("seen " + condition.name);
    c.set_next(seen, c.conjunction(inside, c.disjunction(seen, condition.literal)));
    closes.push_back(seen);
  }
  c.bad("fair lasso", c.all_of(closes));
  return c;
}

Lasso lasso_of(const Circuit& fair, const Trace& trace) {
  MOVER_CHECK(!trace.inputs.empty(), "a lasso has a step");
  Lasso lasso;
  lasso.trace.initial.assign(trace.initial.begin(),
                             trace.initial.begin() + static_cast<std::ptrdiff_t>(fair.latches().size()));
  const size_t save = fair.inputs().size();
  lasso.loop = trace.inputs.size() - 1;
  for (size_t i = 0; i + 1 < trace.inputs.size(); ++i) {  // the last step begins in the stored state
    const std::vector<bool>& inputs = trace.inputs[i];
    if (inputs[save] && lasso.loop > i) lasso.loop = i;
    lasso.trace.inputs.emplace_back(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(save));
  }
  return lasso;
}

}  // namespace mover::solver
