// Builds the circuits that compute the stubborn sets from the state.
#include "symbolic/stubborn.h"

#include <algorithm>
#include <map>
#include <set>

#include "symbolic/patterns.h"

namespace mover::symbolic {

using circuit::kFalse;
using circuit::kTrue;
using circuit::Literal;
using circuit::Word;

namespace {

// A set of values of a program counter.
using Codes = std::vector<bool>;

class StubbornSetBuilder {
 public:
  StubbornSetBuilder(circuit::Circuit& c, const Footprints& footprints, const SchedulingState& state,
                     bool with_patterns, const ReductionRules& rules)
      : c_(c),
        footprints_(footprints),
        state_(state),
        with_patterns_(with_patterns),
        rules_(rules),
        count_(static_cast<ThreadIndex>(footprints.threads.size())) {
    for (LockId lock = 0; lock < footprints.locks.size(); ++lock)
      if (footprints.locks[lock].life == ir::kNone) memory_locks_ |= LockSet{1} << lock;
  }

  StubbornSets build() {
    for (ThreadIndex t = 0; t < count_; ++t) step_classes_.push_back(step_classes_of(t));
    StubbornSets result;
    result.members = closure(relation());
    result.chosen = smallest(result.members);
    for (ThreadIndex t = 0; rules_.sections && t < count_; ++t)
      result.chosen[t] = c_.ite(state_.in_section, state_.enabled[t], result.chosen[t]);
    return result;
  }

 private:
  // A class of steps of a thread: the same touches interfere with all of them.
  struct StepClass {
    std::set<Interference> interferences;
    bool conflicts_with_all = false;
    auto operator<=>(const StepClass&) const = default;
  };
  using StepClasses = std::map<StepClass, Codes>;

  StepClasses step_classes_of(ThreadIndex t) const {
    const ThreadEvents& thread = footprints_.threads[t];
    StepClasses result;
    for (uint32_t cut : thread.cuts) {
      StepClass step_class;
      step_class.conflicts_with_all = thread.events[cut].is_sticky;
      for_each_in_step(thread, cut, [&](const Event& event) {
        for (const Touch& touch : event.touches) step_class.interferences.insert({touch.location, !touch.write});
        if (rules_.endings) step_class.conflicts_with_all |= event.ends_others;
        if (rules_.sections) step_class.conflicts_with_all |= event.enters_section;
      });
      if (step_class.conflicts_with_all) step_class.interferences.clear();
      set(result[step_class], thread.events[cut].code);
    }
    return result;
  }

  template <typename F>
  static void for_each_in_step(const ThreadEvents& thread, uint32_t cut, F f) {
    std::vector<uint32_t> work{cut};
    std::set<uint32_t> seen{cut};
    while (!work.empty()) {
      const Event& event = thread.events[work.back()];
      work.pop_back();
      f(event);
      for (uint32_t next : event.next)
        if (thread.events[next].code == 0 && seen.insert(next).second) work.push_back(next);
    }
  }

  static void set(Codes& codes, uint32_t code) {
    if (codes.size() <= code) codes.resize(code + 1, false);
    codes[code] = true;
  }

  // Whether the program counter of the thread has one of these values, as a decision tree over its bits. In `wanted`,
  // values that the program counter never has are don't-cares (-1).
  Literal is_at(ThreadIndex t, const Codes& codes) {
    const Word& pc = state_.program_counters[t];
    std::vector<int8_t> wanted(size_t{1} << pc.size(), -1);
    for (uint32_t cut : footprints_.threads[t].cuts) {
      const uint32_t code = footprints_.threads[t].events[cut].code;
      wanted[code] = code < codes.size() && codes[code] ? 1 : 0;
    }
    for (uint32_t code = 0; code < kFirstCode; ++code) wanted[code] = code < codes.size() && codes[code] ? 1 : 0;
    return decide(pc, wanted, 0, pc.size());
  }
  Literal decide(const Word& pc, const std::vector<int8_t>& wanted, size_t first, size_t bits) {
    const auto begin = wanted.begin() + static_cast<std::ptrdiff_t>(first), end = begin + (std::ptrdiff_t{1} << bits);
    if (std::find(begin, end, 1) == end) return kFalse;
    if (std::find(begin, end, 0) == end) return kTrue;
    const size_t half = size_t{1} << (bits - 1);
    const Literal low = decide(pc, wanted, first, bits - 1), high = decide(pc, wanted, first + half, bits - 1);
    return c_.ite(pc[bits - 1], high, low);
  }

  // [i][j]: every set that contains i contains j.
  std::vector<std::vector<Literal>> relation() {
    std::vector<std::vector<Literal>> result(count_, std::vector<Literal>(count_, kFalse));
    for (ThreadIndex i = 0; i < count_; ++i)
      for (ThreadIndex j = 0; j < count_; ++j) {
        if (i == j) continue;
        Literal implied = c_.conjunction(state_.enabled[i], conflict(i, j, with_patterns_));
        if (rules_.enabling) {
          implied = c_.disjunction(implied, state_.enables[i][j]);
          implied = c_.disjunction(implied, c_.conjunction(state_.waits[i], conflict(i, j, false)));
          if (state_.creators[i] == j) implied = c_.disjunction(implied, state_.not_started[i]);
        }
        result[i][j] = implied;
      }
    return result;
  }

  // Whether thread j may be the first to interfere with the next step of thread i.
  Literal conflict(ThreadIndex i, ThreadIndex j, bool with_patterns) {
    Literal result = kFalse;
    for (const auto& [step_class, codes] : step_classes_[i]) {
      const Literal may_interfere =
          step_class.conflicts_with_all ? kTrue : interferes(i, step_class.interferences, j, with_patterns);
      if (may_interfere == kFalse) continue;
      result = c_.disjunction(result, c_.conjunction(is_at(i, codes), may_interfere));
    }
    return result;
  }

  // touch-now-later of thread j for the locations that thread i touches; with patterns, touch-now-later-LS.
  Literal interferes(ThreadIndex i, const std::set<Interference>& interferences, ThreadIndex j, bool with_patterns) {
    const ThreadEvents& thread = footprints_.threads[j];
    LockSet certain = 0;  // the life of thread i, which i holds because it has not ended
    for (LockId lock = 0; lock < footprints_.locks.size(); ++lock)
      if (footprints_.locks[lock].life == i) certain |= LockSet{1} << lock;
    std::map<PathSet, Codes> by_paths;
    for (uint32_t cut : thread.cuts) {
      PathSet paths;
      for (const Interference& interference : interferences)
        if (rules_.later || touches_now(thread, cut, interference)) paths.add(paths_of(j, interference)[cut]);
      paths = paths.against(with_patterns ? memory_locks_ : 0, certain);
      if (paths.empty()) continue;
      set(by_paths[paths], thread.events[cut].code);
      // A thread that has not started begins at its first event. It cannot start before its creator takes a step.
      if (cut == 0 && state_.creators[j] != i) set(by_paths[paths], kNotStarted);
    }
    Literal result = kFalse;
    for (const auto& [paths, codes] : by_paths)
      result = c_.disjunction(result, c_.conjunction(is_at(j, codes), is_free_path(i, paths)));
    return result;
  }

  static bool touches_now(const ThreadEvents& thread, uint32_t cut, const Interference& interference) {
    bool result = false;
    for_each_in_step(thread, cut, [&](const Event& event) { result |= event.touches_in(interference); });
    return result;
  }

  const std::vector<PathSet>& paths_of(ThreadIndex t, const Interference& interference) {
    auto [known, is_new] = paths_.try_emplace({t, interference});
    if (is_new) known->second = paths_to(footprints_.threads[t], interference);
    return known->second;
  }

  // Whether one of the paths acquires no lock that thread i holds.
  Literal is_free_path(ThreadIndex i, const PathSet& paths) {
    Literal result = kFalse;
    for (LockSet acquired : paths.smallest()) {
      Literal is_free = kTrue;
      for (LockId lock = 0; lock < footprints_.locks.size(); ++lock)
        if ((acquired >> lock & 1) != 0)
          is_free = c_.conjunction(is_free, circuit::negate(state_.holds(i, footprints_.locks[lock])));
      result = c_.disjunction(result, is_free);
    }
    return result;
  }

  std::vector<std::vector<Literal>> closure(std::vector<std::vector<Literal>> relation) {
    for (ThreadIndex i = 0; i < count_; ++i) relation[i][i] = kTrue;
    for (ThreadIndex k = 0; k < count_; ++k)
      for (ThreadIndex i = 0; i < count_; ++i)
        for (ThreadIndex j = 0; j < count_; ++j)
          if (i != k && j != k)
            relation[i][j] = c_.disjunction(relation[i][j], c_.conjunction(relation[i][k], relation[k][j]));
    return relation;
  }

  // The enabled threads of the chosen set: among the sets of enabled threads, the first one with the fewest enabled
  // threads.
  std::vector<Literal> smallest(const std::vector<std::vector<Literal>>& members) {
    std::vector<Literal> chosen(count_, kFalse);
    Word fewest;
    Literal is_chosen = kFalse;
    for (ThreadIndex i = 0; i < count_; ++i) {
      Word enabled_members;
      for (ThreadIndex j = 0; j < count_; ++j)
        enabled_members.push_back(c_.conjunction(members[i][j], state_.enabled[j]));
      const Word size = circuit::popcount(c_, enabled_members);
      Literal better = state_.enabled[i];
      if (i != 0)
        better = c_.conjunction(better, c_.disjunction(circuit::negate(is_chosen), circuit::ult(c_, size, fewest)));
      fewest = i == 0 ? size : circuit::ite(c_, better, size, fewest);
      for (ThreadIndex j = 0; j < count_; ++j) chosen[j] = c_.ite(better, enabled_members[j], chosen[j]);
      is_chosen = c_.disjunction(is_chosen, state_.enabled[i]);
    }
    return chosen;
  }

  circuit::Circuit& c_;
  const Footprints& footprints_;
  const SchedulingState& state_;
  const bool with_patterns_;
  const ReductionRules& rules_;
  const ThreadIndex count_;
  LockSet memory_locks_ = 0;
  std::vector<StepClasses> step_classes_;
  std::map<std::pair<ThreadIndex, Interference>, std::vector<PathSet>> paths_;
};

bool depends_on_inputs(const circuit::Circuit& c, const std::vector<Literal>& literals) {
  std::vector<uint32_t> work;
  std::vector<bool> seen(c.node_count(), false);
  auto visit = [&](Literal l) {
    if (!seen[circuit::node_of(l)]) work.push_back(circuit::node_of(l));
    seen[circuit::node_of(l)] = true;
  };
  for (Literal l : literals) visit(l);
  while (!work.empty()) {
    const uint32_t node = work.back();
    work.pop_back();
    if (c.kind(node) == circuit::Kind::Input) return true;
    if (c.kind(node) != circuit::Kind::And) continue;
    visit(c.left(node));
    visit(c.right(node));
  }
  return false;
}

}  // namespace

StubbornSets stubborn_sets(circuit::Circuit& circuit, const Footprints& footprints, const SchedulingState& state,
                           bool with_patterns, const ReductionRules& rules) {
  StubbornSets result = StubbornSetBuilder(circuit, footprints, state, with_patterns, rules).build();
  if (depends_on_inputs(circuit, result.chosen)) return {{}, state.enabled};
  return result;
}

}  // namespace mover::symbolic
