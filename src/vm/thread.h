// A thread of the program: its stack of frames, its registers, and the object that it waits for. Snapshots share
// threads: like an object, a thread is copied when it is written.
#pragma once

#include <memory>
#include <vector>

#include "support/small_vector.h"
#include "vm/object.h"

namespace mover::vm {

enum class Status : uint8_t {
  NotStarted,   // created; its first step is to start
  Ready,        // parked before the instruction at its pc
  Waiting,      // in the wait set of the condition wait_object
  Woken,        // has left the wait set; its next step reacquires wait_mutex
  Queued,       // waits to acquire the write side of wait_object, a readers-writer lock that prefers writers
  InBarrier,    // waits at the barrier wait_object
  PastBarrier,  // the last thread of its generation has arrived; its next step leaves the barrier
  OnWord,       // waits for a wake-up of the word at wait_object
  PastWord,     // was woken, or its wait has ended otherwise; its next step returns
  Discarded,    // a false assumption has ended the execution
  Ended,
};

struct Frame {
  ir::FunctionId function = 0;
  uint32_t pc = 0;
  uint32_t base = 0;         // its first register
  uint32_t first_local = 0;  // its first entry in Thread::locals
  Slot varargs = 0;          // the object with its variadic arguments, or 0
};

struct UndefinedMask {
  uint32_t reg = 0;
  terms::TermId term = 0;  // as in Value
  uint64_t mask = 0;
};

// A block that the program asserts to be one transaction (mover_atomic_block), or a lock-free or wait-free operation.
struct Block {
  enum class Kind : uint8_t { Atomic, LockFree, WaitFree } kind = Kind::Atomic;
  Address name = 0;
  ir::LocId begin = 0;
  uint32_t frame = 0;  // the depth of its frame
};

// A step that the thread has taken in one of its blocks.
struct BlockStep {
  uint32_t block = 0;
  ir::LocId loc = 0;
  bool operator==(const BlockStep&) const = default;
};

struct ThreadLocalCopy {
  ir::GlobalId global = 0;
  Slot slot = 0;
};

class Thread {
 public:
  Thread* clone() const {
    Thread* copy = new Thread(*this);
    copy->refs = 1;
    return copy;
  }
  static void destroy(Thread* thread) { delete thread; }

  // A thread is copied at nearly every step, so the memory of destroyed copies is reused.
  static void* operator new(size_t size) {
    std::vector<std::unique_ptr<char[]>>& free = spare();
    if (free.empty()) return new char[size];
    char* memory = free.back().release();
    free.pop_back();
    return memory;
  }
  static void operator delete(void* memory) { spare().emplace_back(static_cast<char*>(memory)); }

  // The undefined bits of a register. An undefined register without an entry is undefined as a whole.
  uint64_t undefined_bits(uint32_t reg) const {
    if (!(tags[reg] & kUndefined)) return 0;
    for (const UndefinedMask& m : masks)
      if (m.reg == reg) return m.mask;
    return ~0ull;
  }
  terms::TermId term(uint32_t reg) const {
    if (!(tags[reg] & kUndefined)) return 0;
    for (const UndefinedMask& m : masks)
      if (m.reg == reg) return m.term;
    return 0;
  }
  Value value(uint32_t reg) const { return {regs[reg], undefined_bits(reg), tags[reg], term(reg)}; }
  void set_undefined(uint32_t reg, uint64_t mask, terms::TermId term) {
    for (UndefinedMask& m : masks)
      if (m.reg == reg) {
        m.mask = mask;
        m.term = term;
        return;
      }
    if (mask != ~0ull || term != 0) masks.push_back({reg, term, mask});
  }

  uint32_t refs = 1;
  mutable ChunkCache canonical;
  Status status = Status::NotStarted;
  bool detached = false;
  bool timed_wait = false;        // Waiting, Queued, OnWord: the wait may time out
  bool timed_out = false;         // Woken, PastWord: the wait has timed out
  bool has_left_object = false;   // Woken, PastBarrier: wait_object was destroyed after the wait had ended
  uint32_t atomic_depth = 0;      // the nesting depth of atomic sections
  bool section_accessed = false;  // a step of the current atomic section was an access
  Slot handle = 0;
  Address wait_object = 0, wait_mutex = 0;
  Address released = 0;  // the mutex that its last visible action has unlocked; signals after the unlock keep it
  Value result;          // Ended: the thread's result, for a join
  ir::LocId created_at = 0;
  uint64_t kind = 0;         // see Twins
  ir::FunctionId entry = 0;  // the user's function that it runs, for reports
  SmallVector<Frame, 4> frames;
  SmallVector<uint64_t, 48> regs;
  SmallVector<Tag, 48> tags;
  SmallVector<UndefinedMask, 2> masks;
  SmallVector<Slot, 4> locals;  // stack objects, innermost frame last
  SmallVector<Held, 4> held;
  SmallVector<ThreadLocalCopy, 2> thread_locals;
  SmallVector<Block, 1> blocks;  // the blocks that it is in, innermost last
  SmallVector<BlockStep, 1> block_steps;

 private:
  static std::vector<std::unique_ptr<char[]>>& spare() {
    static thread_local std::vector<std::unique_ptr<char[]>> memory;
    return memory;
  }
};

}  // namespace mover::vm
