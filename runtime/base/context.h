// The threads of the program, and the search, are contexts of one kernel thread: see base/context.S.
#pragma once

#include <cstdint>

namespace mover::runtime {

struct Context {
  void* stack_pointer = nullptr;
  uint64_t thread_base = 0;  // base of thread-local storage: on glibc/x86-64 the thread's pthread_t
};

extern "C" void mover_switch_context(Context* from, Context* to);
extern "C" void mover_begin_context();

// A context that begins with function(), which never returns. `stack_top` is the end of its stack.
inline Context new_context(void* stack_top, uint64_t thread_base, void (*function)()) {
  auto* top = reinterpret_cast<uint64_t*>(reinterpret_cast<uint64_t>(stack_top) & ~15ull);
  *--top = 0, *--top = 0;
  *--top = reinterpret_cast<uint64_t>(&mover_begin_context);
  for (int i = 0; i < 6; ++i) *--top = 0;         // rbp rbx r12 r13 r14 r15
  top[3] = reinterpret_cast<uint64_t>(function);  // r12
  *--top = 0x1f80ull | 0x037full << 32;           // mxcsr, x87 control word: as at the start of a process
  return {top, thread_base};
}

}  // namespace mover::runtime
