#include "support/deadline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/resident.h"

namespace mover::support {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kForever = 1e9;  // seconds; a longer time is no limit

Clock::duration duration_of(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::clamp(seconds, 0.0, kForever)));
}

double seconds_until(Clock::time_point then) {
  if (then == Clock::time_point::max()) return std::numeric_limits<double>::infinity();
  return std::max(std::chrono::duration<double>(then - Clock::now()).count(), 0.0);
}

constexpr auto kInterruptPolling = std::chrono::milliseconds(5), kMemoryPolling = std::chrono::milliseconds(50);

}  // namespace

void Deadline::limit_time(double seconds) {
  end_ = seconds > 0 && seconds < kForever ? Clock::now() + duration_of(seconds) : Clock::time_point::max();
}

void Deadline::limit_memory(uint64_t mib) { memory_kib_ = mib * 1024; }

void Deadline::ask_whether_interrupted(std::function<bool()> interrupted) { interrupted_ = std::move(interrupted); }

void Deadline::limit_polls(uint64_t polls) {
  polls_ = 0;
  most_polls_ = polls;
}

void Deadline::clear() { *this = Deadline(); }

void Deadline::set_reached(Reason reason, Clock::time_point when) {
  if (reason_ == Reason::None) reason_ = reason;
  reached_at_ = std::min(reached_at_, when);
}

// Each call reads the clock. Interrupts and the memory usage take longer to determine and are polled less often.
void Deadline::poll() {
  const Clock::time_point now = Clock::now();
  if (now >= end_) set_reached(Reason::Time, end_);
  if (interrupted_ && reason_ != Reason::Interrupted && now >= next_interrupt_poll_) {
    next_interrupt_poll_ = now + kInterruptPolling;
    if (interrupted_()) {
      set_reached(Reason::Interrupted, now);
      reason_ = Reason::Interrupted;
    }
  }
  if (memory_kib_ != 0 && reason_ == Reason::None && now >= next_memory_poll_) {
    next_memory_poll_ = now + kMemoryPolling;
    if (resident_kib() > memory_kib_) set_reached(Reason::Memory, now);
  }
}

bool Deadline::reached() {
  if (most_polls_ != 0 && ++polls_ > most_polls_) set_reached(Reason::Time, Clock::now());
  poll();
  return reached_at_ != Clock::time_point::max();
}

bool Deadline::over() {
  if (most_polls_ != 0 && ++polls_ > 2 * most_polls_) return true;
  poll();
  return seconds_to_over() <= 0;
}

double Deadline::seconds_to_reached() const { return seconds_until(std::min(end_, reached_at_)); }

double Deadline::seconds_to_over() const {
  const Clock::time_point then = std::min(end_, reached_at_);
  return seconds_until(then == Clock::time_point::max() ? then : then + duration_of(kGraceSeconds));
}

Deadline::Tighter::Tighter(double seconds) {
  Deadline& all = deadline();
  before_ = all.end_;
  reason_before_ = all.reason_;
  mine_ = all.end_ = std::min(all.end_, Clock::now() + duration_of(seconds));
}

Deadline::Tighter::~Tighter() {
  Deadline& all = deadline();
  all.end_ = before_;
  const bool was_mine = all.reason_ == Reason::Time && reason_before_ == Reason::None && all.reached_at_ == mine_;
  if (!was_mine || mine_ == before_) return;
  all.reason_ = Reason::None;
  all.reached_at_ = Clock::time_point::max();
}

Deadline& deadline() {
  static Deadline only;
  return only;
}

}  // namespace mover::support
