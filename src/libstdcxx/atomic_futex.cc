// How a std::future waits for its result: on a word of memory. libstdc++ marks in the word that a thread waits, so that
// setting the result need not wake any if none does. No thread can observe the mark, so there is none here.
#include <bits/atomic_futex.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>

extern "C" {
#include "libc/builtins.h"
}

namespace std {

namespace {

bool wait_until(unsigned* word, unsigned value, int clock, bool has_timeout, chrono::seconds seconds,
                chrono::nanoseconds nanoseconds) {
  if (!has_timeout) {
    __mover_word_await(word, value);
    return true;
  }
  const timespec deadline{seconds.count(), nanoseconds.count()};
  const long result =
      syscall(SYS_futex, word, FUTEX_WAIT_BITSET | clock, value, &deadline, nullptr, FUTEX_BITSET_MATCH_ANY);
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

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) { __mover_word_wake(word, INT_MAX); }

// These replace the header's definitions (frontend/link.cc).
using Word = __atomic_futex_unsigned<0x80000000>;

template <>
unsigned Word::_M_load_and_test_until(unsigned assumed, unsigned operand, bool equal, memory_order order,
                                      bool has_timeout, chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  for (bool in_time = true;;) {
    auto* const word = reinterpret_cast<unsigned*>(&_M_data);
    in_time = _M_futex_wait_until(word, assumed, has_timeout, seconds, nanoseconds);
    assumed = _M_load(order);
    if (!in_time || (operand == assumed) == equal) return assumed;
  }
}

template <>
unsigned Word::_M_load_and_test_until_steady(unsigned assumed, unsigned operand, bool equal, memory_order order,
                                             bool has_timeout, chrono::seconds seconds,
                                             chrono::nanoseconds nanoseconds) {
  for (bool in_time = true;;) {
    auto* const word = reinterpret_cast<unsigned*>(&_M_data);
    in_time = _M_futex_wait_until_steady(word, assumed, has_timeout, seconds, nanoseconds);
    assumed = _M_load(order);
    if (!in_time || (operand == assumed) == equal) return assumed;
  }
}

template <>
void Word::_M_store_notify_all(unsigned value, memory_order order) {
  auto* const word = reinterpret_cast<unsigned*>(&_M_data);
  _M_data.store(value, order);
  _M_futex_notify_all(word);
}

}  // namespace std
