// Determines which memory is shared, that is, reachable by threads other than its creator, as the interpreter does
// (src/vm/lifetimes.cc). A heap block becomes shared when its address is stored in shared memory or passed to a new
// thread; then everything to which it points becomes shared, too. A thread's stack is shared while the address of one
// of its variables is shared. Its thread-local variables become shared in the same way. But a byte of a stack or of a
// thread-local variable counts as shared only if another thread accesses it in some execution (a refinement). Globals
// are always shared.
//
// Any word that may be an address is treated as one. Stores by libraries that were not built with mover cc are not
// observed. A block whose address only such libraries have stored becomes shared when another thread accesses it.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "base/clock.h"

namespace mover::runtime {

struct Block;

class Reach {
 public:
  void open(uint64_t main_frame);  // called once, on the main thread, whose frames lie below main_frame

  // The size of a thread's variables that are thread-local. They end at the thread's base.
  uint64_t thread_local_size() const { return thread_local_size_; }

  // Whether other threads can reach the bytes that the current thread is about to access.
  bool is_shared(uint64_t address, uint64_t size);
  // The current thread is about to write these bytes. settle() examines the written values. It must be called before
  // the thread's next action.
  void writes(uint64_t address, uint64_t size) { written_.push_back({address, size}); }
  void settle() {
    if (!written_.empty()) share_written();
  }
  // The current thread passes these bytes to other threads (through a pipe, say).
  void passes_on(uint64_t address, uint64_t size);
  // A function of the current thread returns. Its variables, which lie below `end`, cease to exist.
  void leave_frame(uint64_t end);
  // The current thread creates a thread with this argument. `was_alone`: its earlier stores were not tracked, so all
  // globals are examined.
  void creates(uint64_t argument, bool was_alone);
  // A new thread gets the number t. An earlier thread with this number, if any, has been joined by `parent` or by a
  // thread that `parent` has joined.
  void takes_number(uint32_t parent, uint32_t t);
  // An ended thread is joined: its unshared memory passes to the thread that joins it.
  void joins(uint32_t t, uint32_t ended);

 private:
  enum class Kind : uint8_t { Global, Heap, Stack, ThreadLocal };
  struct Owner {
    Kind kind = Kind::Global;
    uint32_t thread = 0;
    Block* block = nullptr;
    uint64_t address = 0;
  };
  struct Range {
    uint64_t address, size;
  };

  Owner owner_of(uint64_t address) const;
  bool is_shared_now(const Owner& owner, uint64_t address, uint64_t size) const;
  void share(const Owner& owner);
  void share_all(uint64_t begin, uint64_t end);
  void share_visible(uint64_t begin, uint64_t end);
  void share_written();
  void follow();
  void share_from_globals();

  uint64_t main_frame_ = 0;
  uint64_t thread_local_size_ = 0;
  uint64_t stacks_[kMostThreads] = {};  // the highest address of the stack that other threads can reach; 0: none
  bool thread_locals_[kMostThreads] = {};
  uint8_t joined_by_[kMostThreads] =
      {};  // for each thread, the number of the thread that has joined it, plus 1; 0: none
  // For a reused number: the new thread's creator, which owns the blocks of the earlier thread.
  uint8_t creators_[kMostThreads] = {};
  std::vector<Range> written_;
  std::vector<Owner> to_follow_;
  std::set<const void*>* followed_ = nullptr;  // the memory followed by the present `creates`; null: not needed
};

extern Reach reach;

}  // namespace mover::runtime
