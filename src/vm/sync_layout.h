// The layout of synchronisation objects in the program's memory: 32-bit words at fixed offsets. The offsets are chosen
// so that glibc's static initialisers have their usual meaning. The words of an object that was never initialised are
// undefined, which is detected.
//
//   mutex              0 owner  4 depth  16 kind (+ 16 if robust)  20 destroyed  24 state of a robust mutex
//   condition          0 copied while threads waited on it  40 destroyed (waiting is part of the state of threads)
//   rwlock             0 writer  4 readers  16 destroyed  48 kind, as in glibc
//   spin lock          0 owner, or all ones if it was destroyed
//   semaphore          0 value  8 destroyed
//   barrier            0 threshold  4 arrived  8 destroyed
//   once               0 state
#pragma once

#include <cstdint>

#include "sync/numbers.h"

namespace mover::vm {

struct SyncLayout {
  sync::Kind kind;
  const char* name;
  uint64_t used;                        // bytes that must be defined
  uint64_t size = sync::size_of(kind);  // bytes that must exist
};

inline const SyncLayout& layout_of(ir::SyncOp op) {
  using sync::Kind;
  static constexpr SyncLayout kLayouts[] = {{Kind::Mutex, "mutex", 24},
                                            {Kind::Condition, "condition variable", 44},
                                            {Kind::RwLock, "readers-writer lock", 20},
                                            {Kind::Spin, "spin lock", 4},
                                            {Kind::Semaphore, "semaphore", 12},
                                            {Kind::Barrier, "barrier", 12},
                                            {Kind::Once, "once control", 4}};
  return kLayouts[static_cast<size_t>(sync::kind_of(op))];
}

namespace sync_words {
constexpr uint64_t kOwner = 0, kDepth = 4, kMutexKind = 16, kMutexDestroyed = 20, kRobustState = 24;
constexpr uint64_t kConditionCopied = 0, kConditionDestroyed = 40;
constexpr uint64_t kReaders = 4, kRwDestroyed = 16, kRwKind = 48;
constexpr uint64_t kValue = 0, kThreshold = 0, kArrived = 4, kDestroyed = 8;
constexpr uint32_t kKinds = 3, kRobust = 16, kSpinDestroyed = ~0u;
}  // namespace sync_words

// Calls word(offset, member) for each word of an object, except the kind of a mutex.
template <typename O = sync::Object<uint32_t>, typename Word>
void for_each_word(sync::Kind kind, bool robust, Word word) {
  using namespace sync_words;
  switch (kind) {
    case sync::Kind::Mutex:
      word(kOwner, &O::owner);
      word(kDepth, &O::count);
      word(kMutexDestroyed, &O::destroyed);
      if (robust) word(kRobustState, &O::state);
      return;
    case sync::Kind::Condition:
      return word(kConditionDestroyed, &O::destroyed);
    case sync::Kind::RwLock:
      word(kOwner, &O::owner);
      word(kReaders, &O::count);
      word(kRwDestroyed, &O::destroyed);
      return word(kRwKind, &O::kind);
    case sync::Kind::Spin:
      return word(kOwner, &O::owner);
    case sync::Kind::Semaphore:
      word(kValue, &O::count);
      return word(kDestroyed, &O::destroyed);
    case sync::Kind::Barrier:
      word(kThreshold, &O::threshold);
      word(kArrived, &O::count);
      return word(kDestroyed, &O::destroyed);
    case sync::Kind::Once:
      return word(kOwner, &O::state);
    case sync::Kind::Thread:  // a thread occupies no bytes of the program's memory
      return;
  }
}

// Loads an object. read(offset) returns a word of its memory.
template <typename Read>
sync::Object<uint32_t> load_object(sync::Kind kind, Read read) {
  using namespace sync_words;
  sync::Object<uint32_t> object;
  if (kind == sync::Kind::Mutex) {
    const uint32_t word = read(kMutexKind), type = word & kKinds;
    object.kind = type == kKinds ? sync::kNormal : type;  // an adaptive mutex behaves like a normal one
    object.robust = (word & kRobust) != 0;
  }
  for_each_word(kind, object.robust != 0, [&](uint64_t offset, auto member) { object.*member = read(offset); });
  if (kind == sync::Kind::Spin && object.owner == kSpinDestroyed) object.owner = 0, object.destroyed = 1;
  return object;
}

// Calls write(offset, value) for each word that has changed.
template <typename Write>
void store_object(sync::Kind kind, const sync::Object<uint32_t>& before, sync::Object<uint32_t> after, Write write) {
  using namespace sync_words;
  if (kind == sync::Kind::Spin && after.destroyed != 0) after.owner = kSpinDestroyed;
  if (kind == sync::Kind::Mutex && (before.kind != after.kind || before.robust != after.robust))
    write(kMutexKind, after.kind + (after.robust != 0 ? kRobust : 0));
  for_each_word(kind, after.robust != 0, [&](uint64_t offset, auto member) {
    if (before.*member != after.*member) write(offset, after.*member);
  });
}

}  // namespace mover::vm
