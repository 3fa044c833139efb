// Pairs of readers and writers that observe without synchronising.
#include "vm/weak_atomics.h"

#include <algorithm>

namespace mover::vm {

namespace {

uint64_t bit(ThreadId t) { return t < 64 ? 1ull << t : ~0ull; }

}  // namespace

void WeakAtomics::write(uint64_t word, ThreadId t, bool orders) {
  Word& w = words_[word];
  w.writers |= bit(t);
  if (!orders) w.weak_writers |= bit(t);
}

void WeakAtomics::read(uint64_t word, ThreadId t, bool orders, bool may_be_address) {
  Word& w = words_[word];
  w.readers |= bit(t);
  if (!orders) w.weak_readers |= bit(t);
  w.may_hold_address |= may_be_address;
}

bool WeakAtomics::Word::observed(bool numbers_reused) const {
  auto different = [&](ThreadSet a, ThreadSet b) {
    const ThreadSet both = a | b;
    return a != 0 && b != 0 && (numbers_reused || (both & (both - 1)) != 0);
  };
  return different(weak_readers, writers) || different(readers, weak_writers);
}

bool WeakAtomics::observed(bool numbers_reused) const {
  return std::any_of(words_.begin(), words_.end(), [&](const auto& w) { return w.second.observed(numbers_reused); });
}

bool WeakAtomics::observed_address(bool numbers_reused) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const auto& w) { return w.second.may_hold_address && w.second.observed(numbers_reused); });
}

}  // namespace mover::vm
