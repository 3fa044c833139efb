// The names of local variables, for reports: the instrumentation tells them where a variable begins.
#pragma once

#include <cstdint>
#include <string>

namespace mover::runtime {

// REQUIRES: `name` stays where it is. Of the current thread, on its own stack.
void name_local(uint64_t address, uint64_t size, const char* name);

// "x", "x+8"; "x-4" and "x+8" where the address lies beside it; empty: not known. Of those that have been there, the
// last one.
std::string local_name(uint64_t address);

}  // namespace mover::runtime
