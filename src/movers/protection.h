// Protection of bytes by locks [FQ03, section 6: Mz]: for every byte, the locks that were held at every write so far,
// and the locks that were held at every read so far. A readers-writer lock counts as held at a write only if its write
// side was held. The byte is protected while some lock is in both sets: as long as a thread holds that lock, no other
// thread writes the byte. A byte without a recorded write is protected, too: it is only read after its initialisation.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "movers/facts.h"
#include "property/locksets.h"

namespace mover {

// The place of an access, and the locks that its thread held.
struct AccessSite {
  ir::LocId loc = 0;
  ThreadId thread = 0;
  bool write = false;
  bool atomic = false;
  LocksetId held = Locksets::kNothing;
  bool operator==(const AccessSite&) const = default;
};

class Protection {
 public:
  Protection(Facts& facts, Locksets& locksets) : facts_(facts), locksets_(locksets) {}

  // A thread accesses these bytes. It holds the locks `site.held`, and of these `exclusive` in a mode that excludes
  // readers. Returns the fact that the bytes are protected, which may be refuted already.
  Fact access(AddressName place, uint64_t size, LocksetId exclusive, const AccessSite& site);

  // Declares that the bytes are the state of a synchronisation object, whose operations are movers while the fact
  // `moves` holds. A plain access to the bytes refutes the fact.
  void belongs_to_lock(AddressName place, uint64_t size, Fact moves);

  // Whether some of the bytes are the state of a synchronisation object.
  bool is_lock(AddressName place, uint64_t size);

  // Removes these locks from the protection of all bytes. `is_ignored(object, lock)`: whether to remove the lock from
  // the protection of the object's bytes.
  void remove_locks(const std::function<bool(uint32_t object, const LockName&)>& is_ignored);
  // The facts of locks whose state has been written as ordinary memory since the last call.
  std::vector<Fact> take_overwritten() { return std::exchange(overwritten_, {}); }
  bool has_overwritten() const { return !overwritten_.empty(); }

  // A range of bytes that some action has accessed, and its protection.
  struct Range {
    AddressName place;
    uint64_t size = 0;
    Fact fact = 0;  // all bytes of the range are protected
    LocksetId writes = Locksets::kEverything, reads = Locksets::kEverything;
    std::vector<AccessSite> sites;
  };
  const std::vector<Range>& ranges() const { return ranges_; }
  // Some bytes are unprotected, and some access to them is not atomic.
  bool has_plain_unprotected() const { return !plain_unprotected().empty(); }
  std::set<uint32_t> plain_unprotected() const;  // the objects that contain such bytes

 private:
  struct Byte {
    LocksetId writes = Locksets::kEverything, reads = Locksets::kEverything;
    Fact lock = kNoLock;  // the argument of belongs_to_lock(), if the byte is part of a synchronisation object
    bool unprotected = false;
  };
  static constexpr Fact kNoLock = UINT32_MAX;
  struct Key {
    uint64_t place, size;
    LocksetId held, exclusive;
    ir::LocId loc;
    uint32_t thread_and_kind;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const {
      uint64_t h = key.place * 0x9e3779b97f4a7c15ull ^ (key.size << 48 | key.thread_and_kind);
      h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull ^ (static_cast<uint64_t>(key.held) << 40 ^ key.loc);
      return (h ^ h >> 32) * 0x94d049bb133111ebull ^ key.exclusive;
    }
  };

  // Adjacent bytes are stored in blocks, so a large object costs no more than the accessed part of it.
  static constexpr uint64_t kBlock = 64;
  struct Block {
    std::array<Byte, kBlock> bytes;
    std::vector<uint32_t> ranges;  // the ranges that have a byte in this block
  };

  uint32_t range_of(AddressName place, uint64_t size);
  Block& block_of(uint32_t object, uint64_t offset) {
    return blocks_[static_cast<uint64_t>(object) << 32 | offset / kBlock];
  }
  bool still_protected(const Byte& byte) {
    return byte.writes == Locksets::kEverything || locksets_.meet(byte.writes, byte.reads) != Locksets::kNothing;
  }
  void set_unprotected(Block& block, uint64_t offset);

  Facts& facts_;
  Locksets& locksets_;
  std::unordered_map<uint64_t, Block> blocks_;                       // by object and offset
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> range_numbers_;  // place, size
  std::vector<Range> ranges_;
  std::vector<Fact> overwritten_;
  std::unordered_map<Key, Fact, Hash> known_;  // accesses that have been processed; a repetition changes nothing
};

}  // namespace mover
