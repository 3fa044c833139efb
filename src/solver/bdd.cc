// Forward and backward reachability.
#include "solver/bdd.h"

#include <cstring>

#include "circuit/reduce.h"
#include "solver/bdd_relation.h"

namespace mover::solver {

using Direction = BddReachability::Direction;

namespace {

// The search in the child process.
class Reachability : public BddRelation {
 public:
  Reachability(const Circuit& circuit, uint32_t depth) : BddRelation(circuit), depth_(depth) {
    for (const bdd& bad : bad_functions_) bads_.push_back(bdd_appex(bad, possible_, bddop_and, input_set_));
  }

  BddMessage forward() {
    bdd reached = initial_, frontier = initial_;
    std::vector<bdd> rings;
    for (uint32_t step = 0; step < depth_; ++step) {
      rings.push_back(frontier);
      for (uint32_t bad = 0; bad < bads_.size(); ++bad)
        if ((frontier & bads_[bad]) != bddfalse) return violation(rings, bad);
      frontier = image(frontier) - reached;
      if (frontier == bddfalse) return proof(reached, count(reached));
      reached |= frontier;
    }
    return gives_up();
  }

  // The number of reachable states in which the last bad literal holds.
  BddMessage count_where() {
    bdd reached = initial_, frontier = initial_;
    while (frontier != bddfalse) {
      frontier = image(frontier) - reached;
      reached |= frontier;
    }
    return proof(bddtrue, count(reached & bad_functions_.back()));
  }

  BddMessage backward() {
    bdd bad = bddfalse;
    for (const bdd& b : bads_) bad |= b;
    bdd reached = bad, frontier = bad;
    std::vector<bdd> rings;
    for (uint32_t step = 0; step < depth_; ++step) {
      rings.push_back(frontier);
      if ((frontier & initial_) != bddfalse) return backward_violation(rings);
      frontier = preimage(frontier) - reached;
      if (frontier == bddfalse) return proof(!reached, 0);
      reached |= frontier;
    }
    return gives_up();
  }

 private:
  // BuDDy counts no assignments if there are no variables, but a circuit without latches has one state.
  double count(const bdd& states) const { return now_.empty() ? 1 : bdd_satcountset(states, now_set_); }

  static BddMessage gives_up() {
    BddMessage message;
    message.add(static_cast<uint64_t>(BddMessage::Kind::Unknown));
    message.add(1);  // the reason: the limit on the depth
    return message;
  }

  BddMessage violation(const std::vector<bdd>& rings, uint32_t bad) {
    std::vector<std::vector<bool>> inputs(rings.size());
    bdd steps = rings.back() & possible_ & bad_functions_[bad];
    std::vector<bool> state;
    for (size_t i = rings.size(); i-- > 0;) {
      state = values_in(steps, now_);
      inputs[i] = values_in(steps & exactly(state, now_), input_);
      if (i > 0) steps = rings[i - 1] & steps_to(state);
    }
    return trace(bad, state, inputs);
  }

  BddMessage backward_violation(const std::vector<bdd>& rings) {
    std::vector<std::vector<bool>> inputs;
    std::vector<bool> state = values_in(rings.back() & initial_, now_), initial = state;
    uint32_t which = 0;
    for (size_t i = rings.size(); i-- > 0;) {
      if (i > 0) {
        inputs.push_back(step(state, rings[i - 1], bddtrue));
      } else {
        const bdd here = exactly(state, now_);
        while ((here & possible_ & bad_functions_[which]) == bddfalse) ++which;
        inputs.push_back(values_in(here & possible_ & bad_functions_[which], input_));
      }
    }
    return trace(which, initial, inputs);
  }

  BddMessage proof(const bdd& set, double states) {
    BddMessage message;
    message.add(static_cast<uint64_t>(BddMessage::Kind::Proved));
    uint64_t bits = 0;
    std::memcpy(&bits, &states, sizeof bits);
    message.add(bits);
    add_sets(message, {set});
    return message;
  }

  uint32_t depth_;
  std::vector<bdd> bads_;  // by bad literal: the states in which some inputs make it true
};

Answer read_proof(const Circuit& circuit, BddReader& reader) {
  Answer answer;
  answer.kind = Answer::Kind::Proved;
  uint64_t bits = reader.word();
  std::memcpy(&answer.states, &bits, sizeof bits);
  auto extension = std::make_shared<Circuit>(circuit);
  answer.invariant.clauses = {reader.sets(*extension)};
  answer.invariant.circuit = std::move(extension);
  return answer;
}

// Runs a search in a process of its own. search(Reachability&) gives the message.
template <typename F>
Answer search_in_child(const Circuit& circuit, const Limits& limits, F search) {
  const auto run = [&] {
    Reachability in_child(circuit, limits.depth);
    return search(in_child);
  };
  const std::optional<std::vector<uint64_t>> words = words_of_child(run, limits);
  if (!words) return stopped(limits);
  if (words->empty()) return unknown("the process that computes with decision diagrams has ended without an answer");
  BddReader reader(*words);
  switch (static_cast<BddMessage::Kind>(reader.word())) {
    case BddMessage::Kind::Violated: {
      const auto bad = static_cast<uint32_t>(reader.word());
      return violated(bad, reader.trace());
    }
    case BddMessage::Kind::Proved:
      return read_proof(circuit, reader);
    case BddMessage::Kind::Unknown:
      break;
  }
  return unknown(reader.word() ? "executions of up to " + std::to_string(limits.depth) + " steps have been explored"
                               : "the decision diagrams have become too large");
}

}  // namespace

Answer BddReachability::check(const Circuit& circuit, const Limits& limits) {
  return search_in_child(circuit, limits, [this](Reachability& search) {
    return direction_ == Direction::Forward ? search.forward() : search.backward();
  });
}

double count_states(const Circuit& circuit, Literal where, const Limits& limits) {
  Circuit counted = circuit;
  counted.bad("counted", where);
  const Circuit reduced = circuit::reduce(counted, circuit::Keep::States).circuit;
  return search_in_child(reduced, limits, [](Reachability& search) { return search.count_where(); }).states;
}

}  // namespace mover::solver
