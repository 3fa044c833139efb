// Creation and copies of objects.
#include "vm/object.h"

namespace mover::vm {

Object* Object::allocate(uint64_t size, bool shadow) {
  uint64_t padded = (size + 7) & ~7ull, map_bytes = (size / 8 + 63) / 64 * 8;
  uint64_t bytes = map_bytes + padded + (shadow ? padded : 0);
  char* block = static_cast<char*>(std::malloc(sizeof(Object) + bytes));
  MOVER_CHECK(block != nullptr, "there is memory left for the program's objects");
  Object* object = new (block) Object;
  object->block_ = block;
  object->bytes_ = reinterpret_cast<uint8_t*>(block + sizeof(Object) + map_bytes);
  object->size = size;
  object->has_undefined = shadow;
  return object;
}

Object* Object::make(ObjectKind kind, uint64_t size, bool undefined) {
  Object* object = allocate(size, undefined && size != 0);
  object->kind = kind;
  std::memset(object->map(), 0, object->map_words() * 8);
  std::memset(object->bytes_, 0, object->padded());
  if (object->has_undefined) {
    std::memset(object->undefined(), 0, object->padded());
    std::memset(object->undefined(), 0xff, size);
  }
  return object;
}

Object* Object::clone() const {
  Object* copy = allocate(size, has_undefined);
  void* block = copy->block_;
  uint8_t* bytes = copy->bytes_;
  *copy = *this;
  copy->block_ = block;
  copy->bytes_ = bytes;
  copy->refs = 1;
  std::memcpy(copy->map(), map(), map_words() * 8);
  std::memcpy(copy->bytes_, bytes_, padded() * (has_undefined ? 2 : 1));
  return copy;
}

Object* Object::tombstone(ir::LocId where) const {
  Object* stone = allocate(0, false);
  stone->kind = kind;
  stone->site = site;
  stone->given_to = given_to;
  stone->maker = maker;
  stone->maker_pc = maker_pc;
  stone->owner = owner;
  stone->global = global;
  stone->ended_at = where;
  stone->shared = shared;
  stone->exposed = exposed;
  stone->in_memory = in_memory;
  stone->alive = false;
  return stone;
}

Object* Object::tombstone_of_scope() const {
  Object* stone = tombstone(ended_at);
  stone->left_behind = true;
  return stone;
}

Object* Object::without_contents(bool undefined) const {
  Object* copy = make(kind, size, undefined);
  copy->owner = owner;
  copy->frame = frame;
  copy->rank = rank;
  copy->site = site;
  copy->given_to = given_to;
  copy->maker = maker;
  copy->maker_pc = maker_pc;
  copy->global = global;
  copy->shared = shared;
  copy->exposed = exposed;
  copy->among_others = among_others;
  copy->in_memory = in_memory;
  return copy;
}

Object* Object::out_of_scope(ir::LocId where) const {
  Object* copy = without_contents(false);
  copy->alive = false;
  copy->has_scope = true;
  copy->ended_at = where;
  return copy;
}

Object* Object::with_shadow(Object* object) {
  MOVER_CHECK(object->refs == 1 && !object->has_undefined, "an object gets its shadow once, by its only owner");
  Object* copy = allocate(object->size, true);
  void* block = copy->block_;
  uint8_t* bytes = copy->bytes_;
  *copy = *object;
  copy->block_ = block;
  copy->bytes_ = bytes;
  copy->has_undefined = true;
  std::memcpy(copy->map(), static_cast<const Object*>(object)->map(), object->map_words() * 8);
  std::memcpy(copy->bytes_, object->bytes_, object->padded());
  std::memset(copy->undefined(), 0, copy->padded());
  destroy(object);
  return copy;
}

}  // namespace mover::vm
