// Time. Each thread has a wall clock, which moves while it sleeps, when its wait times out, and when it polls
// (libc/clock_reader.h); along happens-before, and from what is written to what reads it, clocks take the later time
// (clock.h). So what a thread reads depends on nothing but what happened before, in whatever order independent steps are
// taken, and computing takes no time. Times are nanoseconds since 1970.
#pragma once

#include <cstdint>

#include <time.h>

namespace mover::runtime {

int64_t read_wall_clock(const void* pc);
int64_t read_processor_clock(const void* pc);  // from 0 on; it stands still while the thread sleeps

constexpr int64_t kSecond = 1'000'000'000;
inline bool is_valid_time(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < kSecond; }
int64_t nanoseconds(const timespec& time);

// The current thread sleeps; has waited for that long, or until then.
void time_passes(int64_t duration);
void time_passes_until(int64_t when);

}  // namespace mover::runtime
