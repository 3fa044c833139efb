// Intercepts syscall(). The kernel's futex, on which std::atomic::wait relies, is simulated. Calls that would escape
// the control of the scheduler end the execution. Other calls go to the kernel.
#include "scheduling/words.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdarg>

#include "base/real.h"
#include "memory/access.h"
#include "scheduling/assumptions.h"
#include "scheduling/processes.h"
#include "scheduling/virtual_time.h"

using namespace mover;
using namespace mover::runtime;
using ir::SyncOp;

#define PC __builtin_return_address(0)

namespace {

long with_errno(int64_t error) {
  if (error == 0) return 0;
  errno = static_cast<int>(error);
  return -1;
}

// FUTEX_WAIT takes a duration, FUTEX_WAIT_BITSET a deadline.
int64_t wait_by(const uint32_t* word, uint32_t value, const timespec* timeout, bool is_deadline, const void* pc) {
  plain_access(timeout, sizeof *timeout, false, pc);
  if (!is_valid_time(*timeout) || timeout->tv_sec < 0) return EINVAL;
  const int64_t error = on_word(SyncOp::CondTimedWait, word, value, pc);
  if (error != ETIMEDOUT) return error;
  if (is_deadline)
    time_passes_until(nanoseconds(*timeout), pc);
  else
    time_passes(nanoseconds(*timeout), pc);
  return error;
}

long futex(const uint32_t* word, int operation, uint32_t value, const timespec* timeout, const void* pc) {
  const int command = operation & FUTEX_CMD_MASK;
  switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return with_errno(timeout == nullptr ? on_word(SyncOp::CondWait, word, value, pc)
                                           : wait_by(word, value, timeout, command == FUTEX_WAIT_BITSET, pc));
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: {
      if (value >= INT_MAX) return on_word(SyncOp::CondBroadcast, word, 0, pc);
      long woken = 0;
      while (value-- > 0) {
        if (on_word(SyncOp::CondSignal, word, 0, pc) == 0) break;
        ++woken;
      }
      return woken;
    }
    default:
      world.cannot_follow("the program uses an operation of futex that is not simulated", location(pc));
  }
}

}  // namespace

MOVER_EXPORT pid_t getpid() {
  if (!world.controls()) return REAL(getpid)();
  relies_on(Assumption::ProcessNumber, "asks for it at", __builtin_return_address(0));
  return Processes::pid_of(world.current_process());
}
MOVER_EXPORT pid_t gettid() { return world.controls() ? Processes::pid_of(world.current_number()) : REAL(gettid)(); }
MOVER_EXPORT long syscall(long number, ...) {
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long& argument : a) argument = va_arg(arguments, long);
  va_end(arguments);
  if (!world.controls()) return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  switch (number) {
    case SYS_futex:
      return futex(reinterpret_cast<const uint32_t*>(a[0]), static_cast<int>(a[1]), static_cast<uint32_t>(a[2]),
                   reinterpret_cast<const timespec*>(a[3]), PC);
    case SYS_gettid:
      return gettid();
    case SYS_membarrier:
      return 0;
    case SYS_sched_yield:
      return sched_yield();
    case SYS_getpid:
      return getpid();
    case SYS_getrandom:
      return getrandom(reinterpret_cast<void*>(a[0]), static_cast<size_t>(a[1]), static_cast<unsigned>(a[2]));
    case SYS_close:
      return close(static_cast<int>(a[0]));
    case SYS_close_range:
      return close_range(static_cast<unsigned>(a[0]), static_cast<unsigned>(a[1]), static_cast<int>(a[2]));
    case SYS_getcpu:
    case SYS_sched_getaffinity:
      break;
    case SYS_clone:
    case SYS_clone3:
    case SYS_fork:
    case SYS_vfork:
    case SYS_execve:
    case SYS_exit:
    case SYS_exit_group:
    case SYS_kill:
    case SYS_tgkill:
    case SYS_tkill:
    case SYS_rt_sigaction:
    case SYS_arch_prctl:
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
      world.cannot_follow("the program makes a system call without the C library (syscall), which is not controlled",
                          location(PC));
    default:
      world.not_covered(
          "the program makes system calls by their numbers (syscall); their effects in the kernel are not undone "
          "between "
          "executions");
  }
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
