// How std::atomic and what is built on it wait for a word of memory. All these functions replace inline ones of
// <bits/atomic_wait.h> (frontend/link.cc).
//
// libstdc++ counts the waiting threads, so that a notification need not wake any if none waits. A thread is counted
// before it compares the value for the last time and until it has been woken. So a notification that finds no thread
// would wake none, and without the count the executions are the same.
#include <climits>

extern "C" {
#include "libc/builtins.h"

struct waiter_pool;
void enter_wait(waiter_pool*) noexcept __asm__("_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv");
void leave_wait(waiter_pool*) noexcept __asm__("_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv");
bool is_waiting(const waiter_pool*) noexcept __asm__("_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv");
void platform_wait(const int* word, int value) noexcept __asm__("_ZNSt8__detail15__platform_waitIiEEvPKT_i");
void platform_notify(const int* word, bool all) noexcept __asm__("_ZNSt8__detail17__platform_notifyIiEEvPKT_b");

void enter_wait(waiter_pool*) noexcept {}
void leave_wait(waiter_pool*) noexcept {}
bool is_waiting(const waiter_pool*) noexcept { return true; }

// All callers compare the value again after the wait.
void platform_wait(const int* word, int value) noexcept { __mover_word_await(word, static_cast<unsigned>(value)); }
void platform_notify(const int* word, bool all) noexcept { __mover_word_wake(word, all ? INT_MAX : 1); }
}
