// Integers of up to 128 bits.
#pragma once

namespace mover::vm {

using Wide = unsigned __int128;
using SignedWide = __int128;

inline Wide wide_mask(unsigned width) { return width >= 128 ? ~Wide{0} : (Wide{1} << width) - 1; }
inline SignedWide wide_signed(Wide v, unsigned width) {
  unsigned shift = 128 - width;
  return static_cast<SignedWide>(v << shift) >> shift;
}

}  // namespace mover::vm
