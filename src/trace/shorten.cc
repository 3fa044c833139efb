// Shortens a schedule. A best-first search from the initial state explores pairs of a canonical state and the thread
// that took the last step, in the order of (context switches, preemptions, steps); its result is optimal. If its budget
// is exhausted, the given schedule is improved instead by local changes after which the finding still shows: leaving
// out steps of a thread, and joining turns of a thread.
#include "trace/shorten.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <unordered_set>

#include "support/deadline.h"
#include "support/resident.h"
#include "trace/chunks.h"
#include "trace/evidence.h"

namespace mover {

namespace {

constexpr ThreadId kNoThreadYet = UINT32_MAX;
constexpr size_t kNoParent = SIZE_MAX;

// Finds the best schedule that shows the finding, with at most so many context switches.
class BestFirstSearch {
 public:
  BestFirstSearch(Machine& machine, const Finding& finding, const ShortenBudget& budget, size_t most_switches)
      : machine_(machine),
        finding_(finding),
        budget_(budget),
        most_switches_(most_switches),
        memory_limit_(resident_kib() + budget.memory_kib) {}

  // Empty if there is no such schedule, or if the budget is exhausted.
  std::optional<Schedule> run() {
    StepResult result = machine_.reset();
    if (shows(machine_, result, finding_)) return Schedule{};
    if (result.kind != StepResult::Kind::Running) return std::nullopt;
    add(Node{kNoParent, {kNoThreadYet, 0}, 0, 0, 0, false, machine_.snapshot()});
    while (!queue_.empty()) {
      size_t at = queue_.top();
      queue_.pop();
      if (nodes_[at].is_goal) return path(at);
      std::shared_ptr<const Machine::Snapshot> from = std::move(nodes_[at].state);
      machine_.restore(*from);
      if (!is_new(nodes_[at].decision.thread)) continue;
      for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
        if (!machine_.enabled(t)) continue;
        for (uint32_t choice = 0, choices = machine_.choices(t); choice < choices; ++choice) {
          if (steps_++ >= budget_.steps || (steps_ % 256 == 0 && resident_kib() > memory_limit_)) return std::nullopt;
          if (support::deadline().reached()) return std::nullopt;
          expand(at, {t, choice});
          machine_.restore(*from);
        }
      }
    }
    return std::nullopt;
  }

 private:
  struct Node {
    size_t parent;      // kNoParent: the initial state
    Decision decision;  // the last step
    uint32_t switches, preemptions, length;
    bool is_goal;
    std::shared_ptr<const Machine::Snapshot> state;  // null after the expansion
  };

  // Compares by switches, preemptions, steps and, so that the search is deterministic, by the order of creation.
  struct Later {
    const std::vector<Node>& nodes;
    bool operator()(size_t a, size_t b) const {
      const Node &x = nodes[a], &y = nodes[b];
      return std::tie(x.switches, x.preemptions, x.length, a) > std::tie(y.switches, y.preemptions, y.length, b);
    }
  };

  void add(Node node) {
    nodes_.push_back(std::move(node));
    queue_.push(nodes_.size() - 1);
  }

  // Whether the pair of the machine's state and `last`, the thread of the last step, has not been expanded yet.
  bool is_new(ThreadId last) {
    tuple_.clear();
    machine_.states().canonical_state(chunks_, tuple_);
    std::string key(reinterpret_cast<const char*>(tuple_.data()), tuple_.size() * sizeof(uint32_t));
    key.append(reinterpret_cast<const char*>(&last), sizeof last);
    return visited_.insert(std::move(key)).second;
  }

  // A goal is queued like every other node, because a cheaper goal may exist.
  void expand(size_t at, Decision decision) {
    ThreadId last = nodes_[at].decision.thread;
    bool is_switch = last != kNoThreadYet && last != decision.thread;
    uint32_t switches = nodes_[at].switches + is_switch;
    uint32_t preemptions = nodes_[at].preemptions + (is_switch && machine_.enabled(last));
    if (switches > most_switches_) return;
    StepResult result = machine_.step(decision.thread, decision.choice);
    bool is_goal = shows(machine_, result, finding_);
    if (!is_goal && result.kind != StepResult::Kind::Running) return;
    add(Node{at, decision, switches, preemptions, nodes_[at].length + 1, is_goal,
             is_goal ? nullptr : machine_.snapshot()});
  }

  Schedule path(size_t at) const {
    Schedule schedule;
    for (; nodes_[at].parent != kNoParent; at = nodes_[at].parent) schedule.push_back(nodes_[at].decision);
    std::reverse(schedule.begin(), schedule.end());
    return schedule;
  }

  Machine& machine_;
  const Finding& finding_;
  const ShortenBudget& budget_;
  size_t most_switches_;
  uint64_t memory_limit_, steps_ = 0;
  PlainChunks chunks_;
  std::vector<uint32_t> tuple_;
  std::unordered_set<std::string> visited_;
  std::vector<Node> nodes_;
  std::priority_queue<size_t, std::vector<size_t>, Later> queue_{Later{nodes_}};
};

// Improves a given schedule. Every candidate is executed from the initial state, and rejected if it does not show the
// finding.
class Improvement {
 public:
  Improvement(Machine& machine, const Schedule& schedule, const Finding& finding, const ShortenBudget& budget)
      : machine_(machine), witness_(machine, finding), budget_(budget), best_(schedule) {}

  Schedule run() {
    if (support::deadline().reached()) return best_;
    // If no state shows the race, happens-before along the path decides whether a candidate shows it.
    if (!follow(best_, {0, 0}) && !stop_before_both()) witness_.judge_along_path();
    work_in_windows();
    while (!exhausted() && move_a_turn()) {
    }
    return best_;
  }

 private:
  // For a race whose second access is the last step of the schedule: tries to stop both threads before their accesses,
  // so that a state shows the race. Returns whether that succeeds.
  bool stop_before_both() {
    constexpr size_t kMostLeftOut = 4;
    if (best_.empty() || !may_show_in_state(witness_.finding())) return false;
    const Schedule before(best_.begin(), best_.end() - 1);
    for (ThreadId first : threads_of(before)) {
      if (first == best_.back().thread) continue;
      Schedule candidate = before;
      for (size_t left_out = 0; left_out < kMostLeftOut && !exhausted(); ++left_out) {
        auto last = std::find_if(candidate.rbegin(), candidate.rend(), [&](Decision d) { return d.thread == first; });
        if (last == candidate.rend()) break;
        candidate.erase(std::next(last).base());
        if (!follow_as_far_as_possible(candidate)) continue;
        best_ = executed_;
        return true;
      }
    }
    return false;
  }

  // Executes the schedule, except for the steps of a thread after one that is disabled. Returns whether the finding
  // shows.
  bool follow_as_far_as_possible(const Schedule& schedule) {
    ++replays_;
    executed_.clear();
    result_ = witness_.reset();
    std::set<ThreadId> blocked;
    for (size_t i = 0; i < schedule.size() && !witness_.shows() && !support::deadline().reached(); ++i)
      if (!blocked.contains(schedule[i].thread) && !step(schedule[i])) blocked.insert(schedule[i].thread);
    return witness_.shows();
  }

  static std::pair<size_t, size_t> cost(const Schedule& s) { return {count_switches(s), s.size()}; }

  // Whether the budget is exhausted. A few replays are made in any case.
  bool exhausted() const {
    constexpr uint64_t kAlways = 4;
    if (support::deadline().reached()) return true;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    const bool costly = steps_ >= budget_.replayed_steps || spent.count() >= budget_.seconds;
    return replays_ >= budget_.replays || (costly && replays_ >= kAlways);
  }

  bool accept(const std::optional<Schedule>& candidate) {
    if (!candidate || cost(*candidate) >= cost(best_)) return false;
    best_ = *candidate;
    return true;
  }

  // In smaller and smaller windows of the schedule, tries to leave out the steps of a thread, and to run each thread as
  // long as possible.
  void work_in_windows() {
    constexpr size_t kMostPieces = 64;
    for (size_t pieces = 1; pieces <= kMostPieces; pieces *= 2) {
      for (size_t piece = 0; piece < pieces; ++piece) {
        auto window = [&] { return Window{best_.size() * piece / pieces, best_.size() * (piece + 1) / pieces}; };
        for (ThreadId thread : threads_of(best_)) {
          if (exhausted()) return;
          accept(follow(without_thread(thread, window()), {0, 0}));
        }
        for (bool downwards : {false, true}) {
          if (exhausted()) return;
          accept(follow(best_, window(), downwards));
        }
      }
    }
  }

  // Tries to leave out one turn (consecutive steps of one thread), or to move it next to another turn of its thread.
  // Returns whether one such change was accepted.
  bool move_a_turn() {
    std::vector<Schedule> turns = turns_of(best_);
    for (size_t i = 0; i < turns.size(); ++i) {
      for (const Schedule& candidate : {without(turns, i), later(turns, i), earlier(turns, i)}) {
        if (exhausted()) return false;
        if (cost(candidate) < cost(best_) && accept(follow(candidate, {0, 0}))) return true;
      }
    }
    return false;
  }

  static std::set<ThreadId> threads_of(const Schedule& schedule) {
    std::set<ThreadId> threads;
    for (const Decision& decision : schedule) threads.insert(decision.thread);
    return threads;
  }

  struct Window {
    size_t begin, end;
  };

  Schedule without_thread(ThreadId thread, Window window) const {
    Schedule schedule;
    for (size_t i = 0; i < best_.size(); ++i) {
      bool is_inside = i >= window.begin && i < window.end;
      if (!is_inside || best_[i].thread != thread) schedule.push_back(best_[i]);
    }
    return schedule;
  }

  static std::vector<Schedule> turns_of(const Schedule& schedule) {
    std::vector<Schedule> turns;
    for (const Decision& decision : schedule) {
      if (turns.empty() || turns.back().back().thread != decision.thread) turns.emplace_back();
      turns.back().push_back(decision);
    }
    return turns;
  }

  static Schedule joined(const std::vector<Schedule>& turns) {
    Schedule schedule;
    for (const Schedule& turn : turns) schedule.insert(schedule.end(), turn.begin(), turn.end());
    return schedule;
  }

  static Schedule without(std::vector<Schedule> turns, size_t i) {
    turns.erase(turns.begin() + static_cast<ptrdiff_t>(i));
    return joined(turns);
  }

  // Moves turn i directly before the next turn of its thread.
  static Schedule later(std::vector<Schedule> turns, size_t i) {
    for (size_t j = i + 1; j < turns.size(); ++j) {
      if (turns[j].front().thread != turns[i].front().thread) continue;
      auto begin = turns.begin();
      std::rotate(begin + static_cast<ptrdiff_t>(i), begin + static_cast<ptrdiff_t>(i) + 1,
                  begin + static_cast<ptrdiff_t>(j));
      break;
    }
    return joined(turns);
  }

  // Moves turn i directly after the previous turn of its thread.
  static Schedule earlier(std::vector<Schedule> turns, size_t i) {
    for (size_t j = i; j-- > 0;) {
      if (turns[j].front().thread != turns[i].front().thread) continue;
      auto begin = turns.begin();
      std::rotate(begin + static_cast<ptrdiff_t>(j) + 1, begin + static_cast<ptrdiff_t>(i),
                  begin + static_cast<ptrdiff_t>(i) + 1);
      break;
    }
    return joined(turns);
  }

  // Executes a schedule, with the steps in the window in another order: each thread runs as long as it is enabled and
  // has steps in the window, in ascending (or with `downwards` in descending) order of threads. Returns the steps that
  // were executed until the finding showed; empty if it did not.
  std::optional<Schedule> follow(const Schedule& schedule, Window window, bool downwards = false) {
    ++replays_;
    executed_.clear();
    result_ = witness_.reset();
    for (size_t i = 0; i < schedule.size() && !witness_.shows(); ++i) {
      bool done =
          i == window.begin && window.begin < window.end ? run_turns(schedule, window, downwards) : step(schedule[i]);
      if (!done) return std::nullopt;
      if (i == window.begin && window.begin < window.end) i = window.end - 1;
    }
    return witness_.shows() ? std::optional(executed_) : std::nullopt;
  }

  // Takes a step if it is enabled and the deadline is not reached. Returns whether it was taken.
  bool step(Decision decision) {
    auto [thread, choice] = decision;
    if (support::deadline().reached()) return false;
    if (result_.kind != StepResult::Kind::Running || thread >= machine_.num_threads() || !machine_.enabled(thread))
      return false;
    if (choice >= machine_.choices(thread)) return false;
    result_ = witness_.step(decision);
    executed_.push_back(decision);
    ++steps_;
    return true;
  }

  bool run_turns(const Schedule& schedule, Window window, bool downwards) {
    std::map<ThreadId, std::deque<Decision>> waiting;
    for (size_t i = window.begin; i < window.end; ++i) waiting[schedule[i].thread].push_back(schedule[i]);
    for (bool moved = true; moved && !waiting.empty();) {
      moved = false;
      std::vector<ThreadId> order;
      for (const auto& entry : waiting) order.push_back(entry.first);
      if (downwards) std::reverse(order.begin(), order.end());
      for (ThreadId thread : order) {
        std::deque<Decision>& steps = waiting[thread];
        while (!steps.empty() && step(steps.front())) {
          moved = true;
          steps.pop_front();
          if (witness_.shows()) return true;
        }
        if (steps.empty()) waiting.erase(thread);
      }
    }
    return waiting.empty();
  }

  Machine& machine_;
  Witness witness_;
  const ShortenBudget& budget_;
  Schedule best_, executed_;
  StepResult result_;
  uint64_t replays_ = 0, steps_ = 0;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

ShortenBudget ShortenBudget::share(size_t index, size_t count) const {
  if (index == 0 || count < 2) return *this;
  const uint64_t others = count - 1;
  return {steps / others, memory_kib, std::max<uint64_t>(replays / others, 10), replayed_steps / others,
          seconds / static_cast<double>(others)};
}

size_t count_switches(const Schedule& schedule) {
  size_t switches = 0;
  for (size_t i = 1; i < schedule.size(); ++i) switches += schedule[i].thread != schedule[i - 1].thread;
  return switches;
}

Violation shorten(const MachineFactory& make_machine, const Violation& violation, const ShortenBudget& budget) {
  Violation result = violation;
  if (violation.finding.loop) return result;  // the search has found a shortest stem in the state graph
  constexpr double kTooLong = 10;  // a factor of the budget, which limits the few replays that are made in any case
  const support::Deadline::Tighter at_most(kTooLong * budget.seconds);
  // This needs a new machine, because a machine interns its chunks in one table for all its lifetime.
  std::unique_ptr<Machine> machine = make_machine();
  size_t switches = count_switches(violation.schedule);
  std::optional<Schedule> best;
  // The best-first search restores arbitrary states.
  const bool restores_any_state = machine->has().states != nullptr && machine->traits().restores_any_snapshot;
  // Whether a state shows a busy-wait deadlock depends on its future, which is explored each time.
  ShortenBudget affordable = budget;
  if (violation.finding.is_busy_wait) {
    constexpr uint64_t kShare = 50;
    affordable.steps /= kShare, affordable.replays /= kShare, affordable.replayed_steps /= kShare;
  }
  if (may_show_in_state(violation.finding) && restores_any_state)
    best = BestFirstSearch(*machine, violation.finding, affordable, switches).run();
  if (best) {
    result.schedule = std::move(*best);
  } else {
    result.schedule = Improvement(*machine, violation.schedule, violation.finding, affordable).run();
  }
  return result;
}

}  // namespace mover
