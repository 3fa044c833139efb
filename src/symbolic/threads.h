// The threads of a program as flat code: calls are inlined, so that a place is a function's instruction together with
// the calls that lead to it. Threads are instances of the places that create them.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ir/ir.h"
#include "symbolic/abstract_value.h"

namespace mover::symbolic {

using NodeId = uint32_t;  // an instruction of a thread, with the calls around it
using ContextId = uint32_t;
using ThreadIndex = uint32_t;

// A function as called from one place.
struct Context {
  ir::FunctionId function = 0;
  ContextId parent = ir::kNone;
  uint32_t call_pc = 0;    // in the parent
  NodeId first_node = 0;   // of its first instruction; the others follow
  uint32_t first_reg = 0;  // likewise its registers
  uint32_t depth = 0;
};

struct ThreadCode {
  std::vector<Context> contexts;
  std::vector<ContextId> context_of;  // by node
  uint32_t num_regs = 0;
  std::map<std::tuple<ContextId, uint32_t, ir::FunctionId>, ContextId> calls;
  ThreadIndex creator = ir::kNone;
  NodeId created_at = 0;
  ObjectId handle = 0;

  uint32_t pc_of(NodeId node) const { return node - contexts[context_of[node]].first_node; }
  const Context& context(NodeId node) const { return contexts[context_of[node]]; }
  uint32_t num_nodes() const { return static_cast<uint32_t>(context_of.size()); }
};

struct MemoryObject {
  enum class Kind : uint8_t { Global, Local, Heap, ThreadLocal, Function, Handle, Argument } kind = Kind::Global;
  uint64_t size = 0;
  bool is_constant = false;
  bool starts_undefined = false;
  bool has_variable_size = false;  // `size` is the largest one; the state has the actual size
  uint32_t id = 0;                 // of the global or function
  ThreadIndex thread = ir::kNone;  // Local, ThreadLocal, Heap: the thread that creates it; Handle: that it names
  NodeId node = 0;                 // Local, Heap: where
  uint32_t instance = 0;           // Heap: its number among the blocks of its node
  std::string name;
  ir::LocId loc = 0;
  std::vector<uint8_t> bytes;                           // initial contents; empty: zeros
  std::vector<std::pair<uint64_t, uint64_t>> pointers;  // offset and address, instead of the bytes there
  bool is_memory() const { return kind != Kind::Function && kind != Kind::Handle; }
  bool may_end() const { return kind == Kind::Local || kind == Kind::Heap; }
};

// How much of an unbounded program is modelled. What reaches a bound makes the verdict `unknown`.
struct Bounds {
  uint32_t threads_per_site = 1;  // of a place that may create more than one
  uint32_t blocks_per_site = 1;   // of the heap, likewise
  uint32_t locals_per_site = 1;   // of a local that begins again while a pointer to it may be kept
  uint64_t unknown_block = 64;    // bytes of the largest allocation whose size is not known
  uint64_t unknown_copy = 256;    // likewise of copies, fills and strings
  uint32_t recursion = 3;         // how often a function may be on the stack
  uint32_t threads = 16;
  uint32_t nodes = 60'000;
  uint64_t bytes = 1 << 16;  // of the largest object
  uint32_t cells = 4096;     // that one access may reach
};

}  // namespace mover::symbolic
