// A machine that counts steps and makes the search stop when a budget is exhausted. Unlike seconds, the number of steps
// is the same on every computer and under every load.
#pragma once

#include <atomic>

#include "differential/forwarding.h"

namespace mover::differential {

// The steps of all machines of one search.
class Meter {
 public:
  explicit Meter(uint64_t budget) : budget_(budget) {}

  // A long step (an endless loop of the only remaining thread) counts as several.
  void tick(uint64_t events) {
    steps_ += 1 + events / 8;
    if (steps_ >= budget_) exhausted_ = true;
  }
  uint64_t steps() const { return steps_; }

  // Whether a machine has observed a failed trylock or the like. Then searches make the order of past accesses part of
  // the state.
  bool past_matters() const { return past_matters_; }
  void note(const Machine& machine) { past_matters_ |= machine.observations().observed_without_ordering(); }

  const std::atomic<bool>* exhausted() const { return &exhausted_; }

 private:
  uint64_t budget_, steps_ = 0;
  bool past_matters_ = false;
  std::atomic<bool> exhausted_ = false;
};

// REQUIRES: the meter outlives the machine.
class MeteredMachine final : public ForwardingMachine {
 public:
  MeteredMachine(std::unique_ptr<Machine> machine, Meter& meter)
      : ForwardingMachine(std::move(machine)), meter_(meter) {}

  ~MeteredMachine() override { meter_.note(*machine_); }

  StepResult step(ThreadId t, uint32_t choice) override {
    StepResult result = machine_->step(t, choice);
    meter_.tick(machine_->happened().size());
    return result;
  }

 private:
  Meter& meter_;
};

}  // namespace mover::differential
