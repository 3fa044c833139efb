// Serialisation with one list of fields for both directions: fields(archive, value) names the parts of a struct once,
// for a Writer and for a Reader. Both ends are the same build on the same machine, so numbers are copied as they are in
// memory. No function throws. If a Reader has no bytes left, ok() becomes false, and all further values are zero.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/small_vector.h"

namespace mover::native {

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
 public:
  template <typename... T>
  Writer& operator()(const T&... values) {
    (write(values), ...);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <Plain T>
  void write(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void write(const std::string& text) {
    write(uint64_t{text.size()});
    bytes_ += text;
  }
  template <typename T>
  void write(const std::vector<T>& values) {
    write(uint64_t{values.size()});
    for (const T& value : values) write(value);
  }
  template <typename T, uint32_t N>
  void write(const SmallVector<T, N>& values) {
    write(uint64_t{values.size()});
    for (const T& value : values) write(value);
  }
  template <typename T>
    requires(!Plain<T>)
  void write(const T& value) {
    fields(*this, const_cast<T&>(value));  // the list of fields serves both directions
  }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename... T>
  Reader& operator()(T&... values) {
    (read(values), ...);
    return *this;
  }
  bool ok() const { return ok_; }

 private:
  template <Plain T>
  void read(T& value) {
    if (!has(sizeof value)) {
      value = T{};
      return;
    }
    if constexpr (std::is_same_v<T, bool>)
      value = rest_.front() != 0;
    else
      std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
  }
  void read(std::string& text) {
    const size_t size = count();
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  template <typename T>
  void read(std::vector<T>& values) {
    values.clear();
    values.resize(count());  // each element takes at least a byte, so count() is limited by the size of the message
    for (T& value : values) read(value);
  }
  template <typename T, uint32_t N>
  void read(SmallVector<T, N>& values) {
    values.clear();
    for (size_t left = count(); left > 0; --left) {
      T value{};
      read(value);
      values.push_back(value);
    }
  }
  template <typename T>
    requires(!Plain<T>)
  void read(T& value) {
    fields(*this, value);
  }

  size_t count() {
    uint64_t size = 0;
    read(size);
    return has(size) ? static_cast<size_t>(size) : 0;
  }
  bool has(uint64_t size) {
    if (ok_ && size <= rest_.size()) return true;
    ok_ = false;
    rest_ = {};
    return false;
  }

  std::string_view rest_;
  bool ok_ = true;
};

template <typename Archive, typename A, typename B>
void fields(Archive& archive, std::pair<A, B>& pair) {
  archive(pair.first, pair.second);
}

}  // namespace mover::native
