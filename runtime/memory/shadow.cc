#include "memory/shadow.h"

#include "base/private_memory.h"

namespace mover::runtime {

Shadow shadow;

void Shadow::open() {
  top_ = static_cast<Leaf***>(reserve(sizeof(Leaf**) << kTopLevel));
  records_ = static_cast<Record*>(reserve(sizeof(Record) << 32));
}

Shadow::Leaf* Shadow::make_leaf(uint64_t address) {
  Leaf**& middle = top_[address >> 30 & ((1 << kTopLevel) - 1)];
  if (middle == nullptr) middle = static_cast<Leaf**>(reserve(sizeof(Leaf*) << kLevel));
  Leaf*& leaf = middle[address >> 12 & ((1 << kLevel) - 1)];
  if (leaf == nullptr) {
    leaf = static_cast<Leaf*>(private_allocate(sizeof(Leaf), 64));
    *leaf = {};
  }
  return leaf;
}

bool Shadow::contains_visible(uint64_t address, uint64_t size) const {
  // No object is that large: the length is the result of a race or an overflow, and the access is going to fail.
  constexpr unsigned kAddressBits = 47;
  if (size >> kAddressBits != 0) return false;
  const uint64_t end = address + size;
  for (uint64_t word = address & ~7ull; word < end; word += 8) {
    const Leaf* leaf = leaf_of(word);
    if (leaf == nullptr) {
      word |= 4095 & ~7ull;  // the next page
      continue;
    }
    const uint8_t visible = leaf->words[word >> 3 & 511].visible;
    if (visible != 0 && (visible & bytes_of_word(word, address, end)) != 0) return true;
  }
  return false;
}

void Shadow::make_visible(uint64_t address, uint64_t size) {
  address = identity(address);
  some_visible_ = true;
  const uint64_t end = address + size;
  for (uint64_t word = address & ~7ull; word < end; word += 8)
    make_leaf(word)->words[word >> 3 & 511].visible |= bytes_of_word(word, address, end);
}

void Shadow::make_invisible(uint64_t address, uint64_t size) {
  address = identity(address);
  const uint64_t end = address + size;
  for (uint64_t word = address & ~7ull; word < end; word += 8)
    make_leaf(word)->words[word >> 3 & 511].visible &= static_cast<uint8_t>(~bytes_of_word(word, address, end));
}

bool Shadow::touch(uint64_t address, uint64_t size, uint32_t thread, bool write) {
  bool found = false;
  address = identity(address);
  for (uint64_t at = address & ~7ull; at < address + size; at += 8) {
    Word& word = make_leaf(at)->words[at >> 3 & 511];
    if (word.several && word.written) continue;
    if (word.first_thread == 0) word.first_thread = static_cast<uint8_t>(thread + 1);
    word.several |= word.first_thread != thread + 1;
    word.written |= write;
    if (!word.several || !word.written) continue;
    shared_.push_back(at);
    found = true;
  }
  return found;
}

void Shadow::clear(uint64_t address, uint64_t size) {
  address = identity(address);
  for (uint64_t word = address & ~7ull; word < address + size; word += 8) {
    Leaf* leaf = leaf_of(word);
    if (leaf == nullptr) {
      word |= 4095 & ~7ull;
      continue;
    }
    Word& cleared = leaf->words[word >> 3 & 511];
    if (cleared.first != 0) cleared.set_first(0);  // its records are not reused before the execution ends
  }
}

}  // namespace mover::runtime
