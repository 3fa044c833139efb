// The transition relation of a circuit as binary decision diagrams [BCMDH92], by the library BuDDy. It is partitioned:
// it has one part for each latch, and parts are merged as long as they remain small. Variables are quantified as soon
// as no later part depends on them [RAB95].
//
// BuDDy has global state and cannot be interrupted. So each search runs in a process of its own, which sends its result
// through a pipe, and is killed when a limit is reached.
#pragma once

#include <bdd.h>

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "solver/solver.h"

namespace mover::solver {

// The result that the child process sends to its parent, as words of 64 bits.
class BddMessage {
 public:
  enum class Kind : uint64_t { Violated, Proved, Unknown };
  std::vector<uint64_t> words;
  void add(uint64_t word) { words.push_back(word); }
  void add(const std::vector<bool>& bits) {
    add(bits.size());
    for (bool bit : bits) add(bit);
  }
};

class BddReader {
 public:
  explicit BddReader(const std::vector<uint64_t>& words) : words_(words) {}
  uint64_t word() { return at_ < words_.size() ? words_[at_++] : 0; }
  std::vector<bool> bits();
  Trace trace();
  // The sets of BddRelation::add_sets as literals. Gates are added to the circuit.
  std::vector<Literal> sets(Circuit& circuit);

 private:
  const std::vector<uint64_t>& words_;
  size_t at_ = 0;
};

// Runs the search in a process of its own. Returns its words; nothing if a limit was reached before. An empty list of
// words means that no process could be started, or that it has ended without a result.
std::optional<std::vector<uint64_t>> words_of_child(const std::function<BddMessage()>& search, const Limits& limits);

// REQUIRES: this is the only relation of its process.
class BddRelation {
 public:
  explicit BddRelation(const Circuit& circuit);

 protected:
  bdd image(const bdd& states);
  bdd preimage(const bdd& states) { return preimage(states, bddtrue); }
  // The states from which a step with this condition, on states and inputs, leads to one of `states`.
  bdd preimage(const bdd& states, const bdd& condition);

  // Values that the variables have in some element of the set.
  static std::vector<bool> values_in(const bdd& set, const std::vector<int>& variables);
  static bdd exactly(const std::vector<bool>& values, const std::vector<int>& variables);
  // The pairs of states and inputs that lead to this state.
  bdd steps_to(const std::vector<bool>& state) const;
  // A step with this condition from the state to one of `targets`: its inputs, and the state that it leads to.
  // REQUIRES: there is one.
  std::vector<bool> step(std::vector<bool>& state, const bdd& targets, const bdd& condition) const;

  static BddMessage trace(uint64_t first, const std::vector<bool>& initial,
                          const std::vector<std::vector<bool>>& inputs);
  // Adds sets of states as a list of nodes (latch, low, high), in which children come before their parents. The numbers
  // 0 and 1 denote the constants, and node i of the list has the number i + 2. The list is followed by the numbers of
  // the sets.
  void add_sets(BddMessage& message, const std::vector<bdd>& sets) const;

  const Circuit& circuit_;
  std::vector<int> now_, next_, input_;  // the variables of latches before and after a step, and of inputs
  bdd now_set_, input_set_, initial_, possible_;
  std::vector<bdd> bad_functions_;  // by bad literal: the states and inputs in which it holds

 private:
  struct Part {
    bdd relation;
    std::set<int> support;
    bdd after_image, after_preimage;  // the variables to quantify after this part, because no later part has them
  };
  void make_variables();
  static bdd set_of(const std::vector<int>& variables);
  void make_functions();
  static std::set<int> support_of(const bdd& relation);
  void make_parts();
  std::vector<Part> in_order(std::vector<Part> parts) const;
  static std::vector<Part> merge(std::vector<Part> parts);
  bdd assign(std::set<int> variables, bdd Part::* after);

  bddPair *to_now_ = nullptr, *to_next_ = nullptr;
  bdd unused_forward_, unused_backward_;
  std::vector<bdd> functions_, constraints_;
  std::vector<Part> parts_;
};

}  // namespace mover::solver
