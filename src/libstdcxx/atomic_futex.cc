// How a std::future waits for its result: on a word of memory.
#include <bits/atomic_futex.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>

namespace std {

namespace {

bool wait_until(unsigned* word, unsigned value, int clock, bool has_timeout, chrono::seconds seconds,
                chrono::nanoseconds nanoseconds) {
  const timespec deadline{seconds.count(), nanoseconds.count()};
  const long result = syscall(SYS_futex, word, FUTEX_WAIT_BITSET | clock, value, has_timeout ? &deadline : nullptr,
                              nullptr, FUTEX_BITSET_MATCH_ANY);
  return result == 0 || errno != ETIMEDOUT;
}

}  // namespace

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned value, bool has_timeout,
                                                       chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  return wait_until(word, value, FUTEX_CLOCK_REALTIME, has_timeout, seconds, nanoseconds);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* word, unsigned value, bool has_timeout,
                                                              chrono::seconds seconds,
                                                              chrono::nanoseconds nanoseconds) {
  return wait_until(word, value, 0, has_timeout, seconds, nanoseconds);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) {
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX);
}

}  // namespace std
