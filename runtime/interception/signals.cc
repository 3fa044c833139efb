// Signals. While the program is under control, no signal arrives from outside the process. Dispositions, masks and
// alternate stacks are simulated and part of the state. A signal that a thread sends to its own process is delivered at
// once.
#include "scheduling/signals.h"

#include <pthread.h>
#include <setjmp.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "base/per_process.h"
#include "base/real.h"
#include "channels/channels.h"
#include "memory/access.h"
#include "memory/states.h"
#include "memory/transfer.h"
#include "scheduling/assumptions.h"
#include "scheduling/process_state.h"
#include "scheduling/processes.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

MOVER_PER_PROCESS struct sigaction dispositions[_NSIG];
sigset_t masks[kMostThreads];
bool are_used = false;         // some execution has changed a disposition, a mask or a stack
stack_t stacks[kMostThreads];  // the alternate stacks for handlers (sigaltstack)

bool resets(const struct sigaction& action) { return (action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0; }

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
}

// Changes the disposition of SIGCHLD, which is dependent with the end of a child.
struct ChildDisposition : Call {
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override { touch(all, &processes[process].children, true); }
  Address object() const override { return processes[process].own.address(); }
  uint32_t process = world.current_process();
};

int set_disposition(int signal, const struct sigaction* action, struct sigaction* old, const void* pc) {
  if (signal == SIGCHLD && action != nullptr && world.has_processes()) make_call(ChildDisposition(), pc);
  if (signal < 1 || signal >= _NSIG || signal == SIGKILL || signal == SIGSTOP) return fails_with(EINVAL);
  access_state(process_state.dispositions[signal], action != nullptr, location(pc));
  if (old != nullptr) {
    plain_access(old, sizeof *old, true, pc);
    *old = dispositions[signal];
  }
  if (action == nullptr) return 0;
  plain_access(action, sizeof *action, false, pc);
  trail.set(dispositions[signal], *action);
  are_used = true;
  const bool handles = action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
  if (is_fault(signal) && handles)
    relies_on(Assumption::Faults, "installs a handler at", pc);
  else if (handles)
    relies_on(Assumption::Signals, "installs a handler at", pc);
  return 0;
}

sighandler_t set_handler(int signal, sighandler_t handler, const void* pc) {
  struct sigaction action{};
  struct sigaction old{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return set_disposition(signal, &action, &old, pc) == 0 ? old.sa_handler : SIG_ERR;
}

int mask(int how, const sigset_t* set, sigset_t* old, const void* pc) {
  sigset_t& now = masks[world.current_number()];
  if (old != nullptr) {
    plain_access(old, sizeof *old, true, pc);
    *old = now;
  }
  if (set == nullptr) return 0;
  plain_access(set, _NSIG / 8, false, pc);
  sigset_t next = now;
  for (int signal = 1; signal < _NSIG; ++signal) {
    const bool is_in = sigismember(set, signal) == 1;
    if (how == SIG_SETMASK ? is_in : how == SIG_BLOCK && is_in) sigaddset(&next, signal);
    if (how == SIG_SETMASK ? !is_in : how == SIG_UNBLOCK && is_in) sigdelset(&next, signal);
  }
  trail.set(now, next);
  are_used = true;
  return 0;
}

[[noreturn]] void cannot_send(const void* pc) {
  world.cannot_follow("the program sends a signal to another process or thread, which is not controlled", location(pc));
}

// Asks whether a process exists.
struct AskProcess : Call {
  explicit AskProcess(uint32_t process) : parent(processes[process].parent) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override { touch(all, &processes[parent].children, false); }
  Address object() const override { return processes[parent].own.address(); }
  uint32_t parent;
};

// Signals to a process that has ended have no effect. Signals to other processes are not simulated.
int send_to_process(pid_t pid, int signal, const void* pc) {
  const uint32_t process = pid > 0 ? processes.by_pid(pid) : kMostThreads;
  if (process == kMostThreads) cannot_send(pc);
  const AskProcess call(process);
  make_call(call, pc);
  record_reads_only(call);
  if (processes[process].state == Process::State::Reaped) return fails_with(ESRCH);
  if (signal == 0 || processes[process].state == Process::State::Ended) return 0;
  cannot_send(pc);
}

int send_to_itself(int signal, const void* pc) {
  if (signal < 0 || signal >= _NSIG) return EINVAL;
  if (signal != 0) deliver(signal, "it sends this signal to itself", location(pc));
  return 0;
}

}  // namespace

namespace mover::runtime {

void put_signals(std::string& to) {
  if (!are_used) return;
  to.append(reinterpret_cast<const char*>(dispositions), sizeof dispositions);
  to.append(reinterpret_cast<const char*>(masks), sizeof masks[0] * world.num_threads());
  to.append(reinterpret_cast<const char*>(stacks), sizeof stacks[0] * world.num_threads());
}

void inherit_mask(uint32_t parent, uint32_t child) {
  trail.set(masks[child], masks[parent]);
  trail.set(stacks[child], stack_t{});
}

AtChildsEnd at_end_of_child(uint32_t parent) {
  const auto& action = *static_cast<const struct sigaction*>(variable_of(parent, &dispositions[SIGCHLD]));
  if (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0) return AtChildsEnd::Forgets;
  return action.sa_handler == SIG_DFL ? AtChildsEnd::Remembers : AtChildsEnd::Handles;
}

uint64_t stack_of_handler(int signal, uint64_t now) {
  const struct sigaction& action = dispositions[signal];
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return 0;
  if (sigismember(&masks[world.current_number()], signal) == 1) return 0;
  const stack_t& other = stacks[world.current_number()];
  if ((action.sa_flags & SA_ONSTACK) != 0 && other.ss_sp != nullptr)
    return reinterpret_cast<uint64_t>(other.ss_sp) + other.ss_size;
  constexpr uint64_t kRedZone = 128;
  return now - kRedZone;
}

void call_handler(int signal, siginfo_t* info, void* context) {
  const struct sigaction action = dispositions[signal];
  if (resets(action)) trail.set(dispositions[signal].sa_handler, SIG_DFL);
  if ((action.sa_flags & SA_SIGINFO) != 0)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
}

void deliver(int signal, const char* why, ir::LocId loc) {
  access_state(process_state.dispositions[signal], resets(dispositions[signal]), loc);
  const struct sigaction& action = dispositions[signal];
  if (action.sa_handler == SIG_IGN) return;
  if (sigismember(&masks[world.current_number()], signal) == 1 && signal != SIGABRT)
    world.cannot_follow("a signal is sent that is blocked, which is not simulated", loc);
  if (action.sa_handler == SIG_DFL) {
    if (is_ignored_by_default(signal)) return;
    fail_if_faulted();
    const char* name = sigabbrev_np(signal);
    const std::string text = std::string("the program is killed by SIG") + (name == nullptr ? "?" : name) + ": " + why;
    world.fail(FindingKind::Assertion, kept_text(text), loc);
  }
  siginfo_t info{};
  info.si_signo = signal;
  call_handler(signal, &info, nullptr);
}

}  // namespace mover::runtime

MOVER_EXPORT int sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  return world.controls() ? set_disposition(signal, action, old, PC) : REAL(sigaction)(signal, action, old);
}
MOVER_EXPORT sighandler_t signal(int signal, sighandler_t handler) {
  return world.controls() ? set_handler(signal, handler, PC) : REAL(signal)(signal, handler);
}
MOVER_EXPORT sighandler_t sysv_signal(int signal, sighandler_t handler) {
  return world.controls() ? set_handler(signal, handler, PC) : REAL(sysv_signal)(signal, handler);
}
MOVER_EXPORT int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  return world.controls() ? mask(how, set, old, PC) : REAL(pthread_sigmask)(how, set, old);
}
MOVER_EXPORT int sigprocmask(int how, const sigset_t* set, sigset_t* old) {
  return world.controls() ? mask(how, set, old, PC) : REAL(sigprocmask)(how, set, old);
}
MOVER_EXPORT int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  if (!world.controls()) return REAL(sigaltstack)(stack, old);
  stack_t& now = stacks[world.current_number()];
  if (old != nullptr) {
    plain_access(old, sizeof *old, true, PC);
    *old = now;
    if (now.ss_sp == nullptr) old->ss_flags = SS_DISABLE;
  }
  if (stack == nullptr) return 0;
  plain_access(stack, sizeof *stack, false, PC);
  are_used = true;
  trail.set(now, (stack->ss_flags & SS_DISABLE) != 0 ? stack_t{} : *stack);
  return 0;
}

// The stack pointer after the jump, which the C library stores in mangled form (PTR_MANGLE).
static uint64_t target_of(const __jmp_buf_tag* where) {
  constexpr int kStackPointer = 6, kRotated = 17;
  uint64_t secret;
  asm("mov %%fs:0x30, %0" : "=r"(secret));
  const auto kept = static_cast<uint64_t>(where->__jmpbuf[kStackPointer]);
  return (kept >> kRotated | kept << (64 - kRotated)) ^ secret;
}

// Checks the target of a longjmp. `here` is the caller's stack pointer: the frames of all functions that have not
// returned lie at or above it.
static void jumps(const __jmp_buf_tag* where, uint64_t here, const void* pc) {
  if (!world.controls()) return;
  plain_access(where, sizeof where->__jmpbuf, false, pc);
  const uint64_t target = target_of(where);
  const World::ThreadMemory& own = world.thread_memory[world.current_number()];
  auto is_own = [&](uint64_t address) { return address >= own.stack_begin && address < own.stack_end; };
  if (is_own(target) && is_own(here) && target < here)
    world.fail(FindingKind::Memory, "jumps into a function that has returned (longjmp)", location(pc));
  if (world.is_of_thread(target) && !is_own(target))
    world.fail(FindingKind::Memory, "jumps into a function of another thread (longjmp)", location(pc));
  if (world.current().fault->message != nullptr)
    world.current().fault = Fault{};  // the jump leaves the handler, so the fault has been handled
}

#define JUMP(name)                                                                 \
  MOVER_EXPORT void name(__jmp_buf_tag* where, int value) {                        \
    jumps(where, reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16, PC); \
    REAL(name)(where, value);                                                      \
    __builtin_unreachable();                                                       \
  }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
extern "C" void __longjmp_chk(__jmp_buf_tag*, int) __attribute__((noreturn));
JUMP(__longjmp_chk)

MOVER_EXPORT int raise(int signal) { return world.controls() ? send_to_itself(signal, PC) : REAL(raise)(signal); }
MOVER_EXPORT int kill(pid_t process, int signal) {
  if (!world.controls()) return REAL(kill)(process, signal);
  if (process != getpid()) return send_to_process(process, signal, PC);
  const int error = send_to_itself(signal, PC);
  return error == 0 ? 0 : fails_with(error);
}
MOVER_EXPORT int pthread_kill(pthread_t thread, int signal) {
  if (!world.controls()) return REAL(pthread_kill)(thread, signal);
  if (signal == 0) return 0;
  if (thread != world.thread_memory[world.current_number()].thread_base) cannot_send(PC);
  return send_to_itself(signal, PC);
}
MOVER_EXPORT int pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
  if (!world.controls()) return REAL(pthread_sigqueue)(thread, signal, value);
  cannot_send(PC);
}

// Functions that wait for signals, or request signals from the kernel: these signals would never arrive.
#define NO_SIGNAL(type, name, parameters, arguments)                                                  \
  MOVER_EXPORT type name parameters {                                                                 \
    if (!world.controls()) return REAL(name) arguments;                                               \
    world.cannot_follow("the program calls " #name ", and signals are not controlled", location(PC)); \
  }
NO_SIGNAL(int, sigwait, (const sigset_t* s, int* n), (s, n))
NO_SIGNAL(int, sigwaitinfo, (const sigset_t* s, siginfo_t* i), (s, i))
NO_SIGNAL(int, sigtimedwait, (const sigset_t* s, siginfo_t* i, const timespec* t), (s, i, t))
NO_SIGNAL(int, sigsuspend, (const sigset_t* s), (s))
NO_SIGNAL(int, pause, (), ())
NO_SIGNAL(unsigned, alarm, (unsigned t), (t))
NO_SIGNAL(unsigned, ualarm, (useconds_t t, useconds_t i), (t, i))
NO_SIGNAL(int, setitimer, (__itimer_which_t w, const itimerval* n, itimerval* o), (w, n, o))
NO_SIGNAL(int, timer_create, (clockid_t c, sigevent* e, timer_t* t), (c, e, t))
