#include "ir/parts.h"

#include <algorithm>

namespace mover::ir {

namespace {

constexpr uint64_t kMostElements = 1024;  // in longer arrays, elements are not distinguished

// Whether the member or base class is internal to a library: __data of pthread_mutex_t, _M_impl of std::vector and its
// base class _Vector_base<…>, the pointer to a virtual table.
bool is_internal(const std::string& name) {
  if (name.starts_with("__") || name.starts_with("_M_") || name.starts_with("_vptr")) return true;
  return name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z' &&
         (name.find('<') != std::string::npos || name.find("_impl") != std::string::npos || name.ends_with("_base") ||
          name.ends_with("_header"));
}

// Whether the type is a container adaptor of the C++ library, whose only member is the container.
bool is_adaptor(const DebugType& type) {
  return (type.name.starts_with("queue<") || type.name.starts_with("stack<") ||
          type.name.starts_with("priority_queue<")) &&
         type.name.find("std::") != std::string::npos;
}

// Whether the members are internal to a library.
bool is_opaque(const DebugType& type) {
  return is_adaptor(type) || std::any_of(type.members.begin(), type.members.end(),
                                         [](const DebugType::Member& member) { return is_internal(member.name); });
}

// Whether the type is a class without data, such as std::allocator, which shares its byte with a member.
bool is_empty(const Program& program, const DebugType& type) {
  return type.kind == DebugType::Kind::Struct && type.size <= 1 &&
         std::all_of(type.members.begin(), type.members.end(),
                     [&](const DebugType::Member& member) { return is_empty(program, program.types[member.type]); });
}

// Whether an access of this size is to the only member of the struct. (Copies of structs are larger.)
bool is_of_only_member(const Program& program, const DebugType& type, uint64_t size) {
  constexpr uint64_t kWord = 8;
  return type.kind == DebugType::Kind::Struct && type.members.size() == 1 && size == type.size && size <= kWord &&
         program.types[type.members.front().type].size == size;
}

// ".items[3].key"; nothing for members that are internal to a library.
std::string path_through_members(const Program& program, const DebugType& type, uint64_t offset, uint64_t size) {
  for (const DebugType::Member& member : type.members) {
    const DebugType& inner = program.types[member.type];
    const bool is_flexible = inner.kind == DebugType::Kind::Array && inner.size == 0;
    if (offset < member.offset || (offset >= member.offset + inner.size && !is_flexible)) continue;
    if (is_empty(program, inner)) continue;
    const std::string rest = path_within(program, member.type, offset - member.offset, size);
    if (!is_adaptor(type) && !is_internal(member.name)) return (member.name.empty() ? "" : "." + member.name) + rest;
    return rest.starts_with(" ") ? "" : rest;
  }
  return is_opaque(type) || offset == 0 ? "" : " at byte " + std::to_string(offset);
}

// Collects the parts that overlap the bytes [begin, end).
struct PartCollector {
  const Program& program;
  uint64_t begin, end;
  std::vector<Part>& parts;

  bool overlaps(uint64_t offset, uint64_t size) const { return offset < end && begin < offset + size; }

  void visit(TypeId id, uint64_t offset, uint64_t size, const Path& path) {
    const DebugType& type = program.types[id];
    if (type.kind == DebugType::Kind::Struct && !type.members.empty() && !is_opaque(type))
      return members(type, offset, path);
    if (type.kind == DebugType::Kind::Array && program.types[type.element].size != 0)
      return elements(type, offset, path);
    if (size != 0) parts.push_back({offset, size, id, path});
  }

  void members(const DebugType& type, uint64_t offset, const Path& path) {
    for (const DebugType::Member& member : type.members) {
      uint64_t size = program.types[member.type].size;
      if (member.bit_size != 0) size = (member.bit_offset + member.bit_size + 7) / 8;
      if (!overlaps(offset + member.offset, size)) continue;
      Path inner = path;
      if (!member.name.empty()) inner.push_back({member.name, 0});
      visit(member.type, offset + member.offset, size, inner);
    }
  }

  void elements(const DebugType& type, uint64_t offset, const Path& path) {
    const uint64_t size = program.types[type.element].size;
    Path inner = path;
    if (type.size / size > kMostElements) {
      inner.push_back({"", PathStep::kEvery});
      parts.push_back({offset, type.size, type.element, inner});
      return;
    }
    uint64_t first = begin > offset ? (begin - offset) / size : 0;
    for (uint64_t i = first; i < type.size / size && overlaps(offset + i * size, size); ++i) {
      inner = path;
      inner.push_back({"", i});
      visit(type.element, offset + i * size, size, inner);
    }
  }
};

}  // namespace

std::string to_text(const Path& path) {
  std::string text;
  for (const PathStep& step : path) {
    if (!step.member.empty())
      text += "." + step.member;
    else
      text += "[" + (step.index == PathStep::kEvery ? "*" : std::to_string(step.index)) + "]";
  }
  return text;
}

std::vector<Part> parts_at(const Program& program, TypeId type, uint64_t offset, uint64_t size) {
  std::vector<Part> parts;
  PartCollector collector{program, offset, offset + size, parts};
  if (type != 0 && collector.overlaps(0, program.types[type].size))
    collector.visit(type, 0, program.types[type].size, {});
  return parts;
}

std::string internal_member_at(const Program& program, TypeId id, uint64_t offset) {
  std::string innermost;
  bool some_internal = false;
  for (bool goes_on = true; goes_on;) {
    const DebugType& type = program.types[id];
    goes_on = false;
    if (type.kind == DebugType::Kind::Array && program.types[type.element].size != 0) {
      id = type.element, offset %= program.types[id].size, goes_on = true;
      continue;
    }
    for (const DebugType::Member& member : type.members) {
      const DebugType& inner = program.types[member.type];
      if (type.kind != DebugType::Kind::Struct || offset < member.offset || offset >= member.offset + inner.size ||
          is_empty(program, inner))
        continue;
      some_internal |= is_internal(member.name) || is_adaptor(type);
      innermost = member.name, id = member.type, offset -= member.offset, goes_on = true;
      break;
    }
  }
  return some_internal ? innermost : "";
}

bool has_flexible_member(const Program& program, TypeId type) {
  const std::vector<DebugType::Member>& members = program.types[type].members;
  if (program.types[type].kind != DebugType::Kind::Struct || members.empty()) return false;
  const DebugType& last = program.types[members.back().type];
  return last.kind == DebugType::Kind::Array && last.size == 0;
}

std::string path_within(const Program& program, TypeId id, uint64_t offset, uint64_t size) {
  const DebugType& type = program.types[id];
  switch (type.kind) {
    case DebugType::Kind::Struct:
    case DebugType::Kind::Union:
      if (offset == 0 && size >= type.size && !is_of_only_member(program, type, size)) return "";
      return path_through_members(program, type, offset, size);
    case DebugType::Kind::Array: {
      uint64_t element = program.types[type.element].size;
      if (element == 0 || (offset == 0 && size >= type.size && type.size != 0)) return "";
      return "[" + std::to_string(offset / element) + "]" + path_within(program, type.element, offset % element, size);
    }
    default:
      break;
  }
  return offset == 0 ? "" : " at byte " + std::to_string(offset);
}

}  // namespace mover::ir
