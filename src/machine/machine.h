// The interface of the machines that execute a program. The interpreter (vm/) is one, the compiled program (runtime/)
// another. Searches, reductions and reports use this interface only, so they do not depend on how a step is executed.
//
// Between steps a thread is *parked* before its next visible action, or has ended. A step executes that action and then
// the local computation after it, up to the next visible action. A thread is also parked before local computation that
// is about to fail (a false assertion, a division by zero): failing is an action of its own, so that steps of other
// threads before it are explored.
//
// The core is threads, enabledness, the pending action, steps, footprints, events and snapshots. All else is a
// capability that a machine has or lacks (capabilities.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machine/capabilities.h"

namespace mover {

enum class ThreadStatus : uint8_t { Absent, Parked, Ended };

class Machine {
 public:
  // A null pointer means that the machine lacks the capability.
  struct Capabilities {
    Description* description = nullptr;    // never null
    Observations* observations = nullptr;  // never null
    ProgramText* text = nullptr;
    CanonicalStates* states = nullptr;
    StableNames* names = nullptr;
    ExclusivePredicates* predicates = nullptr;
    StepMerging* merging = nullptr;
    LeakTracking* leaks = nullptr;
    ControlFlow* control_flow = nullptr;
    LoopReports* loops = nullptr;
    Inspection* inspection = nullptr;
  };
  // Properties that are the same in all states.
  struct Traits {
    // Any snapshot can be restored; otherwise only those of states on the path to the current state.
    bool restores_any_snapshot = true;
    // A thread's number depends on the threads that exist when it is created.
    bool numbers_threads_in_order = true;
    // Objects are 2^object_bits bytes apart. In a machine whose objects are closer, pieces of memory of this size stand
    // for objects in sets that may be over-approximated.
    uint32_t object_bits = 32;
    // Addresses outside this range do not depend on the interleaving: equivalent executions have the same objects at
    // the same addresses. If the machine lacks StableNames, such addresses are names.
    Address unstable_begin = 0, unstable_end = UINT64_MAX;
  };

  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Returns to the initial state: the main thread is parked before its first visible action, or the program has already
  // ended; the result says which.
  virtual StepResult reset() = 0;

  virtual ThreadId num_threads() const = 0;  // ids are 0 … num_threads()-1; some may be Absent
  virtual ThreadStatus status(ThreadId) const = 0;
  virtual Action pending(ThreadId) const = 0;  // REQUIRES: status(t) == Parked
  virtual bool enabled(ThreadId) const = 0;    // equal to pending(t).enabled, but cheaper; false unless Parked
  virtual WaitsFor waits_for(ThreadId t) const { return pending(t).waits_for; }  // REQUIRES: Parked and not enabled
  // Whether the thread waits on a condition or at a barrier, until it is woken or times out.
  virtual bool waiting(ThreadId) const = 0;
  virtual AccessHint access_hint(ThreadId) const = 0;      // for pending(t).accesses, much cheaper
  virtual uint32_t choices(ThreadId) const = 0;            // equal to pending(t).choices. REQUIRES: enabled(t)
  virtual StepResult step(ThreadId, uint32_t choice) = 0;  // REQUIRES: enabled(t), choice < choices(t)

  // The accesses on which the dependence of pending(t) is based: those of the action, accesses that will fail because
  // the memory is already freed, and the reads of a thread that spins.
  virtual void touched(ThreadId, const Action& pending, std::vector<Access>& accesses) const = 0;
  virtual bool in_atomic_section(ThreadId) const = 0;
  virtual bool detached(ThreadId) const = 0;
  virtual Address handle(ThreadId) const = 0;              // the handle with which other threads join the thread
  virtual std::span<const Held> held(ThreadId) const = 0;  // valid until the next step
  // The threads that hold the lock `object`, or the thread with the handle `object`.
  virtual std::vector<ThreadId> holders(Address object) const = 0;

  // Recording events costs time, so it is off by default. `happened` returns the events of the last step (or reset).
  virtual void record_events(bool) = 0;
  virtual const std::vector<Event>& happened() const = 0;
  virtual const std::string& output() const = 0;  // the program's output since reset, if events are recorded

  // Snapshots, for backtracking. Restoring a snapshot restores the state exactly, and can be repeated.
  class Snapshot {
   public:
    virtual ~Snapshot() = default;
  };
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;
  // Null if it is cheaper to execute the steps since the last snapshot again. The caller must be able to do this.
  virtual std::shared_ptr<const Snapshot> snapshot_if_cheaper() const { return snapshot(); }
  virtual void restore(const Snapshot&) = 0;

  const Traits& traits() const { return traits_; }
  const Capabilities& has() const { return has_; }
  const Description& description() const { return *has_.description; }
  const Observations& observations() const { return *has_.observations; }
  // The accessors below require that the machine has the capability.
  const ir::Program& program() const { return has_.text->program(); }
  const ProgramText& text() const { return *has_.text; }
  CanonicalStates& states() { return *has_.states; }
  const CanonicalStates& states() const { return *has_.states; }
  StableNames& names() { return *has_.names; }
  const StableNames& names() const { return *has_.names; }
  const ExclusivePredicates& predicates() const { return *has_.predicates; }
  StepMerging& merging() { return *has_.merging; }
  LeakTracking& leak_tracking() { return *has_.leaks; }
  ControlFlow& control_flow() { return *has_.control_flow; }
  LoopReports& loop_reports() { return *has_.loops; }
  Inspection& inspection() { return *has_.inspection; }
  const Inspection& inspection() const { return *has_.inspection; }
  // False, zero or empty for a machine without the capability.
  bool canonical_form_is_complete() const {
    return has_.states != nullptr && has_.states->canonical_form_is_complete();
  }
  bool merges_steps() const { return has_.merging != nullptr; }
  uint64_t refinements() const { return has_.merging != nullptr ? has_.merging->refinements() : 0; }
  uint64_t state_refinements() const { return has_.states != nullptr ? has_.states->state_refinements() : 0; }
  // Without this capability, all addresses that depend on the interleaving have the same AddressName, because any two
  // might belong to the same object.
  AddressName name_if_any(Address a) const {
    if (has_.names != nullptr) return has_.names->name(a);
    if (a - traits_.unstable_begin < traits_.unstable_end - traits_.unstable_begin) return {};
    return {static_cast<uint32_t>(a >> 32), static_cast<uint32_t>(a), true};
  }
  uint64_t names_lost() const { return has_.names != nullptr ? has_.names->names_lost() : 0; }
  std::span<const Exclusive> exclusives() const {
    return has_.predicates != nullptr ? has_.predicates->exclusives() : std::span<const Exclusive>();
  }

 protected:
  Machine(const Capabilities& has, const Traits& traits) : has_(has), traits_(traits) {}

 private:
  const Capabilities has_;
  const Traits traits_;
};

// Whether t holds the lock. `shared_too`: holding the read side of a readers-writer lock suffices.
bool holds_lock(const Machine& machine, ThreadId t, Address object, bool shared_too);

}  // namespace mover
