// Transactions as steps of the circuit: a step extends over a thread's actions as long as these are right movers, then
// at most one other action, then left movers [FQ03]. An analysis of the code assumes which lock protects which bytes,
// and the circuit checks these assumptions at every access. An access without its guard is a bad state. If a solver
// reaches it, the circuit is built again without this assumption. So the soundness of a proof does not depend on this
// analysis.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "symbolic/flow.h"
#include "sync/model.h"

namespace mover::symbolic {

// A byte of memory; as a lock, the first byte of the lock. The atomic section is the lock {0, 0}.
using Byte = std::pair<ObjectId, uint64_t>;
constexpr Byte kAtomicSection{0, 0};

// What is assumed about all accesses to a byte. An access that violates the assumption is allowed only while no other
// thread can access the byte: all threads that may access it have been joined, or are yet to be created by the
// accessing thread.
struct ByteGuard {
  enum class Kind : uint8_t {
    None,       // nothing: accesses are no movers
    Lock,       // the accessing thread holds `lock`
    Thread,     // the accessing thread is `owner`
    Sync,       // the access is an operation on a synchronisation object, which initialises or destroys nothing
    Exclusive,  // no other thread can access the byte at the time of the access
  } kind = Kind::None;
  Byte lock{};
  ThreadIndex owner = 0;
  bool operator==(const ByteGuard&) const = default;
};

class Transactions {
 public:
  // shared: by object, whether several threads may access it. alone: by thread and node, whether no other thread
  // exists there. refuted: bytes that were accessed without their guard.
  Transactions(const ValueAnalysis& values, const std::vector<bool>& shared,
               const std::vector<std::vector<bool>>& alone, const std::set<Byte>& refuted);

  const ByteGuard& guard(ObjectId object, uint64_t offset) const;
  uint32_t users(ObjectId object, uint64_t offset) const;  // a bit for each thread that may access the byte

  // Marks in `is_cut` the nodes at which a step begins: actions of `visible` that always begin a step, one node of each
  // cycle, and actions that the phase of the transaction does not allow.
  void choose_cuts(ThreadIndex t, const std::vector<bool>& visible, std::vector<bool>& is_cut) const;

 private:
  struct Use {  // of the bytes of a shared object
    uint32_t users = 0;
    bool by_sync = false, observed = false, atomic_only = true;
    ByteGuard guard;
  };
  struct Access {
    ThreadIndex thread;
    NodeId node;
    ObjectId object;
    Offsets offsets;
    uint64_t bytes;
    bool is_sync, is_atomic, observes;
  };
  struct Class {
    sync::Mover mover = sync::Mover::Both;
    bool begins_step = false;  // in every phase of a transaction
  };

  void find_held_locks(ThreadIndex t);
  void collect(ThreadIndex t, NodeId node);
  void infer_guards();
  template <typename F>
  void for_each_use(const Access& access, F f);
  Class classify(ThreadIndex t, NodeId node) const;
  bool may_be_alone(ThreadIndex t, uint32_t users) const;

  const ValueAnalysis& values_;
  std::vector<std::vector<Use>> uses_;             // by object and byte; empty: not shared
  std::vector<std::vector<std::set<Byte>>> held_;  // by thread and node: locks that are surely held
  std::vector<Access> accesses_;
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<size_t>> accesses_of_;
};

}  // namespace mover::symbolic
