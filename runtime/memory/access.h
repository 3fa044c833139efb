// Checks each access of the program. It is called by instrumented code, and by the run-time's functions that stand in
// for library functions.
#pragma once

#include "base/private_memory.h"
#include "channels/standard_streams.h"
#include "memory/constants.h"
#include "memory/heap.h"
#include "memory/locals.h"
#include "memory/mappings.h"
#include "memory/red_zones.h"
#include "memory/shadow.h"
#include "memory/unset.h"
#include "scheduling/locking.h"
#include "scheduling/world.h"

#define MOVER_EXPORT extern "C" __attribute__((visibility("default")))

namespace mover::runtime {

// Reports an access to memory that the program must not access. `visible`: the access is a step of its own. Returns
// only if the access faults and the program handles SIGSEGV; the caller then makes the access.
void bad_access(uint64_t address, uint64_t size, bool write, const void* pc, bool visible);

// The message for an access that goes beyond the ends of an object.
std::string out_of_bounds(uint64_t address, uint64_t size, bool write, const std::string& object, uint64_t begin,
                          uint64_t has);

// Whether the program may access these bytes; if not, the access has been reported. Also sets state_of_read, or marks
// written bytes as set. This function and plain_access are inlined, so that __builtin_frame_address(0) is the frame of
// the run-time's function that the program has called. None of the program's variables lies below that frame.
[[gnu::always_inline]] inline bool check_access(uint64_t address, uint64_t size, bool write, const void* pc,
                                                bool visible = false) {
  if (!write) state_of_read = 0;
  if (Heap::contains(address)) {
    Block* block = heap.block_of(address);
    if (block == nullptr || block->state != Block::State::Allocated || address < block->begin() ||
        address + size > block->begin() + block->size) [[unlikely]]
      return bad_access(address, size, write, pc, visible), false;
    if (block->unset != 0) {
      if (write)
        block->set(address, size);
      else if (!block->is_text)
        state_of_read = block->state_of(address, size);
      else if (block->state_of(address, size) != 0)
        reads_unset_text(pc);
    }
  } else if (Mappings::contains(address)) {
    if (!Mappings::may_access(address, size, write)) [[unlikely]]
      return bad_access(address, size, write, pc, visible), false;
  } else if (is_private(reinterpret_cast<const void*>(address)) || address < 4096) [[unlikely]] {
    return bad_access(address, size, write, pc, visible), false;
  } else if (world.is_of_thread(address)) {
    bool some_unset = false;
    if (locals.has_ended(world.current_number(), address, size, reinterpret_cast<uint64_t>(__builtin_frame_address(0)),
                         &some_unset)) [[unlikely]]
      return bad_access(address, size, write, pc, visible), false;
    if (some_unset)
      write ? static_cast<void>(locals.set(address, size, true))
            : static_cast<void>(state_of_read = locals.state_of(address, size));
  } else if (red_zones.contain(address, size) || (write && constants.contains(address))) [[unlikely]] {
    return bad_access(address, size, write, pc, visible), false;
  }
  return true;
}

// Whether all pages of the range are mapped. An access of more than kLargeAccess bytes is checked by this function
// first: its size may be wrong, and the shadow would get an entry for every word.
constexpr uint64_t kLargeAccess = 1 << 20;
constexpr unsigned kAddressBits = 47;
bool is_mapped(uint64_t address, uint64_t size);

// Reports a failure that _FORTIFY_SOURCE has found: a function writes more bytes than the buffer has.
[[noreturn]] void overflows();
size_t fits(size_t size, size_t room);  // returns `size`; calls overflows() if it exceeds `room`

// Reports a copy between ranges that overlap, which is undefined behaviour in memcpy and strcpy. The same range as
// source and target is allowed.
void must_not_overlap(const void* to, const void* from, uint64_t size, const void* pc);
// Reports ranges that overlap, even if they are the same.
void must_be_apart(const void* to, uint64_t written, const void* from, uint64_t read, const void* pc);

constexpr uint64_t kAccessesPerTurn = 50'000;

// Called before a plain access. After a read, state_of_read is the state of the value, and the caller must handle it.
[[gnu::always_inline]] inline void followed_access(const void* where, uint64_t size, bool write, const void* pc) {
  if (!world.controls()) {
    if (state_of_read != 0) state_of_read = 0;
    return;
  }
  if (size == 0) return;
  const auto address = reinterpret_cast<uint64_t>(where);
  // The processor does not report the address of an access that faults because its address is not canonical.
  if ((size > kLargeAccess && !is_mapped(address, size)) || address >> kAddressBits != 0) [[unlikely]]
    return bad_access(address, size, write, pc, false);
  Thread& thread = world.current();
  if (world.alone() && !world.recording) {
    check_access(address, size, write, pc);
    if (write) {
      world.writes_to(thread, address);
      world.stores_to(address, size, pc);
    }
    return;
  }
  const ir::LocId loc = location(pc);
  bool visible = false;
  if (shadow.is_visible(address, size) && !world.alone()) {
    Operation operation;
    operation.kind = ActionKind::Access;
    operation.access = {address, size, write, thread.atomic_depth != 0};
    operation.loc = loc;
    world.act(operation);
    visible = true;
    if (size > 8 && !world.reports_races) [[unlikely]]
      world.not_covered(
          "a write of more than 8 bytes by the compiler or the C library was one step, so accesses of other threads "
          "during the write were not explored; --check=race finds such writes");
  } else if (!world.alone() && ++thread.accesses > kAccessesPerTurn) [[unlikely]] {
    Operation operation;  // lets the search schedule other threads, for which this thread may be waiting
    operation.loc = loc;
    world.act(operation);
  }
  if (!check_access(address, size, write, pc, visible)) return;
  const bool synchronised = standard_streams.is_synchronised(address, write, pc);
  world.access(address, size, write, thread.atomic_depth != 0, visible, loc, ir::Order::NotAtomic, true, false,
               synchronised);
  if (write) world.stores_to(address, size, pc);
  if (synchronised) return;
  if (locking.on && !world.alone() && !standard_streams.is_library_variable(address)) [[unlikely]]
    locking.access(address, size, write, thread.atomic_depth != 0, loc);
}

// Called before a plain access of a library function. Whether the function's result depends on each byte that it reads
// is not known.
[[gnu::always_inline]] inline void plain_access(const void* where, uint64_t size, bool write, const void* pc) {
  followed_access(where, size, write, pc);
  if (!write && size != 0 && state_of_read != 0) [[unlikely]]
    library_reads_unset(pc);
}

// Called before a library function reads bytes on all of which its behaviour depends, such as a string.
inline void reads_text(const void* text, uint64_t size, const void* pc) {
  followed_access(text, size, false, pc);
  if (size != 0 && state_of_read != 0) [[unlikely]]
    library_depends_on_unset(state_of_read, pc);
}
inline void reads_string(const char* text, const void* pc) {
  if (text != nullptr) reads_text(text, __builtin_strlen(text) + 1, pc);
}

// A copy or fill is explored word by word if other threads may observe the intermediate states. `alignment`: the known
// alignment of the ranges, which is the size of the words; 0: unknown.
void copy_memory(void* to, const void* from, uint64_t size, const void* pc, uint64_t alignment = 0);
void fill_memory(void* to, int value, uint64_t size, const void* pc, uint64_t alignment = 0);

// Makes an atomic access a step of its own. `compares`: the access writes only if it finds `expected`. `may_fail`: it
// may fail even if it finds `expected`.
inline void atomic_access(const volatile void* where, uint64_t size, bool write, const void* pc, bool compares = false,
                          uint64_t expected = 0, bool may_fail = false) {
  const auto address = reinterpret_cast<uint64_t>(where);
  Operation operation;
  operation.kind = ActionKind::Access;
  operation.access = {address, size, write, true};
  operation.compares = compares;
  if (may_fail) operation.alternatives = Alternatives::WeakExchange;
  operation.argument = expected;
  operation.loc = location(pc);
  world.act(operation);
  const uint8_t found = write ? state_of(address, size) : 0;
  check_access(address, size, write, pc, true);
  if (!write) return;
  state_of_read = found;  // the state of the value that the update finds
  if (!compares) world.stores_to(address, size, pc);
}

}  // namespace mover::runtime
