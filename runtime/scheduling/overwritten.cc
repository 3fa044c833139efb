// Writes to the bytes of synchronisation objects, by assignment, memset or memcpy. The run-time keeps the state of an
// object outside its bytes, so the state has to follow such a write. If no thread uses the object, overwriting it puts
// it into its initial state, and a copy has the same state. If a thread holds the object or waits for it, overwriting
// it is an error, and so is using a copy before it is initialised.
#include "memory/access.h"
#include "native/protocol.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

// Whether the run-time keeps the state of the object outside its bytes. The bytes of a once control or an atomic
// variable are its state.
bool is_beside_its_bytes(const SyncObject& object) {
  using Kind = SyncObject::Kind;
  return object.kind != Kind::None && object.kind != Kind::Once && object.kind != Kind::Atomic;
}

}  // namespace

template <typename F>
void World::for_each_object_in(Address begin, uint64_t size, F f) {
  constexpr uint64_t kAlignment = 4;
  begin = identity(begin);
  if (objects_.size() < size / kAlignment) {
    for (size_t i = 0; i < objects_.size(); ++i)  // f may add objects
      if (objects_[i]->address - begin < size && is_beside_its_bytes(*objects_[i])) f(*objects_[i]);
    return;
  }
  for (Address at = (begin + kAlignment - 1) & ~(kAlignment - 1); at < begin + size; at += kAlignment)
    if (SyncObject* object = find(at); object != nullptr && is_beside_its_bytes(*object)) f(*object);
}

void World::add_to_filter(Address address, SyncObject::Kind kind) {
  if (kind >= SyncObject::Kind::None) return;
  const Address last = address + sync::size_of(static_cast<sync::Kind>(kind)) - 1;
  for (Address at = address / kGranule; at <= last / kGranule; ++at)
    object_granules_[at % kGranules / 64] |= uint64_t{1} << at % 64;
}

void World::record_release(Address begin, uint64_t size) {
  if (alone() || objects_.empty()) return;
  constexpr uint64_t kLargest = 64;  // an object may begin before the bytes
  begin = identity(begin);
  for_each_object_in(begin - kLargest, size + kLargest, [&](SyncObject& object) {
    const bool can_be_left = object.kind == SyncObject::Kind::Condition || object.kind == SyncObject::Kind::Barrier;
    if (!can_be_left) return;
    const uint64_t bytes = sync::size_of(static_cast<sync::Kind>(object.kind));
    if (object.address + bytes <= begin) return;
    object.known->releasers |= uint64_t{1} << current_;
    if (object.known->order_of_leaving_matters()) learn(object.address, bytes);
  });
}

void World::must_be_unused(Address begin, uint64_t size, const void* pc) {
  record_release(begin, size);
  if (const std::string user = user_of_object(begin, size); !user.empty())
    fail(FindingKind::Memory, kept_text("overwrites a synchronisation object that " + user + ": " + describe(begin)),
         location(pc));
}

void World::overwrite_objects(Address begin, uint64_t size, const void* pc) {
  if (objects_.empty()) return;
  must_be_unused(begin, size, pc);
  for_each_object_in(begin, size, [&](SyncObject& object) { renew(object, SyncObject::Kind::None); });
}

// A store of a word initialises a spin lock, which is a single word, but no other object.
void World::store_to_object(Address address, uint64_t size, const void* pc) {
  must_be_unused(address, size, pc);
  SyncObject* object = find(address);
  if (object != nullptr && object->kind == SyncObject::Kind::Spin && size >= sync::size_of(sync::Kind::Spin))
    renew(*object, SyncObject::Kind::None);
}

// The bytes of an object that is in use differ from those that the C library would write. So a program that loads them
// may behave differently. If it copies the object in this way, the copy seems not to be in use.
void World::load_from_object(Address address, uint64_t size, const void* pc) {
  if (const std::string user = user_of_object(address, size); !user.empty())
    not_covered("the program loads bytes of a synchronisation object that " + user + ", which the C library would " +
                "have set to other values: " + describe(address) + ", at " + native::loc_mark(location(pc)));
}

void World::copy_objects(Address to, Address from, uint64_t size, const void* pc) {
  if (objects_.empty() || to == from) return;
  overwrite_objects(to, size, pc);
  to = identity(to);
  from = identity(from);
  for_each_object_in(from, size, [&](const SyncObject& original) {
    SyncObject& copy = object(to + (original.address - from), original.kind);
    copy.will_change();
    const uint64_t bytes = sync::size_of(static_cast<sync::Kind>(original.kind));
    copy.is_copy = original.is_copy || !user_of_object(original.address, bytes).empty();
    copy.words = copy.is_copy ? sync::Object<uint32_t>{} : original.words;
  });
}

}  // namespace mover::runtime
