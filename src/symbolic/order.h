// Happens-before in the circuit [EQT06], for programs in which accesses may race although no state has both pending
// (property/race.h). An execution may choose one byte of one of its accesses, the watched access. From then on the
// state contains the ordering set of this access, by the rules of property/ordering_sets.h: the threads, locks and
// atomic bytes through which the access happens-before later steps. A later conflicting access to this byte races with
// the watched access if the thread of the later one is not in the set. Every access may be the watched one, so an
// invariant of this circuit excludes all races.
#pragma once

#include <map>
#include <vector>

#include "symbolic/model.h"

namespace mover::symbolic {

class Builder;
struct SyncOutcomes;
struct Target;
using VariableId = uint32_t;

class WatchedOrder {
 public:
  explicit WatchedOrder(Builder& builder) : b_(builder) {}

  void prepare();  // is called before the symbolic execution of the threads
  bool is_on() const { return is_on_; }

  // The kind of an access. Its properties are literals, because a plain access is atomic inside an atomic section.
  struct Access {
    uint64_t bytes = 0;  // 0: the whole object
    circuit::Literal write = circuit::kFalse, atomic = circuit::kFalse;
    circuit::Literal acquires = circuit::kFalse, releases = circuit::kFalse;  // the order of an atomic access
    bool modifies = false;  // a read-modify-write, which continues the release sequence if it writes
  };
  void access(const std::vector<Target>& targets, const Access& access);
  void plain_access(const std::vector<Target>& targets, uint64_t bytes, bool write, circuit::Literal in_section);
  void sync_access(const std::vector<Target>& targets, uint64_t bytes,
                   circuit::Literal atomic);  // by a synchronisation operation

  void synchronise(const std::vector<Target>& locks, const SyncOutcomes& outcomes);
  void acquire(const std::vector<Target>& locks, circuit::Literal when);
  void reset_lock(const std::vector<Target>& locks, circuit::Literal when);
  void reset_object(ObjectId object, circuit::Literal when);
  void enter_section(circuit::Literal when);
  void leave_section(circuit::Literal when);
  void fence(ir::Order order);
  void create(ThreadIndex other, circuit::Literal when);
  void join(ThreadIndex other, circuit::Literal when);

  circuit::Literal raced();

 private:
  VariableId flag(const std::string& name);
  VariableId element(std::map<std::pair<ObjectId, uint64_t>, VariableId>& of, const char* name, ObjectId object,
                     uint64_t offset);
  void propagate(VariableId from, VariableId to, circuit::Literal when);
  void check_and_watch(const std::vector<Target>& targets, uint64_t bytes, circuit::Literal write,
                       circuit::Literal atomic);
  void watch(const std::vector<Target>& targets, uint64_t bytes, circuit::Literal write, circuit::Literal atomic);

  Builder& b_;
  bool is_on_ = false;
  VariableId watched_ = 0;                                       // an access is watched
  VariableId object_ = 0, offset_ = 0, write_ = 0, atomic_ = 0;  // of the watched access
  VariableId raced_ = 0;
  // Whether the ordering set contains the atomic sections, a thread, a thread's release fence, the writes that a thread
  // has read without acquiring, a lock, the readers of a lock, or the release sequence at an atomic byte.
  VariableId sections_ = 0;
  std::vector<VariableId> thread_, released_by_fence_, read_unacquired_;  // by thread
  std::map<std::pair<ObjectId, uint64_t>, VariableId> lock_, read_side_, atomic_byte_;
  std::vector<bool> has_plain_, has_atomic_;  // by object: the program may access it in this way
};

}  // namespace mover::symbolic
