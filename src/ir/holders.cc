// A breadth-first search from the named objects along their pointers. Of the pointers inside classes of the library
// only those count that own the memory of a container or an object.
#include "ir/holders.h"

#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include "ir/names.h"
#include "ir/parts.h"

namespace mover::ir {

namespace {

constexpr unsigned kMostSearches = 200;   // in one execution
constexpr size_t kMostObjects = 2000;     // in one search
constexpr uint64_t kMostBytes = 1 << 20;  // of one object
constexpr uint64_t kMostBase = 16;        // a count of elements, or of owners, may precede the objects

bool is_owner(const std::string& member) {
  static constexpr std::array kOwners = {"_M_start", "_M_map", "_M_head_impl", "_M_p", "_M_buckets", "_M_ptr"};
  return std::ranges::find(kOwners, member) != kOwners.end();
}

bool is_record(const Program& types, TypeId type) { return !object_name(types.types[type]).empty(); }

// "conn" and ".buf" make "conn->buf".
std::string through(const std::string& pointer, const std::string& path) {
  if (path.starts_with('.')) return pointer + "->" + path.substr(1);
  return path.empty() ? "*" + pointer : pointer + path;
}

}  // namespace

class Holders::Search {
 public:
  Search(const HeldMemory& memory, std::map<uint64_t, Holder>& held) : memory_(memory), held_(held) {}

  void run() {
    const std::vector<Root> roots = memory_.roots();
    for (const bool blocks : {false, true}) {  // first the variables, then the blocks that no variable leads to
      for (const Root& root : roots)
        if (is_block(root) == blocks && !seen_.contains(root.begin) && !is_of_library(root.name))
          queue_.push_back({root, {}, {}, false});
      for (; !queue_.empty() && count_ < kMostObjects; ++count_) {
        const Object object = std::move(queue_.front());
        queue_.pop_front();
        if (object.root.size <= kMostBytes) follow(object);
      }
    }
  }

 private:
  // An object in which pointers are looked for: a root, or a block and what leads to it.
  struct Object {
    Root root;
    Holder holder;
    HeldBlock block;
    bool is_block = false;
  };

  void follow(const Object& from) {
    uint64_t nodes = 0;  // of a deque, to which its table has pointed so far
    memory_.for_each_pointer(from.root.begin, from.root.size, [&](uint64_t offset, uint64_t value) {
      HeldBlock block;
      if (!memory_.block_at(value, block) || value - block.begin > kMostBase) return;
      if (block.begin == from.root.begin) return;
      Holder holder;
      if (from.is_block && from.holder.member == "_M_map") {
        holder = from.holder;
        holder.member = "_M_start";
        holder.first = nodes++ * elements(block);
      } else if (!holder_at(from, offset, holder)) {
        return;
      }
      holder.base = value - block.begin;
      holder.size = block.size;
      visit(block, std::move(holder));
    });
  }

  bool is_block(const Root& root) const {
    HeldBlock block;
    return memory_.block_at(root.begin, block) && block.begin == root.begin;
  }

  uint64_t elements(const HeldBlock& block) const {
    const uint64_t size = memory_.types().types[block.type].size;
    return size == 0 ? 1 : block.size / size;
  }

  // The pointer at the offset, by its name.
  bool holder_at(const Object& from, uint64_t offset, Holder& holder) const {
    const Program& types = memory_.types();
    TypeId type = from.root.type;
    uint64_t within = offset;
    if (from.is_block) {
      const uint64_t size = types.types[from.block.type].size;
      if (size == 0 || offset < from.holder.base) return false;
      holder.pointer = text(types, from.holder, from.block, offset, 1);
      type = from.block.type;
      within = (offset - from.holder.base) % size;
    } else {
      const std::string path = path_within(types, type, offset, 1);
      if (path.starts_with(' ')) return false;
      holder.pointer = from.root.name + path;
    }
    holder.end = from.is_block ? from.holder.end : from.root.end;
    if (from.is_block && holder.pointer.ends_with(holder.end))
      holder.pointer.erase(holder.pointer.size() - holder.end.size());
    holder.is_global = from.is_block ? from.holder.is_global : from.root.is_global;
    holder.member = internal_member_at(types, type, within);
    return holder.member.empty() || is_owner(holder.member);
  }

  void visit(const HeldBlock& block, Holder holder) {
    auto [known, is_new] = held_.try_emplace(block.begin, holder);
    if (!is_new && known->second.size != block.size)
      known->second = std::move(holder);  // another block, at its address
    if (!seen_.insert(block.begin).second) return;
    Object next{{block.begin, block.size, block.type, "", "", false}, known->second, block, true};
    if (!names(memory_.types(), next.holder, block)) {  // named after its type
      const std::string name = object_name(memory_.types().types[block.type]);
      if (name.empty() || is_of_library(name)) return;
      next.is_block = false;
      next.root.name = name + block.number;
      next.root.is_global = true;
    }
    queue_.push_back(std::move(next));
  }

  const HeldMemory& memory_;
  std::map<uint64_t, Holder>& held_;
  std::set<uint64_t> seen_;  // the blocks that have been reached
  size_t count_ = 0;         // of objects in which pointers were looked for
  std::deque<Object> queue_;
};

// Whether the block is named after the pointer. The type of a single object is the better name, unless exactly one
// pointer leads to the object.
bool Holders::names(const Program& types, const Holder& holder, const HeldBlock& block) {
  if (!is_record(types, block.type)) return true;
  if (is_of_library(object_name(types.types[block.type]))) return false;
  if (holder.is_container()) return !object_name(types.types[block.type]).ends_with(" node");
  const uint64_t size = types.types[block.type].size;
  if (size != 0 && block.size - holder.base >= 2 * size) return true;
  return holder.member == "_M_head_impl" || (holder.member.empty() && holder.is_global && block.number.empty());
}

std::string Holders::text(const Program& types, const Holder& holder, const HeldBlock& block, uint64_t offset,
                          uint64_t size) {
  const uint64_t element = types.types[block.type].size;
  if (holder.member == "_M_map" || holder.member == "_M_buckets") return holder.pointer + holder.end;
  if (element == 0 || offset < holder.base)
    return holder.pointer + holder.end + (offset == 0 ? "" : ", byte " + std::to_string(offset));
  const uint64_t at = offset - holder.base;
  const bool is_array = holder.is_container() || block.size - holder.base >= 2 * element;
  if (is_array && offset == 0 && (size == UINT64_MAX || (size >= block.size && !holder.is_container())))
    return holder.pointer + holder.end;
  const std::string path = path_within(types, block.type, is_array ? at % element : at, size);
  if (!is_array) return through(holder.pointer, path) + holder.end;
  return holder.pointer + "[" + std::to_string(holder.first + at / element) + "]" +
         (path.starts_with(' ') ? "" : path) + holder.end;
}

std::string Holders::part(const HeldMemory& memory, const HeldBlock& block, uint64_t offset, uint64_t size) {
  auto known = held_.find(block.begin);
  if (known == held_.end() || known->second.size != block.size) {
    if (++searches_ > kMostSearches) return "";
    Search(memory, held_).run();
    known = held_.find(block.begin);
    if (known == held_.end() || known->second.size != block.size) return "";
  }
  return names(memory.types(), known->second, block) ? text(memory.types(), known->second, block, offset, size) : "";
}

}  // namespace mover::ir
