// The inference of protecting locks [FQ03, section 6].
#include "movers/protection.h"

#include <algorithm>

namespace mover {

uint32_t Protection::range_of(AddressName place, uint64_t size) {
  uint64_t at = static_cast<uint64_t>(place.object) << 32 | place.offset;
  auto [known, fresh] = range_numbers_.try_emplace({at, size}, static_cast<uint32_t>(ranges_.size()));
  if (!fresh) return known->second;
  Range range;
  range.place = place;
  range.size = size;
  range.fact = facts_.add();
  const uint64_t end = place.offset + size;
  for (uint64_t offset = place.offset; offset < end; ++offset) {
    Block& block = block_of(place.object, offset);
    if (block.bytes[offset % kBlock].unprotected) facts_.refute(range.fact);
    if (offset == place.offset || offset % kBlock == 0) block.ranges.push_back(known->second);
  }
  ranges_.push_back(std::move(range));
  return known->second;
}

// No lock protects this byte, so the fact of every range that contains it is refuted.
void Protection::set_unprotected(Block& block, uint64_t offset) {
  block.bytes[offset % kBlock].unprotected = true;
  for (uint32_t number : block.ranges) {
    const Range& range = ranges_[number];
    if (range.place.offset <= offset && offset < range.place.offset + range.size) facts_.refute(range.fact);
  }
}

Fact Protection::access(AddressName place, uint64_t size, LocksetId exclusive, const AccessSite& site) {
  const Key key{
      static_cast<uint64_t>(place.object) << 32 | place.offset,           size, site.held, exclusive, site.loc,
      site.thread << 2 | (site.write ? 2u : 0u) | (site.atomic ? 1u : 0u)};
  if (auto known = known_.find(key); known != known_.end()) return known->second;
  uint32_t number = range_of(place, size);
  for (uint64_t offset = place.offset; offset < place.offset + size; ++offset) {
    Block& block = block_of(place.object, offset);
    Byte& byte = block.bytes[offset % kBlock];
    LocksetId& held = site.write ? byte.writes : byte.reads;
    held = locksets_.meet(held, site.write ? exclusive : site.held);
    if (byte.lock != kNoLock) facts_.refute(byte.lock);
    if (byte.lock != kNoLock && site.write) overwritten_.push_back(byte.lock);
    if (!byte.unprotected && (byte.lock != kNoLock || !still_protected(byte))) set_unprotected(block, offset);
  }
  Range& range = ranges_[number];
  LocksetId& held = site.write ? range.writes : range.reads;
  held = locksets_.meet(held, site.write ? exclusive : site.held);
  if (std::find(range.sites.begin(), range.sites.end(), site) == range.sites.end()) range.sites.push_back(site);
  known_.emplace(key, range.fact);
  return range.fact;
}

void Protection::belongs_to_lock(AddressName place, uint64_t size, Fact moves) {
  for (uint64_t offset = place.offset; offset < place.offset + size; ++offset) {
    Block& block = block_of(place.object, offset);
    Byte& byte = block.bytes[offset % kBlock];
    bool accessed = byte.writes != Locksets::kEverything || byte.reads != Locksets::kEverything;
    bool another = byte.lock != kNoLock && byte.lock != moves;  // two locks overlap
    if (another) facts_.refute(byte.lock);
    if (accessed || another) facts_.refute(moves);
    if (byte.writes != Locksets::kEverything) overwritten_.push_back(moves);
    if (accessed && !byte.unprotected) set_unprotected(block, offset);
    byte.lock = moves;
  }
}

bool Protection::is_lock(AddressName place, uint64_t size) {
  for (uint64_t offset = place.offset; offset < place.offset + size; ++offset)
    if (block_of(place.object, offset).bytes[offset % kBlock].lock != kNoLock) return true;
  return false;
}

void Protection::remove_locks(const std::function<bool(uint32_t object, const LockName&)>& is_ignored) {
  known_.clear();
  for (auto& [key, block] : blocks_) {
    auto dropped = [&, object = static_cast<uint32_t>(key >> 32)](const LockName& lock) {
      return is_ignored(object, lock);
    };
    for (uint64_t i = 0; i < kBlock; ++i) {
      Byte& byte = block.bytes[i];
      byte.writes = locksets_.without(byte.writes, dropped);
      byte.reads = locksets_.without(byte.reads, dropped);
      if (!byte.unprotected && !still_protected(byte)) set_unprotected(block, (key & UINT32_MAX) * kBlock + i);
    }
  }
  for (Range& range : ranges_) {
    auto dropped = [&](const LockName& lock) { return is_ignored(range.place.object, lock); };
    range.writes = locksets_.without(range.writes, dropped);
    range.reads = locksets_.without(range.reads, dropped);
  }
}

std::set<uint32_t> Protection::plain_unprotected() const {
  std::set<uint32_t> objects;
  for (const Range& range : ranges_)
    if (facts_.is_refuted(range.fact) &&
        std::any_of(range.sites.begin(), range.sites.end(), [](const AccessSite& site) { return !site.atomic; }))
      objects.insert(range.place.object);
  return objects;
}

}  // namespace mover
