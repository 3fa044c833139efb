// Random priorities: PCT [BKMN10]. Each thread has a random priority, and the enabled thread with the highest one takes
// the next step. At d - 1 random points the thread that is about to step gets a priority lower than all others. If a
// bug has depth d (d - 1 points suffice to show it), n threads and k steps show it with a probability of at least 1 /
// (n k^(d-1)) in each execution.
//
// Differently: in every second execution the points are program locations and numbers of their occurrences, half of
// them first occurrences. So a bug at rarely executed locations does not become less probable when other code has many
// steps. A thread that spins is lowered, too, and the longest execution so far stands for k.
#include <algorithm>

#include "search/scheduler.h"

namespace mover {

namespace {

constexpr uint32_t kDepth = 3;

class RandomPriorities final : public Scheduler {
 public:
  explicit RandomPriorities(uint64_t seed) : random_(seed) {}

  std::optional<uint64_t> begin(uint64_t bound) override {
    priorities_.clear();
    points_.clear();
    steps_ = 0;
    lowest_ = kFirstLowered;
    spinning_.begin();
    for (Location& location : locations_) location.now = 0;
    const bool by_location = executions_ % 2 == 1 && !locations_.empty();
    while (points_.size() < kDepth - 1) points_.push_back(by_location ? point_at_location() : point_at_step());
    return bound;
  }

  Decision next(const Machine& machine, ThreadSet enabled) override {
    for (uint32_t lowered = 0;; ++lowered) {
      const ThreadId t = highest(enabled);
      const Action pending = machine.pending(t);
      const bool is_lowered = spinning_.spins(t, pending) || is_point(pending.loc);
      if (!is_lowered || (enabled & (enabled - 1)) == 0 || lowered == kDepth) {
        ++steps_;
        ++location(pending.loc).now;
        return {t, pending.choices > 1 ? static_cast<uint32_t>(random_.below(pending.choices)) : 0};
      }
      priorities_[t] = --lowest_;
    }
  }

  void end(uint64_t steps, bool) override {
    ++executions_;
    longest_ = std::max(longest_, steps);
    for (Location& location : locations_) location.most = std::max(location.most, location.now);
  }

  std::string covered() const override {
    return executions_ == 0 ? "" : std::to_string(executions_) + " executions with random priorities (PCT)";
  }

 private:
  static constexpr uint64_t kFirstLowered = uint64_t{1} << 62;  // all first priorities are higher
  struct Location {
    uint64_t most = 0, now = 0;  // occurrences in an execution: the most, and those of the present one
  };
  struct Point {
    uint64_t number = 0;                 // of the step, or of the occurrence at the location
    std::optional<uint32_t> location{};  // an index of locations_
  };

  Point point_at_step() { return {random_.below(longest_ + 1), {}}; }
  Point point_at_location() {
    const auto location = static_cast<uint32_t>(random_.below(locations_.size()));
    const bool is_first = random_.below(2) == 0;
    return {is_first ? 0 : random_.below(locations_[location].most + 1), location};
  }
  Location& location(ir::LocId loc) {
    const auto [at, is_new] = numbers_.emplace(loc, static_cast<uint32_t>(locations_.size()));
    if (is_new) locations_.emplace_back();
    return locations_[at->second];
  }
  // Whether the next step, at that location, is a point. Each point applies once.
  bool is_point(ir::LocId loc) {
    for (size_t i = 0; i < points_.size(); ++i) {
      const Point& point = points_[i];
      const bool here = point.location ? &locations_[*point.location] == &location(loc) &&
                                             locations_[*point.location].now == point.number
                                       : steps_ == point.number;
      if (!here) continue;
      points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }
  ThreadId highest(ThreadSet enabled) {
    ThreadId best = first_of(enabled);
    for_each(enabled, [&](ThreadId t) {
      while (t >= priorities_.size()) priorities_.push_back(kFirstLowered + (random_.next() >> 2));
      if (priorities_[t] > priorities_[best]) best = t;
    });
    return best;
  }

  Random random_;
  SpinDetection spinning_;
  std::vector<uint64_t> priorities_;  // by thread
  uint64_t lowest_ = kFirstLowered;
  std::vector<Point> points_;
  std::unordered_map<ir::LocId, uint32_t> numbers_;  // by location: its index
  std::vector<Location> locations_;
  uint64_t steps_ = 0, longest_ = 16, executions_ = 0;
};

}  // namespace

std::unique_ptr<Scheduler> schedule_by_random_priorities(uint64_t seed) {
  return std::make_unique<RandomPriorities>(seed);
}

}  // namespace mover
