// Interned locksets. Each thread also holds a pseudo-lock with its own number, and in an atomic section the pseudo-lock
// of all sections. So "only thread 2 accesses it" and "only atomic sections access it" are locksets, too [FQ03, section
// 5.1].
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "machine/machine.h"

namespace mover {

struct LockName {
  enum class Kind : uint8_t {
    Place,   // the lock at (object, offset): an AddressName that is unique, or an address
    Self,    // the lock at `offset` of the accessed object
    Thread,  // the pseudo-lock of a thread
    Section  // the pseudo-lock of all atomic sections
  } kind = Kind::Place;
  uint32_t object = 0;
  uint32_t offset = 0;  // Thread: its number
  auto operator<=>(const LockName&) const = default;
};

using LocksetId = uint32_t;

class Locksets {
 public:
  static constexpr LocksetId kEverything = 0;  // the set of all locks, which are the candidates before any access
  static constexpr LocksetId kNothing = 1;     // the empty set

  Locksets() : sets_(2) { numbers_[{}] = kNothing; }

  LocksetId intern(std::vector<LockName> names);
  LocksetId meet(LocksetId, LocksetId);  // the intersection
  // The set without the dropped names.
  LocksetId without(LocksetId, const std::function<bool(const LockName&)>& dropped);
  const std::vector<LockName>& names(LocksetId id) const { return sets_[id]; }
  size_t size() const { return sets_.size(); }

 private:
  std::vector<std::vector<LockName>> sets_;  // each set is sorted
  std::map<std::vector<LockName>, LocksetId> numbers_;
};

}  // namespace mover
