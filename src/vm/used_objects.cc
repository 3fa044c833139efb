#include "vm/used_objects.h"

namespace mover::vm {

void UsedObjects::use(const Place& place, uint64_t size, bool signalled) {
  filter_ |= uint64_t{1} << bit_of(place);
  used_.try_emplace(place, Use{size, false}).first->second.signalled |= signalled;
}

UsedObjects::Found UsedObjects::in(Place place, uint64_t size) const {
  Found found;
  const uint64_t begin = place.offset, end = begin + size;
  place.offset = 0;
  for (auto it = used_.lower_bound(place); it != used_.end() && it->first.offset < end; ++it) {
    place.offset = it->first.offset;
    if (it->first != place) break;
    if (it->first.offset + it->second.size <= begin) continue;
    found.used = true;
    found.signalled |= it->second.signalled;
  }
  return found;
}

}  // namespace mover::vm
