// An object of the program's memory: a global, a block of the heap, a local in memory, a thread's handle. Snapshots
// share objects: an object is copied when it is written (`Ref`, copy-on-write).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "support/check.h"
#include "support/small_vector.h"
#include "vm/value.h"

namespace mover::vm {

constexpr uint32_t kNoChunk = UINT32_MAX;

// The number of the chunk that is the canonical form of an object or thread, and the names of objects that the chunk
// contains, in order. The number is valid as long as the names of these objects do not change.
struct ChunkCache {
  struct Mention {
    Slot slot;
    uint32_t name;
  };
  uint32_t chunk = kNoChunk;
  uint32_t epoch = 0;  // Vm::chunk_epoch_ when the number was cached
  SmallVector<Mention, 2> mentions;
  // For symmetry: a hash of the contents in which no address of a dynamic object and no thread occurs; 0: not computed.
  uint64_t contents = 0;
};

// An undefined byte that is part of a term over unknown values.
struct UnknownByte {
  uint32_t offset = 0;  // in the object
  uint32_t index = 0;   // the byte is this one of the term, counted from the least significant one
  terms::TermId term = 0;
};

enum class ObjectKind : uint8_t { Global, Heap, Stack, ThreadLocal, ThreadHandle, Argument, Function };

class Object {
 public:
  // All bytes are 0; with `undefined`, all of them are undefined.
  static Object* make(ObjectKind kind, uint64_t size, bool undefined);
  Object* clone() const;
  // The tombstone of this object, with which the target of a dangling pointer is described. `where`: the place at which
  // the lifetime ended.
  Object* tombstone(ir::LocId where) const;
  // The same local variable at the beginning of its scope, with undefined contents.
  Object* in_scope() const { return without_contents(true); }
  // The same local variable after its scope, without contents.
  Object* out_of_scope(ir::LocId where) const;
  // The tombstone of a local variable that has become a new object. REQUIRES: this object is out of scope.
  Object* tombstone_of_scope() const;
  // Adds a shadow to every byte (0: defined). REQUIRES: has_undefined is false.
  static Object* with_shadow(Object*);

  uint8_t* data() { return bytes_; }
  const uint8_t* data() const { return bytes_; }
  uint8_t* undefined() { return bytes_ + padded(); }
  const uint8_t* undefined() const { return bytes_ + padded(); }

  bool is_pointer(uint64_t word) const { return pointer_words != 0 && (map()[word / 64] >> (word % 64) & 1); }
  void set_pointer(uint64_t word) {
    uint64_t& bits = map()[word / 64];
    pointer_words += !(bits >> (word % 64) & 1);
    bits |= 1ull << (word % 64);
  }
  void clear_pointer(uint64_t word) {
    uint64_t& bits = map()[word / 64];
    pointer_words -= bits >> (word % 64) & 1;
    bits &= ~(1ull << (word % 64));
  }
  // If the object ends inside the last word, the missing bytes are 0.
  uint64_t word(uint64_t index) const {
    uint64_t value;
    std::memcpy(&value, bytes_ + index * 8, 8);
    return value;
  }
  // Calls f(word index, address) for every pointer stored in the object.
  template <typename F>
  void for_each_pointer(F f) const {
    if (pointer_words == 0) return;
    for (uint64_t i = 0; i < map_words(); ++i)
      for (uint64_t bits = map()[i]; bits != 0; bits &= bits - 1) {
        uint64_t index = i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
        f(index, word(index));
      }
  }
  const uint64_t* map() const { return reinterpret_cast<const uint64_t*>(bytes_ - map_words() * 8); }
  uint64_t map_words() const { return (size / 8 + 63) / 64; }

  uint32_t refs = 1;
  mutable ChunkCache canonical;
  uint64_t size = 0;
  uint32_t pointer_words = 0;        // the number of words that hold addresses
  ThreadId owner = 0;                // the thread that created the object; for a handle, the thread that it denotes
  uint32_t frame = 0;                // of a local: the depth of its frame in the owner's stack
  uint32_t rank = 0;                 // of a local: its number among the owner's locals
  ir::LocId site = 0;                // the place at which the object was created
  ThreadId given_to = 0;             // the thread whose creation made the object reachable for others; 0: there is none
  bool given_to_twin = false;        // that thread, or the owner of this thread-local variable, was interchangeable
  ir::FunctionId maker = ir::kNone;  // of allocated memory: the function that allocates it, which may be in a header
  uint32_t maker_pc = 0;             // and the call there
  ir::LocId ended_at = 0;            // the place at which its lifetime ended
  ir::GlobalId global = ir::kNone;   // of a global or thread-local variable; of a function: its FunctionId
  ObjectKind kind = ObjectKind::Global;
  ir::AllocatedBy allocated_by = ir::AllocatedBy::Any;
  bool alive = true;
  bool has_scope = false;      // not alive: a local whose scope has ended, and may begin again
  bool left_behind = false;    // not alive: a local whose scope has begun again with another object
  bool shared = false;         // other threads can reach it
  bool internal = false;       // the state of a model that the library guards itself: accesses to it are no steps
  bool exposed = false;        // the program has used its address as a number, so the address is part of the state
  bool among_others = false;   // created while several threads existed: its slot depends on the schedule
  bool in_memory = false;      // its address was stored in memory, so pointers to it may outlive it
  bool has_undefined = false;  // a shadow follows the bytes
  // By offset. Entries of bytes that have no undefined bit mean nothing. An undefined byte without an entry is one that
  // no instruction has read yet.
  std::vector<UnknownByte> unknowns;

  static void destroy(Object* object) {
    void* block = object->block_;
    object->~Object();
    std::free(block);
  }

 private:
  Object() = default;
  uint64_t padded() const { return (size + 7) & ~7ull; }
  uint64_t* map() { return reinterpret_cast<uint64_t*>(bytes_ - map_words() * 8); }
  static Object* allocate(uint64_t size, bool shadow);
  Object* without_contents(bool undefined) const;

  void* block_ = nullptr;
  uint8_t* bytes_ = nullptr;  // the pointer map lies before it; the bytes (padded to words) and the shadow follow
};

// A reference-counted pointer. It is not atomic, because a machine belongs to one thread.
template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* object) : object_(object) {}
  Ref(const Ref& other) : object_(other.object_) {
    if (object_ != nullptr) ++object_->refs;
  }
  Ref(Ref&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  Ref& operator=(const Ref& other) {
    if (object_ != other.object_) {
      if (other.object_ != nullptr) ++other.object_->refs;
      release();
      object_ = other.object_;
    }
    return *this;
  }
  Ref& operator=(Ref&& other) noexcept {
    if (this != &other) {
      release();
      object_ = other.object_;
      other.object_ = nullptr;
    }
    return *this;
  }
  ~Ref() { release(); }

  const T* get() const { return object_; }
  const T& operator*() const { return *object_; }
  const T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  // The object for writing. If there are other references to it, it is copied first.
  T& write() {
    if (object_->refs > 1) {
      T* copy = object_->clone();
      --object_->refs;
      object_ = copy;
    }
    object_->canonical.chunk = kNoChunk;
    object_->canonical.contents = 0;
    return *object_;
  }
  // REQUIRES: write() was called since the last copy of this reference.
  T*& unique() { return object_; }

 private:
  void release() {
    if (object_ != nullptr && --object_->refs == 0) T::destroy(object_);
  }
  T* object_ = nullptr;
};

}  // namespace mover::vm
