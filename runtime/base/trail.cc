#include "base/trail.h"

#include "base/private_memory.h"
#include "support/check.h"

namespace mover::runtime {

Trail trail;

static constexpr size_t kReserved = size_t{64} << 30;

void Trail::open() {
  base_ = top_ = static_cast<uint8_t*>(reserve(kReserved));
  limit_ = base_ + kReserved - (16 << 20);  // one entry after the limit, such as a whole stack, still fits
}

void Trail::overflow() { support::check_failed(__FILE__, __LINE__, "top_ <= limit_", "the trail has room"); }

}  // namespace mover::runtime
