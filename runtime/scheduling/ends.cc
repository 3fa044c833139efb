// The functions that run when threads end: destructors of thread-local objects, and destructors of the values of keys
// (pthread_key_create).
#include "scheduling/ends.h"

#include <pthread.h>
#include <threads.h>

#include <cerrno>

#include "base/per_process.h"
#include "base/real.h"
#include "memory/access.h"
#include "memory/states.h"
#include "scheduling/process_state.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

namespace {

struct Keys {        // of a process
  uint32_t end = 0;  // all keys that were ever used are smaller
  bool used[kMostKeys] = {};
  void (*destructors[kMostKeys])(void*) = {};
  ir::LocId made_at[kMostKeys] = {};
};
MOVER_PER_PROCESS Keys keys;

}  // namespace

Destructor* push(Destructor* next, void (*function)(void*), void* argument, const void* pc) {
  const uint32_t thread = world.controls() ? world.current_number() : 0;
  if (!heap.is_open()) heap.open();
  auto* node = static_cast<Destructor*>(heap.allocate(thread, sizeof(Destructor), 16, 0));
  *node = {next, function, argument, location(pc)};
  return node;
}

// An error in the function is reported at the place that registered the function.
void call(const Destructor& destructor) {
  world.current().outer_place = destructor.registered_at;
  destructor.function(destructor.argument);
}

void put_keys(std::string& to) {
  for (uint32_t key = 0; key < keys.end; ++key) {
    if (!keys.used[key]) continue;
    to += static_cast<char>(key);
    to.append(reinterpret_cast<const char*>(&keys.destructors[key]), sizeof keys.destructors[key]);
  }
  to += static_cast<char>(kMostKeys);
}

// The called function does not reuse the frames of the thread's first function, so accesses to the variables in these
// frames are detected.
__attribute__((noinline)) void run_below_ended_frames(void (*what)()) {
  constexpr uint64_t kMostRoom = 1 << 16;
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t room = locals.bytes_used_below(here);
  if (room == 0 || room > kMostRoom) return what();
  auto* unused = static_cast<char*>(__builtin_alloca(room));
  __builtin_memset(unused, 0, room);  // otherwise equal states could differ in these bytes
  asm volatile("" : : "r"(unused) : "memory");
  locals.retire_above(reinterpret_cast<uint64_t>(unused));
  what();
}

void run_thread_local_destructors() {
  Thread& thread = world.current();
  while (thread.destructors != nullptr) {
    Destructor* first = thread.destructors;
    thread.destructors = first->next;
    call(*first);
  }
}

// Only a thread that ends destroys its values of keys. The end of the program does not: POSIX requires their
// destruction only of pthread_exit.
void run_thread_destructors() {
  run_thread_local_destructors();
  Thread& thread = world.current();
  for (int round = 0; round < 4; ++round) {
    bool some = false;
    for (uint32_t key = 0; key < keys.end; ++key) {
      void* value = thread.specific[key];
      if (value == nullptr) continue;
      reads_state(process_state.keys[key], nullptr);
      if (!keys.used[key] || keys.destructors[key] == nullptr) continue;
      thread.specific[key] = nullptr;
      call({nullptr, keys.destructors[key], value, keys.made_at[key]});
      some = true;
    }
    if (!some) return;
  }
}

void abandon_robust_mutexes() {
  Thread& thread = world.current();
  for (uint32_t i = thread.num_held; i-- > 0;) {
    const SyncObject* mutex = world.find(thread.held[i].object);
    if (mutex == nullptr || mutex->words.robust == 0 || mutex->words.owner != world.current_number() + 1) continue;
    Operation operation;
    operation.kind = ActionKind::Sync;
    operation.sync = ir::SyncOp::MutexUnlock;
    operation.object = mutex->address;
    operation.argument = kAbandons;
    operation.loc = thread.operation.loc;
    world.act(operation);
  }
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* module) {
  if (!is_controlled()) {
    using Function = int (*)(void (*)(void*), void*, void*);
    static auto real = reinterpret_cast<Function>(c_library_function("__cxa_thread_atexit_impl"));
    return real(function, object, module);
  }
  Thread& thread = world.controls() ? world.current() : world.thread(0);
  thread.destructors = push(thread.destructors, function, object, PC);
  return 0;
}

// The write to `key` is recorded only if the user's code makes the call. Libraries synchronise such calls in code that
// is not instrumented, so their writes would seem to race.
static int make_key(pthread_key_t* key, void (*destructor)(void*), const void* pc) {
  if (is_user_code(reinterpret_cast<uint64_t>(pc))) plain_access(key, sizeof *key, true, pc);
  changes_state(process_state.numbers_of_keys, pc);
  for (uint32_t i = 0; i < kMostKeys; ++i) {
    if (keys.used[i]) continue;
    changes_state(process_state.keys[i], pc);
    trail.set(keys.used[i], true);
    if (i >= keys.end) keys.end = i + 1;
    trail.set(keys.destructors[i], destructor);
    trail.set(keys.made_at[i], location(pc));
    *key = i;
    return 0;
  }
  return EAGAIN;
}
MOVER_EXPORT int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  return is_controlled() ? make_key(key, destructor, PC) : REAL(pthread_key_create)(key, destructor);
}
static int delete_key(pthread_key_t key, const void* pc) {
  if (key >= kMostKeys) return EINVAL;
  changes_state(process_state.numbers_of_keys, pc);
  changes_state(process_state.keys[key], pc);
  if (!keys.used[key]) return EINVAL;
  trail.set(keys.used[key], false);
  for (uint32_t t = 0; t < kMostThreads; ++t)
    if (world.thread(t).specific[key] != nullptr && world.process_of_thread(t) == world.current_process())
      world.thread(t).specific[key] = nullptr;
  return 0;
}
MOVER_EXPORT int pthread_key_delete(pthread_key_t key) {
  return is_controlled() ? delete_key(key, PC) : REAL(pthread_key_delete)(key);
}
static void* value_of_key(pthread_key_t key, const void* pc) {
  if (key >= kMostKeys) return nullptr;
  reads_state(process_state.keys[key], pc);
  return world.current().specific[key];
}
static int set_value_of_key(pthread_key_t key, const void* value, const void* pc) {
  if (key >= kMostKeys) return EINVAL;
  reads_state(process_state.keys[key], pc);
  if (!keys.used[key]) return EINVAL;
  world.current().specific[key] = const_cast<void*>(value);
  return 0;
}
MOVER_EXPORT void* pthread_getspecific(pthread_key_t key) {
  return is_controlled() ? value_of_key(key, PC) : REAL(pthread_getspecific)(key);
}
MOVER_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) {
  return is_controlled() ? set_value_of_key(key, value, PC) : REAL(pthread_setspecific)(key, value);
}

// The C11 names of the same functions. They are in this file because calls of pthread_key_create, … from other files of
// the run-time reach the C library's functions (libraries/inside.cc).
MOVER_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) {
  const int error = is_controlled() ? make_key(key, destructor, PC) : REAL(pthread_key_create)(key, destructor);
  return error == 0 ? thrd_success : thrd_error;
}
MOVER_EXPORT void tss_delete(tss_t key) {
  static_cast<void>(is_controlled() ? delete_key(key, PC) : REAL(pthread_key_delete)(key));
}
MOVER_EXPORT void* tss_get(tss_t key) {
  return is_controlled() ? value_of_key(key, PC) : REAL(pthread_getspecific)(key);
}
MOVER_EXPORT int tss_set(tss_t key, void* value) {
  const int error = is_controlled() ? set_value_of_key(key, value, PC) : REAL(pthread_setspecific)(key, value);
  return error == 0 ? thrd_success : thrd_error;
}
