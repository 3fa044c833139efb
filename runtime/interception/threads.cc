// Intercepts threads and synchronisation: <pthread.h>, <semaphore.h>, <threads.h>, and guards of C++. While the
// scheduler does not control the program, calls go to the C library.
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <threads.h>
#include <unwind.h>

#include <cerrno>
#include <cstring>

#include "base/real.h"
#include "libraries/imports.h"
#include "memory/access.h"
#include "scheduling/virtual_time.h"
#include "symbols/thread_functions.h"

using namespace mover;
using namespace mover::runtime;
using ir::SyncOp;

#define PC __builtin_return_address(0)

namespace {

// Executes the operation as a visible action. Returns an error number. This function and the next two are inlined, so
// that __builtin_frame_address(0) is the frame of the function that the program has called.
[[gnu::always_inline]] inline int64_t synchronise(SyncOp op, const volatile void* object, const void* pc,
                                                  uint64_t argument = 0, const volatile void* mutex = nullptr) {
  Operation operation;
  operation.kind = ActionKind::Sync;
  operation.sync = op;
  operation.object = reinterpret_cast<Address>(object);
  operation.mutex = reinterpret_cast<Address>(mutex);
  operation.argument = argument;
  operation.loc = location(pc);
  operation.in_left_frame =
      op < SyncOp::ThreadCreate &&
      locals.is_in_left_frame(operation.object, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  return world.act(operation);
}

// The same with a deadline. A free lock is acquired even if the deadline is past or invalid; a wait for a lock that is
// held may time out.
[[gnu::always_inline]] inline int64_t timed(SyncOp op, const volatile void* object, const timespec* deadline,
                                            const void* pc, const volatile void* mutex = nullptr) {
  const int64_t error = synchronise(op, object, pc, 0, mutex);
  if (error != ETIMEDOUT) return error;
  plain_access(deadline, sizeof *deadline, false, pc);
  if (!is_valid_time(*deadline)) return EINVAL;
  time_passes_until(nanoseconds(*deadline), pc);
  return ETIMEDOUT;
}

// As in glibc, all operations but those on mutexes check first whether the deadline is valid.
[[gnu::always_inline]] inline int64_t timed_if_valid(SyncOp op, const volatile void* object, const timespec* deadline,
                                                     const void* pc, const volatile void* mutex = nullptr) {
  plain_access(deadline, sizeof *deadline, false, pc);
  return is_valid_time(*deadline) ? timed(op, object, deadline, pc, mutex) : EINVAL;
}

bool is_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

int with_errno(int64_t error) {
  if (error == 0) return 0;
  errno = static_cast<int>(error);
  return -1;
}

template <typename Attributes>
void read_attributes(const Attributes* attributes, const void* pc) {
  if (attributes != nullptr) plain_access(attributes, sizeof *attributes, false, pc);
}

// The type of a mutex with these attributes: 0 is normal, 1 recursive, 2 error-checking.
int type_of(const pthread_mutexattr_t* attributes) {
  int type = PTHREAD_MUTEX_NORMAL;
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &type);
  return type == PTHREAD_MUTEX_RECURSIVE ? 1 : type == PTHREAD_MUTEX_ERRORCHECK ? 2 : 0;
}

bool is_robust(const pthread_mutexattr_t* attributes) {
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) pthread_mutexattr_getrobust(attributes, &robust);
  return robust == PTHREAD_MUTEX_ROBUST;
}

// The bytes of a statically initialised mutex contain its kind.
void read_static_mutex(pthread_mutex_t* mutex) {
  const SyncObject* found = world.find(reinterpret_cast<Address>(mutex));
  if (found != nullptr && found->kind == SyncObject::Kind::Mutex) return;
  SyncObject& object = world.object(reinterpret_cast<Address>(mutex), SyncObject::Kind::Mutex);
  const int kind = mutex->__data.__kind & 3;
  object.will_change();
  object.words.kind = kind == PTHREAD_MUTEX_RECURSIVE_NP    ? sync::kRecursive
                      : kind == PTHREAD_MUTEX_ERRORCHECK_NP ? sync::kErrorCheck
                                                            : sync::kNormal;
}

}  // namespace

// Mutexes.
MOVER_EXPORT int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) {
  if (!world.controls()) return REAL(pthread_mutex_init)(m, a);
  read_attributes(a, PC);
  const uint64_t type = static_cast<uint64_t>(type_of(a)) + (is_robust(a) ? kRobustMutex : 0);
  const auto error = static_cast<int>(synchronise(SyncOp::MutexInit, m, PC, type));
  std::memset(m, 0, sizeof *m);
  return error;
}
// This is not a visible action: the thread holds the mutex, so no other thread can observe the time of the call.
MOVER_EXPORT int pthread_mutex_consistent(pthread_mutex_t* m) {
  if (!world.controls()) return REAL(pthread_mutex_consistent)(m);
  SyncObject* mutex = world.find(reinterpret_cast<Address>(m));
  if (mutex == nullptr || mutex->words.robust == 0 || mutex->words.owner != world.current_number() + 1 ||
      mutex->words.state != sync::kInconsistent)
    return EINVAL;
  mutex->will_change();
  mutex->words.state = sync::kConsistent;
  return 0;
}
MOVER_EXPORT int pthread_mutex_destroy(pthread_mutex_t* m) {
  if (!world.controls()) return REAL(pthread_mutex_destroy)(m);
  return static_cast<int>(synchronise(SyncOp::MutexDestroy, m, PC));
}
#define MUTEX(name, op, parameters, arguments)               \
  MOVER_EXPORT int name parameters {                         \
    if (!world.controls()) return REAL(name) arguments;      \
    read_static_mutex(m);                                    \
    return static_cast<int>(synchronise(SyncOp::op, m, PC)); \
  }
MUTEX(pthread_mutex_lock, MutexLock, (pthread_mutex_t * m), (m))
MUTEX(pthread_mutex_trylock, MutexTryLock, (pthread_mutex_t * m), (m))
MUTEX(pthread_mutex_unlock, MutexUnlock, (pthread_mutex_t * m), (m))
MOVER_EXPORT int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* t) {
  if (!world.controls()) return REAL(pthread_mutex_timedlock)(m, t);
  read_static_mutex(m);
  return static_cast<int>(timed(SyncOp::MutexTimedLock, m, t, PC));
}
MOVER_EXPORT int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* t) {
  if (!world.controls()) return REAL(pthread_mutex_clocklock)(m, clock, t);
  if (!is_clock(clock)) return EINVAL;
  read_static_mutex(m);
  return static_cast<int>(timed(SyncOp::MutexTimedLock, m, t, PC));
}

// Conditions.
#define SYNC(name, op, parameters, object, arguments)             \
  MOVER_EXPORT int name parameters {                              \
    if (!world.controls()) return REAL(name) arguments;           \
    return static_cast<int>(synchronise(SyncOp::op, object, PC)); \
  }
MOVER_EXPORT int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) {
  if (!world.controls()) return REAL(pthread_cond_init)(c, a);
  read_attributes(a, PC);
  return static_cast<int>(synchronise(SyncOp::CondInit, c, PC));
}
SYNC(pthread_cond_destroy, CondDestroy, (pthread_cond_t * c), c, (c))
SYNC(pthread_cond_signal, CondSignal, (pthread_cond_t * c), c, (c))
SYNC(pthread_cond_broadcast, CondBroadcast, (pthread_cond_t * c), c, (c))
MOVER_EXPORT int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  if (!world.controls()) return REAL(pthread_cond_wait)(c, m);
  return static_cast<int>(synchronise(SyncOp::CondWait, c, PC, 0, m));
}
MOVER_EXPORT int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* t) {
  if (!world.controls()) return REAL(pthread_cond_timedwait)(c, m, t);
  return static_cast<int>(timed_if_valid(SyncOp::CondTimedWait, c, t, PC, m));
}
MOVER_EXPORT int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock, const timespec* t) {
  if (!world.controls()) return REAL(pthread_cond_clockwait)(c, m, clock, t);
  return is_clock(clock) ? static_cast<int>(timed_if_valid(SyncOp::CondTimedWait, c, t, PC, m)) : EINVAL;
}

// Readers-writer locks.
static void read_static_rwlock(const pthread_rwlock_t* lock) {  // if statically initialised, its bytes contain its kind
  const SyncObject* found = world.find(reinterpret_cast<Address>(lock));
  if (found != nullptr && found->kind == SyncObject::Kind::RwLock) return;
  if (lock->__data.__flags != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return;
  SyncObject& object = world.object(reinterpret_cast<Address>(lock), SyncObject::Kind::RwLock);
  object.will_change();
  object.words.kind = sync::kPrefersWriters;
}
MOVER_EXPORT int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* a) {
  if (!world.controls()) return REAL(pthread_rwlock_init)(l, a);
  read_attributes(a, PC);
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (a != nullptr) pthread_rwlockattr_getkind_np(a, &kind);
  return static_cast<int>(synchronise(SyncOp::RwInit, l, PC, static_cast<uint64_t>(kind)));
}
SYNC(pthread_rwlock_destroy, RwDestroy, (pthread_rwlock_t * l), l, (l))
#define RWLOCK(name, op)                                     \
  MOVER_EXPORT int name(pthread_rwlock_t* l) {               \
    if (!world.controls()) return REAL(name)(l);             \
    read_static_rwlock(l);                                   \
    return static_cast<int>(synchronise(SyncOp::op, l, PC)); \
  }
RWLOCK(pthread_rwlock_rdlock, RwRdLock)
RWLOCK(pthread_rwlock_wrlock, RwWrLock)
RWLOCK(pthread_rwlock_tryrdlock, RwTryRdLock)
RWLOCK(pthread_rwlock_trywrlock, RwTryWrLock)
RWLOCK(pthread_rwlock_unlock, RwUnlock)
#define RW_TIMED(timed_name, clock_name, op)                                                  \
  MOVER_EXPORT int timed_name(pthread_rwlock_t* l, const timespec* t) {                       \
    if (!world.controls()) return REAL(timed_name)(l, t);                                     \
    read_static_rwlock(l);                                                                    \
    return static_cast<int>(timed_if_valid(SyncOp::op, l, t, PC));                            \
  }                                                                                           \
  MOVER_EXPORT int clock_name(pthread_rwlock_t* l, clockid_t clock, const timespec* t) {      \
    if (!world.controls()) return REAL(clock_name)(l, clock, t);                              \
    read_static_rwlock(l);                                                                    \
    return is_clock(clock) ? static_cast<int>(timed_if_valid(SyncOp::op, l, t, PC)) : EINVAL; \
  }
RW_TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock, RwTimedRdLock)
RW_TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock, RwTimedWrLock)

// Spin locks.
SYNC(pthread_spin_init, SpinInit, (pthread_spinlock_t * l, int shared), l, (l, shared))
SYNC(pthread_spin_destroy, SpinDestroy, (pthread_spinlock_t * l), l, (l))
SYNC(pthread_spin_lock, SpinLock, (pthread_spinlock_t * l), l, (l))
SYNC(pthread_spin_trylock, SpinTryLock, (pthread_spinlock_t * l), l, (l))
SYNC(pthread_spin_unlock, SpinUnlock, (pthread_spinlock_t * l), l, (l))

// Barriers.
MOVER_EXPORT int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* a, unsigned count) {
  if (!world.controls()) return REAL(pthread_barrier_init)(b, a, count);
  read_attributes(a, PC);
  return static_cast<int>(synchronise(SyncOp::BarrierInit, b, PC, count));
}
SYNC(pthread_barrier_destroy, BarrierDestroy, (pthread_barrier_t * b), b, (b))
SYNC(pthread_barrier_wait, BarrierWait, (pthread_barrier_t * b), b, (b))

// Semaphores.
MOVER_EXPORT int sem_init(sem_t* s, int shared, unsigned value) {
  if (!world.controls()) return REAL(sem_init)(s, shared, value);
  if (value > SEM_VALUE_MAX) return with_errno(EINVAL);
  return with_errno(synchronise(SyncOp::SemInit, s, PC, value));
}
#define SEMAPHORE(name, op, parameters, arguments)      \
  MOVER_EXPORT int name parameters {                    \
    if (!world.controls()) return REAL(name) arguments; \
    return with_errno(synchronise(SyncOp::op, s, PC));  \
  }
SEMAPHORE(sem_destroy, SemDestroy, (sem_t * s), (s))
SEMAPHORE(sem_wait, SemWait, (sem_t * s), (s))
SEMAPHORE(sem_trywait, SemTryWait, (sem_t * s), (s))
SEMAPHORE(sem_post, SemPost, (sem_t * s), (s))
MOVER_EXPORT int sem_timedwait(sem_t* s, const timespec* t) {
  if (!world.controls()) return REAL(sem_timedwait)(s, t);
  return with_errno(timed_if_valid(SyncOp::SemTimedWait, s, t, PC));
}
MOVER_EXPORT int sem_clockwait(sem_t* s, clockid_t clock, const timespec* t) {
  if (!world.controls()) return REAL(sem_clockwait)(s, clock, t);
  return with_errno(is_clock(clock) ? timed_if_valid(SyncOp::SemTimedWait, s, t, PC) : EINVAL);
}
MOVER_EXPORT int sem_getvalue(sem_t* s, int* value) {
  if (!world.controls()) return REAL(sem_getvalue)(s, value);
  const auto current = static_cast<int>(synchronise(SyncOp::SemGetValue, s, PC));
  plain_access(value, sizeof *value, true, PC);
  *value = current;
  return 0;
}

// pthread_once. The control variable has the values that the C library would write.
constexpr int kOnceRuns = 1, kOnceDone = 2;
MOVER_EXPORT int pthread_once(pthread_once_t* once, void (*routine)()) {
  if (!world.controls()) return REAL(pthread_once)(once, routine);
  if (synchronise(SyncOp::OnceBegin, once, PC) == 0) return 0;
  *once = kOnceRuns;
  struct End {
    pthread_once_t* once;
    const void* pc;
    int state = PTHREAD_ONCE_INIT;
    ~End() {
      *once = state;  // a program that assigns PTHREAD_ONCE_INIT starts over
      synchronise(SyncOp::OnceEnd, once, pc, static_cast<uint64_t>(state));
    }
  } end{once, PC};
  routine();
  if (*once != kOnceRuns)
    world.fail(FindingKind::Memory,
               kept_text("a once control was overwritten while its initialiser ran: " +
                         describe(reinterpret_cast<Address>(once))),
               location(PC));
  end.state = kOnceDone;
  return 0;
}
MOVER_EXPORT void call_once(once_flag* once, void (*routine)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(once), routine);
}

// Function-local statics of C++. If the guard's first byte is not zero, compiled code skips the initialisation.
MOVER_EXPORT int __cxa_guard_acquire(uint64_t* guard) {
  if (!world.controls()) {
    if (*reinterpret_cast<char*>(guard) != 0) return 0;
    return 1;  // there is no other thread yet
  }
  if (*reinterpret_cast<char*>(guard) != 0) return 0;
  return static_cast<int>(synchronise(SyncOp::OnceBegin, guard, PC));
}
MOVER_EXPORT void __cxa_guard_release(uint64_t* guard) {
  *reinterpret_cast<char*>(guard) = 1;
  if (!world.controls()) return;
  // Compiled code reads that byte with acquire order before it calls __cxa_guard_acquire.
  world.order_atomic(world.current(), reinterpret_cast<Address>(guard), 1, false, true, ir::Order::Release);
  synchronise(SyncOp::OnceEnd, guard, PC, 2);
}
MOVER_EXPORT void __cxa_guard_abort(uint64_t* guard) {
  if (world.controls()) synchronise(SyncOp::OnceEnd, guard, PC, 0);
}

// pthread_cleanup_push in C: the C library's header fills a jump buffer and registers it here. Ending the thread jumps
// to the newest buffer; the code there runs its handler and calls __pthread_unwind_next.
MOVER_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  buffer->__pad[0] = world.current().cleanup;
  world.current().cleanup = buffer;
}
MOVER_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  world.current().cleanup = buffer->__pad[0];
}
static void run_cleanup_handler() {
  Thread& thread = world.current();
  if (thread.cleanup == nullptr) return;
  auto* buffer = static_cast<__pthread_unwind_buf_t*>(thread.cleanup.get());
  thread.cleanup = buffer->__pad[0];
  REAL(longjmp)(reinterpret_cast<__jmp_buf_tag*>(buffer->__cancel_jmp_buf), 1);
}
[[noreturn]] static void end_thread() {
  run_cleanup_handler();
  run_thread_destructors();
  abandon_robust_mutexes();
  world.end_thread(world.current().returned);
}

// In a program with C++ code, pthread_exit unwinds the stack as in glibc: destructors of automatic objects run, and
// `catch (...)` gets an exception, which it must rethrow. The unwinder is the one of the program.
static _Unwind_Reason_Code end_at_first_function(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                                 _Unwind_Exception*, _Unwind_Context* context, void*) {
  const auto buffer = reinterpret_cast<uint64_t>(world.current().cleanup.get());
  // For the unwinder, this is the CFA of the called function. So a buffer below is in a frame that has been left.
  if (buffer != 0 && buffer < _Unwind_GetCFA(context)) run_cleanup_handler();
  const void* function = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(_Unwind_GetIP(context) - 1));
  const bool is_first = function == first_functions[0] || function == first_functions[1];
  if ((actions & _UA_END_OF_STACK) != 0 || is_first) end_thread();
  return _URC_NO_REASON;
}
static void fail_if_handled(_Unwind_Reason_Code, _Unwind_Exception*) {
  world.fail(FindingKind::Assertion, "FATAL: exception not rethrown", location(PC));
}
[[noreturn]] static void leave_thread() {
  static const auto unwind =
      reinterpret_cast<decltype(&_Unwind_ForcedUnwind)>(dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind"));
  if (unwind != nullptr) {
    static _Unwind_Exception exits[kMostThreads];
    _Unwind_Exception& exit = exits[world.current_number()];
    exit = {};
    exit.exception_cleanup = fail_if_handled;
    unwind(&exit, end_at_first_function, nullptr);
  }
  end_thread();
}
MOVER_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t*) { leave_thread(); }

// Threads.
MOVER_EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                                void* argument) {
  if (!is_controlled()) return REAL(pthread_create)(thread, attributes, start, argument);
  begin_control();
  read_attributes(attributes, PC);
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  const ir::LocId loc = location(PC);
  plain_access(thread, sizeof *thread, true, PC);  // as in the C library, before the new thread runs
  start = reinterpret_cast<void* (*)(void*)>(called_for_program(reinterpret_cast<void*>(start), PC));
  const uint32_t t = world.create(world.current_number(), start, argument, detached == PTHREAD_CREATE_DETACHED, loc);
  if (t == kMostThreads)
    world.cannot_follow(
        "more than 64 threads are created (the number of an ended thread is free for the thread that joins it)", loc);
  note_thread_function(t, reinterpret_cast<uint64_t>(start), reinterpret_cast<uint64_t>(argument));
  size_t stack = 0;
  if (attributes != nullptr) pthread_attr_getstacksize(attributes, &stack);
  trail.set(world.thread(t).wants_large_stack, stack > World::kStackSize);
  *thread = world.thread_memory[t].thread_base;
  return 0;
}
MOVER_EXPORT int pthread_join(pthread_t thread, void** result) {
  if (!world.controls()) return REAL(pthread_join)(thread, result);
  if (thread == world.thread_memory[world.current_number()].thread_base) return EDEADLK;
  const int64_t returned = synchronise(SyncOp::ThreadJoin, reinterpret_cast<void*>(thread), PC);
  if (result != nullptr) {
    plain_access(result, sizeof *result, true, PC);
    *result = reinterpret_cast<void*>(returned);
  }
  return 0;
}
MOVER_EXPORT int pthread_detach(pthread_t thread) {
  if (!world.controls()) return REAL(pthread_detach)(thread);
  return static_cast<int>(synchronise(SyncOp::ThreadDetach, reinterpret_cast<void*>(thread), PC));
}
MOVER_EXPORT void pthread_exit(void* result) {
  if (!world.controls()) REAL(pthread_exit)(result);
  Thread& thread = world.current();
  thread.returned = result;
  leave_thread();
}
MOVER_EXPORT int pthread_setname_np(pthread_t thread, const char* name) {
  if (!world.controls()) return REAL(pthread_setname_np)(thread, name);
  const uint32_t t = world.by_handle(thread);
  reads_text(name, std::strlen(name) + 1, PC);
  if (t == kMostThreads || std::strlen(name) > 15) return t == kMostThreads ? ESRCH : ERANGE;
  std::array<char, 16> copy = world.thread(t).name;
  std::strcpy(copy.data(), name);
  world.thread(t).name = copy;
  return 0;
}
MOVER_EXPORT int pthread_getname_np(pthread_t thread, char* name, size_t size) {
  if (!world.controls()) return REAL(pthread_getname_np)(thread, name, size);
  const uint32_t t = world.by_handle(thread);
  if (t == kMostThreads || size < 16) return t == kMostThreads ? ESRCH : ERANGE;
  plain_access(name, sizeof world.thread(t).name, true, PC);
  std::memcpy(name, &world.thread(t).name, sizeof world.thread(t).name);
  return 0;
}
MOVER_EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set) {
  if (!world.controls()) return REAL(pthread_setaffinity_np)(thread, size, set);
  plain_access(set, size, false, PC);
  return 0;
}
MOVER_EXPORT int pthread_cancel(pthread_t thread) {
  if (!world.controls()) return REAL(pthread_cancel)(thread);
  world.cannot_follow("the program cancels a thread (pthread_cancel), which is not controlled", location(PC));
}

#define NO_JOIN(name, parameters, arguments)                                                  \
  MOVER_EXPORT int name parameters {                                                          \
    if (!world.controls()) return REAL(name) arguments;                                       \
    world.cannot_follow("the program calls " #name ", which is not simulated", location(PC)); \
  }
NO_JOIN(pthread_tryjoin_np, (pthread_t thread, void** result), (thread, result))
NO_JOIN(pthread_timedjoin_np, (pthread_t thread, void** result, const timespec* t), (thread, result, t))
NO_JOIN(pthread_clockjoin_np, (pthread_t thread, void** result, clockid_t c, const timespec* t), (thread, result, c, t))

// <threads.h>: the same functions under other names.
MOVER_EXPORT int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  return pthread_create(thread, nullptr, reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(start)),
                        argument) == 0
             ? thrd_success
             : thrd_error;
}
MOVER_EXPORT int thrd_join(thrd_t thread, int* result) {
  void* returned = nullptr;
  pthread_join(thread, &returned);
  if (result == nullptr) return thrd_success;
  plain_access(result, sizeof *result, true, PC);
  *result = static_cast<int>(reinterpret_cast<intptr_t>(returned));
  return thrd_success;
}
MOVER_EXPORT int thrd_detach(thrd_t thread) { return pthread_detach(thread) == 0 ? thrd_success : thrd_error; }
MOVER_EXPORT void thrd_exit(int result) { pthread_exit(reinterpret_cast<void*>(static_cast<intptr_t>(result))); }
MOVER_EXPORT int mtx_init(mtx_t* m, int type) {
  if (!world.controls()) return REAL(mtx_init)(m, type);
  synchronise(SyncOp::MutexInit, m, PC, (type & mtx_recursive) != 0 ? 1 : 0);
  std::memset(m, 0, sizeof *m);
  return thrd_success;
}
static int thrd_code(int64_t error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}
#define C11(name, op, parameters, object, arguments)       \
  MOVER_EXPORT int name parameters {                       \
    if (!world.controls()) return REAL(name) arguments;    \
    return thrd_code(synchronise(SyncOp::op, object, PC)); \
  }
C11(mtx_lock, MutexLock, (mtx_t * m), m, (m))
C11(mtx_trylock, MutexTryLock, (mtx_t * m), m, (m))
MOVER_EXPORT int mtx_timedlock(mtx_t* m, const timespec* t) {
  if (!world.controls()) return REAL(mtx_timedlock)(m, t);
  return thrd_code(timed(SyncOp::MutexTimedLock, m, t, PC));
}
C11(mtx_unlock, MutexUnlock, (mtx_t * m), m, (m))
MOVER_EXPORT void mtx_destroy(mtx_t* m) {
  if (!world.controls()) return REAL(mtx_destroy)(m);
  synchronise(SyncOp::MutexDestroy, m, PC);
}
C11(cnd_init, CondInit, (cnd_t * c), c, (c))
C11(cnd_signal, CondSignal, (cnd_t * c), c, (c))
C11(cnd_broadcast, CondBroadcast, (cnd_t * c), c, (c))
MOVER_EXPORT int cnd_wait(cnd_t* c, mtx_t* m) {
  if (!world.controls()) return REAL(cnd_wait)(c, m);
  synchronise(SyncOp::CondWait, c, PC, 0, m);
  return thrd_success;
}
MOVER_EXPORT int cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* t) {
  if (!world.controls()) return REAL(cnd_timedwait)(c, m, t);
  return thrd_code(timed_if_valid(SyncOp::CondTimedWait, c, t, PC, m));
}
MOVER_EXPORT void cnd_destroy(cnd_t* c) {
  if (!world.controls()) return REAL(cnd_destroy)(c);
  synchronise(SyncOp::CondDestroy, c, PC);
}
