// See interception/new.cc.
#pragma once

#include <string_view>

#include "memory/heap.h"

namespace mover::runtime {

// A memory error if the block was allocated by another family.
void gives_back(void* pointer, Block::Family family, const char* by, const void* pc);

// What it calls in place of a pointer's target; null: the target. The call of malloc is not seen there
// (src/instrument).
void* replacement_of_allocator(const void* function);
// What instrumented code calls in place of the library's operator new or delete; null: it is none.
void* replacement_of_operator(std::string_view name, std::string_view library, void* real);

}  // namespace mover::runtime
