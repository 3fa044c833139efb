// Random priorities of program locations: the enabled thread whose next step is at the location with the highest
// priority takes it. This is like random priorities of threads (random_priorities.cc), but threads that execute the
// same code are in the same order with all others: of 20 threads that set two variables one after the other, all stop
// between the two in a fourth of the executions, which thread priorities show with a probability that vanishes
// exponentially. Threads at the same location are chosen at random, and a thread that spins is chosen last.
#include "search/scheduler.h"

namespace mover {

namespace {

class LocationPriorities final : public Scheduler {
 public:
  explicit LocationPriorities(uint64_t seed) : random_(Random::mix(seed + 1)) {}

  std::optional<uint64_t> begin(uint64_t bound) override {
    salt_ = random_.next();
    threads_.clear();
    spinning_.begin();
    return bound;
  }

  Decision next(const Machine& machine, ThreadSet enabled) override {
    ThreadId best = first_of(enabled);
    for_each(enabled, [&](ThreadId t) {
      if (t >= threads_.size()) threads_.resize(t + 1);
      if (!threads_[t].is_known) threads_[t] = {true, Random::mix(salt_ + machine.pending(t).loc), random_.next()};
      if (threads_[best] < threads_[t]) best = t;
    });
    const Action pending = machine.pending(best);
    threads_[best].is_known = false;
    if (spinning_.spins(best, pending)) threads_[best] = {true, 0, random_.next()};
    return {best, pending.choices > 1 ? static_cast<uint32_t>(random_.below(pending.choices)) : 0};
  }

  void end(uint64_t, bool) override { ++executions_; }
  std::string covered() const override {
    return executions_ == 0 ? "" : std::to_string(executions_) + " executions with random priorities of locations";
  }

 private:
  struct Thread {
    bool is_known = false;
    uint64_t priority = 0, among_equals = 0;
    bool operator<(const Thread& other) const {
      return priority != other.priority ? priority < other.priority : among_equals < other.among_equals;
    }
  };

  Random random_;
  SpinDetection spinning_;
  uint64_t salt_ = 0, executions_ = 0;
  std::vector<Thread> threads_;  // by thread, until its next step
};

}  // namespace

std::unique_ptr<Scheduler> schedule_by_locations(uint64_t seed) { return std::make_unique<LocationPriorities>(seed); }

}  // namespace mover
