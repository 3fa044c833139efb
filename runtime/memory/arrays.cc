// Arrays of variable length whose block ends. The next one would get the same address, and a thread that still has a
// pointer to the old one would access the new one: so the place is kept, as far as a bound allows.
#include "memory/access.h"
#include "memory/locals.h"

using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

constexpr uint64_t kMostKept = 16 << 10;  // bytes of a function's frame

}  // namespace

// The stack pointer is to go from `now` back to `saved`. Returns where it goes.
MOVER_EXPORT char* __mover_stack_restored(char* now, char* saved, char* top) {
  if (!world.controls() || now >= saved) return saved;
  const auto begin = reinterpret_cast<uint64_t>(now), end = reinterpret_cast<uint64_t>(saved);
  // The places that are kept already end no further than `top`, where the frame's other variables lie.
  const uint64_t last = locals.end_of_ended(end, reinterpret_cast<uint64_t>(top));
  const bool is_kept = last - begin <= kMostKept;
  const uint64_t size = (is_kept ? end : last) - begin;
  locals.end(begin, size, is_kept ? Locals::Scope::Block : Locals::Scope::Frame, location(PC));
  locals.end_zones_in(begin, size);
  return is_kept ? now : reinterpret_cast<char*>(last);
}
