// Delay bounding [EQR11]: all executions that deviate at most d times from a deterministic scheduler. The scheduler is
// round robin without preemption: a thread runs until it is blocked, ends or probably spins. A delay skips the thread
// whose turn it is. Here an action with several alternatives deviates, too, if it does not take its first one: where
// the scheduler can choose among steps, they are in a fixed order, and choosing step number i costs i delays.
//
// The executions are numbered by the places of their delays, early places first. If some were cut, the enumeration
// begins again with a larger bound of steps when it is complete.
#include <algorithm>

#include "search/scheduler.h"
#include "support/check.h"

namespace mover {

namespace {

class DelayBounding final : public Scheduler {
 public:
  explicit DelayBounding(uint32_t delays) : delays_(delays) {
    MOVER_CHECK(delays == 1 || delays == 2, "one or two delays");
  }

  std::optional<uint64_t> begin(uint64_t) override {
    if (is_complete_ && !any_cut_) return std::nullopt;
    if (is_complete_) {
      bound_ *= kGrowth;
      length_after_ = {0};
      is_complete_ = any_cut_ = false;
      first_ = second_ = kNone;
    }
    points_ = 0;
    last_ = 0;
    skips_ = false;
    spinning_.begin();
    return bound_;
  }

  Decision next(const Machine& machine, ThreadSet enabled) override {
    uint32_t skipped = 0;
    const uint32_t delays = delays_here(machine, enabled);
    ThreadId t = turn(enabled);
    for (ThreadSet left = enabled;; left &= ~bit(t), t = after(left, t)) {
      const uint32_t choices = machine.choices(t);
      if (delays - skipped < choices) break;
      skipped += choices;
    }
    last_ = t;
    skips_ = spinning_.spins(t, machine.pending(t));
    return {t, delays - skipped};
  }

  void end(uint64_t, bool cut) override {
    any_cut_ |= cut;
    advance();
  }

  std::string covered() const override {
    if (covered_bound_ == 0) return "";
    std::string text = "all executions with at most " + std::to_string(delays_) + (delays_ == 1 ? " delay" : " delays");
    if (covered_bound_ != kWhole) text += ", for their first " + std::to_string(covered_bound_) + " steps";
    return text;
  }

 private:
  static constexpr uint64_t kFirstBound = 256, kGrowth = 4, kWhole = UINT64_MAX;
  static constexpr uint32_t kNone = UINT32_MAX;

  // The delays at this place. Places are the states with several steps to choose from.
  uint32_t delays_here(const Machine& machine, ThreadSet enabled) {
    uint32_t steps = 0;
    for_each(enabled, [&](ThreadId t) { steps += machine.choices(t); });
    if (steps == 1) return 0;
    const uint32_t wanted = (points_ == first_) + (points_ == second_);
    ++points_;
    return std::min(wanted, steps - 1);
  }
  ThreadId turn(ThreadSet enabled) const { return in(enabled, last_) && !skips_ ? last_ : after(enabled, last_); }
  // The thread of the set whose turn follows that of t.
  static ThreadId after(ThreadSet set, ThreadId t) {
    const ThreadSet later = t == 63 ? 0 : set & ~((bit(t) << 1) - 1);
    return first_of(later != 0 ? later : set);
  }

  // Goes on to the next places: no delay; then, for m = 0, 1, …, one delay at m, or a second one at m or a place
  // before.
  void advance() {
    if (second_ == kNone) length_ = points_;
    if (second_ != kNone && first_ == kNone) length_after_.resize(second_ + 1), length_after_[second_] = points_;
    do {
      if (second_ == kNone || first_ == second_ || delays_ == 1)
        first_ = kNone, ++second_;  // kNone + 1 is 0
      else
        ++first_;
      is_complete_ = second_ >= std::max(length_, *std::max_element(length_after_.begin(), length_after_.end()));
    } while (!is_complete_ && !is_possible());
    if (is_complete_) covered_bound_ = any_cut_ ? bound_ : kWhole;
  }
  // Whether there is an execution with these delays. A delay changes the number of places after it.
  bool is_possible() const {
    if (first_ == kNone || first_ == second_) return second_ < length_;
    return first_ < length_after_.size() && second_ < length_after_[first_];
  }

  const uint32_t delays_;
  SpinDetection spinning_;
  uint64_t bound_ = kFirstBound, covered_bound_ = 0;
  bool is_complete_ = false, any_cut_ = false;
  // The places of the delays. If there is one delay, it is at second_.
  uint32_t first_ = kNone, second_ = kNone;
  uint32_t length_ = 0;                       // the number of places in the execution without delays
  std::vector<uint32_t> length_after_ = {0};  // by place: their number with one delay there
  // In the present execution.
  uint32_t points_ = 0;
  ThreadId last_ = 0;
  bool skips_ = false;  // the last thread probably spins, so its turn is over
};

}  // namespace

std::unique_ptr<Scheduler> schedule_with_delays(uint32_t delays) { return std::make_unique<DelayBounding>(delays); }

}  // namespace mover
