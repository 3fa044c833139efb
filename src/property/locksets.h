// Interned locksets. A thread also holds a pseudo-lock with its own number, and in an atomic section the pseudo-lock of
// sections. So "only thread 2 accesses it" and "only atomic sections access it" are locksets, too [FQ03, section 5.1].
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
    Place,   // the lock with that name; see AddressName::unique
    Self,    // the lock at that offset of the accessed object
    Thread,  // the thread's number
    Section  // the lock of all atomic sections
  } kind = Kind::Place;
  uint32_t object = 0;
  uint32_t offset = 0;  // Thread: its number
  auto operator<=>(const LockName&) const = default;
};

using LocksetId = uint32_t;

class Locksets {
 public:
  static constexpr LocksetId kEverything = 0;  // no access yet: every lock is a candidate
  static constexpr LocksetId kNothing = 1;

  Locksets() : sets_(2) { numbers_[{}] = kNothing; }

  LocksetId intern(std::vector<LockName> names);
  LocksetId meet(LocksetId, LocksetId);
  // The set without the dropped names.
  LocksetId without(LocksetId, const std::function<bool(const LockName&)>& dropped);
  const std::vector<LockName>& names(LocksetId id) const { return sets_[id]; }
  size_t size() const { return sets_.size(); }

 private:
  std::vector<std::vector<LockName>> sets_;  // each one sorted
  std::map<std::vector<LockName>, LocksetId> numbers_;
};

}  // namespace mover
