// Optimal dynamic partial-order reduction [AAJS14, algorithm 2; JACM 64(4), 2017]: of all executions that differ only in
// the order of independent steps exactly one is followed, and none is begun in vain. Depth-first, without stored states.
// When a step competes with an earlier one and is ordered behind it by nothing else, what comes before the later step in
// any case, and then that step, is put into the wake-up tree of the state before the earlier one, unless somebody who
// sleeps there can begin it: then it has been followed.
//
// Departures from the paper, all argued for in docs/stateless.md: races are looked at when the later step is taken, not
// at the end of the execution, wherever that is enough (Deferred); locks order their users by releases that need not be
// there when two acquisitions change places; threads that are blocked at the end compete as well; steps that end the
// execution for all come last; an atomic section is one step for others, and there everybody is tried.
#include <algorithm>
#include <optional>

#include "property/deadlock.h"
#include "property/race.h"
#include "search/backtrack.h"
#include "search/findings.h"
#include "search/path_order.h"
#include "search/races_on_path.h"
#include "search/wakeup_tree.h"
#include "store/state_store.h"
#include "support/check.h"

namespace mover {

namespace {

// Whether the number of alternatives depends on what others have done.
bool alternatives_vary(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::CondSignal:
    case ir::SyncOp::CondTimedWait:
    case ir::SyncOp::CondWait:
    case ir::SyncOp::MutexTimedLock:
    case ir::SyncOp::RwTimedRdLock:
    case ir::SyncOp::RwTimedWrLock:
    case ir::SyncOp::SemTimedWait:
      return true;
    default:
      return false;
  }
}

bool can_block(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::MutexLock:
    case ir::SyncOp::SpinLock:
    case ir::SyncOp::RwRdLock:
    case ir::SyncOp::RwWrLock:
    case ir::SyncOp::SemWait:
    case ir::SyncOp::OnceBegin:
    case ir::SyncOp::ThreadJoin:
      return true;
    default:
      return false;
  }
}

// What a search must know from the start; found out on the way, it begins anew.
struct Needs {
  bool keep_atomics = false;  // see OrderingSets::Options
  bool other_search = false;  // the program goes round in circles, or computes with addresses that depend on the order
  bool alternatives = false;  // some steps have several: then every race is looked at as in the paper
  uint64_t lessons = 0;       // of the machine
  bool operator==(const Needs&) const = default;
};

class OptimalSearch {
 public:
  OptimalSearch(Machine& machine, const SearchOptions& options, SearchResult& result, Findings& findings, Watch& watch,
                Needs needs)
      : machine_(machine),
        options_(options),
        result_(result),
        findings_(findings),
        watch_(watch),
        known_(needs),
        needs_(needs),
        merges_(machine.merges_steps()),
        object_bits_(machine.has_canonical_states() ? 32 : 6),
        path_(machine),
        versions_(64) {
    if (!merges_ && options.checks.race)
      races_.emplace(OrderingSets::Options{.every_pair = true, .keep_atomics = needs.keep_atomics});
  }

  // REQUIRES: the machine was reset, with this result. Where the answer is not what was known, nothing counts.
  Needs run(const StepResult& first);

 private:
  // What a thread is at, from some state on.
  struct Parked {
    uint32_t since = 0;
    uint32_t first_touch = 0, num_touches = 0;
    uint64_t objects = 0;  // a set with false members
    WaitsFor waits_for = WaitsFor::Nothing;
    bool section = false;   // it is about to enter an atomic section
    bool can_wait = false;  // it ends the execution, or goes on computing on its own
    bool can_block = false;
    bool several = false;   // how many alternatives it has may depend on others
  };
  struct Sleeper {
    ThreadId thread = 0;
    uint32_t choice = kEveryChoice;
  };
  // A state on the path.
  struct Node {
    ThreadSet there = 0;    // parked
    ThreadSet enabled = 0;
    ThreadSet looked = 0;   // who is at something new
    ThreadSet freeing = 0;
    ThreadSet last = 0;     // who comes last: their steps end the execution, or do not end
    ThreadSet failed = 0;   // whose steps end the execution here
    WakeupForest::Tree tree;  // what is still to be followed
    WakeupForest::Tree rest;  // … behind the step whose turn it is
    ThreadId thread = 0;      // whose turn it is …
    uint32_t choice = 0, choices = 0;  // … and its alternatives
    bool several = false;     // it has more than one …
    bool every = false;       // … and takes all of them
    bool ended = false;       // some of them have ended the execution
    bool covered = false;     // somebody's turn has shown all that comes behind it
    uint32_t anchor = 0;      // the last state in which others could move: this one, or before the atomic section
    uint32_t first_sleeper = 0, first_parked = 0;
    PathOrder::Mark mark;
  };
  // Two steps that compete. Somebody sleeps before the earlier one, and so far nothing that may come before the later
  // one wakes him: what comes later in the execution may.
  struct Deferred {
    uint32_t earlier = 0, later = 0;
    Clocks::Clock clock = 0;  // of the later step, were the earlier one not there
    Sleeper sleeper;
    uint32_t woken_by = PathOrder::kNone;  // a step before the later one: it is to be looked at in any case
  };

  bool take();
  bool enter();
  bool next_turn();
  bool take_turn(ThreadId t, uint32_t choice, WakeupForest::Tree rest);
  void finish_turn();
  ThreadSet candidates() const;
  void leave();
  void come_back();

  uint64_t objects_of(const Touch& touch) const;
  void look(ThreadId t);
  void look_at_others(ThreadId moved, uint64_t objects);
  void put_to_sleep(const Node& before, Node& node, ThreadId moved);
  uint64_t touch_all(const Parked& at);
  bool someone_is_inside(const Node& node) const;

  using Sources = std::vector<PathOrder::Source>;
  enum class Obstacle : uint8_t { None, Between, Blocked };
  void find_races(ThreadId t, const Parked& at, const Sources& sources, const Sources& needed, bool at_end);
  Obstacle obstacle(const PathOrder::Source& earlier, const Sources& sources) const;
  bool reverse(const PathOrder::Source& race, ThreadId t, const Parked& at, const Sources& sources, bool at_end);
  bool has_begun(uint32_t node, std::optional<Sleeper>& independent) const;
  uint32_t waker(uint32_t earlier, uint32_t begin, const Sleeper& sleeper) const;
  void reconsider(Deferred& race);
  void insert_all_of(uint32_t earlier, uint32_t later, const FutureStep& step);
  void want_all(uint32_t node);
  bool end_of_execution();

  bool survives(const StepResult& step);
  bool report_races();
  bool goes_in_circles();

  const Parked& parked(ThreadId t) const { return parked_[versions_[t].back()]; }
  const Parked& parked_in(uint32_t node, ThreadId t) const;
  std::span<const Touch> touches(const Parked& at) const { return order_.touches(at.first_touch, at.num_touches); }
  std::span<const Sleeper> sleepers(uint32_t node) const {
    const size_t end = node + 1 < stack_.size() ? stack_[node + 1].first_sleeper : sleepers_.size();
    return {sleepers_.data() + stack_[node].first_sleeper, end - stack_[node].first_sleeper};
  }
  bool asleep(uint32_t node, ThreadId t, uint32_t choice) const {
    for (const Sleeper& s : sleepers(node))
      if (s.thread == t && (s.choice == kEveryChoice || s.choice == choice)) return true;
    return false;
  }
  uint32_t top() const { return static_cast<uint32_t>(stack_.size() - 1); }

  Machine& machine_;
  const SearchOptions& options_;
  SearchResult& result_;
  Findings& findings_;
  Watch& watch_;
  const Needs known_;
  Needs needs_;
  const bool merges_;
  const uint32_t object_bits_;  // objects are so far apart, or else pieces of them will do
  Backtrack path_;
  bool at_top_ = true;  // the machine is in the state on top of the stack
  std::vector<Node> stack_;
  PathOrder order_;
  WakeupForest forest_;
  std::vector<Sleeper> sleepers_;  // those of one state together, as on the stack
  std::vector<Parked> parked_;     // likewise
  std::vector<std::vector<uint32_t>> versions_;  // by thread: what it is at since which state
  std::vector<Deferred> deferred_;
  uint32_t fresh_ = 0;  // steps from here on were part of no execution that has come to its end
  bool sections_ = false;
  std::optional<RacesOnPath> races_;
  store::StateStore store_;  // its chunks only
  std::vector<std::pair<size_t, std::vector<uint32_t>>> seen_;  // some states on the path, by depth
  static constexpr size_t kNowAndThen = 64;
  // Scratch.
  std::vector<PathOrder::Source> sources_;
  std::vector<uint32_t> steps_;
  std::vector<Access> accesses_;
  Future future_;
};

Needs OptimalSearch::run(const StepResult& first) {
  if (races_) races_->step(machine_, 0);
  if (!survives(first) || first.kind != StepResult::Kind::Running) return needs_;
  stack_.emplace_back();
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked) look(t);
  if (!enter()) return needs_;
  while (!stack_.empty() && watch_.go_on(path_.depth())) {
    if (!next_turn())
      leave();
    else if (!take() || needs_ != known_)
      break;
  }
  return needs_;
}

// ---- whose turn it is

bool OptimalSearch::next_turn() {
  for (;;) {
    Node& node = stack_.back();
    if (node.choices != 0) {
      while (node.choice < node.choices && asleep(top(), node.thread, node.choice)) ++node.choice;
      if (node.choice < node.choices) return true;
      finish_turn();
    }
    if (!node.tree.empty()) {
      come_back();
      const ThreadId t = forest_.front(node.tree).thread;
      const uint32_t choice = forest_.front(node.tree).choice;
      WakeupForest::Tree rest = forest_.pop_front(node.tree);
      // It may be blocked: that a wait for a semaphore, say, can do without the last post is not known before.
      if (!take_turn(t, choice, rest)) forest_.drop(rest);
      continue;
    }
    if (node.covered) return false;
    const ThreadSet all = candidates();
    if (all == 0) {
      result_.stats.redundant += node.enabled != 0 && node.failed == 0;
      return false;
    }
    come_back();
    const ThreadId moved = path_.depth() > 0 ? path_.schedule().back().thread : 0;  // goes on, if he can
    take_turn(in(all, moved) ? moved : first_of(all), kEveryChoice, {});
  }
}

// Who can begin, where nobody has to.
ThreadSet OptimalSearch::candidates() const {
  const Node& node = stack_.back();
  ThreadSet all = node.enabled & ~node.failed;
  for (const Sleeper& s : sleepers(top()))
    if (s.choice == kEveryChoice) all &= ~bit(s.thread);
  return (all & ~node.last) != 0 ? all & ~node.last : all;
}

bool OptimalSearch::take_turn(ThreadId t, uint32_t choice, WakeupForest::Tree rest) {
  Node& node = stack_.back();
  if (!in(node.enabled & ~node.failed, t) || asleep(top(), t, choice)) return false;
  const uint32_t choices = machine_.choices(t);
  if (choice != kEveryChoice && choice >= choices) return false;
  node.every = choice == kEveryChoice || choices == 1;
  node.thread = t;
  node.choice = choice == kEveryChoice ? 0 : choice;
  node.choices = choice == kEveryChoice ? choices : choice + 1;
  node.several = choices > 1;
  needs_.alternatives |= node.several;
  node.rest = rest;
  node.ended = false;
  if (choices > 1) path_.save();
  return true;
}

void OptimalSearch::finish_turn() {
  Node& node = stack_.back();
  if (node.ended) {
    node.failed |= bit(node.thread);
    node.last |= bit(node.thread);
  } else {
    node.covered = true;
    sleepers_.push_back({node.thread, node.every ? kEveryChoice : node.choices - 1});
  }
  node.choices = 0;
}

// Back to the state before.
void OptimalSearch::leave() {
  const Node& node = stack_.back();
  for_each(node.looked, [&](ThreadId t) { versions_[t].pop_back(); });
  parked_.resize(node.first_parked);
  sleepers_.resize(node.first_sleeper);
  stack_.pop_back();
  at_top_ = false;
  if (!stack_.empty()) path_.pop();
}

// Everything as it was when the state on top of the stack was entered.
void OptimalSearch::come_back() {
  if (at_top_) return;
  at_top_ = true;
  path_.restore();
  order_.back_to(stack_.back().mark);
  while (!deferred_.empty() && deferred_.back().later >= top()) deferred_.pop_back();
  while (!seen_.empty() && seen_.back().first > top()) seen_.pop_back();
  fresh_ = std::min(fresh_, top());
  if (races_) races_->back_to(stack_.size());
}

// ---- steps

// The next alternative of the thread whose turn it is. Whether the search goes on.
bool OptimalSearch::take() {
  if (needs_ != known_) return true;
  come_back();
  const ThreadId t = stack_.back().thread;
  const uint32_t choice = stack_.back().choice++;
  const Parked at = parked(t);
  order_.sources(t, touches(at), order_.size(), sources_);
  find_races(t, at, sources_, {}, false);
  StepResult step = path_.step({t, choice});
  at_top_ = false;
  ++result_.stats.transitions;
  if (merges_) needs_.lessons = machine_.lessons();
  needs_.other_search |= machine_.addresses_as_numbers();
  if (needs_ != known_) return true;
  if (!report_races() || !survives(step)) return false;
  if (needs_ != known_) return true;
  if (step.kind != StepResult::Kind::Running) {
    // It has ended the execution for all: then the others must be tried here as well.
    path_.pop();
    stack_.back().ended = true;
    if (stack_.back().anchor != top()) want_all(stack_.back().anchor);
    while (!deferred_.empty() && deferred_.back().later >= top()) deferred_.pop_back();
    find_races(t, at, sources_, {}, true);
    return end_of_execution();
  }
  order_.execute(t, choice, stack_.back().several, at.section, sources_);
  const uint64_t objects = touch_all(at);
  Node& node = stack_.emplace_back();
  Node& before = stack_[stack_.size() - 2];
  node.tree = std::exchange(before.rest, {});
  node.first_parked = static_cast<uint32_t>(parked_.size());
  node.there = before.there;
  node.freeing = before.freeing;
  node.last = before.last & ~bit(t);
  put_to_sleep(before, node, t);
  look_at_others(t, objects);
  return enter();
}

// What the step has touched, as far as that is known by now.
uint64_t OptimalSearch::touch_all(const Parked& at) {
  const ThreadId t = order_.step(order_.size() - 1).thread;
  if (!merges_) {
    order_.touch(at.first_touch, at.num_touches, 0);
    return at.objects;
  }
  std::vector<Touch>& all = order_.touches();
  const auto first = static_cast<uint32_t>(all.size());
  add_synchronisation(machine_, t, machine_.happened(), all);
  const auto covered = [&](const Touch& touch) {
    return std::any_of(all.begin() + at.first_touch, all.begin() + at.first_touch + at.num_touches,
                       [&](const Touch& pending) { return pending == touch || covers(pending, touch); });
  };
  all.erase(std::remove_if(all.begin() + first, all.end(), covered), all.end());
  const auto more = static_cast<uint32_t>(all.size()) - first;
  if (more == 0) {
    order_.touch(at.first_touch, at.num_touches, 0);
    return at.objects;
  }
  uint64_t objects = at.objects;
  for (size_t i = first; i < all.size(); ++i) objects |= objects_of(all[i]);
  for (uint32_t i = 0; i < at.num_touches; ++i) all.push_back(Touch(all[at.first_touch + i]));
  order_.touch(first, more + at.num_touches, more);
  return objects;
}

// Those whose steps do not depend on the one just taken sleep on.
void OptimalSearch::put_to_sleep(const Node& before, Node& node, ThreadId moved) {
  const size_t end = sleepers_.size();
  node.first_sleeper = static_cast<uint32_t>(end);
  const std::span<const Touch> step = order_.touches(order_.step(order_.size() - 1));
  for (size_t i = before.first_sleeper; i < end; ++i) {
    const Sleeper s = sleepers_[i];
    if (s.thread == moved || parked(s.thread).section || dependent(touches(parked(s.thread)), step)) continue;
    sleepers_.push_back(s);
  }
}

uint64_t OptimalSearch::objects_of(const Touch& touch) const {
  const uint64_t first = touch.object >> object_bits_, last = (touch.object + touch.size - 1) >> object_bits_;
  if (last - first > 8) return UINT64_MAX;
  uint64_t set = 0;
  for (uint64_t i = first; i <= last; ++i) set |= 1ull << (i * 0x9e3779b97f4a7c15ull >> 58);
  return set;
}

void OptimalSearch::look(ThreadId t) {
  Node& node = stack_.back();
  Parked at;
  at.since = top();
  at.first_touch = static_cast<uint32_t>(order_.touches().size());
  node.looked |= bit(t);
  node.there &= ~bit(t);
  node.freeing &= ~bit(t);
  node.enabled &= ~bit(t);
  if (machine_.status(t) == ThreadStatus::Parked) {
    const Action action = machine_.pending(t);
    add_footprint(machine_, t, action, accesses_, order_.touches());
    at.num_touches = static_cast<uint32_t>(order_.touches().size()) - at.first_touch;
    for (const Touch& touch : touches(at)) at.objects |= objects_of(touch);
    at.waits_for = action.waits_for;
    at.section = action.kind == ActionKind::Sync && action.sync == ir::SyncOp::AtomicBegin;
    at.can_wait = action.kind == ActionKind::Exit || action.kind == ActionKind::Local;
    at.can_block = !action.enabled || (action.kind == ActionKind::Sync && can_block(action.sync)) ||
                   (action.kind == ActionKind::Access && action.object != 0);  // a pipe, say
    at.several = action.choices > 1 || (action.kind == ActionKind::Sync && alternatives_vary(action.sync));
    node.there |= bit(t);
    if (action.enabled) node.enabled |= bit(t);
    if (at.can_wait) node.last |= bit(t);
    if (action.kind == ActionKind::Free) node.freeing |= bit(t);
    sections_ |= at.section;
  }
  versions_[t].push_back(static_cast<uint32_t>(parked_.size()));
  parked_.push_back(at);
}

// Who is at something new after that step: the thread that has moved, those it has created, and whoever is at an object
// that it has touched. Threads that it has woken go on behind it.
void OptimalSearch::look_at_others(ThreadId moved, uint64_t objects) {
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  look(moved);
  const ThreadSet others = stack_.back().there & ~bit(moved);
  for (const Event& event : machine_.happened()) {
    if (event.kind != Event::Kind::Create) continue;
    order_.precedes(event.other, true);
    look(event.other);
  }
  const ThreadSet was_enabled = stack_[stack_.size() - 2].enabled;
  for_each(others & ~(stack_.back().looked), [&](ThreadId t) {
    const Parked before = parked(t);
    if ((before.objects & objects) == 0) {
      const bool enabled = machine_.enabled(t);
      if (enabled) stack_.back().enabled |= bit(t);
      if (enabled == in(was_enabled, t)) return;
    }
    look(t);
    const bool waited = before.waits_for == WaitsFor::Condition || before.waits_for == WaitsFor::Barrier;
    if (waited && in(stack_.back().there, t) && parked(t).waits_for != before.waits_for) order_.precedes(t, false);
  });
}

// A new state at the end of the path, and who is at what is known. Whether the search goes on.
bool OptimalSearch::enter() {
  Node& node = stack_.back();
  at_top_ = true;
  const bool inside = sections_ && someone_is_inside(node);
  node.anchor = inside && stack_.size() > 1 ? stack_[stack_.size() - 2].anchor : top();
  node.mark = order_.mark();
  result_.stats.max_depth = std::max<uint64_t>(result_.stats.max_depth, path_.depth());
  // Of two that free the same the second fails, and is no access.
  if (races_ && (node.freeing & (node.freeing - 1)) != 0)
    for (const Finding& race : races_now(machine_).findings)
      if (!findings_.add(race, path_.schedule())) return false;
  if (node.enabled == 0) {
    ++result_.stats.executions;
    if (inside) want_all(node.anchor);  // an assume has ended it for all
    if (is_deadlock(machine_) && !findings_.add(deadlock_finding(machine_), path_.schedule())) return false;
    return end_of_execution();
  }
  if (stack_.size() % kNowAndThen == 0 && goes_in_circles()) needs_.other_search = true;
  if ((node.enabled & (node.enabled - 1)) != 0) path_.save();
  return true;
}

// In an atomic section, and others cannot move.
bool OptimalSearch::someone_is_inside(const Node& node) const {
  bool inside = false;
  for_each(node.there, [&](ThreadId t) {
    inside |= machine_.in_atomic_section(t) && (in(node.enabled, t) || parked(t).waits_for == WaitsFor::Discarded);
  });
  return inside;
}

bool OptimalSearch::goes_in_circles() {
  if (!machine_.has_canonical_states()) return false;
  std::vector<uint32_t> tuple;
  machine_.canonical_state(store_.chunks(), tuple);
  const bool again = std::any_of(seen_.begin(), seen_.end(), [&](const auto& state) { return state.second == tuple; });
  seen_.emplace_back(top(), std::move(tuple));
  return again;
}

// Reports what the step has shown. Whether the search goes on.
bool OptimalSearch::survives(const StepResult& step) {
  if (step.kind == StepResult::Kind::Ended) ++result_.stats.executions;
  if (step.kind == StepResult::Kind::Limit) not_covered(result_, step.limit);
  return step.kind != StepResult::Kind::Failed || findings_.add(step.finding, path_.schedule());
}

bool OptimalSearch::report_races() {
  if (merges_) {
    for (const Finding& race : machine_.take_races())
      if (!findings_.add(race, path_.schedule())) return false;
  } else if (races_) {
    for (const Finding& race : races_->step(machine_, stack_.back().thread))
      if (!findings_.add(race, path_.schedule())) return false;
    needs_.keep_atomics |= races_->mixes();
  }
  return true;
}

// ---- races

const OptimalSearch::Parked& OptimalSearch::parked_in(uint32_t node, ThreadId t) const {
  const std::vector<uint32_t>& all = versions_[t];
  auto later = std::partition_point(all.begin(), all.end(), [&](uint32_t i) { return parked_[i].since <= node; });
  return parked_[*(later - 1)];
}

// What t is at, and which past steps compete with that. `needed`: releases without which t is blocked there.
void OptimalSearch::find_races(ThreadId t, const Parked& at, const Sources& sources, const Sources& needed,
                               bool at_end) {
  for (const PathOrder::Source& earlier : sources) {
    if (!earlier.competes) continue;
    const Obstacle in_the_way = std::max(obstacle(earlier, sources), obstacle(earlier, needed));
    if (in_the_way == Obstacle::Between) continue;
    if (in_the_way == Obstacle::None && reverse(earlier, t, at, sources, at_end)) continue;
    // There t is blocked, or may be: then it is for some step before to come later.
    Sources before, still_needed = needed;
    for (const PathOrder::Source& source : sources)
      if (!source.competes && order_.after(source.step, earlier.step)) still_needed.push_back(source);
    order_.sources(t, touches(at), earlier.step, before);
    find_races(t, at, before, still_needed, at_end);
  }
}

// What is between that step and the next one of a thread with these sources. A release is not, where it takes back what
// the earlier step has acquired.
OptimalSearch::Obstacle OptimalSearch::obstacle(const PathOrder::Source& earlier, const Sources& sources) const {
  Obstacle result = Obstacle::None;
  for (const PathOrder::Source& other : sources) {
    if (other.step == earlier.step || !order_.after(other.step, earlier.step)) continue;
    if (other.competes) return Obstacle::Between;
    const std::span<const Touch> acquired = order_.touches(order_.step(earlier.step));
    const bool its_own = order_.step(other.step).thread == order_.step(earlier.step).thread;
    if (!its_own || std::none_of(acquired.begin(), acquired.end(), [&](const Touch& a) { return overlap(a, other.touch); }))
      result = Obstacle::Blocked;
  }
  return result;
}

static FutureStep future_step(const PathOrder& order, uint32_t number) {
  const PathOrder::Step& step = order.step(number);
  return {step.thread, step.choice, step.several, number, step.clock, step.section, order.touches(step)};
}

// Puts what comes before that step of t in any case, and the step, before the earlier one. [AAJS14, algorithm 2, lines
// 3 to 7]. Whether t can certainly take it there.
bool OptimalSearch::reverse(const PathOrder::Source& race, ThreadId t, const Parked& at, const Sources& sources,
                            bool at_end) {
  const uint32_t earlier = race.step;
  if (const uint32_t anchor = stack_[earlier].anchor; anchor != earlier || stack_[earlier + 1].anchor == earlier) {
    want_all(anchor);
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
  // Who acquires a lock has found it free.
  const bool certain = !at.can_block || (steps_.empty() ? possible : race.touch.kind == Touch::Kind::Acquire);
  if (possible) {
    const FutureStep step{t, at.several ? kEveryChoice : 0, false, order_.size(), clock, at.section, touches(at)};
    future_.clear();
    for (uint32_t number : steps_) future_.push_back(future_step(order_, number));
    future_.push_back(step);
    std::optional<Sleeper> independent;
    if (has_begun(earlier, independent)) {
      // Followed before.
    } else if (!independent && !known_.alternatives) {
      forest_.insert(clocks, stack_[earlier].tree, future_);
    } else if (at_end) {
      insert_all_of(earlier, PathOrder::kNone, step);
    } else {
      const uint32_t woken_by = known_.alternatives ? earlier : waker(earlier, earlier + 1, *independent);
      deferred_.push_back({earlier, top(), clock, independent.value_or(Sleeper()), woken_by});
      return certain;  // the clock is kept
    }
  }
  clocks.shrink_to(before);
  return certain;
}

// Whether somebody who sleeps in that state, or whose step ends the execution there, can begin the future. Otherwise,
// who is independent of it.
bool OptimalSearch::has_begun(uint32_t node, std::optional<Sleeper>& independent) const {
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

// The first step from `begin` on that wakes him and need not come behind the earlier one.
uint32_t OptimalSearch::waker(uint32_t earlier, uint32_t begin, const Sleeper& sleeper) const {
  const std::span<const Touch> next = touches(parked_in(earlier, sleeper.thread));
  for (uint32_t i = begin; i < order_.size(); ++i)
    if (!order_.after(i, earlier) && dependent(order_.touches(order_.step(i)), next)) return i;
  return PathOrder::kNone;
}

// The execution is over: what has been put off is decided on.
void OptimalSearch::reconsider(Deferred& race) {
  if (race.woken_by > race.later && race.woken_by >= fresh_)  // not known, or known of an execution before
    race.woken_by = waker(race.earlier, std::max(race.later + 1, fresh_), race.sleeper);
  if (race.woken_by == PathOrder::kNone) return;
  FutureStep step = future_step(order_, race.later);
  step.clock = race.clock;
  if (parked_in(race.later, step.thread).several) step.choice = kEveryChoice;
  step.several = false;
  insert_all_of(race.earlier, race.later, step);
}

// All that need not come behind the earlier step [AAJS14: notdep(e, E)], and the later one.
void OptimalSearch::insert_all_of(uint32_t earlier, uint32_t later, const FutureStep& step) {
  future_.clear();
  for (uint32_t i = earlier + 1; i < order_.size(); ++i)
    if (i != later && !order_.after(i, earlier)) future_.push_back(future_step(order_, i));
  future_.push_back(step);
  std::optional<Sleeper> independent;
  if (!has_begun(earlier, independent) && !independent) forest_.insert(order_.clocks(), stack_[earlier].tree, future_);
}

// Everybody who can move there is tried.
void OptimalSearch::want_all(uint32_t number) {
  Node& node = stack_[number];
  for_each(node.enabled & ~node.failed, [&](ThreadId t) {
    if ((node.choices != 0 && node.thread == t) || asleep(number, t, kEveryChoice)) return;
    if (forest_.begins_with(node.tree, t, kEveryChoice)) return;
    const Parked& at = parked_in(number, t);
    forest_.append(node.tree, {t, kEveryChoice, false, 0, 0, at.section, touches(at)});
  });
}

// Threads that are blocked compete as well: who comes first decides on who is. Whether the search goes on.
bool OptimalSearch::end_of_execution() {
  const Node& node = stack_.back();
  for_each(node.there & ~node.enabled, [&](ThreadId t) {
    const Parked at = parked(t);
    if (at.waits_for == WaitsFor::Join || at.waits_for == WaitsFor::Condition || at.waits_for == WaitsFor::Barrier ||
        at.waits_for == WaitsFor::Discarded)
      return;  // whatever comes first, it is for others to end that
    order_.sources(t, touches(at), order_.size(), sources_);
    find_races(t, at, sources_, {}, true);
  });
  for (Deferred& race : deferred_) reconsider(race);
  fresh_ = static_cast<uint32_t>(order_.size());
  return true;
}

}  // namespace

SearchResult search_optimal(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchResult result;
  Findings findings(options, result);
  Watch watch(options, result);
  std::unique_ptr<Machine> machine = make_machine();
  machine->record_events(!machine->merges_steps());
  for (Needs known;;) {
    StepResult first;
    do {
      known.lessons = machine->lessons();
      first = machine->reset();
    } while (machine->lessons() != known.lessons);
    const Needs needs = OptimalSearch(*machine, options, result, findings, watch, known).run(first);
    if (needs == known || result.stop != Stop::Finished) break;
    if (needs.other_search) {
      SearchOptions rest = options;
      watch.finish();
      if (rest.time_limit > 0) rest.time_limit = std::max(rest.time_limit - result.stats.seconds, 0.001);
      return search_locksets(make_machine, rest);
    }
    if (needs.lessons != known.lessons) findings.begin_again();
    known = needs;
    result.stats = {};
  }
  add_observations(*machine, result);
  watch.finish();
  return result;
}

}  // namespace mover
