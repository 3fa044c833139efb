// Interned byte strings, which are the chunks of canonical forms. The table is lossless: equal numbers mean equal
// bytes, not only equal hashes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "machine/machine.h"
#include "store/index.h"

namespace mover::store {

class ChunkTable final : public ChunkSink {
 public:
  uint32_t intern(std::string_view bytes) override;
  std::string_view bytes(uint32_t number) const;
  uint32_t size() const { return static_cast<uint32_t>(where_.size()); }
  uint64_t memory() const { return arena_bytes_ + where_.capacity() * sizeof(const char*) + index_.memory(); }

 private:
  const char* append(std::string_view bytes);

  std::vector<std::unique_ptr<char[]>> arena_;
  size_t used_ = 0, room_ = 0;  // the used bytes and the size of the last block
  uint64_t arena_bytes_ = 0;
  std::vector<const char*> where_;  // by number: the address of the string's length (4 bytes); its bytes follow it
  Index index_;
};

}  // namespace mover::store
