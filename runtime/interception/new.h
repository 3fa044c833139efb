// Pairs of functions that allocate and free memory, such as new and delete: see interception/new.cc.
#pragma once

#include <string_view>

#include "memory/heap.h"

namespace mover::runtime {

// Reports a memory error if `pointer` was allocated by a function of another family. `by` names the function that frees
// it.
void check_family(void* pointer, Block::Family family, const char* by, const void* pc);

// The function that is called in place of an allocating function in an indirect call; null if `function` is not an
// allocating function. (In direct calls, the instrumentation recognises functions that allocate.)
void* replacement_of_allocator(const void* function);  // malloc and similar functions
void* replacement_of_new(const void* function);        // operator new of libstdc++
// Instrumented code has allocated the block through a pointer to a function: its bytes are not set.
void begin_unset_by_pointer(void* block);
// The function that instrumented code calls in place of libstdc++'s operator new or delete; null: `name` is neither.
void* replacement_of_operator(std::string_view name, std::string_view library, void* real);

}  // namespace mover::runtime
