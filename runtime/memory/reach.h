// The memory that other threads than its creator can reach, as in the interpreter (src/vm/memory.cc): a block
// of the heap is shared once its address is stored in shared memory or handed to a new thread, and with it all that it
// points to. A thread's stack is shared while it has variables whose address is, and likewise its thread-local
// variables; but there only the bytes count that others do access in some execution, which is learned. Globals always
// are shared.
//
// Any word that looks like an address is taken for one. Stores of libraries that were not built with mover cc are not
// seen: there a block is shared when another thread accesses it.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "base/clock.h"

namespace mover::runtime {

struct Block;

class Reach {
 public:
  void open(uint64_t main_frame);  // once, on the main thread, whose frames are below that

  // Whether others can reach what the current thread is about to access.
  bool is_shared(uint64_t address, uint64_t size);
  // The current thread is about to write there. The value is known when it does something else: see settle.
  void writes(uint64_t address, uint64_t size) { written_.push_back({address, size}); }
  void settle() {
    if (!written_.empty()) look_at_written();
  }
  // Others get to know these bytes, or that word.
  void hands_over(uint64_t address, uint64_t size);
  void hands_over(uint64_t word);
  // A function of the current thread returns, and its variables are gone: they lie below.
  void leave_frame(uint64_t end);
  // The current thread creates one with that argument. If it was alone, it may have stored anything anywhere.
  void creates(uint64_t argument, bool was_alone);
  // The new thread has that number, and perhaps an earlier one had it, which the creator, or a thread that it joined,
  // has joined.
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
  void look_at(uint64_t begin, uint64_t end);
  void look_at_seen(uint64_t begin, uint64_t end);
  void look_at_written();
  void follow();
  void look_at_globals();

  uint64_t main_frame_ = 0;
  uint64_t thread_local_size_ = 0;      // they lie below each thread's base
  uint64_t stacks_[kMostThreads] = {};  // the highest address there that others can reach; 0: none
  bool thread_locals_[kMostThreads] = {};
  uint8_t heirs_[kMostThreads] = {};     // + 1; 0: none
  uint8_t creators_[kMostThreads] = {};  // of threads whose number was another's: what is left of that one is theirs
  std::vector<Range> written_;
  std::vector<Owner> to_follow_;
  std::set<const void*>* followed_ = nullptr;  // where all is followed again
};

extern Reach reach;

}  // namespace mover::runtime
