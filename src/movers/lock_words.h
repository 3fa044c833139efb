// Lock words [FQ03, sections 2 and 4]: words that threads acquire by compare-and-swap. In the paper, an action that
// brings about exclusive access is a right mover, and one that ends it a left mover, because conditions (i) and (ii)
// are assumed for all states. Here both are facts, assumed until an action refutes them, for words that a search by
// transactions can judge one action at a time:
//   - The predicates that read the word read nothing else, so the value of the word alone decides which thread holds
//     it. No other action can change a predicate while the word is held (with `f && g` as the predicate, one could).
//   - A thread accesses the word only while it holds the word, or by a compare-and-swap that repeats itself, without
//     any other effect, if it finds the word held. So a failing one counts as blocked, as the paper's acquire does.
//   - A thread accesses memory that such a predicate governs only while it holds the word: δ without its safe case.
// A mutex in a predicate (mover_holds) is treated in the same way; its operations are classified as usual.
// docs/exclusive.md has the argument why the reduced search refutes a fact that is wrong.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "machine/machine.h"
#include "movers/facts.h"
#include "movers/soundness_rules.h"
#include "property/locksets.h"

namespace mover {

class LockWords {
 public:
  LockWords(Facts& facts, const SoundnessRules& soundness) : facts_(facts), soundness_(soundness) {}

  // Refutes facts that the machine's observations of predicates contradict.
  void catch_up(const Machine& machine);

  // An operation on a lock word, by the thread that holds it or by a compare-and-swap.
  struct Operation {
    Address word = 0;
    bool holds = false;  // the thread holds the word
    bool fails = false;  // a compare-and-swap that finds the word held by another thread
  };
  // Refutes the facts that the pending action of t contradicts. If the action is an operation on a lock word, returns
  // it, and adds to `relied` the facts that make it a mover. REQUIRES: catch_up() was called in this state.
  std::optional<Operation> check(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);

  // Whether the object is a lock on which alone predicates depend, so that its operations are movers as if no predicate
  // depended on it. Adds to `relied` the fact that makes it one.
  bool is_lock(const Machine& machine, Address object, std::vector<Fact>& relied);

  // Whether t holds the word.
  bool holds(const Machine& machine, ThreadId t, Address word) const;
  // Calls f(address) for each word that t holds.
  template <typename F>
  void for_each_held(const Machine& machine, ThreadId t, F f) const {
    for (const auto& [address, word] : words_)
      if (holds(machine, t, address)) f(address);
  }

 private:
  struct Word {
    Fact obeyed = 0;        // all accesses obey the protocol
    Fact known_values = 0;  // no thread holds the word by a value other than the first `values` ones
    uint32_t values = 0;
  };
  Word& at(const ExclusivePredicates::LockWord& word);
  void check_governed(const Machine& machine, ThreadId t, const Access& access);

  Facts& facts_;
  const SoundnessRules soundness_;
  std::map<Address, Word> words_;
};

}  // namespace mover
