// Intercepts allocation, and the functions that copy, fill and compare memory.
#include "memory/memory.h"

#include <libgen.h>
#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "base/program_definitions.h"
#include "base/real.h"
#include "interception/new.h"
#include "libraries/loaded.h"
#include "memory/access.h"
#include "native/protocol.h"
#include "scheduling/permitted.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

// Allocates from the program's heap. The search, and the loader for its own data, get private memory instead, which
// backtracking does not restore.
void* allocate(uint64_t size, uint64_t alignment, const void* pc) {
  const auto caller = reinterpret_cast<Address>(pc);
  const bool initialises = world.loading && is_code(caller) && !is_loader_code(caller);
  if (world.searches() && !initialises) return private_allocate(size, alignment);
  if (world.controls() && is_loader_code(caller) && is_loading_by_itself()) return private_allocate(size, alignment);
  if (!heap.is_open()) heap.open();
  if (is_refused(pc)) {
    errno = ENOMEM;
    return nullptr;
  }
  const uint32_t thread = world.controls() ? world.current_number() : 0;
  const bool has_place = world.controls() || initialises || (is_controlled() && !world.begun);
  void* block = heap.allocate(thread, size, alignment, has_place ? location(pc) : 0);
  if (block == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  // The block may be a buffer of the C library, which the kernel writes to.
  if (size >= 1024 && world.controls() && !is_user_code(reinterpret_cast<Address>(pc)))
    memory.make_writable(reinterpret_cast<uint64_t>(block), size);
  if (world.controls()) {
    const auto address = reinterpret_cast<uint64_t>(block);
    world.made_progress(world.current());
    if (!world.alone()) {
      // An access that does not happen-after its allocation races with it.
      constexpr uint64_t kMostRecorded = 1024;
      shadow.clear(address, size);
      if (locking.on) locking.clear(address, address + size);
      world.access(address, std::min(size, kMostRecorded), true, false, true, location(pc), ir::Order::NotAtomic, true,
                   true);
      if (size <= 4096) world.end_objects(address, size);
    }
  }
  return block;
}

void release(void* block, const void* pc) {
  if (block == nullptr) return;
  if (is_private(block)) {
    // Backtracking repeats steps, so several executions may free the same private block. It stays allocated instead.
    if (!world.controls()) private_free(block);
    return;
  }
  const auto address = reinterpret_cast<uint64_t>(block);
  if (!Heap::contains(address)) {
    if (world.controls()) world.fail(FindingKind::Memory, "frees a pointer that is not to heap memory", location(pc));
    return;
  }
  Block* header = heap.block_of(address);
  const bool begins = header != nullptr && header->begin() == address;
  if (!world.controls()) {
    if (begins && header->state == Block::State::Allocated) heap.free(0, header, 0);
    return;
  }
  const ir::LocId loc = location(pc);
  auto fails = [&](const char* how) {
    world.fail(FindingKind::Memory, kept_text(how + describe(address, kWhole)), loc);
  };
  if (!begins) fails("frees a pointer into the middle of ");
  // A free is dependent with every access to the block, as a write to all of its bytes is. So if two threads free the
  // block concurrently, both orders are explored.
  const uint64_t size = header->size != 0 ? header->size : 1;
  const bool visible = !world.alone() && shadow.is_visible(address, size);
  if (visible) {
    Operation operation;
    operation.kind = ActionKind::Free;
    operation.access = {address, size, true, false};
    operation.loc = loc;
    world.act(operation);
  }
  world.access(address, size, true, false, visible, loc);
  if (header->state == Block::State::Freed) fails("frees memory a second time: ");
  world.record_release(address, size);
  if (const std::string user = world.user_of_object(address, size); !user.empty())
    fails(kept_text("frees memory with a synchronisation object in it that " + user + ": "));
  heap.free(world.current_number(), header, loc);
}

// Memory that the program's own code allocates by malloc must be freed by free. (This does not hold for calls of malloc
// in the program's own operator new: the library's operator delete may free that memory.)
void* allocated_by_malloc(void* block, const void* pc) {
  const bool is_programs =
      block != nullptr && world.controls() && is_user_code(reinterpret_cast<Address>(pc)) && !is_operator_new(pc);
  if (is_programs && Heap::contains(reinterpret_cast<uint64_t>(block)))
    heap.block_of(reinterpret_cast<uint64_t>(block))->family = Block::Family::Malloc;
  return block;
}
void release_by_free(void* block, const void* pc) {
  if (world.controls() && is_user_code(reinterpret_cast<Address>(pc)))
    check_family(block, Block::Family::Malloc, "free", pc);
  release(block, pc);
}

uint64_t size_of(void* block) {
  if (is_private(block)) return private_size(block);
  const Block* header = heap.block_of(reinterpret_cast<uint64_t>(block));
  return header == nullptr ? 0 : header->size;
}

// Marks the block as uninitialised if the program's own code has allocated it; returns whether this is so.
bool begin_unset(void* block, const void* pc) {
  const auto address = reinterpret_cast<uint64_t>(block);
  if (!world.controls() || !Heap::contains(address) || !is_user_code(reinterpret_cast<Address>(pc))) return false;
  heap.block_of(address)->begin_unset();
  return true;
}
// After a reallocation: copies the states (initialised or not) of the `size` bytes that were moved, and marks the added
// bytes as uninitialised.
void keep_states(void* old, void* moved, uint64_t size, const void* pc) {
  const auto from = reinterpret_cast<uint64_t>(old), to = reinterpret_cast<uint64_t>(moved);
  if (!begin_unset(moved, pc)) return;
  now_set(to, size);
  copy_states(to, from, size);
}

void* reallocate(void* old, size_t size, const void* pc) {
  if (old == nullptr) {
    void* block = allocated_by_malloc(allocate(size, 16, pc), pc);
    begin_unset(block, pc);
    return block;
  }
  if (size == 0) {
    release_by_free(old, pc);
    return nullptr;
  }
  const uint64_t kept = size_of(old);
  void* block = allocated_by_malloc(allocate(size, 16, pc), pc);
  if (block == nullptr) return nullptr;
  std::memcpy(block, old, kept < size ? kept : size);
  keep_states(old, block, kept < size ? kept : size, pc);
  release_by_free(old, pc);
  return block;
}

}  // namespace

MOVER_EXPORT void* malloc(size_t size) { return allocated_by_malloc(allocate(size, 16, PC), PC); }
MOVER_EXPORT void free(void* block) { release_by_free(block, PC); }
MOVER_EXPORT void cfree(void* block) { release(block, PC); }
MOVER_EXPORT void* calloc(size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* block = allocated_by_malloc(allocate(bytes, 16, PC), PC);
  if (block != nullptr) std::memset(block, 0, bytes);
  return block;
}
MOVER_EXPORT void* realloc(void* old, size_t size) { return reallocate(old, size, PC); }
MOVER_EXPORT void* reallocarray(void* old, size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(old, bytes, PC);
}
MOVER_EXPORT void* memalign(size_t alignment, size_t size) {
  return allocated_by_malloc(allocate(size, alignment, PC), PC);
}
MOVER_EXPORT void* aligned_alloc(size_t alignment, size_t size) {
  return allocated_by_malloc(allocate(size, alignment, PC), PC);
}
MOVER_EXPORT void* valloc(size_t size) { return allocate(size, kPageSize, PC); }
MOVER_EXPORT void* pvalloc(size_t size) { return allocate((size + kPageSize - 1) & ~(kPageSize - 1), kPageSize, PC); }
MOVER_EXPORT int posix_memalign(void** block, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const made = allocate(size, alignment, PC);
  if (made == nullptr) return ENOMEM;
  begin_unset(made, PC);
  plain_access(block, sizeof *block, true, PC);
  *block = made;
  return 0;
}
MOVER_EXPORT size_t malloc_usable_size(void* block) { return block == nullptr ? 0 : size_of(block); }

namespace mover::runtime {

static void objects_copied(const void* to, const void* from, uint64_t size, const void* pc) {
  if (world.controls()) world.copy_objects(reinterpret_cast<uint64_t>(to), reinterpret_cast<uint64_t>(from), size, pc);
}

static bool is_torn(const void* where, uint64_t size, uint64_t word) {
  return world.controls() && !world.alone() && size > word &&
         shadow.is_visible(reinterpret_cast<uint64_t>(where), size);
}
static uint64_t word_of(uint64_t alignment) { return alignment == 0 || alignment > 8 ? 8 : alignment; }

// A word of a copy, between its read and its write.
struct Word {
  uint64_t value;
  bool has_unset, unset[8];

  void read(const uint8_t* from, uint64_t bytes, const void* pc) {
    followed_access(from, bytes, false, pc);
    std::memcpy(&value, from, bytes);
    has_unset = state_of_read != 0;
    if (has_unset) note_unset(reinterpret_cast<uint64_t>(from), bytes, unset);
  }
  void write(uint8_t* to, uint64_t bytes, const void* pc) const {
    plain_access(to, bytes, true, pc);
    if (has_unset) put_unset(reinterpret_cast<uint64_t>(to), bytes, unset);
    std::memcpy(to, &value, bytes);
  }
};

// A small copy reads all words before it writes the first, as in the interpreter (ir/tear_copies.h).
static void copy_words(uint8_t* to, const uint8_t* from, uint64_t size, uint64_t word, const void* pc) {
  constexpr uint64_t kMostAtOnce = 256;
  const uint64_t at_once = size <= kMostAtOnce ? size : word;
  auto* words = static_cast<Word*>(__builtin_alloca((at_once + word - 1) / word * sizeof(Word)));
  const auto bytes_at = [&](uint64_t at) { return std::min(word, size - at); };
  for (uint64_t begin = 0; begin < size; begin += at_once) {
    const uint64_t end = std::min(size, begin + at_once);
    for (uint64_t at = begin; at < end; at += word) words[(at - begin) / word].read(from + at, bytes_at(at), pc);
    for (uint64_t at = begin; at < end; at += word) words[(at - begin) / word].write(to + at, bytes_at(at), pc);
  }
}

void copy_memory(void* to, const void* from, uint64_t size, const void* pc, uint64_t alignment) {
  auto* target = static_cast<uint8_t*>(to);
  const auto* source = static_cast<const uint8_t*>(from);
  const bool overlap = target < source + size && source < target + size;
  const uint64_t word = word_of(alignment);
  if (overlap || !(is_torn(from, size, word) || is_torn(to, size, word))) {
    constexpr uint64_t kMostKept = 64 << 10;
    followed_access(from, size, false, pc);
    // The bytes are copied here, because another thread may write to the source before the write below is scheduled.
    const bool keeps = world.controls() && size <= kMostKept && shadow.is_visible(reinterpret_cast<uint64_t>(to), size);
    void* kept = keeps ? __builtin_alloca(size) : nullptr;
    if (keeps) std::memcpy(kept, from, size);
    const bool has_unset = size != 0 && state_of_read != 0, is_large = size > kMostKept;
    auto* unset = static_cast<bool*>(has_unset && !is_large ? __builtin_alloca(size) : nullptr);
    if (unset != nullptr) note_unset(reinterpret_cast<uint64_t>(from), size, unset);
    if (has_unset && is_large && overlap) library_reads_unset(pc);
    plain_access(to, size, true, pc);
    if (unset != nullptr) put_unset(reinterpret_cast<uint64_t>(to), size, unset);
    // Without a data race, the states of the source have not changed since the read.
    if (has_unset && is_large && !overlap)
      copy_states(reinterpret_cast<uint64_t>(to), reinterpret_cast<uint64_t>(from), size);
    std::memmove(to, keeps ? kept : from, size);
    return objects_copied(to, from, size, pc);
  }
  copy_words(target, source, size, word, pc);
  objects_copied(to, from, size, pc);
}

void fill_memory(void* to, int value, uint64_t size, const void* pc, uint64_t alignment) {
  const uint64_t word = word_of(alignment), step = is_torn(to, size, word) ? word : size;
  for (uint64_t at = 0; at < size; at += step) {
    const uint64_t bytes = std::min(step, size - at);
    plain_access(static_cast<uint8_t*>(to) + at, bytes, true, pc);
    std::memset(static_cast<uint8_t*>(to) + at, value, bytes);
  }
  if (world.controls()) world.overwrite_objects(reinterpret_cast<uint64_t>(to), size, pc);
}

// The replacements of allocators that instrumented code calls through pointers: they also mark the block as unset.
void begin_unset_by_pointer(void* block) {
  const auto address = reinterpret_cast<uint64_t>(block);
  if (world.controls() && Heap::contains(address)) heap.block_of(address)->begin_unset();
}
static void* unset_block(size_t size, size_t alignment, const void* pc) {
  void* block = allocated_by_malloc(allocate(size, alignment, pc), pc);
  begin_unset_by_pointer(block);
  return block;
}
static void* malloc_by_pointer(size_t size) { return unset_block(size, 16, PC); }
static void* aligned_alloc_by_pointer(size_t alignment, size_t size) { return unset_block(size, alignment, PC); }
static void* valloc_by_pointer(size_t size) { return unset_block(size, kPageSize, PC); }
void* replacement_of_allocator(const void* function) {
  if (program_malloc() != nullptr) return nullptr;
  auto is = [&](auto* allocator) { return function == reinterpret_cast<const void*>(allocator); };
  if (is(&::malloc)) return reinterpret_cast<void*>(&malloc_by_pointer);
  if (is(&::aligned_alloc) || is(&::memalign)) return reinterpret_cast<void*>(&aligned_alloc_by_pointer);
  return is(&::valloc) ? reinterpret_cast<void*>(&valloc_by_pointer) : nullptr;
}

// The following functions are also for interception/strings.cc, which declares them itself.
void must_not_overlap(const void* to, const void* from, uint64_t size, const void* pc) {
  const auto a = reinterpret_cast<uint64_t>(to), b = reinterpret_cast<uint64_t>(from);
  if (a == b || a >= b + size || b >= a + size || !world.controls()) return;
  world.fail(FindingKind::Memory,
             kept_text("copies " + std::to_string(size) +
                       " bytes between ranges that overlap, which memcpy and assignment do not allow: " + describe(b)),
             location(pc));
}

void must_be_apart(const void* to, uint64_t written, const void* from, uint64_t read, const void* pc) {
  const auto a = reinterpret_cast<uint64_t>(to), b = reinterpret_cast<uint64_t>(from);
  if (a >= b + read || b >= a + written || !world.controls()) return;
  world.fail(FindingKind::Memory,
             kept_text("writes " + std::to_string(written) + " bytes over the " + std::to_string(read) +
                       " bytes that it reads, which must not overlap: " + describe(b)),
             location(pc));
}

void copy_for_program(void* to, const void* from, size_t size, const void* pc) { copy_memory(to, from, size, pc); }
void fill_for_program(void* to, int value, size_t size, const void* pc) { fill_memory(to, value, size, pc); }
// The C library may access a string byte by byte, but the access is explored as one step. If races are not checked,
// this function reports that as an omission for strings of at most 8 bytes. followed_access does so for longer
// accesses.
static void report_string_in_one_step(const void* where, size_t size) {
  const bool is_short = size > 1 && size <= 8;
  if (is_short && !world.reports_races && !world.alone() && shadow.is_visible(reinterpret_cast<uint64_t>(where), size))
      [[unlikely]]
    world.not_covered(
        "a function of the C library read or wrote a string in one step, so accesses of other threads during the call "
        "were not explored; --check=race finds such accesses");
}
void plain_access_of(const void* where, size_t size, bool write, const void* pc) {
  report_string_in_one_step(where, size);
  write ? plain_access(where, size, true, pc) : reads_text(where, size, pc);
}
void depends_on(const void* where, size_t size, const void* pc) {
  if (!world.controls()) return;
  if (const uint8_t state = state_of(reinterpret_cast<uint64_t>(where), size); state != 0)
    library_depends_on_unset(state, pc);
}
// Records a comparison. Its result depends only on the bytes up to the first difference.
void compares(const void* a, const void* b, size_t size, const void* pc) {
  if (!world.controls()) return;
  const auto *one = static_cast<const char*>(a), *other = static_cast<const char*>(b);
  for (const void* where : {a, b}) {
    report_string_in_one_step(where, size);
    followed_access(where, size, false, pc);
  }
  size_t decisive = 0;
  while (decisive < size && one[decisive] == other[decisive]) ++decisive;
  decisive += decisive < size;
  for (const void* where : {a, b}) depends_on(where, decisive, pc);
}
void* allocate_for_program(size_t size, const void* pc) {
  const auto own = program_malloc();
  return own != nullptr ? own(size) : allocate(size, 16, pc);
}
void* allocate_for_library(size_t size, const void* pc) { return allocate(size, 16, pc); }
void release_for_library(void* block, const void* pc) { release(block, pc); }
char* real_dirname(char* path) { return REAL(dirname)(path); }
char* real_basename(char* path) { return REAL(__xpg_basename)(path); }
void set_undoably(char** where, char* value) {
  if (world.controls()) trail.save(*where);
  *where = value;
}

}  // namespace mover::runtime
