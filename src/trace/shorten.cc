// Two ways, in turn. A search from the initial state, best first by (switches, preemptions, steps), over states that
// differ in canonical form or in who moved last: what it finds is the best there is. Where its budget ends first, the
// schedule at hand is improved: a thread's turn is moved next to another turn of the same thread, or left out, as long
// as the finding still shows.
#include "trace/shorten.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "trace/evidence.h"

namespace mover {

namespace {

class Chunks final : public ChunkSink {
 public:
  uint32_t intern(std::string_view bytes) override {
    return numbers_.try_emplace(std::string(bytes), static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

uint64_t resident_kib() {
  std::ifstream statm("/proc/self/statm");
  uint64_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE)) / 1024;
}

constexpr ThreadId kNobody = UINT32_MAX;
constexpr size_t kNoParent = SIZE_MAX;

// The best-first search.
class Search {
 public:
  Search(Machine& machine, const Finding& finding, const ShortenBudget& budget, size_t most_switches)
      : machine_(machine),
        finding_(finding),
        budget_(budget),
        most_switches_(most_switches),
        memory_limit_(resident_kib() + budget.memory_kib) {}

  std::optional<Schedule> run() {
    StepResult result = machine_.reset();
    if (shows(machine_, result, finding_)) return Schedule{};
    if (result.kind != StepResult::Kind::Running) return std::nullopt;
    add(Node{kNoParent, {kNobody, 0}, 0, 0, 0, false, machine_.snapshot()});
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
          expand(at, {t, choice});
          machine_.restore(*from);
        }
      }
    }
    return std::nullopt;
  }

 private:
  struct Node {
    size_t parent;
    Decision decision;  // that led here
    uint32_t switches, preemptions, length;
    bool is_goal;
    std::shared_ptr<const Machine::Snapshot> state;  // dropped once expanded
  };

  // Orders by switches, preemptions, steps and age: the search is the same every time.
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

  // Whether the machine's state has not been expanded yet with `last` as the thread that moved last.
  bool is_new(ThreadId last) {
    tuple_.clear();
    machine_.canonical_state(chunks_, tuple_);
    std::string key(reinterpret_cast<const char*>(tuple_.data()), tuple_.size() * sizeof(uint32_t));
    key.append(reinterpret_cast<const char*>(&last), sizeof last);
    return visited_.insert(std::move(key)).second;
  }

  // A goal waits in the queue like everything else: there may be a cheaper one.
  void expand(size_t at, Decision decision) {
    ThreadId last = nodes_[at].decision.thread;
    bool is_switch = last != kNobody && last != decision.thread;
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
  Chunks chunks_;
  std::vector<uint32_t> tuple_;
  std::unordered_set<std::string> visited_;
  std::vector<Node> nodes_;
  std::priority_queue<size_t, std::vector<size_t>, Later> queue_{Later{nodes_}};
};

// The improvement of a given schedule.
class Improvement {
 public:
  Improvement(Machine& machine, const Finding& finding, const ShortenBudget& budget)
      : machine_(machine), finding_(finding), budget_(budget) {}

  Schedule run(Schedule best) {
    for (bool better = true; better;) {
      better = false;
      std::vector<Schedule> turns = turns_of(best);
      for (size_t i = 0; i < turns.size() && !better; ++i) {
        for (const Schedule& candidate : {without(turns, i), later(turns, i), earlier(turns, i)}) {
          if (cost(candidate) >= cost(best)) continue;
          if (exhausted()) return best;
          if (auto shown = try_out(candidate); shown && cost(*shown) < cost(best)) {
            best = *shown;
            better = true;
            break;
          }
        }
      }
    }
    return best;
  }

 private:
  static std::pair<size_t, size_t> cost(const Schedule& s) { return {count_switches(s), s.size()}; }

  bool exhausted() const { return replays_ >= budget_.replays || steps_ >= budget_.replayed_steps; }

  // A turn is a run of steps of one thread.
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

  // Turn i moved to just before its thread's next turn, or just behind its previous one.
  static Schedule later(std::vector<Schedule> turns, size_t i) {
    for (size_t j = i + 1; j < turns.size(); ++j) {
      if (turns[j].front().thread != turns[i].front().thread) continue;
      std::rotate(turns.begin() + static_cast<ptrdiff_t>(i), turns.begin() + static_cast<ptrdiff_t>(i) + 1,
                  turns.begin() + static_cast<ptrdiff_t>(j));
      break;
    }
    return joined(turns);
  }

  static Schedule earlier(std::vector<Schedule> turns, size_t i) {
    for (size_t j = i; j-- > 0;) {
      if (turns[j].front().thread != turns[i].front().thread) continue;
      std::rotate(turns.begin() + static_cast<ptrdiff_t>(j) + 1, turns.begin() + static_cast<ptrdiff_t>(i),
                  turns.begin() + static_cast<ptrdiff_t>(i) + 1);
      break;
    }
    return joined(turns);
  }

  // As much of the schedule as leads to the finding; nothing where it does not.
  std::optional<Schedule> try_out(const Schedule& schedule) {
    ++replays_;
    StepResult result = machine_.reset();
    for (size_t i = 0; i <= schedule.size(); ++i) {
      if (shows(machine_, result, finding_))
        return Schedule(schedule.begin(), schedule.begin() + static_cast<ptrdiff_t>(i));
      if (i == schedule.size() || result.kind != StepResult::Kind::Running) return std::nullopt;
      auto [thread, choice] = schedule[i];
      if (thread >= machine_.num_threads() || !machine_.enabled(thread) || choice >= machine_.choices(thread))
        return std::nullopt;
      result = machine_.step(thread, choice);
      ++steps_;
    }
    return std::nullopt;
  }

  Machine& machine_;
  const Finding& finding_;
  const ShortenBudget& budget_;
  uint64_t replays_ = 0, steps_ = 0;
};

}  // namespace

size_t count_switches(const Schedule& schedule) {
  size_t switches = 0;
  for (size_t i = 1; i < schedule.size(); ++i) switches += schedule[i].thread != schedule[i - 1].thread;
  return switches;
}

Violation shorten(const MachineFactory& make_machine, const Violation& violation, const ShortenBudget& budget) {
  Violation result = violation;
  // A machine of its own: the canonical form is bound to one sink for a machine's life.
  std::unique_ptr<Machine> machine = make_machine();
  size_t switches = count_switches(violation.schedule);
  if (auto best = Search(*machine, violation.finding, budget, switches).run()) {
    result.schedule = std::move(*best);
  } else {
    result.schedule = Improvement(*machine, violation.finding, budget).run(violation.schedule);
  }
  return result;
}

}  // namespace mover
