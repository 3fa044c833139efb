// Busy-wait deadlocks: states from which some threads never make progress, whatever the schedule. Each of these threads
// is blocked for ever, or *spins*: it stays for ever in a loop that has an exit, which it never takes. A thread in a
// loop without exit is a *server*, whose loop is meant to run for ever.
//
// Whether a state is such a deadlock depends on its whole future. Behaviour collects what the threads do in a set of
// states that executions do not leave. Such a set is a terminal strongly connected component of the state graph
// (search/terminal_components.h), or the set of all states that are reachable from a given one (future_of).
// docs/liveness.md has the definitions.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.h"

namespace mover {

// What the threads do for ever, each list in ascending order.
struct Roles {
  std::vector<ThreadId> spinning;  // in a loop with an exit
  std::vector<ThreadId> blocked;   // not waiting for the end of a server
  std::vector<ThreadId> serving;   // in a loop without exit
  std::vector<ThreadId> unclear;   // in a loop of which it is not known whether it has an exit
  std::vector<ThreadId> joining;  // waiting for the end of a server, of an unclear thread, or of another joining thread
  bool is_deadlock() const { return !spinning.empty() || !blocked.empty(); }
};

// The behaviour of all threads in a set of states.
class Behaviour {
 public:
  void in_state(const Machine& machine);
  // Whether the machine shows the loops that threads stay in: it has ControlFlow or LoopReports.
  static bool is_observable(const Machine& machine);
  static void watch(Machine& machine);  // to be called before steps are taken. REQUIRES: is_observable()
  // Adds the last step, which thread t took between two states of the set. REQUIRES: watch() was called.
  void after_step(Machine& machine, ThreadId t);
  void add(const Behaviour& other);
  // REQUIRES: executions do not leave the set, and the machine is in one of its states.
  Roles roles(const Machine& machine) const;
  // The instructions of the loop in which t stays, and its function; null if t stays in no loop.
  struct StaysIn {
    ir::FunctionId function = 0;
    std::vector<uint32_t> code;
  };
  std::optional<StaysIn> stays_in(ThreadId t) const;

 private:
  struct Movement {
    uint32_t frames_kept = UINT32_MAX;  // the outermost frames that no step of the thread leaves
    std::set<ControlFlow::Jump> jumps;
    std::vector<LoopUse> loops;  // of a machine with LoopReports
    void add(const Movement& other);
  };
  Spins spins(const Machine& machine, ThreadId t) const;
  static constexpr uint64_t bit(ThreadId t) { return 1ull << t; }

  uint64_t parked_ = ~uint64_t{0};  // the threads that are parked in all states
  uint64_t enabled_ = 0;            // the threads that are enabled in some state
  bool discarded_ = false;          // in some state, a false assumption has discarded a thread
  std::map<ThreadId, Movement> moves_;
};

// All states that are reachable from a state, explored without any reduction.
struct Future {
  // All these states were explored, and no execution from them ends, fails or reaches a limit of the machine.
  bool is_closed = false;
  bool is_recurrent = false;  // is_closed, and the given state is reachable from all of these states
  bool is_exhausted = false;  // the budget of steps was exhausted
  Behaviour behaviour;
  Roles roles;  // if is_closed
  // For each thread, the bytes that it reads in these states.
  std::map<ThreadId, std::set<std::pair<Address, uint64_t>>> reads;
  // Whether the state is in a terminal component in which t spins or is blocked.
  bool is_deadlocked(ThreadId t) const;
};

// The future of the machine's current state, to which the machine returns. `only`: the exploration may stop as soon as
// this thread is known not to be deadlocked. REQUIRES: Behaviour::is_observable(), and the machine has CanonicalStates.
Future future_of(Machine& machine, std::optional<ThreadId> only = std::nullopt);

// REQUIRES: future.roles.is_deadlock().
Finding busy_wait_finding(const Machine& machine, const Future& future);

// A thread that spins, for the report.
struct SpinningThread {
  ThreadId thread = 0;
  ir::LocId first = 0, last = 0;   // the first and the last line of the loop
  std::vector<std::string> reads;  // the names of the bytes that it reads in the loop
};
std::vector<SpinningThread> spinning_threads(const Machine& machine, const Future& future);

}  // namespace mover
