// Partial order sampling: POS [YYG18]. Each pending step has a random priority, and the enabled step with the highest
// one is taken. Then the pending steps that depend on it get new priorities. So the order of two dependent steps is
// independent of the orders of all others, and Mazurkiewicz traces with many dependent steps are sampled more evenly
// than by a random walk. A thread that spins gets the lowest priority.
#include "search/dependence.h"
#include "search/scheduler.h"

namespace mover {

namespace {

class PartialOrderSampling final : public Scheduler {
 public:
  explicit PartialOrderSampling(uint64_t seed) : random_(Random::mix(seed + 2)) {}

  std::optional<uint64_t> begin(uint64_t bound) override {
    threads_.clear();
    spinning_.begin();
    return bound;
  }

  Decision next(const Machine& machine, ThreadSet enabled) override {
    ThreadId best = first_of(enabled);
    for_each(enabled, [&](ThreadId t) {
      if (t >= threads_.size()) threads_.resize(t + 1);
      if (!threads_[t].is_known) {
        threads_[t] = {true, random_.next(), footprint(machine, t, machine.pending(t))};
      }
      if (threads_[t].priority > threads_[best].priority) best = t;
    });
    const Action pending = machine.pending(best);
    const Footprint step = footprint(machine, best, pending);
    for_each(enabled & ~bit(best), [&](ThreadId t) {
      if (dependent(threads_[t].next, step)) threads_[t].is_known = false;
    });
    threads_[best].is_known = false;
    if (spinning_.spins(best, pending)) threads_[best] = {true, 0, step};
    return {best, pending.choices > 1 ? static_cast<uint32_t>(random_.below(pending.choices)) : 0};
  }

  void end(uint64_t, bool) override { ++executions_; }
  std::string covered() const override {
    return executions_ == 0 ? "" : std::to_string(executions_) + " executions by partial order sampling (POS)";
  }

 private:
  struct Thread {
    bool is_known = false;
    uint64_t priority = 0;
    Footprint next;  // the footprint of its pending step
  };

  Random random_;
  SpinDetection spinning_;
  uint64_t executions_ = 0;
  std::vector<Thread> threads_;  // by thread
};

}  // namespace

std::unique_ptr<Scheduler> schedule_by_partial_order_sampling(uint64_t seed) {
  return std::make_unique<PartialOrderSampling>(seed);
}

}  // namespace mover
