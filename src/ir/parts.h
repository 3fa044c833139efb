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

// A part of a variable that has no parts itself: a number, a pointer, a union, all elements of a long array, or a
// struct of a library whose members are internal.
struct Part {
  uint64_t offset = 0, size = 0;
  TypeId type = 0;
  Path path;
};

// The parts of a variable of type `type` that overlap `size` bytes at `offset`. Empty if the type does not describe
// these bytes.
std::vector<Part> parts_at(const Program& program, TypeId type, uint64_t offset, uint64_t size);

// The innermost member that contains the byte, if it or a member around it is internal to a library: "_M_start" of
// std::vector; empty if no such member is internal.
std::string internal_member_at(const Program& program, TypeId type, uint64_t offset);

// Whether the last member of the struct is an array without a size.
bool has_flexible_member(const Program& program, TypeId type);

// The expression for the bytes of an access: ".items[3].key". Of the parts at `offset`, it is the largest one with at
// most `size` bytes, or otherwise the smallest one.
std::string path_within(const Program& program, TypeId type, uint64_t offset, uint64_t size);

}  // namespace mover::ir
