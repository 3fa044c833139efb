// Streams whose buffers are memory of the program (fmemopen, open_memstream, setvbuf): records the accesses to this
// memory.
#include "base/memory_streams.h"

#include <cstdio>
#include <cstring>

#include "base/per_process.h"
#include "base/real.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

struct Range {
  const void* begin = nullptr;
  size_t size = 0;
};
// A stream that uses the program's memory.
struct Attached {
  FILE* stream = nullptr;
  bool writes = false;
  Range memory[2];
};
constexpr int kMost = 64;
MOVER_PER_PROCESS Attached attached[kMost];

Attached* find_attached(const FILE* stream) {
  for (Attached& one : attached)
    if (one.stream == stream) return &one;
  return nullptr;
}

void attach(const Attached& made, const void* pc) {
  if (!world.controls() || made.stream == nullptr) return;
  Attached* place = find_attached(made.stream);
  if (place == nullptr) place = find_attached(nullptr);
  if (place == nullptr) world.cannot_follow("the program has too many streams with memory of its own", location(pc));
  trail.set(*place, made);
  world.cannot_compare();
}

void take_lock_of(const FILE* stream, const void* pc) {
  if (world.alone()) return;
  const auto address = reinterpret_cast<uint64_t>(stream);
  atomic_access(stream, 8, true, pc);
  world.access(address, 8, true, true, true, location(pc), ir::Order::AcqRel);
  world.order_atomic(world.current(), address, 8, true, true, ir::Order::AcqRel);
}

void give_buffer(FILE* stream, char* buffer, size_t size, const void* pc) {
  attach({stream, true, {{buffer, buffer == nullptr ? 0 : size}, {}}}, pc);
}

}  // namespace

void mover::runtime::use_memory_of_stream(FILE* stream, bool closes, const void* pc) {
  if (!world.controls() || stream == nullptr) return;
  Attached* found = find_attached(stream);
  if (found == nullptr) return;
  take_lock_of(stream, pc);
  for (const Range& range : found->memory) plain_access(range.begin, range.size, found->writes, pc);
  if (closes) trail.set(*found, Attached{});
}

MOVER_EXPORT FILE* fmemopen(void* buffer, size_t size, const char* mode) noexcept {
  if (world.controls()) reads_text(mode, std::strlen(mode) + 1, PC);
  const bool writes = world.controls() && std::strpbrk(mode, "wa+") != nullptr;
  if (buffer != nullptr && mode[0] == 'a') plain_access(buffer, size, false, PC);
  FILE* stream = REAL(fmemopen)(buffer, size, mode);
  attach({stream, writes, {{buffer, buffer == nullptr ? 0 : size}, {}}}, PC);
  return stream;
}
// The C library reallocates the text when it grows, so the accesses are recorded for the variables that contain its
// address and size.
MOVER_EXPORT FILE* open_memstream(char** text, size_t* size) noexcept {
  FILE* stream = REAL(open_memstream)(text, size);
  attach({stream, true, {{text, sizeof *text}, {size, sizeof *size}}}, PC);
  return stream;
}
MOVER_EXPORT FILE* open_wmemstream(wchar_t** text, size_t* size) noexcept {
  FILE* stream = REAL(open_wmemstream)(text, size);
  attach({stream, true, {{text, sizeof *text}, {size, sizeof *size}}}, PC);
  return stream;
}
MOVER_EXPORT int setvbuf(FILE* stream, char* buffer, int mode, size_t size) noexcept {
  give_buffer(stream, buffer, mode == _IONBF ? 0 : size, PC);
  return REAL(setvbuf)(stream, buffer, mode, size);
}
MOVER_EXPORT void setbuf(FILE* stream, char* buffer) noexcept {
  give_buffer(stream, buffer, BUFSIZ, PC);
  REAL(setbuf)(stream, buffer);
}
MOVER_EXPORT void setbuffer(FILE* stream, char* buffer, size_t size) noexcept {
  give_buffer(stream, buffer, size, PC);
  REAL(setbuffer)(stream, buffer, size);
}
