// When Mover has to stop: at the limit of time or of memory, or when it is interrupted. There is one for each
// process, and everything that may take long polls it: searches, replays, shortening, descriptions, exchanges with
// other processes. Until it is reached, work is begun; the short time after it is for reporting.
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
  // For tests: reached at the poll after so many, expired after as many again.
  void limit_questions(uint64_t questions);
  void clear();

  // No work is begun any more, and optional work is left out.
  bool reached();
  // Only results are written from now on.
  bool over();
  // Why the deadline was reached, for the report of a caller that has stopped because of it.
  Reason reason() const { return reason_; }

  // Until then, at most: infinity where there is no limit.
  double seconds_to_reached() const;
  double seconds_to_over() const;

  // For as long as this lives, the deadline is not later than so many seconds from now: see reached() and over().
  // Its end resets that.
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

  void look();
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
