// The schedulers of concurrency testing (concurrency_testing.h): each one chooses the steps of one execution after the
// other, by a technique that has a file of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/search.h"
#include "search/thread_set.h"

namespace mover {

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // Begins an execution. Returns the number of steps after which it is cut, by default `bound`; empty if the technique
  // has no execution left.
  virtual std::optional<uint64_t> begin(uint64_t bound) = 0;
  // The next step. REQUIRES: enabled != 0
  virtual Decision next(const Machine& machine, ThreadSet enabled) = 0;
  // The execution has had so many steps. `cut`: it could have had more.
  virtual void end(uint64_t steps, bool cut) = 0;
  // The executions so far, as the object of a sentence: "12 executions with random priorities"; empty: none.
  virtual std::string covered() const = 0;
};

// [BKMN10], bugs of depth d
std::unique_ptr<Scheduler> schedule_by_random_priorities(uint64_t seed);
// [YYG18]
std::unique_ptr<Scheduler> schedule_by_partial_order_sampling(uint64_t seed);
// Random priorities of program locations instead of threads.
std::unique_ptr<Scheduler> schedule_by_locations(uint64_t seed);
// All executions with at most that many delays [EQR11].
std::unique_ptr<Scheduler> schedule_with_delays(uint32_t delays);

// A generator of pseudo-random numbers (splitmix64): the same seed gives the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  uint64_t below(uint64_t end) { return next() % end; }  // REQUIRES: end != 0
  static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  uint64_t state_;
};

// Notices threads that probably spin: they only read, yield or try for many steps, or run for very many steps without a
// context switch. A scheduler that always prefers such a thread makes no progress.
class SpinDetection {
 public:
  void begin() { futile_.clear(), in_row_ = 0; }
  // Returns whether t, which is about to take this step, probably spins. To be called once for each step.
  bool spins(ThreadId t, const Action& pending);

 private:
  static constexpr uint32_t kMostFutile = 24, kMostInRow = 2000;
  std::vector<uint32_t> futile_;  // by thread: the number of steps without an effect since its last other step
  ThreadId last_ = 0;
  uint32_t in_row_ = 0;  // the steps of `last_` since the last context switch
};

}  // namespace mover
