// std::hash of strings and of other sequences of bytes: MurmurHash64A [Appleby 2008], and FNV-1a.
#include <bits/hash_bytes.h>

#include <cstdint>
#include <cstring>

namespace std {

namespace {

constexpr uint64_t kFactor = 0xc6a4a7935bd1e995;

uint64_t mix(uint64_t word) {
  word *= kFactor;
  return (word ^ word >> 47) * kFactor;
}

}  // namespace

size_t _Hash_bytes(const void* from, size_t size, size_t seed) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  uint64_t hash = seed ^ size * kFactor;
  for (; size >= 8; size -= 8, bytes += 8) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, 8);
    hash = (hash ^ mix(word)) * kFactor;
  }
  if (size > 0) {
    uint64_t rest = 0;
    for (size_t i = size; i-- > 0;) rest = rest << 8 | bytes[i];
    hash = (hash ^ rest) * kFactor;
  }
  hash = (hash ^ hash >> 47) * kFactor;
  return hash ^ hash >> 47;
}

size_t _Fnv_hash_bytes(const void* from, size_t size, size_t hash) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * size_t{1099511628211u};
  return hash;
}

}  // namespace std
