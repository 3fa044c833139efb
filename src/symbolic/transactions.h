// Transactions as steps of the circuit [FQ03]: a step consists of right movers, then at most one non-mover, then left
// movers. An analysis of the code infers a guard for each byte, such as a lock that protects it. These guards are
// assumptions, which the circuit checks at every access: an access without its guard is a bad state. If a solver
// reaches it, the circuit is built again without this assumption. So the soundness of a proof does not depend on this
// analysis. Stubborn sets may restrict the scheduler of these steps further: see stubborn.h.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "symbolic/flow.h"
#include "symbolic/reduction_rules.h"
#include "sync/model.h"

namespace mover::symbolic {

// A byte of memory. A lock is denoted by its first byte, and atomic sections are treated as one lock, kAtomicSection.
using Byte = std::pair<ObjectId, uint64_t>;
constexpr Byte kAtomicSection{0, 0};

// The assumption about all accesses to a byte. An access that violates the assumption is allowed only while no other
// thread can access the byte: all threads that may access it have been joined, or are yet to be created by the
// accessing thread.
struct ByteGuard {
  enum class Kind : uint8_t {
    None,       // nothing: accesses are not movers
    Lock,       // the accessing thread holds `lock`
    Thread,     // the accessing thread is `owner`
    Sync,       // the access is an operation on a synchronisation object that neither initialises nor destroys it
    Exclusive,  // no other thread can access the byte at the time of the access
  } kind = Kind::None;
  Byte lock{};
  ThreadIndex owner = 0;
  bool operator==(const ByteGuard&) const = default;
};

// The accesses without their guard in earlier circuits: the bytes, each with a bit for every thread that accessed it.
class Refuted {
 public:
  bool add(const std::set<Byte>& bytes, ThreadIndex t);  // returns whether one of these accesses is new
  void add(const Refuted& other);
  uint32_t threads(const Byte& byte) const;
  const std::map<Byte, uint32_t>& bytes() const { return threads_of_; }

 private:
  std::map<Byte, uint32_t> threads_of_;
};

class Transactions {
 public:
  // shared: by object, whether several threads may access it. single_threaded: by thread and node, whether no other
  // thread exists while the thread is there.
  // tracks_order: the circuit tracks happens-before.
  Transactions(const ValueAnalysis& values, const std::vector<bool>& shared,
               const std::vector<std::vector<bool>>& single_threaded, const Refuted& refuted, bool tracks_order = false,
               const ReductionRules& rules = {});

  const ByteGuard& guard(ObjectId object, uint64_t offset) const;
  uint32_t accessors(ObjectId object, uint64_t offset) const;  // a bit for each thread that may access the byte

  // Whether thread t holds the lock on all paths to the node.
  bool holds(ThreadIndex t, NodeId node, const Byte& lock) const { return held_[t][node].contains(lock); }

  // Marks in `is_cut` the nodes at which a step begins: actions of `visible` that always begin a step, one node of each
  // cycle, and actions that do not fit the phase of the transaction (before or after its commit point).
  void choose_cuts(ThreadIndex t, const std::vector<bool>& visible, std::vector<bool>& is_cut) const;

 private:
  // All accesses to a byte of a shared object.
  struct ByteAccesses {
    uint32_t accessors = 0;        // a bit for each thread that may access it
    bool by_sync = false;          // it belongs to a synchronisation object
    bool holder_observed = false;  // some operation observes whether a thread holds this object: see observes_holder()
    bool atomic_only = true;       // all accesses are atomic
    uint32_t certain = 0;          // a bit for each thread with an access whose address is known
    ByteGuard guard;
  };
  struct Access {
    ThreadIndex thread;
    NodeId node;
    ObjectId object;
    Offsets offsets;
    uint64_t bytes;
    bool is_sync, is_atomic, observes_holder;
    bool is_certain;  // the instruction has no other target
  };
  struct Class {
    sync::Mover mover = sync::Mover::Both;
    bool begins_step = false;  // in every phase of a transaction
  };

  void find_held_locks(ThreadIndex t);
  bool may_block_in_section(ThreadIndex t) const;
  void collect(ThreadIndex t, NodeId node);
  void infer_guards(const Refuted& refuted);
  template <typename F>
  void for_each_byte(const Access& access, F f);
  Class classify(ThreadIndex t, NodeId node) const;
  sync::Mover mover_of(ir::SyncOp op) const;
  uint32_t likely_owner(const ByteAccesses& byte, uint32_t candidates, uint32_t refuted) const;
  bool may_be_exclusive(ThreadIndex t, uint32_t accessors) const;

  const ValueAnalysis& values_;
  const bool tracks_order_;
  const ReductionRules rules_;
  bool sections_block_ = false;                           // a thread may block in an atomic section
  std::vector<std::vector<ByteAccesses>> byte_accesses_;  // by object and byte; empty: not shared
  std::vector<std::vector<std::set<Byte>>> held_;  // by thread and node: the locks that are held on all paths to it
  std::vector<Access> accesses_;
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<size_t>> accesses_of_;
};

}  // namespace mover::symbolic
