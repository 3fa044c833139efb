// Race detection and race reversal of optimal DPOR.
#include "property/deadlock.h"
#include "search/optimal_dpor.h"
#include "support/check.h"

namespace mover {

const OptimalDpor::Parked& OptimalDpor::parked_in(uint32_t node, ThreadId t) const {
  const std::vector<uint32_t>& all = versions_[t];
  auto later = std::partition_point(all.begin(), all.end(), [&](uint32_t i) { return parked_[i].since <= node; });
  return parked_[*(later - 1)];
}

// Examines the races of t's pending step with past steps. `needed`: the releases without which t is blocked in the
// earlier state.
void OptimalDpor::find_races(ThreadId t, const Parked& at, const Sources& sources, const Sources& needed, bool at_end) {
  for (const PathOrder::Source& earlier : sources) {
    if (!earlier.may_race) continue;
    const Obstacle in_the_way = std::max(obstacle(earlier, sources), obstacle(earlier, needed));
    if (in_the_way == Obstacle::Between) continue;
    if (in_the_way == Obstacle::None && reverse(earlier, t, at, sources, at_end)) continue;
    // In that state t is or may be blocked, so races with steps before it are examined, too.
    Sources before, still_needed = needed;
    for (const PathOrder::Source& source : sources)
      if (!source.may_race && order_.after(source.step, earlier.step)) still_needed.push_back(source);
    order_.sources(t, touches(at), earlier.step, before);
    find_races(t, at, before, still_needed, at_end);
  }
}

// The dependences that order `earlier` before the next step of a thread with these sources. A release is no obstacle if
// it undoes the acquisition of the earlier step.
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

static FutureStep future_step(const PathOrder& order, uint32_t number) {
  const PathOrder::Step& step = order.step(number);
  return {step.thread, step.choice, step.several, number, step.clock, step.section, order.touches(step)};
}

// Reverses a race: inserts the steps that happen-before that step of t, and then the step itself, into the wakeup tree
// before the earlier step [AAJS14, algorithm 2, lines 3 to 7]. Returns whether t is certainly enabled there.
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
  order_.known_after(clock, earlier, steps_);
  const bool possible = !steps_.empty() || in(stack_[earlier].enabled, t);
  // An acquisition requires that the lock is free.
  const bool certain = !at.can_block || (steps_.empty() ? possible : race.touch.kind == Touch::Kind::Acquire);
  if (possible) {
    const FutureStep step{t, at.several ? kEveryChoice : 0, false, order_.size(), clock, at.section, touches(at)};
    future_.clear();
    for (uint32_t number : steps_) future_.push_back(future_step(order_, number));
    future_.push_back(step);
    std::optional<Sleeper> independent;
    if (has_begun(earlier, independent)) {
      // The reversal was explored before.
    } else if (!independent && !known_.alternatives) {
      forest_.insert(clocks, stack_[earlier].tree, future_);
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

// Whether a weak initial of the future is a thread that sleeps in that state, or a thread whose step ends the execution
// there. Otherwise `independent` becomes the sleeping thread that is independent of the future.
bool OptimalDpor::has_begun(uint32_t node, std::optional<Sleeper>& independent) const {
  auto how = [&](const Sleeper& s) {
    FutureStep next{s.thread, s.choice, s.choice != kEveryChoice, 0, 0, false, {}};
    if (std::none_of(future_.begin(), future_.end(), [&](const FutureStep& f) { return f.thread == s.thread; })) {
      const Parked& at = parked_in(node, s.thread);
      next.section = at.section;
      next.touches = touches(at);
    }
    return beginning(order_.clocks(), future_, next).kind;
  };
  for (const Sleeper& s : sleepers(node)) {
    const Beginning::Kind kind = how(s);
    if (kind == Beginning::Kind::First) return true;
    if (kind == Beginning::Kind::Independent) independent = s;
  }
  bool begun = false;
  for_each(stack_[node].failed, [&](ThreadId t) { begun |= how({t, kEveryChoice}) == Beginning::Kind::First; });
  return begun;
}

// The first step from `begin` on that wakes the sleeper and does not happen-after the earlier step.
uint32_t OptimalDpor::waker(uint32_t earlier, uint32_t begin, const Sleeper& sleeper) const {
  const std::span<const Touch> next = touches(parked_in(earlier, sleeper.thread));
  for (uint32_t i = begin; i < order_.size(); ++i)
    if (!order_.after(i, earlier) && dependent(order_.touches(order_.step(i)), next)) return i;
  return PathOrder::kNone;
}

// Examines a deferred race at the end of the execution.
void OptimalDpor::reconsider(Deferred& race) {
  if (race.woken_by > race.later &&
      race.woken_by >= fresh_)  // the waker is unknown, or was found in an earlier execution
    race.woken_by = waker(race.earlier, std::max(race.later + 1, fresh_), race.sleeper);
  if (race.woken_by == PathOrder::kNone) return;
  FutureStep step = future_step(order_, race.later);
  step.clock = race.clock;
  if (parked_in(race.later, step.thread).several) step.choice = kEveryChoice;
  step.several = false;
  insert_all_of(race.earlier, race.later, step);
}

// Inserts all steps that do not happen-after the earlier step [AAJS14: notdep(e, E)], and then the later step.
void OptimalDpor::insert_all_of(uint32_t earlier, uint32_t later, const FutureStep& step) {
  future_.clear();
  for (uint32_t i = earlier + 1; i < order_.size(); ++i)
    if (i != later && !order_.after(i, earlier)) future_.push_back(future_step(order_, i));
  future_.push_back(step);
  std::optional<Sleeper> independent;
  if (!has_begun(earlier, independent) && !independent) forest_.insert(order_.clocks(), stack_[earlier].tree, future_);
}

// Adds all enabled threads to the wakeup tree of that state.
void OptimalDpor::add_all_threads(uint32_t number) {
  Node& node = stack_[number];
  for_each(node.enabled & ~node.failed, [&](ThreadId t) {
    if ((node.choices != 0 && node.thread == t) || asleep(number, t, kEveryChoice)) return;
    if (forest_.begins_with(node.tree, t, kEveryChoice)) return;
    const Parked& at = parked_in(number, t);
    forest_.append(node.tree, {t, kEveryChoice, false, 0, 0, at.section, touches(at)});
  });
}

// If t is blocked inside an atomic section, its next step disables all other threads, so their next steps are dependent
// on the beginning of the section.
void OptimalDpor::add_blocked_section(ThreadId t) {
  const Node& node = stack_.back();
  if (!in(node.there & ~node.enabled, t) || !machine_.in_atomic_section(t)) return;
  for (uint32_t i = top(); i-- > 0;)
    if (order_.step(i).thread == t && order_.step(i).section) return add_all_threads(stack_[i].anchor);
}

// The last step has woken t, which could have timed out before. The timeout is no longer possible, so no race shows
// that the wake-up and the timeout are dependent.
void OptimalDpor::add_missed_timeout(ThreadId t, const Parked& at) {
  const uint32_t earlier = top() - 1;
  if (stack_[earlier].anchor != earlier) return add_all_threads(stack_[earlier].anchor);
  future_.assign(1, {t, at.several ? kEveryChoice : 0, false, order_.size(), order_.clock(t), at.section, touches(at)});
  std::optional<Sleeper> independent;
  if (!has_begun(earlier, independent)) forest_.insert(order_.clocks(), stack_[earlier].tree, future_);
}

// Examines the races of pending steps of blocked threads, because the order of steps decides which thread is blocked.
// Returns whether the search continues.
bool OptimalDpor::end_of_execution() {
  const Node& node = stack_.back();
  for_each(node.there & ~node.enabled, [&](ThreadId t) {
    const Parked at = parked(t);
    if (at.waits_for == WaitsFor::Join || at.waits_for == WaitsFor::Condition || at.waits_for == WaitsFor::Barrier ||
        at.waits_for == WaitsFor::Discarded)
      return;  // only other threads can end this wait
    order_.sources(t, touches(at), order_.size(), sources_);
    find_races(t, at, sources_, {}, true);
  });
  for (Deferred& race : deferred_) reconsider(race);
  fresh_ = static_cast<uint32_t>(order_.size());
  return true;
}

}  // namespace mover
