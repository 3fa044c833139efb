// Happens-before along one execution, computed with vector clocks, for the reference search. The algorithm is simple
// and exact: it processes the events of each step and returns the races with earlier accesses.
#pragma once

#include <map>
#include <vector>

#include "machine/machine.h"
#include "property/access_index.h"
#include "property/path_observer.h"

namespace mover {

class VectorClocks final : public PathObserver {
 public:
  VectorClocks();

  std::unique_ptr<PathObserver> clone() const override { return std::make_unique<VectorClocks>(*this); }
  std::vector<Finding> after_step(const Machine& machine, ThreadId t) override {
    return step(machine, t, machine.happened());
  }
  // Processes the events of a step of thread t. Returns the races that they complete.
  std::vector<Finding> step(const Machine& machine, ThreadId t, const std::vector<Event>& events);

 private:
  using Clock = std::vector<uint32_t>;  // by ordinal
  struct Past {                         // an access that happened
    Access access;
    ir::LocId loc;
    uint32_t ordinal;
    ThreadId thread;
    uint32_t time;
    ByteRange bytes() const { return access; }
  };
  struct Lock {
    Clock writers, readers;
  };
  struct Fences {    // of a thread
    Clock released;  // its clock at the last release fence
    Clock pending;   // the clocks that its relaxed reads have read, for the next acquire fence
  };

  static void join(Clock& into, const Clock& from);
  static uint32_t at(const Clock& clock, uint32_t ordinal) { return ordinal < clock.size() ? clock[ordinal] : 0; }
  void tick(uint32_t ordinal);
  void access(const Machine& machine, ThreadId t, const Event& event, std::vector<Finding>& races);
  void synchronise(const Event& event, uint32_t me);    // joins the clocks of the stores that an atomic read reads from
  void begin_release(const Event& event, uint32_t me);  // sets the clock that reads of a write will synchronise with
  void fence(const Event& event, uint32_t me);
  void drop_object(Address object);
  uint32_t ordinal_of(ThreadId t) const { return ordinal_[t]; }

  std::vector<Clock> clocks_;      // by ordinal; threads have unique ordinals, because thread ids are reused
  std::vector<Fences> fences_;     // by ordinal
  std::vector<uint32_t> ordinal_;  // by thread id
  std::map<Address, Lock> locks_;
  std::map<Address, Clock> stores_;  // by byte: the clock that an atomic load of it synchronises with
  AccessIndex<Past> past_;
};

// Observes the races of a path.
inline std::unique_ptr<PathObserver> observe_happens_before() { return std::make_unique<VectorClocks>(); }

}  // namespace mover
