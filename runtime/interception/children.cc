// Creates processes (fork), waits for their end, and asks for their numbers. scheduling/processes.h simulates them.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/per_process.h"
#include "base/real.h"
#include "memory/access.h"
#include "memory/transfer.h"
#include "scheduling/processes.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

extern "C" int __register_atfork(void (*prepare)(), void (*parent)(), void (*child)(), void* module);

namespace {

// The functions that pthread_atfork has registered.
struct AtFork {
  void (*prepare)();
  void (*parent)();
  void (*child)();
};
constexpr uint32_t kMostAtFork = 32;
MOVER_PER_PROCESS AtFork at_fork[kMostAtFork] = {};
MOVER_PER_PROCESS uint32_t num_at_fork = 0;

pid_t create_process(const void* pc) {
  for (uint32_t i = num_at_fork; i-- > 0;)
    if (at_fork[i].prepare != nullptr) at_fork[i].prepare();
  const uint32_t child = world.fork(location(pc));
  if (child == kMostThreads) world.cannot_follow("more than 64 threads and processes are created", location(pc));
  for (uint32_t i = 0; i < num_at_fork; ++i)
    if (auto* function = child == 0 ? at_fork[i].child : at_fork[i].parent) function();
  return child == 0 ? 0 : Processes::pid_of(child);
}

// Waits for the end of a child process: of `wanted`, or of any child (kMostThreads).
struct WaitForChild : Call {
  uint32_t wanted, me = world.current_process();
  bool at_once;
  WaitForChild(uint32_t wanted, bool at_once) : wanted(wanted), at_once(at_once) {}

  bool is_wanted(uint32_t process) const {
    return processes[process].parent == me && (wanted == kMostThreads || wanted == process);
  }
  bool has_ended(uint32_t process) const {
    return processes[process].state == Process::State::Ended && is_wanted(process);
  }
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Join;
    bool has_child = false;
    for (uint32_t process = 1; process < kMostThreads; ++process) {
      if (has_ended(process)) return true;
      has_child |= processes[process].state == Process::State::Runs && is_wanted(process);
    }
    return !has_child;  // the call fails
  }
  bool waits() const override { return !at_once; }
  void touches(std::vector<Access>& all) const override { touch(all, &processes[me].children, true); }
  Address object() const override {
    return wanted == kMostThreads ? processes[me].children.address() : processes[wanted].own.address();
  }
  // Any child that has ended may be returned.
  uint32_t alternatives() const override {
    uint32_t count = 0;
    for (uint32_t process = 1; process < kMostThreads; ++process) count += has_ended(process);
    return count > 1 ? count : 1;
  }
};

__attribute__((noinline)) pid_t wait_now(pid_t pid, int* status, int options, rusage* usage, const void* pc) {
  if ((options & ~(WNOHANG | WUNTRACED | WCONTINUED)) != 0) return fails_with(EINVAL);
  if (pid < -1 || pid == 0) pid = -1;  // all processes are in one group
  const uint32_t wanted = pid == -1 ? kMostThreads : processes.by_pid(pid);
  if (pid != -1 && (wanted == kMostThreads || processes[wanted].parent != world.current_process()))
    return fails_with(ECHILD);
  const WaitForChild call(wanted, (options & WNOHANG) != 0);
  make_call(call, pc);
  uint32_t left = world.current().choice;
  bool has_child = false;
  for (uint32_t process = 1; process < kMostThreads; ++process) {
    has_child |= processes[process].state == Process::State::Runs && call.is_wanted(process);
    if (!call.has_ended(process) || left-- != 0) continue;
    world.reap(process);
    changed(processes.current().children);
    if (status != nullptr) {
      plain_access(status, sizeof *status, true, pc);
      *status = processes[process].status;
    }
    if (usage != nullptr) {
      plain_access(usage, sizeof *usage, true, pc);
      std::memset(usage, 0, sizeof *usage);
    }
    return Processes::pid_of(process);
  }
  record_reads_only(call);
  return has_child ? 0 : fails_with(ECHILD);
}

pid_t wait_for(pid_t pid, int* status, int options, rusage* usage, const void* pc) {
  wipe_stack();
  return wait_now(pid, status, options, usage, pc);
}

// Reads whether the parent process runs.
struct AskParent : Call {
  uint32_t parent = processes.current().parent;
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override { touch(all, &processes[parent].children, false); }
  Address object() const override { return processes[parent].own.address(); }
};

}  // namespace

// A child of vfork shares the stack frame of the caller, so these functions must not call the real vfork.
MOVER_EXPORT pid_t fork() { return world.controls() ? create_process(PC) : REAL(fork)(); }
MOVER_EXPORT pid_t vfork() { return world.controls() ? create_process(PC) : REAL(fork)(); }
MOVER_EXPORT int __register_atfork(void (*prepare)(), void (*parent)(), void (*child)(), void* module) {
  if (!is_controlled()) return REAL(__register_atfork)(prepare, parent, child, module);
  if (num_at_fork == kMostAtFork) return ENOMEM;
  if (world.begun) {
    trail.set(at_fork[num_at_fork], AtFork{prepare, parent, child});
    trail.set(num_at_fork, num_at_fork + 1);
  } else {
    at_fork[num_at_fork++] = {prepare, parent, child};
  }
  return 0;
}

// Called by the launcher of --system (src/controller/system.cc).
MOVER_EXPORT void __mover_name_process(const char* name) {
  if (world.controls()) trail.set(processes.current().name, kept_text(name));
}

// <mover.h>.
MOVER_EXPORT void __mover_may_crash() {
  if (!world.controls()) return;
  Operation operation;
  operation.kind = ActionKind::Choice;
  operation.choices = 2;
  operation.alternatives = Alternatives::Crash;
  operation.loc = location(PC);
  world.coverage.chose();
  if (world.act(operation) == 0) return;
  abandon_robust_mutexes();
  if (world.has_processes()) end_process(SIGKILL, location(PC));
  end_program(PC, Ending::Immediate, 128 + SIGKILL);
}

MOVER_EXPORT pid_t wait(int* status) {
  return world.controls() ? wait_for(-1, status, 0, nullptr, PC) : REAL(wait)(status);
}
MOVER_EXPORT pid_t waitpid(pid_t pid, int* status, int options) {
  return world.controls() ? wait_for(pid, status, options, nullptr, PC) : REAL(waitpid)(pid, status, options);
}
MOVER_EXPORT pid_t wait3(int* status, int options, rusage* usage) noexcept {
  return world.controls() ? wait_for(-1, status, options, usage, PC) : REAL(wait3)(status, options, usage);
}
MOVER_EXPORT pid_t wait4(pid_t pid, int* status, int options, rusage* usage) noexcept {
  return world.controls() ? wait_for(pid, status, options, usage, PC) : REAL(wait4)(pid, status, options, usage);
}
MOVER_EXPORT int waitid(idtype_t type, id_t id, siginfo_t* info, int options) {
  if (!world.controls()) return REAL(waitid)(type, id, info, options);
  world.cannot_follow("the program calls waitid, which is not simulated", location(PC));
}
MOVER_EXPORT pid_t getppid() noexcept {
  if (!world.controls() || world.current_process() == 0) return REAL(getppid)();
  const AskParent call;
  make_call(call, PC);
  record_reads_only(call);
  const bool runs = processes[call.parent].state == Process::State::Runs;
  return runs ? Processes::pid_of(call.parent) : 1;
}
