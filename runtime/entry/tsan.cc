// The functions that are called by code which GCC or Clang has compiled with -fsanitize=thread, and by Mover's own
// instrumentation (src/instrument).
#include <cstring>

#include "memory/access.h"
#include "memory/reuse.h"
#include "scheduling/assumptions.h"
#include "scheduling/permitted.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

MOVER_EXPORT void __tsan_func_entry(void*) {}
MOVER_EXPORT void __tsan_func_exit() {
  if (!locking.on || !world.controls()) [[likely]]
    return;
  locking.leave_frame(*static_cast<uint64_t*>(__builtin_frame_address(0)));  // the caller's frame pointer
}
MOVER_EXPORT void __tsan_ignore_thread_begin() {}
MOVER_EXPORT void __tsan_ignore_thread_end() {}

// A plain load or store of the program.
[[gnu::always_inline]] static inline void load_or_store(const void* where, uint64_t size, bool write, const void* pc) {
  followed_access(where, size, write, pc);
  if (!write && world.controls()) world.loads_from(reinterpret_cast<Address>(where), size, pc);
}

#define ACCESS(bytes)                                                                                      \
  MOVER_EXPORT void __tsan_read##bytes(void* p) { load_or_store(p, bytes, false, PC); }                    \
  MOVER_EXPORT void __tsan_write##bytes(void* p) { load_or_store(p, bytes, true, PC); }                    \
  MOVER_EXPORT void __tsan_volatile_read##bytes(void* p) { load_or_store(p, bytes, false, PC); }           \
  MOVER_EXPORT void __tsan_volatile_write##bytes(void* p) { load_or_store(p, bytes, true, PC); }           \
  MOVER_EXPORT void __tsan_unaligned_read##bytes(void* p) { load_or_store(p, bytes, false, PC); }          \
  MOVER_EXPORT void __tsan_unaligned_write##bytes(void* p) { load_or_store(p, bytes, true, PC); }          \
  MOVER_EXPORT void __tsan_unaligned_volatile_read##bytes(void* p) { load_or_store(p, bytes, false, PC); } \
  MOVER_EXPORT void __tsan_unaligned_volatile_write##bytes(void* p) { load_or_store(p, bytes, true, PC); } \
  MOVER_EXPORT void __tsan_read_write##bytes(void* p) {                                                    \
    load_or_store(p, bytes, false, PC);                                                                    \
    load_or_store(p, bytes, true, PC);                                                                     \
  }                                                                                                        \
  MOVER_EXPORT void __tsan_unaligned_read_write##bytes(void* p) {                                          \
    load_or_store(p, bytes, false, PC);                                                                    \
    load_or_store(p, bytes, true, PC);                                                                     \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

MOVER_EXPORT void __tsan_read_range(void* p, unsigned long size) { followed_access(p, size, false, PC); }
MOVER_EXPORT void __tsan_write_range(void* p, unsigned long size) { followed_access(p, size, true, PC); }
// A coroutine is resumed or destroyed, which is recorded as a write to its frame. The frame of std::noop_coroutine,
// whose two functions are the same, is only read: threads may resume that coroutine concurrently.
MOVER_EXPORT void __mover_coroutine_enter(void** frame) {
  followed_access(frame, sizeof *frame, false, PC);
  if (frame[0] != frame[1]) followed_access(frame, sizeof *frame, true, PC);
}
MOVER_EXPORT void __tsan_vptr_update(void** p, void* value) {
  if (*p != value) followed_access(p, sizeof *p, true, PC);
}
MOVER_EXPORT void __tsan_vptr_read(void** p) { followed_access(p, sizeof *p, false, PC); }
MOVER_EXPORT void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  must_not_overlap(to, from, size, PC);
  copy_memory(to, from, size, PC);
  return to;
}
MOVER_EXPORT void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  copy_memory(to, from, size, PC);
  return to;
}
MOVER_EXPORT void* __tsan_memset(void* to, int value, unsigned long size) {
  fill_memory(to, value, size, PC);
  return to;
}
// The same with the known alignment of both ranges.
MOVER_EXPORT void __mover_memcpy(void* to, const void* from, unsigned long size, unsigned long alignment) {
  must_not_overlap(to, from, size, PC);
  copy_memory(to, from, size, PC, alignment);
}
MOVER_EXPORT void __mover_memmove(void* to, const void* from, unsigned long size, unsigned long alignment) {
  copy_memory(to, from, size, PC, alignment);
}
MOVER_EXPORT void __mover_memset(void* to, int value, unsigned long size, unsigned long alignment) {
  fill_memory(to, value, size, PC, alignment);
}

// Atomics. Threads run one at a time, so the operation itself need not be atomic once the thread is scheduled for it.
namespace {

ir::Order order_of(int order) {
  switch (order) {
    case __ATOMIC_RELAXED:
      return ir::Order::Relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE:
      return ir::Order::Acquire;
    case __ATOMIC_RELEASE:
      return ir::Order::Release;
    case __ATOMIC_ACQ_REL:
      return ir::Order::AcqRel;
    default:
      return ir::Order::SeqCst;
  }
}

// Records the atomic access for which the thread has been scheduled, and which it executes right after this call.
void record_atomic(const volatile void* p, uint64_t size, bool reads, bool writes, ir::Order order, const void* pc,
                   bool changes = true) {
  const auto address = reinterpret_cast<uint64_t>(p);
  if (order != ir::Order::SeqCst && !is_reported(Assumption::WeakAtomics)) [[unlikely]]
    relies_on(Assumption::WeakAtomics, "makes one at", pc);
  world.access(address, size, writes, true, true, location(pc), order, changes);
  if (locking.on && !world.alone()) [[unlikely]]
    locking.access(address, size, writes || world.current().operation.compares, true, location(pc));
  if (!world.alone()) world.order_atomic(world.current(), address, size, reads, writes, order);
  if (world.recording && reads && writes) world.events.back().kind = Event::Kind::AtomicRmw;
}

// While Mover does not control the program, threads run in parallel, so the operation must be atomic. (This is a loop
// of compare-and-swap because other builtins for 16 bytes would be calls of libatomic.)
template <typename T, typename F>
T modify_at_once(volatile T* p, F f) {
  for (T old = *p;;) {
    const T found = __sync_val_compare_and_swap(p, old, f(old));
    if (found == old) return old;
    old = found;
  }
}

template <typename T>
T load(const volatile T* p, int order, const void* pc) {
  if (!world.controls()) return *p;
  atomic_access(p, sizeof(T), false, pc);
  record_atomic(p, sizeof(T), true, false, order_of(order), pc);
  return *p;
}

template <typename T>
void store(volatile T* p, T value, int order, const void* pc) {
  if (!world.controls()) {
    modify_at_once(p, [=](T) { return value; });
    return;
  }
  atomic_access(p, sizeof(T), true, pc);
  record_atomic(p, sizeof(T), false, true, order_of(order), pc);
  *p = value;
}

template <typename T, typename F>
T modify(volatile T* p, int order, const void* pc, F f) {
  if (!world.controls()) return modify_at_once(p, f);
  atomic_access(p, sizeof(T), true, pc);
  if (state_of_read != 0) atomic_finds_unset(state_of_read, false, pc);
  const T old = *p, now = f(old);
  record_atomic(p, sizeof(T), true, true, order_of(order), pc, now != old);
  *p = now;
  return old;
}

// A value of 16 bytes may be a pointer with a counter beside it. If the counters are equal, the exchange depends on
// the pointers alone, as an exchange of 8 bytes does.
template <typename T>
void compares_halves(T expected, T found, const void* pc) {
  const auto low = static_cast<uint64_t>(expected), found_low = static_cast<uint64_t>(found);
  const auto high = static_cast<uint64_t>(expected >> 64), found_high = static_cast<uint64_t>(found >> 64);
  if (high == found_high) compares_addresses(low, found_low, pc);
  if (low == found_low) compares_addresses(high, found_high, pc);
}

template <typename T>
bool compare_exchange(volatile T* p, T* expected, T value, int order, int failure_order, const void* pc,
                      bool weak = false, bool takes_lock = false) {
  if (!world.controls()) {
    const T found = __sync_val_compare_and_swap(p, *expected, value), wanted = *expected;
    *expected = found;
    return found == wanted;
  }
  const bool may_fail = weak && permitted.spurious_failures;
  if constexpr (sizeof(T) <= 8)
    atomic_access(p, sizeof(T), true, pc, true, static_cast<uint64_t>(*expected) & (~0ull >> (64 - 8 * sizeof(T))),
                  may_fail);
  else
    atomic_access(p, sizeof(T), true, pc, false, 0, may_fail);
  if (state_of_read != 0) atomic_finds_unset(state_of_read, true, pc);
  const bool equal = *p == *expected, found = equal && !(may_fail && world.current().choice == 1);
  if constexpr (sizeof(T) == 8)
    if (!equal && !takes_lock) compares_addresses(*expected, *p, pc);
  if constexpr (sizeof(T) == 4)
    if (!equal) compares_addresses(static_cast<uint32_t>(*expected), static_cast<uint32_t>(*p), pc);
  if constexpr (sizeof(T) == 16) compares_halves(*expected, *p, pc);
  if (weak && found) exchanges_weakly(location(pc));
  record_atomic(p, sizeof(T), true, found, order_of(found ? order : failure_order), pc);
  if (found)
    *p = value;
  else
    *expected = *p;
  return found;
}

}  // namespace

#define ATOMICS(bits, T)                                                                                              \
  MOVER_EXPORT T __tsan_atomic##bits##_load(const volatile T* p, int order) { return load(p, order, PC); }            \
  MOVER_EXPORT void __tsan_atomic##bits##_store(volatile T* p, T v, int order) { store(p, v, order, PC); }            \
  MOVER_EXPORT T __tsan_atomic##bits##_exchange(volatile T* p, T v, int order) {                                      \
    return modify(p, order, PC, [=](T) { return v; });                                                                \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_fetch_add(volatile T* p, T v, int order) {                                     \
    return modify(p, order, PC, [=](T old) { return static_cast<T>(old + v); });                                      \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_fetch_sub(volatile T* p, T v, int order) {                                     \
    return modify(p, order, PC, [=](T old) { return static_cast<T>(old - v); });                                      \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_fetch_and(volatile T* p, T v, int order) {                                     \
    return modify(p, order, PC, [=](T old) { return static_cast<T>(old & v); });                                      \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_fetch_or(volatile T* p, T v, int order) {                                      \
    return modify(p, order, PC, [=](T old) { return static_cast<T>(old | v); });                                      \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_fetch_xor(volatile T* p, T v, int order) {                                     \
    return modify(p, order, PC, [=](T old) { return static_cast<T>(old ^ v); });                                      \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_fetch_nand(volatile T* p, T v, int order) {                                    \
    return modify(p, order, PC, [=](T old) { return static_cast<T>(~(old & v)); });                                   \
  }                                                                                                                   \
  MOVER_EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T v, int order,          \
                                                                 int failure) {                                       \
    return compare_exchange(p, expected, v, order, failure, PC);                                                      \
  }                                                                                                                   \
  MOVER_EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T v, int order,            \
                                                               int failure) {                                         \
    return compare_exchange(p, expected, v, order, failure, PC, true);                                                \
  }                                                                                                                   \
  MOVER_EXPORT T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v, int order, int failure) { \
    compare_exchange(p, &expected, v, order, failure, PC);                                                            \
    return expected;                                                                                                  \
  }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
__extension__ typedef unsigned __int128 uint128;
ATOMICS(128, uint128)

// Acquires a lock that is a bit of a pointer. The exchange changes only this bit, so it does no harm if the pointer's
// address has been reused (ABA).
MOVER_EXPORT uint64_t __mover_lock_exchange(volatile uint64_t* p, uint64_t expected, uint64_t v, int order,
                                            int failure) {
  compare_exchange(p, &expected, v, order, failure, PC, false, true);
  return expected;
}

// Announces a read-modify-write, which an instruction of the program executes right after this call.
MOVER_EXPORT void __mover_atomic_update(volatile void* p, uint64_t size, int order) {
  if (!world.controls()) return;
  atomic_access(p, size, true, PC);
  if (state_of_read != 0) atomic_finds_unset(state_of_read, false, PC);
  record_atomic(p, size, true, true, order_of(order), PC);
}

// Atomic objects of any size, in place of libatomic. While Mover does not control the program, threads run in parallel,
// and a lock makes the operations atomic.
namespace {

class AnyObject {
 public:
  AnyObject() {
    while (!is_controlled_ && __atomic_exchange_n(&lock_, true, __ATOMIC_ACQUIRE)) {
    }
  }
  ~AnyObject() {
    if (!is_controlled_) __atomic_store_n(&lock_, false, __ATOMIC_RELEASE);
  }
  // Begins a step for the access.
  void begin(const volatile void* p, uint64_t size, bool writes, const void* pc) {
    if (is_controlled_) atomic_access(p, size, writes, pc);
  }
  void record_atomic(const volatile void* p, uint64_t size, bool reads, bool writes, int order, const void* pc) {
    if (is_controlled_) ::record_atomic(p, size, reads, writes, order_of(order), pc);
  }
  void copy(void* to, const void* from, uint64_t size, const void* own, bool writes_own, const void* pc) {
    if (is_controlled_) plain_access(own, size, writes_own, pc);
    std::memcpy(to, from, size);
  }

 private:
  const bool is_controlled_ = world.controls();
  static inline bool lock_ = false;
};

}  // namespace

MOVER_EXPORT void mover_atomic_load(size_t size, void* p, void* result, int order) asm("__atomic_load");
MOVER_EXPORT void mover_atomic_store(size_t size, void* p, void* value, int order) asm("__atomic_store");
MOVER_EXPORT void mover_atomic_exchange(size_t size, void* p, void* value, void* result,
                                        int order) asm("__atomic_exchange");
MOVER_EXPORT bool mover_atomic_compare_exchange(size_t size, void* p, void* expected, void* desired, int order,
                                                int failure) asm("__atomic_compare_exchange");
void mover_atomic_load(size_t size, void* p, void* result, int order) {
  AnyObject object;
  object.begin(p, size, false, PC);
  object.record_atomic(p, size, true, false, order, PC);
  object.copy(result, p, size, result, true, PC);
}
void mover_atomic_store(size_t size, void* p, void* value, int order) {
  AnyObject object;
  object.begin(p, size, true, PC);
  object.record_atomic(p, size, false, true, order, PC);
  object.copy(p, value, size, value, false, PC);
}
void mover_atomic_exchange(size_t size, void* p, void* value, void* result, int order) {
  AnyObject object;
  object.begin(p, size, true, PC);
  object.record_atomic(p, size, true, true, order, PC);
  object.copy(result, p, size, result, true, PC);
  object.copy(p, value, size, value, false, PC);
}
bool mover_atomic_compare_exchange(size_t size, void* p, void* expected, void* desired, int order, int failure) {
  AnyObject object;
  object.begin(p, size, true, PC);
  const bool found = std::memcmp(p, expected, size) == 0;
  object.record_atomic(p, size, true, found, found ? order : failure, PC);
  if (found)
    object.copy(p, desired, size, desired, false, PC);
  else
    object.copy(expected, p, size, expected, true, PC);
  return found;
}

MOVER_EXPORT void __tsan_atomic_thread_fence(int order) {
  if (world.controls() && !world.alone()) world.fence(order_of(order));
}
MOVER_EXPORT void __tsan_atomic_signal_fence(int) {}
