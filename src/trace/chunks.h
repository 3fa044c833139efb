// A table that interns chunks of canonical states in a hash map, for the few states that are compared after a search.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "machine/machine.h"

namespace mover {

class PlainChunks final : public ChunkSink {
 public:
  uint32_t intern(std::string_view bytes) override {
    return numbers_.try_emplace(std::string(bytes), static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

}  // namespace mover
