// Records, over all executions, which synchronisation objects were used while several threads existed. So the
// interpreter notices if their bytes are overwritten or freed later, which initialises or ends the objects.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "ir/ir.h"
#include "vm/object.h"

namespace mover::vm {

class UsedObjects {
 public:
  // Bytes of a global variable, or of the objects of an allocation site.
  struct Place {
    ir::LocId site = 0;
    Slot global = 0;
    uint64_t offset = 0;
    auto operator<=>(const Place&) const = default;
  };
  // `signalled`: the condition was signalled without its mutex, just after the mutex was unlocked.
  void use(const Place& place, uint64_t size, bool signalled);

  struct Found {
    bool used = false, signalled = false;
  };
  // Whether the bytes overlap an object that was used.
  Found in(Place place, uint64_t size) const;
  bool empty() const { return used_.empty(); }
  // Whether an object may have been used in this global variable or at this site. Cheap, because each plain access
  // asks.
  bool may_be_in(const Place& place) const { return (filter_ >> bit_of(place) & 1) != 0; }

 private:
  struct Use {
    uint64_t size = 0;
    bool signalled = false;
  };
  static uint32_t bit_of(const Place& place) { return (place.site * 7 + place.global) % 64; }

  std::map<Place, Use> used_;
  uint64_t filter_ = 0;  // bit_of all places
};

}  // namespace mover::vm
