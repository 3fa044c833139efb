#include "memory/heap.h"

#include <sys/mman.h>

#include <cstring>

#include "support/check.h"

namespace mover::runtime {

Heap heap;

namespace {

constexpr uint64_t kChunk = 64 << 10, kGranule = Block::kGranule, kGranules = kChunk / kGranule;
constexpr uint64_t kClasses = 40;
constexpr uint64_t kQuarantine = 1 << 20;  // bytes of freed blocks in quarantine before the oldest is reused

struct Chunk {
  uint64_t starts[kGranules / 64];  // bit map: a block's header begins here
};

// Lies at the beginning of an arena.
struct Arena {
  uint64_t next, end;  // free room in the present chunk
  uint64_t next_chunk;
  uint64_t freed_bytes;  // in the quarantine
  uint64_t first, last;  // the oldest and the newest block in the quarantine
  uint64_t reusable[kClasses];
  uint8_t generation;
  uint32_t large[kArenaSize / kChunk];  // for a chunk of a large block: the number of its first chunk; else 0
};
constexpr uint64_t kArenaChunks = (sizeof(Arena) + kChunk - 1) / kChunk;

Arena& arena_of(uint64_t thread) { return *reinterpret_cast<Arena*>(kHeapBegin + thread * kArenaSize); }
Chunk& chunk_at(uint64_t address) { return *reinterpret_cast<Chunk*>(address & ~(kChunk - 1)); }
Block& block_at(uint64_t address) { return *reinterpret_cast<Block*>(address); }

uint64_t room_for(uint64_t size) {
  return sizeof(Block) + (Block::granules(size) + 1) * kGranule + Block::size_of_map(size);
}
uint64_t class_of(uint64_t size) {
  const uint64_t granules = (size + kGranule - 1) / kGranule;
  return granules < kClasses ? granules : kClasses;
}

void mark(uint64_t header) {
  Chunk& chunk = chunk_at(header);
  const uint64_t granule = header % kChunk / kGranule;
  chunk.starts[granule / 64] |= uint64_t{1} << granule % 64;
}

uint64_t take_chunks(Arena& arena, uint64_t count) {
  const uint64_t begin = arena.next_chunk;
  const uint64_t limit = (reinterpret_cast<uint64_t>(&arena) / kArenaSize + 1) * kArenaSize;
  if (count > (limit - begin) / kChunk) return 0;
  arena.next_chunk += count * kChunk;
  return begin;
}

}  // namespace

void Heap::open() {
  if (open_) return;
  void* where = mmap(reinterpret_cast<void*>(kHeapBegin), kHeapEnd - kHeapBegin, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  MOVER_CHECK(where == reinterpret_cast<void*>(kHeapBegin), "the address range of the program's heap is free");
  open_ = true;
}

void* Heap::allocate(uint32_t thread, uint64_t size, uint64_t alignment, uint32_t location) {
  Arena& arena = arena_of(thread);
  if (arena.next_chunk == 0) arena.next_chunk = kHeapBegin + thread * kArenaSize + kArenaChunks * kChunk;
  if (size > kArenaSize) return nullptr;
  uint64_t header = 0;
  const uint64_t klass = class_of(size);
  if (alignment <= kGranule && klass < kClasses && arena.reusable[klass] != 0) {
    header = arena.reusable[klass];
    arena.reusable[klass] = block_at(header).next;
  } else {
    const uint64_t slack = alignment > kGranule ? alignment : 0;
    const uint64_t room = room_for(size) + slack;
    if (room > kChunk - sizeof(Chunk)) {
      const uint64_t chunks = (room + sizeof(Chunk) + kChunk - 1) / kChunk;
      const uint64_t first = take_chunks(arena, chunks);
      if (first == 0) return nullptr;
      const uint64_t number = first % kArenaSize / kChunk;
      for (uint64_t i = 0; i < chunks; ++i) arena.large[number + i] = static_cast<uint32_t>(number);
      header = first + sizeof(Chunk);
    } else {
      if (arena.next + room > arena.end) {
        const uint64_t chunk = take_chunks(arena, 1);
        if (chunk == 0) return nullptr;
        arena.next = chunk + sizeof(Chunk);
        arena.end = chunk + kChunk;
      }
      header = arena.next;
      arena.next += room;
    }
    if (slack != 0) header += (alignment - (header + sizeof(Block)) % alignment) % alignment;
    mark(header);
  }
  Block& block = block_at(header);
  block.state = Block::State::Allocated;
  block.allocated_at = location;
  block.size = size;
  block.freed_at = 0;
  block.thread = static_cast<uint16_t>(thread);
  block.shared = block.is_text = false;
  block.family = Block::Family::Unknown;
  block.generation = arena.generation;
  block.unset = 0;
  return reinterpret_cast<void*>(header + sizeof(Block));
}

void Heap::free(uint32_t thread, Block* block, uint32_t location) {
  block->state = Block::State::Freed;
  block->freed_at = location;
  block->next = 0;
  if (block->thread != thread || class_of(block->size) >= kClasses) return;
  Arena& arena = arena_of(thread);
  const auto header = reinterpret_cast<uint64_t>(block);
  (arena.last == 0 ? arena.first : block_at(arena.last).next) = header;
  arena.last = header;
  arena.freed_bytes += room_for(block->size);
  while (arena.freed_bytes > kQuarantine) {
    Block& oldest = block_at(arena.first);
    const uint64_t at = arena.first;
    arena.freed_bytes -= room_for(oldest.size);
    arena.first = oldest.next;
    if (arena.first == 0) arena.last = 0;
    uint64_t& list = arena.reusable[class_of(oldest.size)];
    oldest.next = list;
    list = at;
  }
}

Block* Heap::block_of(uint64_t address) const {
  const uint64_t arena = (address - kHeapBegin) / kArenaSize;
  const uint64_t number = (address - kHeapBegin) % kArenaSize / kChunk;
  if (number < kArenaChunks) return nullptr;
  uint64_t chunk = address & ~(kChunk - 1), granule = address % kChunk / kGranule;
  if (const uint32_t first = arena_of(arena).large[number]; first != 0 && first != number) {
    chunk = kHeapBegin + arena * kArenaSize + first * kChunk;
    granule = kGranules - 1;
  }
  const Chunk& map = chunk_at(chunk);
  uint64_t word = granule / 64;
  uint64_t bits = map.starts[word] & (~uint64_t{0} >> (63 - granule % 64));
  while (bits == 0 && word > 0) bits = map.starts[--word];
  if (bits == 0) return nullptr;
  const uint64_t start = word * 64 + (63 - static_cast<uint64_t>(__builtin_clzll(bits)));
  return &block_at(chunk + start * kGranule);
}

void Heap::begin_generation(uint32_t thread) { ++arena_of(thread).generation; }
uint8_t Heap::generation(uint32_t thread) const { return arena_of(thread).generation; }

uint64_t Heap::used_end(uint32_t thread) const { return arena_of(thread).next_chunk; }

}  // namespace mover::runtime
