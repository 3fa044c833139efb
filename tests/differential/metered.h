// A machine that counts steps and asks the search to stop when a budget is used up. Steps, unlike seconds, are the
// same on every computer and under every load.
#pragma once

#include <atomic>

#include "differential/forwarding.h"

namespace mover::differential {

// What all machines of one search have used up together.
class Meter {
 public:
  explicit Meter(uint64_t budget) : budget_(budget) {}

  void tick() {
    if (++steps_ >= budget_) exhausted_ = true;
  }
  uint64_t steps() const { return steps_; }
  const std::atomic<bool>* exhausted() const { return &exhausted_; }

 private:
  uint64_t budget_, steps_ = 0;
  std::atomic<bool> exhausted_ = false;
};

// REQUIRES: the meter outlives the machine.
class MeteredMachine final : public ForwardingMachine {
 public:
  MeteredMachine(std::unique_ptr<Machine> machine, Meter& meter)
      : ForwardingMachine(std::move(machine)), meter_(meter) {}

  StepResult step(ThreadId t, uint32_t choice) override {
    meter_.tick();
    return machine_->step(t, choice);
  }

 private:
  Meter& meter_;
};

}  // namespace mover::differential
