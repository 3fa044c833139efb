// The undo log of the run-time's data about the program (threads, locks, clocks, past accesses). Before each change,
// the old bytes are appended to the trail. A checkpoint is a position in the trail, and costs nothing. A record that
// changes often is saved only once between two checkpoints. For this purpose, it contains the epoch in which it was
// last saved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mover::runtime {

class Trail {
 public:
  void open();  // must be called first

  // Saves the bytes, which are about to change.
  void save(void* where, uint32_t size) {
    const uint32_t room = (size + 7) & ~7u;
    std::memcpy(top_, where, size);
    top_ += room;
    auto* entry = reinterpret_cast<Entry*>(top_);
    entry->where = where;
    entry->size = size;
    top_ += sizeof(Entry);
    if (top_ > limit_) [[unlikely]]
      overflow();
  }
  void save_once(uint64_t& saved_in, void* where, uint32_t size) {
    if (saved_in == epoch_) return;
    save(where, size);
    saved_in = epoch_;
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

  size_t checkpoint() {
    begin_epoch();
    return static_cast<size_t>(top_ - base_);
  }
  void begin_epoch() { ++epoch_; }
  void undo_to(size_t checkpoint) {
    begin_epoch();
    uint8_t* end = base_ + checkpoint;
    while (top_ != end) {
      top_ -= sizeof(Entry);
      const Entry entry = *reinterpret_cast<Entry*>(top_);
      top_ -= (entry.size + 7) & ~7u;
      if (entry.size == 8)
        std::memcpy(entry.where, top_, 8);
      else if (entry.size == 4)
        std::memcpy(entry.where, top_, 4);
      else
        std::memcpy(entry.where, top_, entry.size);
    }
  }

 private:
  struct Entry {
    void* where;
    uint64_t size;
  };
  [[noreturn]] void overflow();

  uint64_t epoch_ = 1;  // a new one begins with each checkpoint, undo_to and new thread
  uint8_t *base_ = nullptr, *top_ = nullptr, *limit_ = nullptr;
};

extern Trail trail;

// A value whose assignments the trail undoes. Assigning one Trailed to another does not save the target: the caller
// must have saved the record that contains it.
template <typename T>
class Trailed {
 public:
  Trailed() = default;
  explicit Trailed(const T& value) : value_(value) {}
  operator const T&() const { return value_; }
  const T& get() const { return value_; }
  const T* operator->() const { return &value_; }
  Trailed& operator=(const T& value) {
    trail.save(value_);
    value_ = value;
    return *this;
  }

 private:
  T value_{};
};

}  // namespace mover::runtime
