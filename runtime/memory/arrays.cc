// Handles the end of the block of a variable-length array. The next array would get the same address, and a thread that
// still has a pointer to the old array would access the new one. So the stack space is not reused, up to a bound.
#include "memory/access.h"
#include "memory/locals.h"

using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

constexpr uint64_t kMostKept = 16 << 10;  // bytes per frame

}  // namespace

// The program is about to move the stack pointer from `now` back to `saved`. Returns the address to which it must move
// the stack pointer instead. `top`: the end of the frame's arrays.
MOVER_EXPORT char* __mover_stack_restored(char* now, char* saved, char* top) {
  if (!world.controls() || now >= saved) return saved;
  const auto begin = reinterpret_cast<uint64_t>(now), end = reinterpret_cast<uint64_t>(saved);
  // The arrays whose space is already kept lie below `top`; the frame's other variables lie at `top` or above.
  const uint64_t last = locals.end_of_ended(end, reinterpret_cast<uint64_t>(top));
  const bool is_kept = last - begin <= kMostKept;
  const uint64_t size = (is_kept ? end : last) - begin;
  locals.end(begin, size, is_kept ? Locals::Scope::Block : Locals::Scope::Frame, location(PC));
  locals.end_zones_in(begin, size);
  return is_kept ? now : reinterpret_cast<char*>(last);
}
