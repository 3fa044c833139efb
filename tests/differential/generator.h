// The generator of random programs. Each program draws a few features (locks, conditions, heap, …) and uses only those,
// because the statements of a program with all features rarely interact. Most code follows the idioms of real programs,
// with occasional mistakes: a lock that is not released, a missing signal, an `if` instead of a `while`. The frame is
// in random.cc, the idioms are in random_sync.cc and random_heap.cc.
//
// The number of statements per thread is bounded, so that the search of all interleavings terminates. State spaces are
// finite: an endless loop neither counts nor allocates, and it posts a semaphore only after taking it.
#pragma once

#include <algorithm>

#include "differential/random.h"

namespace mover::differential {

enum Feature : uint32_t {
  kPlain,
  kAtomics,
  kWeak,  // atomic accesses weaker than sequential consistency, and fences
  kBytes,
  kMutex,
  kTwoMutexes,
  kTry,
  kCondition,
  kSemaphore,
  kBarrier,
  kRwLock,
  kSpinLock,
  kOnce,
  kLifecycle,  // synchronisation objects are initialised again, destroyed, accessed as memory
  kHeap,
  kNodes,
  kLocals,
  kChildren,
  kChoice,
  kLoops,
  kEndless,
  kAtomicSection,
  kFeatures,
  kAlike = kFeatures  // symmetric threads; drawn only if it is asked for
};

class Generator {
 public:
  Generator(uint64_t seed, Size size, uint32_t features)
      : rng_(seed), size_(size), features_(features), alike_((features & 1u << kAlike) != 0) {}
  Program make();

 private:
  void draw_features();
  void draw_main(Program&);
  void make_alike(Program&);
  Block thread(int budget);
  void statement(Block& out, int& budget, int depth);
  bool feature_statement(Block& out, int& budget, int depth, uint32_t feature);
  void choice(Block& out, int& budget, int depth);
  void loop(Block& out, int& budget, int depth);
  void endless(Block& out, int& budget, int depth);
  void atomic_section(Block& out, int& budget, int depth);
  void branch_on_register(Block& out, int& budget, int depth);

  // -- random_sync.cc
  void section(Block& out, int& budget, int depth);
  void try_section(Block& out, int& budget, int depth);
  void condition(Block& out, int& budget);
  void semaphore(Block& out, int& budget, int depth);
  void rwlock(Block& out, int& budget);
  void spin_lock(Block& out, int& budget, int depth);
  void lifecycle(Block& out, int& budget);
  void children(Block& out, int& budget);

  // -- random_heap.cc
  void plain(Block& out, int& budget);
  void atomic(Block& out, int& budget);
  void weak(Block& out, int& budget);
  void bytes(Block& out, int& budget);
  void heap(Block& out, int& budget);
  void node(Block& out, int& budget);
  void node_section(Block& out, int& budget);
  void node_access(Block& out, int& budget);
  void local(Block& out, int& budget);
  void node_prologue(Program&);

  void add(Block& out, int& budget, Kind kind, uint32_t object = 0, uint32_t reg = 0, uint32_t value = 0,
           uint32_t second = 0) {
    out.push_back({.kind = kind,
                   .object = static_cast<uint8_t>(object),
                   .reg = static_cast<uint8_t>(reg),
                   .value = static_cast<uint8_t>(value),
                   .second = static_cast<uint8_t>(second)});
    --budget;
    if (has(kWeak)) out.back().order = memory_order(kind);
    if (sets_register(kind)) set_ |= 1u << reg;
  }
  uint8_t memory_order(Kind kind);
  static bool sets_register(Kind kind);
  void add_if(Block& out, uint32_t reg, uint32_t value, Block body) {
    out.push_back({.kind = Kind::If,
                   .reg = static_cast<uint8_t>(reg),
                   .value = static_cast<uint8_t>(value),
                   .body = std::move(body)});
  }
  // A block of at least one statement, and about `most` at most.
  Block block(int& budget, int depth, int most) {
    Block out;
    int part = std::max(1, std::min(budget, most));
    const int given = part;
    while (part > 0) statement(out, part, depth + 1);
    budget -= given - part;
    return out;
  }
  void append_block(Block& out, int& budget, int depth, int most) {
    Block inside = block(budget, depth, most);
    out.insert(out.end(), inside.begin(), inside.end());
  }

  uint32_t variable() { return rng_.below(2); }
  uint32_t reg() { return rng_.below(2); }
  uint32_t mutex() { return has(kTwoMutexes) ? rng_.below(2) : 0; }
  bool has(uint32_t feature) const { return features_ & (1u << feature); }

  Rng rng_;
  const Size size_;
  uint32_t features_;
  uint32_t set_ = 0;       // registers that the current thread has assigned
  uint32_t held_ = 0;      // mutexes of the enclosing critical sections
  uint32_t children_ = 0;  // the number of the program's children
  uint32_t spawned_ = 0;   // the number of children that threads drawn so far start
  bool twins_ = false;     // two nodes are allocated at the same line
  uint32_t usual_node_ = 0;
  bool in_endless_ = false;
  const bool alike_;
};

}  // namespace mover::differential
