// The types of the program's variables and of its memory, which the instrumentation reports as texts (ir/type_text.h).
// Reports name the parts of objects by them: "account.balance", "list#2.lock".
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ir/ir.h"

namespace mover::runtime {

// The types that were reported, by their numbers.
const ir::Program& reported_types();

// The type that the text describes; 0: unknown. REQUIRES: the text exists until the process ends.
ir::TypeId type_in(const char* text);

const std::map<uint64_t, ir::TypeId>& typed_globals();  // by their addresses

struct TypedGlobal {
  uint64_t begin = 0;
  ir::TypeId type = 0;  // 0: unknown
};
// The global variable that contains the address.
TypedGlobal global_at(uint64_t address);

// Calls f(address, type) for the variables that may have pointers.
template <typename F>
void for_each_global(F f) {
  for (const auto& [begin, type] : typed_globals())
    if (type != 0) f(begin, type);
}

struct TypedThreadLocal {
  const char* symbol = nullptr;  // the linker's name, which a newline ends; null: unknown
  uint64_t offset = 0;           // of the address in the variable
  ir::TypeId type = 0;
};
// The thread-local variable of which a thread's copy contains the address. `pointer`: the thread pointer of this
// thread.
TypedThreadLocal thread_local_at(uint64_t address, uint64_t pointer);

// The type of one object in blocks of this size that this call allocates; 0: unknown.
ir::TypeId type_of_block(uint32_t allocated_at, uint64_t size);

}  // namespace mover::runtime
