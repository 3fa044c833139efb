// Race detection and race reversal of optimal DPOR [AAJS14, algorithm 2].
#include "property/deadlock.h"
#include "search/optimal_dpor.h"
#include "support/check.h"

namespace mover {

const OptimalDpor::Parked& OptimalDpor::parked_in(uint32_t node, ThreadId t) const {
  const std::vector<uint32_t>& all = versions_[t];
  auto later = std::partition_point(all.begin(), all.end(), [&](uint32_t i) { return parked_[i].since <= node; });
  return parked_[*(later - 1)];
}

// Examines the races of t's pending step with past steps: `sources` are the past steps that it depends on directly.
// `needed`: releases after the state for which `sources` were computed, without which t is blocked there. `at_end`: the
// execution has ended, so races are not deferred.
void OptimalDpor::find_races(ThreadId t, const Parked& at, const Sources& sources, const Sources& needed, bool at_end) {
  for (const PathOrder::Source& earlier : sources) {
    if (!earlier.may_race) continue;
    const Obstacle in_the_way = std::max(obstacle(earlier, sources), obstacle(earlier, needed));
    if (in_the_way == Obstacle::Between) continue;
    if (in_the_way == Obstacle::None && reverse(earlier, t, at, sources, at_end)) continue;
    // In the state before the earlier step t is or may be blocked, so races with the steps before that state are
    // examined as well.
    Sources before, still_needed = needed;
    for (const PathOrder::Source& source : sources)
      if (!source.may_race && order_.after(source.step, earlier.step)) still_needed.push_back(source);
    order_.sources(t, touches(at), earlier.step, before);
    find_races(t, at, before, still_needed, at_end);
  }
}

// Whether other sources order the step `earlier` before the thread's next step. A release is no obstacle if it releases
// the lock that the earlier step has acquired.
OptimalDpor::Obstacle OptimalDpor::obstacle(const PathOrder::Source& earlier, const Sources& sources) const {
  Obstacle result = Obstacle::None;
  for (const PathOrder::Source& other : sources) {
    if (other.step == earlier.step || !order_.after(other.step, earlier.step)) continue;
    if (other.may_race) return Obstacle::Between;
    const std::span<const Touch> acquired = order_.touches(order_.step(earlier.step));
    const bool its_own = order_.step(other.step).thread == order_.step(earlier.step).thread;
    if (!its_own ||
        std::none_of(acquired.begin(), acquired.end(), [&](const Touch& a) { return overlap(a, other.touch); }))
      result = Obstacle::Blocked;
  }
  return result;
}

static SequenceStep sequence_step(const PathOrder& order, uint32_t number) {
  const PathOrder::Step& step = order.step(number);
  return {step.thread, step.choice, step.several, number, step.clock, step.section, order.touches(step)};
}

// Reverses the race of an earlier step with t's pending step: inserts the steps that happen-before t's step, and then
// t's step, into the wakeup tree of the state before the earlier step [AAJS14, algorithm 2, lines 3 to 7]. Returns
// whether t is certainly enabled after these steps.
bool OptimalDpor::reverse(const PathOrder::Source& race, ThreadId t, const Parked& at, const Sources& sources,
                          bool at_end) {
  const uint32_t earlier = race.step;
  racing_objects_.insert(race.touch.object);
  if (const uint32_t anchor = stack_[earlier].anchor; anchor != earlier || stack_[earlier + 1].anchor == earlier) {
    add_all_threads(anchor);
    return !at.can_block || in(stack_[anchor].enabled, t);
  }
  Clocks& clocks = order_.clocks();
  const Clocks::Clock before = clocks.size();
  Clocks::Clock clock = order_.clock(t);
  for (const PathOrder::Source& source : sources) {
    if (source.step == earlier || order_.after(source.step, earlier)) continue;
    if (clocks.size() == before) clock = clocks.copy(clock);
    clocks.join(clock, order_.step(source.step).clock);
  }
  order_.steps_after(clock, earlier, steps_);
  const bool possible = !steps_.empty() || in(stack_[earlier].enabled, t);
  // If the earlier step is an acquisition, the lock is free in the state before it.
  const bool certain = !at.can_block || (steps_.empty() ? possible : race.touch.kind == Touch::Kind::Acquire);
  if (possible) {
    const SequenceStep step{t, at.several ? kEveryChoice : 0, false, order_.size(), clock, at.section, touches(at)};
    sequence_.clear();
    for (uint32_t number : steps_) sequence_.push_back(sequence_step(order_, number));
    sequence_.push_back(step);
    std::optional<Sleeper> independent;
    if (was_explored(earlier, independent)) {
      // The reversal was explored before.
    } else if (!independent && !known_.alternatives) {
      forest_.insert(clocks, stack_[earlier].tree, sequence_);
    } else if (at_end) {
      insert_all_of(earlier, PathOrder::kNone, step);
    } else {
      const uint32_t woken_by = known_.alternatives ? earlier : waker(earlier, earlier + 1, *independent);
      deferred_.push_back({earlier, top(), clock, independent.value_or(Sleeper()), woken_by});
      return certain;  // the clock stays in use
    }
  }
  clocks.shrink_to(before);
  return certain;
}

// Whether a weak initial of sequence_ is a thread that sleeps in that state, or a thread whose step ends the execution
// there: then the reversal has been explored. Otherwise, if the step of a sleeping thread is independent of all of
// sequence_, `independent` is set to that thread.
bool OptimalDpor::was_explored(uint32_t node, std::optional<Sleeper>& independent) const {
  auto how = [&](const Sleeper& s) {
    SequenceStep next{s.thread, s.choice, s.choice != kEveryChoice, 0, 0, false, {}};
    if (std::none_of(sequence_.begin(), sequence_.end(), [&](const SequenceStep& f) { return f.thread == s.thread; })) {
      const Parked& at = parked_in(node, s.thread);
      next.section = at.section;
      next.touches = touches(at);
    }
    return weak_initial(order_.clocks(), sequence_, next).kind;
  };
  for (const Sleeper& s : sleepers(node)) {
    const WeakInitial::Kind kind = how(s);
    if (kind == WeakInitial::Kind::First) return true;
    if (kind == WeakInitial::Kind::Independent) independent = s;
  }
  bool begun = false;
  for_each(stack_[node].failed, [&](ThreadId t) { begun |= how({t, kEveryChoice}) == WeakInitial::Kind::First; });
  return begun;
}

// The first step from number `begin` on that wakes the sleeper (is dependent on its step) and does not happen-after the
// earlier step; kNone if there is none.
uint32_t OptimalDpor::waker(uint32_t earlier, uint32_t begin, const Sleeper& sleeper) const {
  const std::span<const Touch> next = touches(parked_in(earlier, sleeper.thread));
  for (uint32_t i = begin; i < order_.size(); ++i)
    if (!order_.after(i, earlier) && dependent(order_.touches(order_.step(i)), next)) return i;
  return PathOrder::kNone;
}

// Examines a deferred race at the end of the execution.
void OptimalDpor::examine_deferred(Deferred& race) {
  // No waking step is known, or it was a step of an earlier execution.
  if (race.woken_by > race.later && race.woken_by >= fresh_)
    race.woken_by = waker(race.earlier, std::max(race.later + 1, fresh_), race.sleeper);
  if (race.woken_by == PathOrder::kNone) return;
  SequenceStep step = sequence_step(order_, race.later);
  step.clock = race.clock;
  if (parked_in(race.later, step.thread).several) step.choice = kEveryChoice;
  step.several = false;
  insert_all_of(race.earlier, race.later, step);
}

// Inserts all steps that do not happen-after the earlier step [AAJS14: notdep(e, E)], and then the later step.
void OptimalDpor::insert_all_of(uint32_t earlier, uint32_t later, const SequenceStep& step) {
  sequence_.clear();
  for (uint32_t i = earlier + 1; i < order_.size(); ++i)
    if (i != later && !order_.after(i, earlier)) sequence_.push_back(sequence_step(order_, i));
  sequence_.push_back(step);
  std::optional<Sleeper> independent;
  if (!was_explored(earlier, independent) && !independent)
    forest_.insert(order_.clocks(), stack_[earlier].tree, sequence_);
}

// Adds all enabled threads to the wakeup tree of the state with that number.
void OptimalDpor::add_all_threads(uint32_t number) {
  Node& node = stack_[number];
  for_each(node.enabled & ~node.failed, [&](ThreadId t) {
    if ((node.choices != 0 && node.thread == t) || asleep(number, t, kEveryChoice)) return;
    if (forest_.begins_with(node.tree, t, kEveryChoice)) return;
    const Parked& at = parked_in(number, t);
    forest_.append(node.tree, {t, kEveryChoice, false, 0, 0, at.section, touches(at)});
  });
}

// If t is blocked inside an atomic section, other threads run until t is enabled; t's next step disables them again. So
// their next steps are dependent on the beginning of the section, and all threads are explored there.
void OptimalDpor::add_blocked_section(ThreadId t) {
  const Node& node = stack_.back();
  if (!in(node.parked_threads & ~node.enabled, t) || !machine_.in_atomic_section(t)) return;
  for (uint32_t i = top(); i-- > 0;)
    if (order_.step(i).thread == t && order_.step(i).section) return add_all_threads(stack_[i].anchor);
}

// The last step has woken t, whose timeout was enabled before. No later step of the execution is the timeout, so no
// race shows that the wake-up and the timeout are dependent.
void OptimalDpor::add_missed_timeout(ThreadId t, const Parked& at) {
  const uint32_t earlier = top() - 1;
  if (stack_[earlier].anchor != earlier) return add_all_threads(stack_[earlier].anchor);
  sequence_.assign(1,
                   {t, at.several ? kEveryChoice : 0, false, order_.size(), order_.clock(t), at.section, touches(at)});
  std::optional<Sleeper> independent;
  if (!was_explored(earlier, independent)) forest_.insert(order_.clocks(), stack_[earlier].tree, sequence_);
}

// Examines the races of the pending steps of blocked threads, because the order of steps decides which thread is
// blocked; and the deferred races. Returns whether the search continues.
bool OptimalDpor::end_of_execution() {
  const Node& node = stack_.back();
  for_each(node.parked_threads & ~node.enabled, [&](ThreadId t) {
    const Parked at = parked(t);
    if (at.waits_for == WaitsFor::Join || at.waits_for == WaitsFor::Condition || at.waits_for == WaitsFor::Barrier ||
        at.waits_for == WaitsFor::Discarded)
      return;  // only other threads can end this wait
    order_.sources(t, touches(at), order_.size(), sources_);
    find_races(t, at, sources_, {}, true);
  });
  for (Deferred& race : deferred_) examine_deferred(race);
  fresh_ = static_cast<uint32_t>(order_.size());
  return true;
}

}  // namespace mover
