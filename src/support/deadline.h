// When Mover has to be done: at the limit of time or of memory, or when it is interrupted. There is one for each
// process, and everything that may take long asks it: searches, replays, shortening, descriptions, conversations with
// other processes. Until it is reached, work is begun; what was found by then is said in the short time after it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace mover::support {

class Deadline {
 public:
  // What remains to be said after the deadline takes no longer than this.
  static constexpr double kGraceSeconds = 1;

  enum class Reason : uint8_t { None, Time, Memory, Interrupted };

  void limit_time(double seconds);  // from now on; 0: no limit
  void limit_memory(uint64_t mib);  // 0: no limit
  void ask_whether_interrupted(std::function<bool()> interrupted);
  // For tests: reached at the question after so many, over after as many again.
  void limit_questions(uint64_t questions);
  void clear();

  // No work is begun any more, and what can be left out is.
  bool reached();
  // Nothing is done any more but to write what is known.
  bool over();
  // What somebody has been told. Whoever has given up something because of it says so by this: a search is not finished.
  Reason reason() const { return reason_; }

  // Until then, at most: infinity where there is no limit.
  double seconds_to_reached() const;
  double seconds_to_over() const;

  // For as long as this lives, the deadline is not later than so many seconds from now. What it cuts short is told by
  // reached() and over(), and forgotten at its end.
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
