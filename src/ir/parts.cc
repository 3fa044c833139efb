#include "ir/parts.h"

#include <algorithm>

namespace mover::ir {

namespace {

constexpr uint64_t kMostElements = 1024;  // in longer arrays, elements are not distinguished

// Whether the members are internal to a library, such as those of pthread_mutex_t.
bool is_opaque(const DebugType& type) {
  return std::any_of(type.members.begin(), type.members.end(),
                     [](const DebugType::Member& member) { return member.name.starts_with("__"); });
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

std::string path_within(const Program& program, TypeId id, uint64_t offset, uint64_t size) {
  const DebugType& type = program.types[id];
  switch (type.kind) {
    case DebugType::Kind::Struct:
    case DebugType::Kind::Union:
      if ((offset == 0 && size >= type.size) || is_opaque(type)) return "";
      for (const DebugType::Member& member : type.members) {
        uint64_t member_size = program.types[member.type].size;
        if (offset >= member.offset && offset < member.offset + member_size)
          return (member.name.empty() ? "" : "." + member.name) +
                 path_within(program, member.type, offset - member.offset, size);
      }
      break;
    case DebugType::Kind::Array: {
      uint64_t element = program.types[type.element].size;
      if (element == 0 || (offset == 0 && size >= type.size)) return "";
      return "[" + std::to_string(offset / element) + "]" + path_within(program, type.element, offset % element, size);
    }
    default:
      break;
  }
  return offset == 0 ? "" : " at byte " + std::to_string(offset);
}

}  // namespace mover::ir
