// A vector of trivially copyable elements that allocates memory only for more than N elements. Thread states and
// actions are copied at every step. Nearly all of them are small, so that such a copy is one memcpy.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace mover {

template <typename T, uint32_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVector() = default;
  SmallVector(const SmallVector& other) { assign(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other);
    return *this;
  }
  ~SmallVector() {
    if (data_ != inline_data()) std::free(data_);
  }

  uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](uint32_t i) { return data_[i]; }
  const T& operator[](uint32_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  void push_back(const T& value) {
    T copy = value;  // `value` may be an element of this vector, which reserve() moves
    if (size_ == capacity_) reserve(size_ + 1);
    std::memcpy(data_ + size_++, &copy, sizeof(T));
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  // New elements are not initialised.
  void resize(uint32_t size) {
    if (size > capacity_) reserve(size);
    size_ = size;
  }
  void erase(uint32_t i) {
    std::memmove(data_ + i, data_ + i + 1, (size_ - i - 1) * sizeof(T));
    --size_;
  }

 private:
  T* inline_data() { return reinterpret_cast<T*>(inline_); }

  void assign(const SmallVector& other) {
    if (other.size_ > capacity_) reserve(other.size_);
    size_ = other.size_;
    std::memcpy(static_cast<void*>(data_), other.data_, size_ * sizeof(T));
  }

  void reserve(uint32_t wanted) {
    uint32_t capacity = capacity_ * 2 > wanted ? capacity_ * 2 : wanted;
    T* data = static_cast<T*>(std::malloc(capacity * sizeof(T)));
    if (data == nullptr) std::abort();
    std::memcpy(static_cast<void*>(data), data_, size_ * sizeof(T));
    if (data_ != inline_data()) std::free(data_);
    data_ = data;
    capacity_ = capacity;
  }

  uint32_t size_ = 0;
  uint32_t capacity_ = N;
  T* data_ = inline_data();
  alignas(T) unsigned char inline_[N * sizeof(T)];
};

}  // namespace mover
