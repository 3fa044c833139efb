// Checks invariants, depths and inductions by SAT solvers of their own.
#include "solver/certificate.h"

#include <algorithm>
#include <set>

#include "circuit/reduce.h"
#include "circuit/successors.h"
#include "solver/encoder.h"
#include "solver/simple_path.h"
#include "solver/state_set.h"
#include "solver/symbolic_step.h"
#include "solver/unrolling.h"

namespace mover::solver {

using circuit::Initial;
using circuit::Kind;
using circuit::negate;

bool extends(const Circuit& extension, const Circuit& circuit) {
  if (extension.node_count() < circuit.node_count() || extension.inputs().size() != circuit.inputs().size() ||
      extension.latches().size() != circuit.latches().size())
    return false;
  for (uint32_t node = 0; node < circuit.node_count(); ++node) {
    if (extension.kind(node) != circuit.kind(node)) return false;
    if (circuit.kind(node) == Kind::And &&
        (extension.left(node) != circuit.left(node) || extension.right(node) != circuit.right(node)))
      return false;
  }
  for (size_t i = 0; i < circuit.latches().size(); ++i) {
    const circuit::Latch &a = circuit.latches()[i], &b = extension.latches()[i];
    if (a.node != b.node || a.initial != b.initial || a.next != b.next) return false;
  }
  for (size_t i = 0; i < circuit.inputs().size(); ++i)
    if (circuit.inputs()[i].node != extension.inputs()[i].node) return false;
  return extension.constraints() == circuit.constraints();
}

namespace {

bool holds(Sat::Result result, const char* part, std::string& why) {
  if (result == Sat::Result::Unsatisfiable) return true;
  why = result == Sat::Result::Stopped ? "a limit was reached before the proof was checked" : part;
  return false;
}

// A literal of the circuit that is true if all clauses are.
Literal conjunction_of(Circuit& circuit, const std::vector<std::vector<Literal>>& clauses) {
  std::vector<Literal> all;
  for (const std::vector<Literal>& clause : clauses) all.push_back(circuit.any_of(clause));
  return circuit.all_of(all);
}

bool depends_on_inputs(const Circuit& circuit, Literal root) {
  std::vector<uint32_t> stack = {circuit::node_of(root)};
  std::vector<bool> seen(circuit.node_count());
  while (!stack.empty()) {
    uint32_t node = stack.back();
    stack.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    if (circuit.kind(node) == Kind::Input) return true;
    if (circuit.kind(node) != Kind::And) continue;
    stack.push_back(circuit::node_of(circuit.left(node)));
    stack.push_back(circuit::node_of(circuit.right(node)));
  }
  return false;
}

// Searches for values of latches and inputs for which all literals are true; with `initial`, for those of an initial
// state.
Sat::Result solve(const Circuit& circuit, const Limits& limits, const std::vector<Literal>& literals, bool initial) {
  Sat sat(limits);
  Encoder encoder(circuit, sat);
  for (Literal l : literals) encoder.add(l);
  if (initial)
    for (const circuit::Latch& latch : circuit.latches())
      if (latch.initial != Initial::Free) encoder.add(2 * latch.node ^ (latch.initial == Initial::Zero ? 1 : 0));
  return sat.solve();
}

// Searches for a step from a state in which all clauses are true to a state in which some clause is false. The SAT
// solver is called once for each clause, because many easy calls take less time than a hard one.
Sat::Result step_that_leaves(Circuit& circuit, const std::vector<std::vector<Literal>>& clauses, const Limits& limits) {
  std::vector<Literal> now;
  for (const std::vector<Literal>& clause : clauses) now.push_back(circuit.any_of(clause));
  std::vector<Literal> next = circuit::after_a_step(circuit, now);
  Sat sat(limits, Sat::Questions::ManyEasy);
  Encoder encoder(circuit, sat);
  for (Literal l : now) encoder.add(l);
  for (Literal constraint : circuit.constraints()) encoder.add(constraint);
  for (Literal l : next) {
    Sat::Result result = sat.solve({-encoder.literal(l)});
    if (result != Sat::Result::Unsatisfiable) return result;
    encoder.add(l);  // it is implied, and may make the next calls easier
  }
  return Sat::Result::Unsatisfiable;
}

// Checks for each case separately that no step is bad or leaves the invariant. Under the values of a case, most of the
// circuit becomes constant.
class Cases {
 public:
  Cases(Circuit& circuit, Literal holds_now, Literal bad, const Limits& limits) : circuit_(circuit), limits_(limits) {
    step_ = circuit.conjunction(holds_now, circuit.all_of(circuit.constraints()));
    const Literal holds_next = circuit::after_a_step(circuit, {holds_now})[0];
    wrong_ = circuit.conjunction(step_, circuit.disjunction(bad, negate(holds_next)));
    gates_ = circuit::gates_below(circuit, std::span(&wrong_, 1));
    for (uint32_t node = 0; node < circuit.node_count(); ++node) values_.push_back(2 * node);
  }

  // Searches for a wrong step in the cases.
  Sat::Result search(const std::vector<std::vector<Literal>>& cases) {
    std::set<Literal> asked = {circuit::kFalse};
    for (const std::vector<Literal>& one : cases) {
      const Literal wrong = under(one);
      if (!asked.insert(wrong).second) continue;  // many cases yield the same query
      // A new SAT solver has only the few gates of this case.
      Sat sat(limits_, Sat::Questions::ManyEasy);
      Encoder encoder(circuit_, sat);
      encoder.add(wrong);
      const Sat::Result result = sat.solve();
      if (result != Sat::Result::Unsatisfiable) return result;
    }
    return Sat::Result::Unsatisfiable;
  }

  // Searches for a step in none of the cases.
  Sat::Result search_outside(const std::vector<std::vector<Literal>>& cases) {
    Sat sat(limits_);
    Encoder encoder(circuit_, sat);
    encoder.add(step_);
    for (const std::vector<Literal>& one : cases) {
      std::vector<int> clause;
      for (Literal l : one) clause.push_back(-encoder.literal(l));
      sat.add(clause);
    }
    return sat.solve();
  }

 private:
  // The function wrong_ if all these latches and inputs are true.
  Literal under(const std::vector<Literal>& literals) {
    for (Literal l : literals) values_[circuit::node_of(l)] = circuit::constant(!circuit::is_negated(l));
    auto of = [&](Literal l) { return values_[circuit::node_of(l)] ^ (l & 1); };
    for (uint32_t gate : gates_)
      values_[gate] = circuit_.conjunction(of(circuit_.left(gate)), of(circuit_.right(gate)));
    const Literal result = of(wrong_);
    for (Literal l : literals) values_[circuit::node_of(l)] = l & ~Literal{1};
    return result;
  }

  Circuit& circuit_;
  const Limits& limits_;
  Literal step_, wrong_;
  std::vector<uint32_t> gates_;  // those of wrong_, in topological order
  std::vector<Literal> values_;  // by node
};

// Whether the invariant is inductive and, with `safe`, excludes bad states.
bool check_invariant(const Circuit& checked, const Invariant& invariant, bool safe, const Limits& limits,
                     std::string& why) {
  if (invariant.circuit && !extends(*invariant.circuit, checked)) {
    why = "the invariant is about another circuit";
    return false;
  }
  Circuit circuit = invariant.circuit ? *invariant.circuit : checked;
  Literal holds_now = conjunction_of(circuit, invariant.clauses);
  if (depends_on_inputs(circuit, holds_now)) {
    why = "the invariant mentions inputs";
    return false;
  }
  std::vector<Literal> bads, bad = {holds_now};
  for (const circuit::Bad& b : checked.bads()) bads.push_back(b.literal);
  bad.push_back(circuit.any_of(bads));
  if (!holds(solve(circuit, limits, {negate(holds_now)}, true), "an initial state is outside of the invariant", why))
    return false;
  if (!invariant.cases.empty()) {
    Cases cases(circuit, holds_now, safe ? bad.back() : circuit::kFalse, limits);
    return holds(cases.search(invariant.cases), "a step leaves the invariant or is bad", why) &&
           holds(cases.search_outside(invariant.cases), "the cases are not all cases", why);
  }
  for (Literal constraint : checked.constraints()) bad.push_back(constraint);
  return holds(step_that_leaves(circuit, invariant.clauses, limits), "a step leaves the invariant", why) &&
         (!safe || holds(solve(circuit, limits, bad, false), "the invariant contains a bad state", why));
}

// Searches for an execution in which one of the first `depth` steps is bad.
Sat::Result bad_within(const Circuit& circuit, size_t depth, const Limits& limits) {
  Unrolling unrolling(circuit, Unrolling::Start::Initial);
  Sat sat(limits);
  Encoder encoder(unrolling.circuit(), sat);
  encoder.add(unrolling.bad_within(depth));
  return sat.solve();
}

// Searches for a path of `steps` steps that visits no state twice. With `to_bad`, all of these steps must be good, and
// a bad step must follow.
Sat::Result simple_path(const Circuit& circuit, size_t steps, Unrolling::Start start, bool to_bad,
                        const Limits& limits) {
  Unrolling unrolling(circuit, start);
  Sat sat(limits);
  Encoder encoder(unrolling.circuit(), sat);
  SimplePath path(unrolling, encoder, sat);
  unrolling.step(steps);
  for (size_t i = 0; i < steps + (to_bad ? 1 : 0); ++i) {
    for (Literal constraint : unrolling.step(i).constraints) encoder.add(constraint);
    if (to_bad) encoder.add(i < steps ? negate(unrolling.step(i).any_bad) : unrolling.step(i).any_bad);
  }
  return path.solve(steps, {});
}

// Whether the set contains all initial states, and no step from a state of the set is bad or leaves the set.
bool check_states(const Circuit& circuit, const StateSet& visited, const Limits& limits, std::string& why) {
  const auto initial = circuit::initial_states(circuit, visited.size());
  if (!initial || !std::all_of(initial->begin(), initial->end(), [&](const auto& s) { return visited.contains(s); })) {
    why = "an initial state was not visited";
    return false;
  }
  std::vector<std::span<const uint64_t>> states;
  for (size_t i = 0; i < visited.size(); ++i) states.push_back(visited[i]);
  auto stays = [&](const circuit::Successors::Step& step) {
    if (step.bad)
      why = "a visited state has a bad step";
    else if (!visited.contains(step.next))
      why = "a step leads to a state that was not visited";
    return why.empty();
  };
  why.clear();
  const auto result = circuit::Successors(circuit).expand(states, stays, [&] { return limits.expired(); });
  if (result == circuit::Successors::Result::Done) return true;
  if (why.empty()) why = "a limit was reached before the proof was checked";
  return false;
}

}  // namespace

bool check_inductive(const Circuit& circuit, const Invariant& invariant, const Limits& limits, std::string& why) {
  return check_invariant(circuit, invariant, false, limits, why);
}

bool check_proof(const Circuit& circuit, const Answer& answer, const Limits& limits, std::string& why) {
  if (answer.proof == Answer::Proof::States) return check_states(circuit, *answer.visited, limits, why);
  if (answer.proof == Answer::Proof::SymbolicStates)
    return check_symbolic_states(circuit, *answer.symbolic, limits, why);
  if (answer.proof == Answer::Proof::Invariant) return check_invariant(circuit, answer.invariant, true, limits, why);
  if (!answer.invariant.clauses.empty() && !check_invariant(circuit, answer.invariant, false, limits, why))
    return false;
  Circuit strengthened = answer.invariant.circuit ? *answer.invariant.circuit : circuit;
  strengthened.know(conjunction_of(strengthened, answer.invariant.clauses));
  if (answer.proof == Answer::Proof::DepthComplete)
    return holds(bad_within(circuit, answer.depth, limits), "an execution within the depth is bad", why) &&
           holds(simple_path(circuit, answer.depth, Unrolling::Start::Initial, false, limits),
                 "an execution is longer than the depth", why);
  return holds(bad_within(circuit, answer.depth + size_t{1}, limits), "an execution within the depth is bad", why) &&
         holds(simple_path(strengthened, answer.depth, Unrolling::Start::Anywhere, true, limits),
               "the property is not inductive for this depth", why);
}

}  // namespace mover::solver
