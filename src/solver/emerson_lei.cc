#include "solver/emerson_lei.h"

#include "circuit/reduce.h"
#include "solver/bdd_relation.h"
#include "solver/certificate.h"
#include "solver/encoder.h"
#include "support/check.h"

namespace mover::solver {

namespace {

// The search in the child process.
class FairStates : public BddRelation {
 public:
  explicit FairStates(const Circuit& circuit) : BddRelation(circuit), conditions_(bad_functions_) {
    if (conditions_.empty()) conditions_.push_back(bddtrue);
  }

  BddMessage search() {
    bdd remaining = initial_;
    for (bdd frontier = initial_; frontier != bddfalse; remaining |= frontier) frontier = image(frontier) - remaining;
    const bdd reached = remaining;
    std::vector<bdd> removed;
    std::vector<uint64_t> conditions;
    for (bool changed = true; changed && remaining != bddfalse;) {
      changed = false;
      for (size_t i = 0; i < conditions_.size(); ++i) {
        const bdd kept = leading_to(before(remaining, i), remaining).back();
        if (kept == remaining) continue;
        removed.push_back(remaining - kept);
        conditions.push_back(i);
        remaining = kept;
        changed = true;
      }
    }
    if (remaining != bddfalse) return lasso(reached, remaining);
    BddMessage message;
    message.add(static_cast<uint64_t>(BddMessage::Kind::Proved));
    add_sets(message, removed);
    for (uint64_t condition : conditions) message.add(condition);
    return message;
  }

 private:
  // The states of the set from which a step with condition i leads to the set.
  bdd before(const bdd& states, size_t i) { return states & preimage(states, conditions_[i]); }

  // Growing sets of states from which paths within `within` lead to the goal: set i by at most i steps.
  std::vector<bdd> leading_to(const bdd& goal, const bdd& within) {
    std::vector<bdd> sets = {goal};
    for (bdd frontier = goal; frontier != bddfalse; sets.push_back(sets.back() | frontier))
      frontier = (preimage(frontier) & within) - sets.back();
    return sets;
  }

  // A path from the state to the first of the sets of leading_to(), the last of which contains the state.
  void walk(std::vector<bool>& state, const std::vector<bdd>& sets, std::vector<std::vector<bool>>& inputs) {
    const bdd here = exactly(state, now_);
    size_t i = 0;
    while ((sets[i] & here) == bddfalse) ++i;
    while (i-- > 0) inputs.push_back(step(state, sets[i], bddtrue));
  }

  // As in [CGMZ95]: from a fair state, the search takes a path within the fair states that has a step with each
  // condition. If the first state of the path is reachable from its last state, this closes a loop. Otherwise the path
  // has entered another strongly connected component, and the search continues from its last state. It ends, because no
  // component is entered twice.
  BddMessage lasso(const bdd& reached, const bdd& fair) {
    const std::vector<bdd> stem = leading_to(fair, reached);
    std::vector<bool> state = values_in(stem.back() & initial_, now_);
    const std::vector<bool> initial = state;
    std::vector<std::vector<bool>> inputs;
    walk(state, stem, inputs);
    for (;;) {
      const std::vector<bool> first = state;
      const size_t loop = inputs.size();
      for (size_t i = 0; i < conditions_.size(); ++i) {
        walk(state, leading_to(before(fair, i), fair), inputs);
        inputs.push_back(step(state, fair, conditions_[i]));
      }
      const std::vector<bdd> back = leading_to(exactly(first, now_), fair);
      if ((back.back() & exactly(state, now_)) == bddfalse) continue;
      walk(state, back, inputs);
      return trace(loop, initial, inputs);
    }
  }

  std::vector<bdd> conditions_;
};

}  // namespace

bool excludes_fair_executions(const Circuit& fair, const RemovedStates& removed, const Limits& limits,
                              std::string& why) {
  if (!extends(*removed.circuit, fair)) {
    why = "the removed states are those of another circuit";
    return false;
  }
  Circuit circuit = *removed.circuit;
  std::vector<Literal> up_to = {circuit::kFalse};  // element k: the first k sets
  for (const RemovedStates::Set& set : removed.sets) up_to.push_back(circuit.disjunction(up_to.back(), set.states));
  const std::vector<Literal> after = circuit::after_a_step(circuit, up_to);
  auto none = [&](const std::vector<Literal>& literals, const char* part) {
    Sat sat(limits);
    Encoder encoder(circuit, sat);
    for (Literal l : literals) encoder.add(l);
    const Sat::Result result = sat.solve();
    if (result == Sat::Result::Stopped) why = "a limit was reached before the proof was checked";
    if (result == Sat::Result::Satisfiable) why = part;
    return result == Sat::Result::Unsatisfiable;
  };
  std::vector<Literal> initial = {circuit::negate(up_to.back())};
  for (const circuit::Latch& latch : fair.latches())
    if (latch.initial != circuit::Initial::Free)
      initial.push_back(2 * latch.node ^ (latch.initial == circuit::Initial::Zero ? 1 : 0));
  if (!none(initial, "an initial state is in none of the removed sets")) return false;
  for (size_t k = 0; k < removed.sets.size(); ++k) {
    const RemovedStates::Set& set = removed.sets[k];
    std::vector<Literal> step = fair.constraints();
    step.push_back(set.states);
    step.push_back(circuit::negate(after[k + 1]));
    if (!none(step, "a step leads to states that were removed later")) return false;
    step.back() = circuit::negate(after[k]);
    if (set.condition < fair.bads().size()) step.push_back(fair.bads()[set.condition].literal);
    if (!none(step, "a step with the justice condition of its states stays in them")) return false;
  }
  return true;
}

FairAnswer emerson_lei(const Circuit& fair, const Limits& limits) {
  FairAnswer result;
  const auto words = words_of_child([&] { return FairStates(fair).search(); }, limits);
  if (!words || words->empty()) {
    result.reason =
        words ? "the process that computes with decision diagrams has ended without an answer" : stopped(limits).reason;
    return result;
  }
  BddReader reader(*words);
  const auto kind = static_cast<BddMessage::Kind>(reader.word());
  if (kind == BddMessage::Kind::Unknown) result.reason = "the decision diagrams have become too large";
  if (kind == BddMessage::Kind::Violated) {
    result.kind = Answer::Kind::Violated;
    result.lasso.loop = reader.word();
    result.lasso.trace = reader.trace();
  }
  if (kind != BddMessage::Kind::Proved) return result;
  RemovedStates removed;
  auto extension = std::make_shared<Circuit>(fair);
  for (Literal states : reader.sets(*extension)) removed.sets.push_back({states, 0});
  for (RemovedStates::Set& set : removed.sets) set.condition = static_cast<uint32_t>(reader.word());
  removed.circuit = std::move(extension);
  if (std::string why; !excludes_fair_executions(fair, removed, limits, why)) {
    MOVER_CHECK(limits.expired(), "the proof by decision diagrams holds, but " + why);
    result.reason = stopped(limits).reason;
    return result;
  }
  result.kind = Answer::Kind::Proved;
  result.proof = "all reachable states are in " + std::to_string(removed.sets.size()) +
                 " sets, in each of which a justice condition never holds";
  return result;
}

}  // namespace mover::solver
