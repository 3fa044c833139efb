// The end of the program, and the functions that run then: handlers of exit (atexit, on_exit, destructors of static
// objects), handlers of quick_exit, and functions that are marked as destructors.
#include <link.h>
#include <sys/auxv.h>

#include "base/per_process.h"
#include "base/real.h"
#include "memory/access.h"
#include "memory/states.h"
#include "scheduling/ends.h"
#include "scheduling/process_state.h"
#include "scheduling/processes.h"
#include "support/check.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

namespace {

MOVER_PER_PROCESS Destructor* exit_handlers = nullptr;
MOVER_PER_PROCESS Destructor* quick_exit_handlers = nullptr;

void add(Destructor*& list, const uint64_t& state, void (*function)(void*), void* argument, const void* pc) {
  changes_state(state, pc);
  trail.set(list, push(list, function, argument, pc));
}

// A handler may register further ones, and so may other threads, which run on.
void run(Destructor*& list, const uint64_t& state, const void* pc) {
  for (;;) {
    changes_state(state, pc);
    Destructor* first = list;
    if (first == nullptr) return;
    trail.set(list, first->next);
    call(*first);
  }
}

// A handler that on_exit has registered gets the status of the process.
struct WithStatus {
  void (*function)(int, void*);
  void* argument;
};

void call_with_status(void* handler) {
  const auto [function, argument] = *static_cast<const WithStatus*>(handler);
  function(exit_status, argument);
}

}  // namespace

MOVER_PER_PROCESS Trailed<int> exit_status;

void put_exit_handlers(std::string& to) {
  to.append(reinterpret_cast<const char*>(&exit_handlers), sizeof exit_handlers);
  to.append(reinterpret_cast<const char*>(&quick_exit_handlers), sizeof quick_exit_handlers);
  to += std::to_string(exit_status);
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

void end_program(const void* pc, Ending ending, int status) {
  fail_if_faulted();
  if (ending == Ending::Normal) {
    run_thread_local_destructors();
    run(exit_handlers, process_state.exit_handlers, pc);
    run_destructor_functions();
  }
  if (ending == Ending::Quick) run(quick_exit_handlers, process_state.quick_exit_handlers, pc);
  if (world.has_processes()) {
    abandon_robust_mutexes();
    end_process(static_cast<uint8_t>(status) << 8, location(pc));
  }
  Operation operation;
  operation.kind = ActionKind::Exit;
  operation.argument = static_cast<uint8_t>(status);
  operation.loc = location(pc);
  world.act(operation);
  MOVER_UNREACHABLE("a program that has ended does not continue");
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT int __cxa_atexit(void (*function)(void*), void* object, void* module) {
  if (!is_controlled()) {
    using Function = int (*)(void (*)(void*), void*, void*);
    static auto real = reinterpret_cast<Function>(c_library_function("__cxa_atexit"));
    return real(function, object, module);
  }
  add(exit_handlers, process_state.exit_handlers, function, object, PC);
  return 0;
}
MOVER_EXPORT int __cxa_at_quick_exit(void (*function)(void*), void* module) {
  if (!is_controlled()) {
    using Function = int (*)(void (*)(void*), void*);
    static auto real = reinterpret_cast<Function>(c_library_function("__cxa_at_quick_exit"));
    return real(function, module);
  }
  add(quick_exit_handlers, process_state.quick_exit_handlers, function, nullptr, PC);
  return 0;
}
MOVER_EXPORT int on_exit(void (*function)(int, void*), void* argument) noexcept {
  if (!is_controlled()) return REAL(on_exit)(function, argument);
  const uint32_t thread = world.controls() ? world.current_number() : 0;
  if (!heap.is_open()) heap.open();
  void* handler = heap.allocate(thread, sizeof(WithStatus), 16, 0);
  *static_cast<WithStatus*>(handler) = {function, argument};
  add(exit_handlers, process_state.exit_handlers, call_with_status, handler, PC);
  return 0;
}
