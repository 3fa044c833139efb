// Functions of the compiled part of libc++ by which programs order their accesses: std::call_once, waiting on atomic
// variables, std::barrier and std::weak_ptr. (libstdc++ has these in its headers, where they are instrumented, or calls
// functions that the run-time library intercepts.)
#include <dlfcn.h>

#include "base/per_process.h"
#include "memory/access.h"
#include "memory/states.h"
#include "scheduling/words.h"

using namespace mover;
using namespace mover::runtime;
using ir::SyncOp;

#define PC __builtin_return_address(0)

namespace {

template <typename Function>
Function* next_definition(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// For variables that are not futex words: the number of notifications, for all variables with the same hash value.
MOVER_PER_PROCESS uint32_t wake_ups[256];
uint32_t& wake_ups_at(const volatile void* variable) {
  return wake_ups[(reinterpret_cast<uint64_t>(variable) * 0x9e3779b97f4a7c15ull) >> 56];
}

void wake(const volatile void* variable, bool is_word, SyncOp how, const void* pc) {
  if (is_word) {
    on_word(how, static_cast<const uint32_t*>(const_cast<const void*>(variable)), 0, pc);
    return;
  }
  uint32_t& count = wake_ups_at(variable);
  on_word(SyncOp::CondBroadcast, &count, 0, pc);
  trail.set(count, count + 1);
}

void wait(const volatile void* variable, bool is_word, int32_t value, const void* pc) {
  const uint32_t* word =
      is_word ? static_cast<const uint32_t*>(const_cast<const void*>(variable)) : &wake_ups_at(variable);
  on_word(SyncOp::CondWait, word, static_cast<uint32_t>(value), pc);
}

}  // namespace

void mover::runtime::put_wake_ups(std::string& to) {
  for (const uint32_t& count : wake_ups)
    if (count != 0) {
      const uint32_t row[] = {static_cast<uint32_t>(&count - wake_ups), count};
      to.append(reinterpret_cast<const char*>(row), sizeof row);
    }
  to += '.';
}

// std::__1::__call_once. Compiled code reads the flag with acquire order before it calls this function. The library's
// write to the flag is not instrumented, so run_routine records it as a release. (No object in these frames has a
// destructor, because libc++ throws exceptions through them by an unwinder of its own.)
struct Routine {
  volatile unsigned long* flag;
  void* argument;
  void (*function)(void*);
};
static void run_routine(void* data) {
  const auto* routine = static_cast<const Routine*>(data);
  routine->function(routine->argument);
  if (world.controls())
    world.order_atomic(world.current(), reinterpret_cast<Address>(routine->flag), 8, false, true, ir::Order::Release);
}
MOVER_EXPORT void libcxx_call_once(volatile unsigned long& flag, void* argument,
                                   void (*function)(void*)) asm("_ZNSt3__111__call_onceERVmPvPFvS2_E");
void libcxx_call_once(volatile unsigned long& flag, void* argument, void (*function)(void*)) {
  Routine routine{&flag, argument, function};
  next_definition(libcxx_call_once, "_ZNSt3__111__call_onceERVmPvPFvS2_E")(flag, &routine, run_routine);
}

// std::__1::__cxx_atomic_notify_one and related functions, for futex words (`is_word`) and for other variables.
#define NOTIFY(function, name, is_word, how)                                 \
  MOVER_EXPORT void function(const volatile void* variable) asm(name);       \
  void function(const volatile void* variable) {                             \
    if (!world.controls()) return next_definition(function, name)(variable); \
    wake(variable, is_word, SyncOp::how, PC);                                \
  }
#define WAIT(function, name, is_word)                                                 \
  MOVER_EXPORT void function(const volatile void* variable, int32_t value) asm(name); \
  void function(const volatile void* variable, int32_t value) {                       \
    if (!world.controls()) return next_definition(function, name)(variable, value);   \
    wait(variable, is_word, value, PC);                                               \
  }
#define WORD "NS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE"
NOTIFY(libcxx_notify_one, "_ZNSt3__123__cxx_atomic_notify_oneEPVKv", false, CondSignal)
NOTIFY(libcxx_notify_all, "_ZNSt3__123__cxx_atomic_notify_allEPVKv", false, CondBroadcast)
NOTIFY(libcxx_notify_one_word, "_ZNSt3__123__cxx_atomic_notify_oneEPVK" WORD, true, CondSignal)
NOTIFY(libcxx_notify_all_word, "_ZNSt3__123__cxx_atomic_notify_allEPVK" WORD, true, CondBroadcast)
WAIT(libcxx_wait, "_ZNSt3__120__libcpp_atomic_waitEPVKvi", false)
WAIT(libcxx_wait_word, "_ZNSt3__120__libcpp_atomic_waitEPVK" WORD "i", true)
MOVER_EXPORT int32_t libcxx_monitor(const volatile void* variable) asm("_ZNSt3__123__libcpp_atomic_monitorEPVKv");
int32_t libcxx_monitor(const volatile void* variable) {
  if (!world.controls()) return next_definition(libcxx_monitor, "_ZNSt3__123__libcpp_atomic_monitorEPVKv")(variable);
  return static_cast<int32_t>(wake_ups_at(variable));
}

// Records that the library changes the variable atomically, with acquire and release order.
static void changes(const void* variable, uint64_t size, const void* pc) {
  if (!world.controls()) return;
  const auto address = reinterpret_cast<Address>(variable);
  atomic_access(variable, size, true, pc);
  world.access(address, size, true, true, true, location(pc), ir::Order::AcqRel);
  if (!world.alone()) world.order_atomic(world.current(), address, size, true, true, ir::Order::AcqRel);
}

// std::__1::__arrive_barrier_algorithm_base: every arrival at std::barrier synchronises-with the last one.
#define ARRIVE "_ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh"
MOVER_EXPORT bool libcxx_arrive(void* barrier, unsigned char phase) asm(ARRIVE);
bool libcxx_arrive(void* barrier, unsigned char phase) {
  changes(barrier, 1, PC);
  return next_definition(libcxx_arrive, ARRIVE)(barrier, phase);
}

// std::__1::__shared_weak_count: the counters of owners follow the pointer to the virtual functions.
struct Counters {
  void* functions;
  long owners, weak_owners;
};
#define RELEASE_WEAK "_ZNSt3__119__shared_weak_count14__release_weakEv"
MOVER_EXPORT void libcxx_release_weak(Counters* counters) asm(RELEASE_WEAK);
void libcxx_release_weak(Counters* counters) {
  changes(&counters->weak_owners, sizeof counters->weak_owners, PC);
  next_definition(libcxx_release_weak, RELEASE_WEAK)(counters);
}
#define LOCK_WEAK "_ZNSt3__119__shared_weak_count4lockEv"
MOVER_EXPORT void* libcxx_lock_weak(Counters* counters) asm(LOCK_WEAK);
void* libcxx_lock_weak(Counters* counters) {
  changes(&counters->owners, sizeof counters->owners, PC);
  return next_definition(libcxx_lock_weak, LOCK_WEAK)(counters);
}
