// The names of local variables, for reports. The instrumentation passes the name where the lifetime of a variable
// begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::runtime {

// The lifetime of a local variable of the current thread begins. Variables outside the thread's stack are ignored.
// `name`: its name, its function and the text of its type (ir/type_text.h), separated by newlines. REQUIRES: `name`
// exists until the process ends.
void name_local(uint64_t address, uint64_t size, const char* name);

struct BegunLocal {
  uint64_t address = 0, size = 0;
  ir::TypeId type = 0;
  std::string name, end;  // "r" and " in submit"
};
// The named local variables of the functions that the threads are in. Some of them may have ended.
std::vector<BegunLocal> begun_locals();

// The `size` bytes at the address as a part of a variable: "x", "r.lock", "x+8", each with " in submit" if the function
// is known. If the address is in a red zone, the offset lies
// outside the variable, as in "x-4". If several variables have been at the address, the latest one counts. Empty: the
// name is unknown.
std::string local_name(uint64_t address, uint64_t size);

}  // namespace mover::runtime
