// Checks that memory is freed by the counterpart of the function that allocated it: delete for new, delete[] for new[],
// free for malloc. Calls of libstdc++'s operators from instrumented code are redirected to this file
// (libraries/imports.cc). Operators that the program defines are not checked. Memory that a library has allocated, or
// that the program's own operator new has allocated by malloc, may be freed by any of these functions.
#include "interception/new.h"

#include <string>

#include "memory/heap.h"
#include "scheduling/permitted.h"
#include "scheduling/process_state.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

Block* block_that_begins_at(const void* pointer) {
  const auto address = reinterpret_cast<uint64_t>(pointer);
  if (pointer == nullptr || !Heap::contains(address)) return nullptr;
  Block* block = heap.block_of(address);
  return block != nullptr && block->begin() == address && block->state == Block::State::Allocated ? block : nullptr;
}

const char* in_words(Block::Family family) {
  static const char* const words[] = {
      "", "malloc", "new", "new[]", "an aligned new", "an aligned new[]", "the C library for itself"};
  return words[static_cast<int>(family)];
}
const char* release_in_words(Block::Family family) {
  static const char* const words[] = {"", "free", "delete", "delete[]", "an aligned delete", "an aligned delete[]", ""};
  return words[static_cast<int>(family)];
}

using Operator = void* (*)(uint64_t, uint64_t, uint64_t);

// All operators have this signature, because the calling convention passes sizes, alignments and references to
// std::nothrow alike.
template <int which>
struct Replaced {
  static inline Operator real;

  template <Block::Family family>
  static void* allocate(uint64_t size, uint64_t second, uint64_t third) {
    if (permitted.refused_allocations) reads_state(process_state.new_handler, __builtin_return_address(0));
    void* made = real(size, second, third);
    if (Block* block = world.controls() ? block_that_begins_at(made) : nullptr) block->family = family;
    return made;
  }
  template <Block::Family family>
  static void* allocate_by_pointer(uint64_t size, uint64_t second, uint64_t third) {
    void* made = allocate<family>(size, second, third);
    begin_unset_by_pointer(made);
    return made;
  }
  template <Block::Family family>
  static void* release(uint64_t object, uint64_t second, uint64_t third) {
    check_family(reinterpret_cast<void*>(object), family, release_in_words(family), __builtin_return_address(0));
    return real(object, second, third);
  }
};

struct OperatorRow {
  std::string_view name;
  Operator* real;
  Operator ours;
  Operator by_pointer;  // null for operator delete
};
using enum Block::Family;
#define NEW(which, name, family) \
  {name, &Replaced<which>::real, &Replaced<which>::allocate<family>, &Replaced<which>::allocate_by_pointer<family>}
#define DELETE(which, name, family) {name, &Replaced<which>::real, &Replaced<which>::release<family>, nullptr}
const OperatorRow operators[] = {
    NEW(0, "_Znwm", New),
    NEW(1, "_ZnwmRKSt9nothrow_t", New),
    NEW(2, "_ZnwmSt11align_val_t", AlignedNew),
    NEW(3, "_ZnwmSt11align_val_tRKSt9nothrow_t", AlignedNew),
    NEW(4, "_Znam", NewArray),
    NEW(5, "_ZnamRKSt9nothrow_t", NewArray),
    NEW(6, "_ZnamSt11align_val_t", AlignedNewArray),
    NEW(7, "_ZnamSt11align_val_tRKSt9nothrow_t", AlignedNewArray),
    DELETE(8, "_ZdlPv", New),
    DELETE(9, "_ZdlPvm", New),
    DELETE(10, "_ZdlPvRKSt9nothrow_t", New),
    DELETE(11, "_ZdlPvSt11align_val_t", AlignedNew),
    DELETE(12, "_ZdlPvmSt11align_val_t", AlignedNew),
    DELETE(13, "_ZdlPvSt11align_val_tRKSt9nothrow_t", AlignedNew),
    DELETE(14, "_ZdaPv", NewArray),
    DELETE(15, "_ZdaPvm", NewArray),
    DELETE(16, "_ZdaPvRKSt9nothrow_t", NewArray),
    DELETE(17, "_ZdaPvSt11align_val_t", AlignedNewArray),
    DELETE(18, "_ZdaPvmSt11align_val_t", AlignedNewArray),
    DELETE(19, "_ZdaPvSt11align_val_tRKSt9nothrow_t", AlignedNewArray),
};

}  // namespace

void check_family(void* pointer, Block::Family family, const char* by, const void* pc) {
  Block* block = world.controls() ? block_that_begins_at(pointer) : nullptr;
  if (block == nullptr) return;
  if (block->family != Block::Family::Unknown && block->family != family)
    world.fail(FindingKind::Memory,
               kept_text("frees by " + std::string(by) + " what was allocated by " + in_words(block->family) + ": " +
                         describe(block->begin(), kWhole)),
               location(pc));
  block->family = Block::Family::Unknown;  // the operator may call another one or free, which must not be checked again
}

void* replacement_of_new(const void* function) {
  for (const OperatorRow& row : operators)
    if (*row.real != nullptr && function == reinterpret_cast<const void*>(*row.real))
      return reinterpret_cast<void*>(row.by_pointer);
  return nullptr;
}

void* replacement_of_operator(std::string_view name, std::string_view library, void* real) {
  if (!library.starts_with("libstdc++.so")) return nullptr;
  for (const OperatorRow& row : operators) {
    if (row.name != name) continue;
    *row.real = reinterpret_cast<Operator>(real);
    return reinterpret_cast<void*>(row.ours);
  }
  return nullptr;
}

}  // namespace mover::runtime
