// The deadline at which Mover stops: the limit of time, the limit of memory, or an interrupt. Each process has one
// deadline. Searches, replays, shortening, descriptions and exchanges with other processes poll it, because they may
// take long. After the deadline no further work is begun, and a short grace period remains for the report.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace mover::support {

class Deadline {
 public:
  // The grace period for the report after the deadline.
  static constexpr double kGraceSeconds = 1;

  enum class Reason : uint8_t { None, Time, Memory, Interrupted };

  void limit_time(double seconds);  // after this call; 0: no limit
  void limit_memory(uint64_t mib);  // 0: no limit
  // Sets the function that says whether an interrupt was requested.
  void ask_whether_interrupted(std::function<bool()> interrupted);
  // For tests: the deadline is reached after so many polls, and the grace period is over after twice as many.
  void limit_polls(uint64_t polls);
  // Removes all limits.
  void clear();

  // Polls. Whether the deadline is reached: the caller begins no further work and leaves out optional work.
  bool reached();
  // Polls. Whether the grace period is over, too: the caller only writes results.
  bool over();
  // The limit that was reached.
  Reason reason() const { return reason_; }

  // The time until reached() or over() becomes true; infinity if there is no time limit.
  double seconds_to_reached() const;
  double seconds_to_over() const;

  // While an object of this class lives, the deadline is at most so many seconds after the object's construction. The
  // destructor restores the former deadline.
  class Tighter {
   public:
    explicit Tighter(double seconds);
    ~Tighter();
    Tighter(const Tighter&) = delete;
    Tighter& operator=(const Tighter&) = delete;

   private:
    std::chrono::steady_clock::time_point before_, mine_;  // the deadlines of the outer scope and of this object
    Reason reason_before_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  void poll();
  void set_reached(Reason reason, Clock::time_point when);

  Clock::time_point end_ = Clock::time_point::max();         // the time limit; max(): none
  Clock::time_point reached_at_ = Clock::time_point::max();  // the time at which a limit was reached; max(): none was
  Clock::time_point next_interrupt_poll_ = Clock::time_point::min(), next_memory_poll_ = Clock::time_point::min();
  Reason reason_ = Reason::None;
  uint64_t memory_kib_ = 0, polls_ = 0, most_polls_ = 0;  // limits of 0: none
  std::function<bool()> interrupted_;
};

Deadline& deadline();

}  // namespace mover::support
