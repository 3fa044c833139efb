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
    return block != nullptr && block->unset != 0 && !block->is_text ? block->state_of(address, size) : 0;
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
  block->mark_unset(address, size);
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

// The messages are in the order of src/instrument/unset.cc.
const char* const kUses[] = {"a branch depends on an uninitialised value",
                             "a switch depends on an uninitialised value",
                             "accesses memory through an uninitialised pointer",
                             "divides by an uninitialised value",
                             "calls through an uninitialised function pointer",
                             "passes an uninitialised value on",
                             "passes an uninitialised struct on",
                             "stores an uninitialised value atomically",
                             "a compare-exchange depends on an uninitialised value"};
constexpr uint32_t kPassedOn = 5, kInStruct = 6, kAtomically = 7, kCompared = 8;
bool is_uncertain = false;  // whether unseen code may have set any byte; restored by the trail

void report_unexplored(const std::string& what, ir::LocId loc) {
  world.not_covered(what + " at " + native::loc_mark(loc) +
                    "; the value in memory was used, and other values were not explored");
}

std::string in_words(const std::string& use, uint8_t state) {
  return state == kNeverSet ? use : use + ", or in part only,";
}

// A struct that is initialised in part is passed or returned. Only its initialised part is followed.
void passes_struct(const void* pc) {
  relies_on(Assumption::StructsInPart, "passes or returns one that is initialised in part at", pc);
}

// Whether code that is not instrumented may have set the value. If so, the report lists as an assumption that it has.
bool may_be_set_unseen(const char* what, ir::LocId loc) {
  if (is_uncertain) relies_on(Assumption::SetByUnseenCode, what, loc);
  return is_uncertain;
}

}  // namespace

void put_unset(std::string& to) { to += is_uncertain ? '?' : '.'; }

void unseen_may_have_set() {
  if (!is_uncertain) trail.set(is_uncertain, true);
}

bool is_error_to_use(uint8_t state, const std::string& use, ir::LocId loc) {
  if (state == 0 || may_be_set_unseen("uses such a value at", loc)) return false;
  if (state == kNeverSet && reports_unset) return true;
  report_unexplored(in_words(use, state), loc);
  return false;
}

void library_reads_unset(const void* pc) { relies_on(Assumption::ReadByLibrary, "gives some to one at", pc); }
void library_depends_on_unset(uint8_t state, const void* pc) {
  static constexpr const char* kUse = "a function of the C library depends on uninitialised bytes";
  const ir::LocId loc = location(pc);
  if (is_error_to_use(state, kUse, loc)) world.fail(FindingKind::Memory, kUse, loc);
}
void reads_unset_text(const void* pc) { relies_on(Assumption::Characters, "reads such a character at", pc); }
void library_may_set(uint64_t address, uint64_t size, const void* pc) {
  if (state_of(address, size) != 0) relies_on(Assumption::SetByLibrary, "gives some to one at", pc);
}
void library_moves(uint64_t address, uint64_t size, const void* pc) {
  const uint8_t state = state_of(address, size);
  if (state == kNeverSet) library_depends_on_unset(state, pc);
  if (state != 0) library_reads_unset(pc);
}

void atomic_finds_unset(uint8_t state, bool compares, const void* pc) {
  static constexpr const char* kUse = "a compare-exchange depends on an uninitialised value";
  if (state != kNeverSet) return;  // the unset bytes may be padding, which decides nothing
  const ir::LocId loc = location(pc);
  if (!compares) {
    if (!may_be_set_unseen("updates such a value at", loc)) report_unexplored("updates an uninitialised value", loc);
  } else if (is_error_to_use(state, kUse, loc)) {
    world.fail(FindingKind::Memory, kUse, loc);
  }
}

}  // namespace mover::runtime

using namespace mover;
using namespace mover::runtime;

// The program has just allocated this block. Calls from the twins of C++ library functions (src/cxx) are ignored,
// because they also allocate for library code that is not instrumented.
MOVER_EXPORT void __mover_allocated(void* where) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || !Heap::contains(address) || is_support_code(reinterpret_cast<Address>(PC))) return;
  if (Block* block = heap.block_of(address); block != nullptr && block->begin() == address) block->begin_unset();
}
// The program, or a twin, has just allocated the characters of a string. Functions of the C++ library that are not
// instrumented may set them, so reading one that was not seen to be set is an assumption and no error.
MOVER_EXPORT void __mover_allocated_text(void* where) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || !Heap::contains(address)) return;
  if (Block* block = heap.block_of(address); block != nullptr && block->begin() == address) block->begin_unset(true);
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
// The program passes this address to a function of a library. Unless the function is a twin, which is instrumented, it
// may have set the bytes there without reporting it.
static bool is_twin(const void* callee) { return is_support_code(reinterpret_cast<Address>(callee)); }
MOVER_EXPORT void __mover_may_have_set(void* where, void* callee) {
  if (!world.controls()) return;
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!Heap::contains(address)) {
    if (unset_words_of_locals != 0 && !is_twin(callee) && locals.set_from(address))
      relies_on(Assumption::SetByLibrary, "gives some to one at", PC);
    return;
  }
  Block* block = heap.block_of(address);
  if (block == nullptr || block->unset == 0 || is_twin(callee)) return;
  block->unset = 0;
  relies_on(Assumption::SetByLibrary, "gives some to one at", PC);
}
MOVER_EXPORT void __mover_bytes_may_have_set(void* where, uint64_t size, void* callee) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || state_of(address, size) == 0 || is_twin(callee)) return;
  now_set(address, size);
  relies_on(Assumption::SetByLibrary, "gives some to one at", PC);
}
MOVER_EXPORT void __mover_local_may_have_set(void* where, uint64_t size, void* callee) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || locals.state_of(address, size) == 0 || is_twin(callee)) return;
  locals.set(address, size, true);
  relies_on(Assumption::SetByLibrary, "gives some to one at", PC);
}
// A function of a library constructs an object at this address. `size`: 0 if it is not known.
MOVER_EXPORT void __mover_constructs(void* where, uint64_t size, void* callee) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || is_twin(callee)) return;
  if (size != 0) return now_set(address, size);
  if (!Heap::contains(address)) return static_cast<void>(locals.set_from(address));
  if (Block* block = heap.block_of(address); block != nullptr && block->unset != 0) block->unset = 0;
}
// The program atomically updates a variable that no other thread accesses.
MOVER_EXPORT void __mover_local_updated(void* where, uint64_t size, uint32_t compares) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls()) return;
  if (const uint8_t state = locals.state_of(address, size); state != 0) atomic_finds_unset(state, compares != 0, PC);
  locals.set(address, size, true);
}
// The program updates some bits of bytes that were never set. From here on, all bits of these bytes count as set.
MOVER_EXPORT void __mover_bits_set() { relies_on(Assumption::BitFields, "sets some of them at", PC); }
// A variable of a coroutine begins. It may lie in the heap, and its bytes are not tracked.
MOVER_EXPORT void __mover_not_watched() { relies_on(Assumption::OfCoroutines, "begins one at", PC); }
// Called also for the memory of an exception that the program allocates.
MOVER_EXPORT void __mover_never_set(void* where, uint64_t size) {
  if (world.controls() && size != 0) never_set(reinterpret_cast<uint64_t>(where), size);
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
// A value that was not set, or only in part, has been stored at `where`. `from`: the address that it was read from, or
// null.
MOVER_EXPORT void __mover_stored_unset(void* where, uint64_t size, uint32_t states, void* from) {
  if (!world.controls()) return;
  if (states != kNeverSet && from != nullptr)
    return copy_states(reinterpret_cast<uint64_t>(where), reinterpret_cast<uint64_t>(from), size);
  const ir::LocId loc = location(PC);
  if (states != kNeverSet) {
    if (!may_be_set_unseen("stores such a value at", loc))
      report_unexplored("stores a value that is initialised in part only", loc);
  } else if (!never_set(reinterpret_cast<uint64_t>(where), size) && !may_be_set_unseen("stores such a value at", loc)) {
    report_unexplored("stores an uninitialised value", loc);
  }
}
MOVER_EXPORT void __mover_used_unset(uint32_t states, uint32_t use) {
  if (!world.controls()) return;
  const bool is_padding = states != kNeverSet && (use == kAtomically || use == kCompared);
  if (use == kInStruct || is_padding) return passes_struct(PC);
  const ir::LocId loc = location(PC);
  // Passing a value to another function is no error, but the instrumentation does not follow the value there.
  const auto state = static_cast<uint8_t>(states);
  if (use == kPassedOn || use == kAtomically) {
    if (!may_be_set_unseen("passes such a value on at", loc)) report_unexplored(in_words(kUses[use], state), loc);
  } else if (is_error_to_use(state, kUses[use], loc)) {
    world.fail(FindingKind::Memory, kUses[use], loc);
  }
}
