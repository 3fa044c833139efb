// See interception/new.cc.
#pragma once

#include <string_view>

#include "memory/heap.h"

namespace mover::runtime {

// A memory error if the block was allocated by another family.
void gives_back(void* pointer, Block::Family family, const char* by, const void* pc);

// The function that instrumented code calls in place of the library's operator new or delete; null: `name` is neither.
void* replacement_of_operator(std::string_view name, std::string_view library, void* real);

}  // namespace mover::runtime
