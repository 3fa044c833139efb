// The functions that run when threads and the program end: destructors of thread-local objects, destructors of the
// values of keys (pthread_key_create), and exit handlers.
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <threads.h>

#include <cerrno>

#include "base/real.h"
#include "memory/access.h"
#include "memory/states.h"
#include "support/check.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

struct Destructor {
  Destructor* next;
  void (*function)(void*);
  void* argument;
  ir::LocId registered_at;
};

namespace {

struct Keys {
  uint32_t end = 0;  // all keys that were ever used are smaller
  bool used[kMostKeys] = {};
  void (*destructors[kMostKeys])(void*) = {};
  ir::LocId made_at[kMostKeys] = {};
} keys;

Destructor* exit_handlers = nullptr;

Destructor* push(Destructor* next, void (*function)(void*), void* argument, const void* pc) {
  const uint32_t thread = world.controls() ? world.current_number() : 0;
  if (!heap.is_open()) heap.open();
  auto* node = static_cast<Destructor*>(heap.allocate(thread, sizeof(Destructor), 16, 0));
  *node = {next, function, argument, location(pc)};
  return node;
}

// Calls the function. An error in it is reported at the place that registered the function.
void call(void (*function)(void*), void* argument, ir::LocId registered_at) {
  world.current().outer_place = registered_at;
  function(argument);
}

}  // namespace

void put_ends(std::string& to) {
  to.append(reinterpret_cast<const char*>(&exit_handlers), sizeof exit_handlers);
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

static void run_thread_local_destructors() {
  Thread& thread = world.current();
  while (thread.destructors != nullptr) {
    Destructor* first = thread.destructors;
    thread.destructors = first->next;
    call(first->function, first->argument, first->registered_at);
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
      if (value == nullptr || !keys.used[key] || keys.destructors[key] == nullptr) continue;
      thread.specific[key] = nullptr;
      call(keys.destructors[key], value, keys.made_at[key]);
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

// The functions that the program has marked __attribute__((destructor)).
struct DestructorFunctions {
  void (**functions)() = nullptr;
  uint64_t count = 0;

  DestructorFunctions() {
    const auto* headers = reinterpret_cast<const ElfW(Phdr)*>(getauxval(AT_PHDR));
    const uint64_t number = getauxval(AT_PHNUM);
    uint64_t base = 0;
    for (uint64_t i = 0; i < number; ++i)
      if (headers[i].p_type == PT_PHDR) base = getauxval(AT_PHDR) - headers[i].p_vaddr;
    for (uint64_t i = 0; i < number; ++i) {
      if (headers[i].p_type != PT_DYNAMIC) continue;
      const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(base + headers[i].p_vaddr);
      for (; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_FINI_ARRAY) functions = reinterpret_cast<void (**)()>(base + entry->d_un.d_ptr);
        if (entry->d_tag == DT_FINI_ARRAYSZ) count = entry->d_un.d_val / sizeof(void*);
      }
    }
  }
};

static void run_destructor_functions() {
  static const DestructorFunctions all;
  for (uint64_t i = all.count; i-- > 0;) all.functions[i]();
}

void end_program(const void* pc, bool run_handlers) {
  fail_if_faulted();
  if (run_handlers) {
    run_thread_local_destructors();
    while (exit_handlers != nullptr) {
      Destructor* first = exit_handlers;
      trail.set(exit_handlers, first->next);
      call(first->function, first->argument, first->registered_at);
    }
    run_destructor_functions();
  }
  Operation operation;
  operation.kind = ActionKind::Exit;
  operation.loc = location(pc);
  world.act(operation);
  MOVER_UNREACHABLE("a program that has ended does not continue");
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

MOVER_EXPORT int __cxa_atexit(void (*function)(void*), void* object, void* module) {
  if (!is_controlled()) {
    using Function = int (*)(void (*)(void*), void*, void*);
    static auto real = reinterpret_cast<Function>(c_library_function("__cxa_atexit"));
    return real(function, object, module);
  }
  trail.set(exit_handlers, push(exit_handlers, function, object, PC));
  return 0;
}

// The write to `key` is recorded only if the user's code makes the call. Libraries synchronise such calls in code that
// is not instrumented, so their writes would seem to race.
static int make_key(pthread_key_t* key, void (*destructor)(void*), const void* pc) {
  if (is_user_code(reinterpret_cast<uint64_t>(pc))) plain_access(key, sizeof *key, true, pc);
  for (uint32_t i = 0; i < kMostKeys; ++i) {
    if (keys.used[i]) continue;
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
MOVER_EXPORT int pthread_key_delete(pthread_key_t key) {
  if (!is_controlled()) return REAL(pthread_key_delete)(key);
  if (key >= kMostKeys || !keys.used[key]) return EINVAL;
  trail.set(keys.used[key], false);
  for (uint32_t t = 0; t < kMostThreads; ++t)
    if (world.thread(t).specific[key] != nullptr) world.thread(t).specific[key] = nullptr;
  return 0;
}
MOVER_EXPORT void* pthread_getspecific(pthread_key_t key) {
  if (!is_controlled()) return REAL(pthread_getspecific)(key);
  return key < kMostKeys ? world.current().specific[key].get() : nullptr;
}
MOVER_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!is_controlled()) return REAL(pthread_setspecific)(key, value);
  if (key >= kMostKeys || !keys.used[key]) return EINVAL;
  world.current().specific[key] = const_cast<void*>(value);
  return 0;
}

// The C11 names of the same functions. They are in this file because calls of pthread_key_create, … from other files of
// the run-time reach the C library's functions (libraries/inside.cc).
MOVER_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) {
  const int error = is_controlled() ? make_key(key, destructor, PC) : REAL(pthread_key_create)(key, destructor);
  return error == 0 ? thrd_success : thrd_error;
}
MOVER_EXPORT void tss_delete(tss_t key) { pthread_key_delete(key); }
MOVER_EXPORT void* tss_get(tss_t key) { return pthread_getspecific(key); }
MOVER_EXPORT int tss_set(tss_t key, void* value) {
  return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
