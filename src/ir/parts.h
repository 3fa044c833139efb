// The parts of a variable, by their names in the source: ".items[3].key".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::ir {

struct PathStep {
  std::string member;  // empty: an element of an array
  uint64_t index = 0;  // the index of the element, or kEvery
  static constexpr uint64_t kEvery = UINT64_MAX;
  bool operator==(const PathStep&) const = default;
};
using Path = std::vector<PathStep>;

// ".items[3].key"; "[*]" for every element.
std::string to_text(const Path& path);

// A part that is not divided further: a number, a pointer, a union, a long array, the internals of a library's type.
struct Part {
  uint64_t offset = 0, size = 0;
  TypeId type = 0;
  Path path;
};

// The parts of a variable of type `type` that overlap the bytes. Empty if the type does not describe these bytes.
std::vector<Part> parts_at(const Program& program, TypeId type, uint64_t offset, uint64_t size);

// The expression for the part that begins at `offset`: ".items[3].key".
std::string path_within(const Program& program, TypeId type, uint64_t offset, uint64_t size);

}  // namespace mover::ir
