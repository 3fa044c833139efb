#include "memory/unset.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "memory/access.h"
#include "native/protocol.h"
#include "scheduling/assumptions.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

bool reports_unset = true;
uint8_t state_of_read = 0;

uint8_t state_of(uint64_t address, uint64_t size) {
  if (size == 0) return 0;
  if (Heap::contains(address)) {
    const Block* block = heap.block_of(address);
    return block != nullptr && block->unset != 0 ? block->state_of(address, size) : 0;
  }
  return locals.state_of(address, size);
}

void now_set(uint64_t address, uint64_t size) {
  if (Heap::contains(address)) {
    Block* block = heap.block_of(address);
    if (block != nullptr && block->unset != 0) block->set(address, size);
  } else {
    locals.set(address, size, true);
  }
}

bool never_set(uint64_t address, uint64_t size) {
  if (!Heap::contains(address)) return locals.set(address, size, false);
  Block* block = heap.block_of(address);
  if (block == nullptr || address + size > block->begin() + block->size) return false;
  block->forget(address, size);
  return true;
}

void note_unset(uint64_t from, uint64_t size, bool* unset) {
  for (uint64_t i = 0; i < size; ++i) unset[i] = state_of(from + i, 1) != 0;
}
void put_unset(uint64_t to, uint64_t size, const bool* unset) {
  for (uint64_t i = 0; i < size; ++i)
    if (unset[i]) never_set(to + i, 1);
}
void copy_states(uint64_t to, uint64_t from, uint64_t size) {
  if (state_of(from, size) == 0) return;
  const auto unset = std::make_unique<bool[]>(size);
  note_unset(from, size, unset.get());
  put_unset(to, size, unset.get());
}

namespace {

// In the order of src/instrument/unset.cc.
const char* const kUses[] = {
    "a branch depends on an uninitialised value",       "a switch depends on an uninitialised value",
    "accesses memory through an uninitialised pointer", "divides by an uninitialised value",
    "calls through an uninitialised function pointer",  "passes an uninitialised value on"};
constexpr uint32_t kPassedOn = 5, kInStruct = 6;
bool is_uncertain = false;  // restored by the trail

void not_tried(const std::string& what, ir::LocId loc) {
  world.not_covered(what + " at " + native::loc_mark(loc) +
                    "; it has the value that is there, and others are not tried");
}

// Only the part that was set is followed.
void passes_struct(const void* pc) {
  relies_on(Assumption::StructsInPart, "passes or returns one that is initialised in part at", pc);
}

}  // namespace

void put_unset(std::string& to) { to += is_uncertain ? '?' : '.'; }

void unseen_may_have_set() {
  if (!is_uncertain) trail.set(is_uncertain, true);
}
bool is_error_to_use(uint8_t state) { return state == kNeverSet && reports_unset && !is_uncertain; }

}  // namespace mover::runtime

using namespace mover;
using namespace mover::runtime;

// A block that the program has just been given.
MOVER_EXPORT void __mover_allocated(void* where) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || !Heap::contains(address)) return;
  if (Block* block = heap.block_of(address); block != nullptr && block->begin() == address) block->begin_unset();
}
MOVER_EXPORT void __mover_local_unset(void* where, uint64_t size) {
  if (world.controls()) locals.begin_unset(reinterpret_cast<uint64_t>(where), size);
}
MOVER_EXPORT void __mover_local_set(void* where, uint64_t size) {
  if (world.controls()) locals.set(reinterpret_cast<uint64_t>(where), size, true);
}
MOVER_EXPORT uint8_t __mover_local_state(void* where, uint64_t size) {
  return world.controls() ? locals.state_of(reinterpret_cast<uint64_t>(where), size) : 0;
}
// A function that is not instrumented has been given this.
MOVER_EXPORT void __mover_may_have_set(void* where) {
  if (!world.controls()) return;
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!Heap::contains(address)) return static_cast<void>(locals.set_from(address));
  if (Block* block = heap.block_of(address); block != nullptr && block->unset != 0) block->unset = 0;
}
MOVER_EXPORT void __mover_now_set(void* where, uint64_t size) {
  if (world.controls()) now_set(reinterpret_cast<uint64_t>(where), size);
}
MOVER_EXPORT void __mover_states_copied(void* to, void* from, uint64_t size) {
  if (world.controls() && size != 0)
    copy_states(reinterpret_cast<uint64_t>(to), reinterpret_cast<uint64_t>(from), size);
}
MOVER_EXPORT void __mover_passed_struct(void* where, uint64_t size) {
  if (world.controls() && size != 0 && state_of(reinterpret_cast<uint64_t>(where), size) != 0) passes_struct(PC);
}
// A value that was not set, or not all of it, has been stored there; `from`: null, or where it has been read.
MOVER_EXPORT void __mover_stored_unset(void* where, uint64_t size, uint32_t states, void* from) {
  if (!world.controls()) return;
  if (states != kNeverSet && from != nullptr)
    return copy_states(reinterpret_cast<uint64_t>(where), reinterpret_cast<uint64_t>(from), size);
  if (states != kNeverSet) return not_tried("stores a value that is initialised in part only", location(PC));
  if (!never_set(reinterpret_cast<uint64_t>(where), size)) not_tried("stores an uninitialised value", location(PC));
}
MOVER_EXPORT void __mover_used_unset(uint32_t states, uint32_t use) {
  if (!world.controls()) return;
  if (use == kInStruct) return passes_struct(PC);
  if (is_uncertain) return;  // code that is not seen may have set it
  const ir::LocId loc = location(PC);
  if (use != kPassedOn && is_error_to_use(static_cast<uint8_t>(states)))
    world.fail(FindingKind::Memory, kUses[use], loc);
  not_tried(states == kNeverSet ? kUses[use] : std::string(kUses[use]) + ", or in part only,", loc);
}
