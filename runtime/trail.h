// What the run-time knows about the program (threads, locks, clocks, who accessed what) is put back by undoing each
// change: before a change the old bytes are written to this trail. So a checkpoint of it is a position, and costs
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mover::runtime {

class Trail {
 public:
  void open();  // before anything else

  // The bytes are about to change.
  void save(void* where, uint32_t size) {
    const uint32_t room = (size + 7) & ~7u;
    std::memcpy(top_, where, size);
    top_ += room;
    auto* entry = reinterpret_cast<Entry*>(top_);
    entry->where = where;
    entry->size = size;
    top_ += sizeof(Entry);
    if (top_ > limit_) [[unlikely]] overflow();
  }
  template <typename T>
  void save(T& object) {
    save(&object, sizeof object);
  }
  template <typename T, typename V>
  void set(T& object, V value) {
    save(&object, sizeof object);
    object = static_cast<T>(value);
  }

  size_t position() const { return static_cast<size_t>(top_ - base_); }
  void undo_to(size_t position) {
    uint8_t* end = base_ + position;
    while (top_ != end) {
      top_ -= sizeof(Entry);
      const Entry entry = *reinterpret_cast<Entry*>(top_);
      top_ -= (entry.size + 7) & ~7u;
      std::memcpy(entry.where, top_, entry.size);
    }
  }

 private:
  struct Entry {
    void* where;
    uint64_t size;
  };
  [[noreturn]] void overflow();

  uint8_t *base_ = nullptr, *top_ = nullptr, *limit_ = nullptr;
};

extern Trail trail;

}  // namespace mover::runtime
