// Busy-wait deadlocks: the roles of threads in a set of states that executions do not leave, and the future of a state.
#include "property/busy_wait.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/loops.h"
#include "ir/names.h"
#include "property/deadlock.h"
#include "support/deadline.h"

namespace mover {

void Behaviour::in_state(const Machine& machine) {
  uint64_t parked = 0;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    parked |= bit(t);
    if (machine.enabled(t))
      enabled_ |= bit(t);
    else if (machine.waits_for(t) == WaitsFor::Discarded)
      discarded_ = true;
  }
  parked_ &= parked;
}

bool Behaviour::is_observable(const Machine& machine) {
  return machine.has().control_flow != nullptr || machine.has().loops != nullptr;
}

void Behaviour::watch(Machine& machine) {
  if (machine.has().control_flow != nullptr)
    machine.control_flow().watch_jumps(true);
  else
    machine.loop_reports().watch_loops(true);
}

void Behaviour::after_step(Machine& machine, ThreadId t) {
  Movement step;
  if (machine.has().control_flow != nullptr) {
    step.frames_kept = machine.control_flow().frames_kept();
    step.jumps = machine.control_flow().jumps();
  } else {
    step.loops.assign(machine.loop_reports().loops().begin(), machine.loop_reports().loops().end());
  }
  moves_[t].add(step);
}

void Behaviour::Movement::add(const Movement& other) {
  frames_kept = std::min(frames_kept, other.frames_kept);
  jumps.insert(other.jumps.begin(), other.jumps.end());
  for (const LoopUse& use : other.loops) add_loop_use(loops, use);
}

void Behaviour::add(const Behaviour& other) {
  parked_ &= other.parked_;
  enabled_ |= other.enabled_;
  discarded_ |= other.discarded_;
  for (const auto& [t, movement] : other.moves_) moves_[t].add(movement);
}

// The function of the innermost frame that no step leaves never returns, so the thread stays for ever in a cycle of its
// code.
std::optional<Behaviour::StaysIn> Behaviour::stays_in(ThreadId t) const {
  const auto found = moves_.find(t);
  if (found == moves_.end() || found->second.frames_kept == 0) return std::nullopt;
  StaysIn result;
  for (const ControlFlow::Jump& jump : found->second.jumps) {
    if (jump.frame + 1 != found->second.frames_kept) continue;
    result.function = jump.function;
    result.code.push_back(jump.from);
    result.code.push_back(jump.to);
  }
  return result.code.empty() ? std::nullopt : std::optional(result);
}

namespace {

std::optional<ThreadId> joined_by(const Machine& machine, ThreadId t) {
  if (machine.waits_for(t) != WaitsFor::Join) return std::nullopt;
  const std::vector<ThreadId> threads = machine.holders(machine.pending(t).object);
  return threads.empty() ? std::nullopt : std::optional(threads.front());
}

bool contains(const std::vector<ThreadId>& threads, ThreadId t) {
  return std::find(threads.begin(), threads.end(), t) != threads.end();
}

}  // namespace

// REQUIRES: the thread takes steps in the set.
Spins Behaviour::spins(const Machine& machine, ThreadId t) const {
  if (machine.has().control_flow == nullptr) {
    const auto found = moves_.find(t);
    return found == moves_.end() ? Spins::Unclear : spins_in(found->second.loops);
  }
  const std::optional<StaysIn> stays = stays_in(t);
  if (!stays) return Spins::No;
  const ir::Program& program = machine.program();
  const analysis::Loop loop = analysis::innermost_loop(program, program.functions[stays->function], stays->code);
  return loop.has_exit ? Spins::WithExit : Spins::WithoutExit;
}

Roles Behaviour::roles(const Machine& machine) const {
  Roles roles;
  if (discarded_) return roles;  // the discarded thread might have unblocked the others
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if ((parked_ & bit(t)) == 0) continue;
    if ((enabled_ & bit(t)) == 0) {
      // WaitsFor::Nothing: the atomic section of another thread disables it.
      if (machine.waits_for(t) != WaitsFor::Nothing) roles.blocked.push_back(t);
      continue;
    }
    switch (spins(machine, t)) {
      case Spins::No:
        break;
      case Spins::WithExit:
        roles.spinning.push_back(t);
        break;
      case Spins::WithoutExit:
        roles.serving.push_back(t);
        break;
      case Spins::Unclear:
        roles.unclear.push_back(t);
        break;
    }
  }
  for (bool found = true; found;) {
    found = false;
    for (ThreadId t : roles.blocked) {
      const std::optional<ThreadId> other = joined_by(machine, t);
      if (!other ||
          !(contains(roles.serving, *other) || contains(roles.unclear, *other) || contains(roles.joining, *other)))
        continue;
      std::erase(roles.blocked, t);
      roles.joining.push_back(t);
      found = true;
      break;
    }
  }
  std::sort(roles.joining.begin(), roles.joining.end());
  return roles;
}

namespace {

// Depth-first search of all states that are reachable from the machine's current state.
class Closure {
 public:
  Closure(Machine& machine, std::optional<ThreadId> only) : machine_(machine), only_(only) {}

  Future run() {
    machine_.states().forget_chunks();
    Behaviour::watch(machine_);
    const auto begin = machine_.snapshot();
    enter();
    while (!stack_.empty() && !leaves_ && !future_.is_exhausted) {
      Entry& entry = stack_.back();
      if (!select(entry)) {
        stack_.pop_back();
        continue;
      }
      machine_.restore(*entry.state);
      take(entry.thread, entry.choice++);
    }
    machine_.restore(*begin);
    machine_.states().forget_chunks();
    future_.is_closed = !leaves_ && !future_.is_exhausted;
    future_.is_recurrent = future_.is_closed && all_reach_first();
    if (future_.is_closed) future_.roles = future_.behaviour.roles(machine_);
    return std::move(future_);
  }

 private:
  static constexpr uint64_t kMostSteps = 1'000'000;

  struct Entry {
    uint32_t number = 0;
    std::shared_ptr<const Machine::Snapshot> state;
    ThreadId first = 0, tried = 0;  // the threads are tried in turn, beginning with `first`
    ThreadId thread = 0;
    uint32_t choice = 0, choices = 0;
  };
  class Chunks final : public ChunkSink {
   public:
    uint32_t intern(std::string_view bytes) override {
      return numbers_.try_emplace(std::string(bytes), static_cast<uint32_t>(numbers_.size())).first->second;
    }

   private:
    std::unordered_map<std::string, uint32_t> numbers_;
  };

  // Selects the next step. Returns false if there is none. REQUIRES: if the entry is new, the machine is in its state.
  bool select(Entry& entry) {
    if (entry.choice < entry.choices) return true;
    machine_.restore(*entry.state);
    const ThreadId count = machine_.num_threads();
    while (entry.tried < count) {
      const ThreadId t = (entry.first + entry.tried++) % count;
      if (!machine_.enabled(t)) continue;
      entry.thread = t;
      entry.choice = 0;
      entry.choices = machine_.choices(t);
      return true;
    }
    return false;
  }

  // Whether the first state is reachable from all others.
  bool all_reach_first() {
    std::sort(transitions_.begin(), transitions_.end());
    std::vector<bool> reaches(visited_.size(), false);
    std::vector<uint32_t> open{0};
    reaches[0] = true;
    size_t count = 1;
    while (!open.empty()) {
      const uint32_t to = open.back();
      open.pop_back();
      for (auto at = std::lower_bound(transitions_.begin(), transitions_.end(), std::pair(to, 0u));
           at != transitions_.end() && at->first == to; ++at)
        if (!reaches[at->second]) reaches[at->second] = true, ++count, open.push_back(at->second);
    }
    return count == visited_.size();
  }

  void take(ThreadId t, uint32_t choice) {
    future_.is_exhausted = ++steps_ > kMostSteps || support::deadline().reached();
    const StepResult result = machine_.step(t, choice);
    if (result.kind != StepResult::Kind::Running) {
      leaves_ = true;
      return;
    }
    future_.behaviour.after_step(machine_, t);
    last_ = t;
    enter();
  }

  void enter() {
    machine_.states().canonical_state(chunks_, tuple_);
    std::string key(reinterpret_cast<const char*>(tuple_.data()), tuple_.size() * sizeof(uint32_t));
    const auto [known, is_new] = visited_.try_emplace(std::move(key), static_cast<uint32_t>(visited_.size()));
    if (!stack_.empty()) transitions_.emplace_back(known->second, stack_.back().number);
    if (!is_new) return;
    future_.behaviour.in_state(machine_);
    for (ThreadId t = 0; t < machine_.num_threads(); ++t)
      if (machine_.enabled(t))
        for (const Access& access : machine_.pending(t).accesses)
          if (!access.write || access.atomic) future_.reads[t].insert({access.address, access.size});
    Entry entry;
    entry.number = known->second;
    entry.state = machine_.snapshot();
    entry.first = last_ + 1;  // round robin: a thread that runs for ever must not prevent the others from running
    stack_.push_back(std::move(entry));
    if (!only_) return;
    leaves_ |= machine_.status(*only_) != ThreadStatus::Parked;
    if (visited_.size() != next_check_) return;
    next_check_ *= 4;
    leaves_ |= contains(future_.behaviour.roles(machine_).serving, *only_);
  }

  Machine& machine_;
  const std::optional<ThreadId> only_;
  Future future_;
  Chunks chunks_;
  std::vector<uint32_t> tuple_;
  std::unordered_map<std::string, uint32_t> visited_;       // the states, numbered
  std::vector<std::pair<uint32_t, uint32_t>> transitions_;  // the target and the source of each
  std::vector<Entry> stack_;
  ThreadId last_ = 0;
  uint64_t steps_ = 0;
  size_t next_check_ = 64;
  bool leaves_ = false;  // an execution ends, fails or reaches a limit, or `only_` is not deadlocked
};

}  // namespace

Future future_of(Machine& machine, std::optional<ThreadId> only) { return Closure(machine, only).run(); }

bool Future::is_deadlocked(ThreadId t) const {
  return is_recurrent && (contains(roles.spinning, t) || contains(roles.blocked, t));
}

// Extends the lines of the thread's loop, which are the pending action's line so far.
static void add_lines(const ir::Program& program, const Behaviour::StaysIn& stays, SpinningThread& spinning) {
  const ir::Function& function = program.functions[stays.function];
  if (!function.is_users()) return;
  const analysis::Loop loop = analysis::innermost_loop(program, function, stays.code);
  for (uint32_t pc = 0; pc < loop.contains.size(); ++pc) {
    const ir::LocId loc = function.code[pc].loc;
    if (!loop.contains[pc] || loc == 0 || program.locs[loc].file != program.locs[spinning.first].file) continue;
    if (program.locs[loc].line < program.locs[spinning.first].line) spinning.first = loc;
    if (program.locs[loc].line > program.locs[spinning.last].line) spinning.last = loc;
  }
}

std::vector<SpinningThread> spinning_threads(const Machine& machine, const Future& future) {
  std::vector<SpinningThread> result;
  for (ThreadId t : future.roles.spinning) {
    SpinningThread& spinning = result.emplace_back();
    spinning.thread = t;
    spinning.first = spinning.last = machine.pending(t).loc;
    if (const std::optional<Behaviour::StaysIn> stays = future.behaviour.stays_in(t))
      add_lines(machine.program(), *stays, spinning);
    const auto reads = future.reads.find(t);
    if (reads == future.reads.end()) continue;
    for (const auto& [address, size] : reads->second) {
      const std::string name = machine.description().describe(address, size);
      if (std::find(spinning.reads.begin(), spinning.reads.end(), name) == spinning.reads.end())
        spinning.reads.push_back(name);
    }
  }
  return result;
}

Finding busy_wait_finding(const Machine& machine, const Future& future) {
  Finding finding;
  finding.kind = FindingKind::Deadlock;
  finding.is_busy_wait = true;
  std::string sentences, joiners;
  for (const SpinningThread& spinning : spinning_threads(machine, future)) {
    const Action action = machine.pending(spinning.thread);
    if (finding.loc == 0) finding.thread = spinning.thread, finding.loc = action.loc;
    const Description& description = machine.description();
    sentences += ", " + description.thread_name(spinning.thread) + " spins for ever";
    // The process of a compiled program does not know the names of files.
    if (!description.runs_foreign_code()) sentences += " at " + ir::place_in_words(description.places(), action.loc);
    for (size_t i = 0; i < spinning.reads.size(); ++i) sentences += (i == 0 ? " on " : " and ") + spinning.reads[i];
  }
  for (ThreadId t : future.roles.blocked) {
    const bool joins = machine.waits_for(t) == WaitsFor::Join;
    if (finding.loc == 0) finding.thread = t, finding.loc = machine.pending(t).loc;
    (joins ? joiners : sentences) += ", " + blocked_in_words(machine, t);
  }
  finding.message = "deadlock: " + (sentences + joiners).substr(2);
  return finding;
}

}  // namespace mover
