// The code of the threads with all calls inlined. A node is an instruction of a function together with the calls that
// lead to it. For each node that creates threads, the model has a fixed number of threads, the instances of the node.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ir/ir.h"
#include "symbolic/abstract_value.h"

namespace mover::symbolic {

using NodeId = uint32_t;
using ContextId = uint32_t;
using ThreadIndex = uint32_t;

// An inlined function: the function together with the calls that lead to it.
struct Context {
  ir::FunctionId function = 0;
  ContextId parent = ir::kNone;  // the context that contains the call; kNone: this is the function of a new thread
  uint32_t call_pc = 0;          // the index of the call in the parent's function
  NodeId first_node = 0;         // the node of its first instruction; those of the other instructions follow
  uint32_t first_reg = 0;        // its first register; the others follow
  uint32_t depth = 0;            // the number of calls that lead to it
};

struct ThreadCode {
  std::vector<Context> contexts;
  std::vector<ContextId> context_of;  // by node
  uint32_t num_regs = 0;
  std::map<std::tuple<ContextId, uint32_t, ir::FunctionId>, ContextId> calls;  // by context, call_pc and callee
  ThreadIndex creator = ir::kNone;                                             // kNone: this is the main thread
  NodeId created_at = 0;                                                       // the creator's node that creates it
  ObjectId handle = 0;  // the object whose address is the thread's pthread_t

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
  ThreadIndex thread = ir::kNone;  // its creator (Local, ThreadLocal, Heap), or the thread that it denotes (Handle)
  NodeId node = 0;                 // Local, Heap: the node that creates it
  uint32_t instance = 0;           // Heap: its index among the blocks of its node
  std::string name;
  ir::LocId loc = 0;
  std::vector<uint8_t> bytes;                           // initial contents; empty: zeros
  std::vector<std::pair<uint64_t, uint64_t>> pointers;  // offsets and addresses; they override the bytes there
  bool is_memory() const { return kind != Kind::Function && kind != Kind::Handle; }
  bool may_end() const { return kind == Kind::Local || kind == Kind::Heap || kind == Kind::ThreadLocal; }
};

// The bounds of the model. If an execution reaches a bound, the verdict is `unknown`.
struct Bounds {
  uint32_t threads_per_site = 1;   // threads that are created at a node that may be executed more than once
  uint32_t blocks_per_site = 1;    // blocks of the heap that are allocated at such a node
  uint32_t locals_per_site = 1;    // instances of a local whose lifetime begins again while a pointer to it may exist
  uint64_t unknown_block = 64;     // bytes of an allocation whose size is not known
  uint64_t unknown_copy = 256;     // bytes of an object in which copies, fills and strings have no constant length
  uint32_t recursion = 3;          // activations of a function on the stack
  uint32_t threads = 16;           // threads altogether
  uint32_t nodes = 60'000;         // nodes of all threads
  uint64_t bytes = 1 << 16;        // bytes of an object
  bool omits_messages = false;     // a failed assertion does not compose its message; it must be a violation
  bool decides_undefined = false;  // a branch on an undefined value is a choice, not an error
  bool reads_undefined = false;    // a read that fails returns an undefined value
  bool freezes_undefined = false;  // an undefined value is one arbitrary value, which is the same at each use
  bool nondet_rand = false;        // random numbers are nondeterministic
  uint32_t cells = 4096;           // targets of an access
};

}  // namespace mover::symbolic
