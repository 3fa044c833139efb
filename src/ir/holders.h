// Names of allocated memory after the pointer that leads to it: "jobs.items_[0]" for an element of a container,
// "conn->buf[3]" for memory that a member of the program points to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::ir {

// Allocated memory that has not been freed.
struct HeldBlock {
  uint64_t begin = 0, size = 0;
  TypeId type = 0;     // of one object in it; 0: unknown
  std::string number;  // "#2"; empty if it is the only one of its type
};

// A named object in which pointers are looked for.
struct Root {
  uint64_t begin = 0, size = 0;
  TypeId type = 0;
  std::string name, end;   // "jobs" and " in main"
  bool is_global = false;  // no local variable: its name has one meaning in the whole program
};

// The memory of a machine, as far as names depend on it.
class HeldMemory {
 public:
  virtual ~HeldMemory() = default;
  virtual const Program& types() const = 0;
  virtual std::vector<Root> roots() const = 0;
  // Calls f(offset, value) for the words of a named object, or of a block, that may be pointers.
  using Found = std::function<void(uint64_t offset, uint64_t value)>;
  virtual void for_each_pointer(uint64_t begin, uint64_t size, const Found& f) const = 0;
  virtual bool block_at(uint64_t address, HeldBlock& block) const = 0;
};

// A block keeps the name that it gets first.
class Holders {
 public:
  void clear() { held_.clear(), searches_ = 0; }
  // The bytes of the block: "jobs.items_[0]"; empty if the type of the block gives a better name, or no pointer leads
  // to it.
  std::string part(const HeldMemory& memory, const HeldBlock& block, uint64_t offset, uint64_t size);

 private:
  // What leads to a block.
  struct Holder {
    std::string pointer, end;  // "conn->buf" and " in main"
    std::string member;        // the member of the library's class that has the pointer: "_M_start"; empty: none
    uint64_t base = 0;         // the offset in the block to which the pointer points
    uint64_t first = 0;        // the index of the element at `base`
    uint64_t size = 0;         // of the block
    bool is_global = false;
    bool is_container() const { return !member.empty() && member != "_M_head_impl" && member != "_M_ptr"; }
  };
  class Search;

  static bool names(const Program& types, const Holder& holder, const HeldBlock& block);
  static std::string text(const Program& types, const Holder& holder, const HeldBlock& block, uint64_t offset,
                          uint64_t size);

  std::map<uint64_t, Holder> held_;  // by the beginnings of blocks
  unsigned searches_ = 0;
};

}  // namespace mover::ir
