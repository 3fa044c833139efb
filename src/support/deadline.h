// The deadline at which Mover stops: the limit of time or memory, or an interrupt. Each process has one, and everything
// that may take long polls it: searches, replays, shortening, descriptions, exchanges with other processes. No work is
// begun after the deadline; a short grace period is left for reporting.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace mover::support {

class Deadline {
 public:
  // Reporting after the deadline takes no longer than this.
  static constexpr double kGraceSeconds = 1;

  enum class Reason : uint8_t { None, Time, Memory, Interrupted };

  void limit_time(double seconds);  // from now on; 0: no limit
  void limit_memory(uint64_t mib);  // 0: no limit
  void ask_whether_interrupted(std::function<bool()> interrupted);
  // For tests: the deadline is reached after so many polls, and over after as many again.
  void limit_questions(uint64_t questions);
  void clear();

  // The deadline is reached: no work is begun any more, and optional work is left out.
  bool reached();
  // The grace period is over: only results are written.
  bool over();
  // The limit that was reached, for the report of a caller that stops because of it.
  Reason reason() const { return reason_; }

  // The remaining time; infinity if there is no limit.
  double seconds_to_reached() const;
  double seconds_to_over() const;

  // While this object lives, the deadline is at most so many seconds after its construction: see reached() and over().
  // The destructor restores the former deadline.
  class Tighter {
   public:
    explicit Tighter(double seconds);
    ~Tighter();
    Tighter(const Tighter&) = delete;
    Tighter& operator=(const Tighter&) = delete;

   private:
    std::chrono::steady_clock::time_point before_, mine_;
    Reason reason_before_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  void poll();
  void set_reached(Reason reason, Clock::time_point when);

  Clock::time_point end_ = Clock::time_point::max();
  Clock::time_point reached_at_ = Clock::time_point::max();
  Clock::time_point next_question_ = Clock::time_point::min(), next_measurement_ = Clock::time_point::min();
  Reason reason_ = Reason::None;
  uint64_t memory_kib_ = 0, questions_ = 0, most_questions_ = 0;
  std::function<bool()> interrupted_;
};

Deadline& deadline();

}  // namespace mover::support
