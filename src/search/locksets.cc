// Depth-first search that schedules one thread at a time and optimistically takes its step to be independent of all
// that others will do [EQT06, section 5: procedures Search and Successor]. When a later step turns out to compete with
// an earlier one and to be ordered after it by nothing else, the earlier one's state is a back-tracking point: there
// the other thread gets its turn as well.
//
// As printed, figure 7 makes every acquire and every join a scheduling point for all threads (line 25). Here a lock is
// an object like any other: two acquisitions compete. A thread that is blocked competes as well, so deadlocks are
// found. Of the threads that could be tried at a back-tracking point one will do if it can go there [Flanagan and
// Godefroid 2005, figure 3], and what a thread has explored is left out by the others while it is independent of what
// they do (sleep sets).
#include <algorithm>
#include <optional>

#include "property/deadlock.h"
#include "property/ordering_sets.h"
#include "search/backtrack.h"
#include "search/dependence.h"
#include "search/findings.h"
#include "store/state_store.h"

namespace mover {

namespace {

using ThreadSet = uint64_t;
constexpr ThreadSet bit(ThreadId t) { return 1ull << t; }
bool in(ThreadSet set, ThreadId t) { return (set >> t & 1) != 0; }

class LocksetSearch {
 public:
  LocksetSearch(Machine& machine, const SearchOptions& options, SearchResult& result, Findings& findings, Watch& watch,
                bool everything)
      : machine_(machine),
        options_(options),
        result_(result),
        findings_(findings),
        watch_(watch),
        everything_(everything),
        path_(machine),
        order_(locksets_),
        races_(locksets_, true) {}

  void run(const StepResult& first);

 private:
  // A state on the path, and which threads are tried in it.
  struct Node {
    Node(const DependenceOrder& order, const OrderingSets& races) : order(order), races(races) {}
    ThreadSet enabled = 0;
    ThreadSet wanted = 0;              // back-tracking points, and whom to begin with
    ThreadSet done = 0;                // tried, in all alternatives
    ThreadSet asleep = 0;              // what they would do has been explored elsewhere
    ThreadSet failing = 0;             // their steps end the execution: they come last
    ThreadId thread = 0;               // whose turn it is …
    uint32_t choice = 0, choices = 0;  // … and its alternatives
    // The last state in which others could move: this one, or the one before the atomic section that we are inside.
    size_t anchor = 0;
    std::vector<Footprint> next;  // by thread: what it is at
    std::vector<uint32_t> tuple;
    DependenceOrder order;
    OrderingSets races;
  };

  bool enter(ThreadSet asleep, ThreadSet failing);
  bool take();
  bool select(Node& node);
  void back_track(size_t node, ThreadId t);
  void back_track_everywhere();
  void order_after(ThreadId t, const std::vector<WaitsFor>& before);
  std::vector<WaitsFor> waiting() const;
  ThreadSet still_asleep(const Node& node, ThreadId t) const;
  bool survives(const StepResult& step);

  Machine& machine_;
  const SearchOptions& options_;
  SearchResult& result_;
  Findings& findings_;
  Watch& watch_;
  const bool everything_;  // no reduction
  Backtrack path_;
  LocksetTable locksets_;
  DependenceOrder order_;  // of the machine's present state
  OrderingSets races_;
  store::StateStore store_;  // its chunks only
  std::vector<Node> stack_;
  bool at_top_ = true;
};

void LocksetSearch::run(const StepResult& first) {
  races_.step(machine_, 0, machine_.happened());
  if (!survives(first) || first.kind != StepResult::Kind::Running || !enter(0, 0)) return;
  while (!stack_.empty() && watch_.go_on(path_.depth())) {
    Node& node = stack_.back();
    if (node.choice == node.choices && !select(node)) {
      stack_.pop_back();
      if (!stack_.empty()) path_.pop();
      at_top_ = false;
      continue;
    }
    if (!take()) return;
  }
}

// The next thread to be tried in that state. False: there is none.
bool LocksetSearch::select(Node& node) {
  if (node.choices != 0) {
    node.done |= bit(node.thread);
    if (!everything_) node.asleep |= bit(node.thread);
    node.choices = 0;
  }
  const ThreadSet left = node.wanted & ~node.done & ~node.asleep;
  if (left == 0) return false;
  const ThreadSet first = (left & ~node.failing) != 0 ? left & ~node.failing : left;
  node.thread = in(first, node.thread) ? node.thread : static_cast<ThreadId>(__builtin_ctzll(first));
  node.choice = 0;
  if (!at_top_) {
    path_.restore();
    at_top_ = true;
  }
  node.choices = machine_.choices(node.thread);
  return true;
}

// A new state at the end of the path. Whether the search goes on.
bool LocksetSearch::enter(ThreadSet asleep, ThreadSet failing) {
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  Node node(order_, races_);
  node.asleep = asleep;
  node.next.resize(machine_.num_threads());
  bool alone = false;  // in an atomic section
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    if (machine_.enabled(t)) node.enabled |= bit(t);
    const Action action = machine_.pending(t);
    alone |= machine_.in_atomic_section(t) && (action.enabled || action.waits_for == WaitsFor::Discarded);
    node.next[t] = footprint(machine_, t);
    if (action.kind == ActionKind::Exit) failing |= bit(t);
  }
  node.failing = failing;
  const size_t here = stack_.size();
  node.anchor = alone && here > 0 ? stack_.back().anchor : here;
  machine_.canonical_state(store_.chunks(), node.tuple);
  result_.stats.max_depth = std::max<uint64_t>(result_.stats.max_depth, path_.depth());
  stack_.push_back(std::move(node));
  Node& top = stack_.back();
  at_top_ = true;

  if (is_deadlock(machine_) && !findings_.add(deadlock_finding(machine_), path_.schedule())) return false;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (!top.next[t].empty())
      if (std::optional<size_t> earlier = top.order.latest_competitor(t, top.next[t])) back_track(*earlier, t);
  if (top.enabled == 0) {
    ++result_.stats.executions;
    if (alone) back_track(here, 64);  // an assume has ended it for all
    return true;
  }
  // It has been here before: what follows is explored there, and what others could do must not be put off for ever.
  bool again = std::any_of(stack_.begin(), stack_.end() - 1, [&](const Node& n) { return n.tuple == top.tuple; });
  if (again) {
    stack_.pop_back();
    stack_.back().wanted |= stack_.back().enabled;
    back_track_everywhere();
    path_.pop();
    at_top_ = false;
    return true;
  }
  path_.save();
  // Whoever has moved last goes on [figure 7, line 35].
  if (path_.depth() > 0) top.thread = path_.schedule().back().thread;
  ThreadSet awake = top.enabled & ~top.asleep;
  if ((awake & ~top.failing) != 0) awake &= ~top.failing;
  if (awake == 0) return true;  // explored elsewhere
  top.wanted = everything_             ? top.enabled
               : in(awake, top.thread) ? bit(top.thread)
                                       : bit(static_cast<ThreadId>(__builtin_ctzll(awake)));
  return true;
}

// There t should have had its turn. (64: nobody in particular.)
void LocksetSearch::back_track(size_t number, ThreadId t) {
  Node& node = stack_[stack_[number].anchor];
  node.wanted |= t < 64 && in(node.enabled, t) ? bit(t) : node.enabled;
}

void LocksetSearch::back_track_everywhere() {
  for (Node& node : stack_) node.wanted |= node.enabled;
}

ThreadSet LocksetSearch::still_asleep(const Node& node, ThreadId t) const {
  ThreadSet result = 0;
  for (ThreadId u = 0; u < node.next.size(); ++u) {
    if (!in(node.asleep, u) || u == t || machine_.status(u) != ThreadStatus::Parked) continue;
    // What a section will do is not known before it is done.
    const Action action = machine_.pending(u);
    const bool section = action.kind == ActionKind::Sync && action.sync == ir::SyncOp::AtomicBegin;
    if (!section && !dependent(node.next[u], node.next[t])) result |= bit(u);
  }
  return result;
}

std::vector<WaitsFor> LocksetSearch::waiting() const {
  std::vector<WaitsFor> result(machine_.num_threads(), WaitsFor::Nothing);
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked) result[t] = machine_.pending(t).waits_for;
  return result;
}

// Threads that the step of t has created or woken come after it.
void LocksetSearch::order_after(ThreadId t, const std::vector<WaitsFor>& before) {
  for (const Event& event : machine_.happened())
    if (event.kind == Event::Kind::Create) order_.begins(event.other), order_.precedes(t, event.other);
  const std::vector<WaitsFor> now = waiting();
  for (ThreadId u = 0; u < before.size() && u < now.size(); ++u)
    if ((before[u] == WaitsFor::Condition || before[u] == WaitsFor::Barrier) && now[u] != before[u])
      order_.precedes(t, u);
}

// The next alternative of the thread whose turn it is. Whether the search goes on.
bool LocksetSearch::take() {
  const size_t here = stack_.size() - 1;
  if (!at_top_) {
    path_.restore();
    at_top_ = true;
  }
  order_ = stack_[here].order;
  races_ = stack_[here].races;
  const Decision decision{stack_[here].thread, stack_[here].choice++};
  const ThreadId t = decision.thread;
  const std::vector<WaitsFor> before = waiting();
  StepResult step = path_.step(decision);
  at_top_ = false;
  ++result_.stats.transitions;
  if (options_.checks.race)
    for (const Finding& race : races_.step(machine_, t, machine_.happened()))
      if (!findings_.add(race, path_.schedule())) return false;
  if (!survives(step)) return false;
  if (step.kind == StepResult::Kind::Running) {
    const ThreadSet asleep = still_asleep(stack_[here], t);
    order_.execute(t, stack_[here].next[t], here);
    order_after(t, before);
    return enter(asleep, stack_[here].failing & ~bit(t));
  }
  // It has ended the execution for all: then the others must be tried here as well.
  path_.pop();
  stack_[here].failing |= bit(t);
  back_track(here, 64);
  return true;
}

// Reports what the step has shown. Whether the search goes on.
bool LocksetSearch::survives(const StepResult& step) {
  if (step.kind == StepResult::Kind::Ended) ++result_.stats.executions;
  if (step.kind == StepResult::Kind::Limit &&
      std::find(result_.incomplete.begin(), result_.incomplete.end(), step.limit) == result_.incomplete.end())
    result_.incomplete.push_back(step.limit);
  return step.kind != StepResult::Kind::Failed || findings_.add(step.finding, path_.schedule());
}

}  // namespace

SearchResult search_locksets(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchResult result;
  Findings findings(options, result);
  Watch watch(options, result);
  for (bool everything : {false, true}) {
    std::unique_ptr<Machine> machine = make_machine();
    machine->record_events(true);
    StepResult first = machine->reset();
    LocksetSearch(*machine, options, result, findings, watch, everything).run(first);
    if (everything || !machine->addresses_as_numbers() || result.stop != Stop::Finished) {
      add_observations(*machine, result);
      break;
    }
  }
  watch.finish();
  return result;
}

}  // namespace mover
