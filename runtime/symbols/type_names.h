// The types of the program's variables and of its memory, which the instrumentation reports as texts (ir/type_text.h).
// Reports name the parts of objects by them: "account.balance", "list#2.lock".
#pragma once

#include <cstdint>
#include <string>

#include "ir/ir.h"

namespace mover::runtime {

// The types that were reported, by their numbers.
const ir::Program& reported_types();

// The type that the text describes; 0: unknown. REQUIRES: the text exists until the process ends.
ir::TypeId type_in(const char* text);

struct TypedGlobal {
  uint64_t begin = 0;
  ir::TypeId type = 0;  // 0: unknown
};
// The global variable that contains the address.
TypedGlobal global_at(uint64_t address);

// The type of one object in blocks of this size that this call allocates; 0: unknown.
ir::TypeId type_of_block(uint32_t allocated_at, uint64_t size);

}  // namespace mover::runtime
