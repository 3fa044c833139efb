// Virtual time. Each thread has a wall clock, which advances while the thread sleeps, when its wait times out, and when
// it polls a clock (libc/clock_reader.h). It also advances to the time of a step that happens-before the thread's own,
// and of an atomic write whose value the thread reads (base/clock.h). A read of the clock returns the latest time that
// any thread has reached. For that purpose, each thread has a variable. It writes its own variable when its clock
// advances, and reads the variables of all threads when it reads the clock. If a read and a write are concurrent, both
// become steps of their own, and both orders are explored. Threads that only sleep are independent of each other. Time
// adds no happens-before edges, and computing takes no time. Times are nanoseconds since 1970.
#pragma once

#include <time.h>

#include <cstdint>

namespace mover::runtime {

int64_t read_wall_clock(const void* pc);
int64_t read_processor_clock(const void* pc);  // begins at 0, and stands still while the thread sleeps

constexpr int64_t kSecond = 1'000'000'000;
inline bool is_valid_time(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < kSecond; }
int64_t nanoseconds(const timespec& time);

// The current thread has slept or waited for `duration` nanoseconds, or until the time `when`.
void time_passes(int64_t duration, const void* pc);
void time_passes_until(int64_t when, const void* pc);

// The time that each thread has reached, counted from the beginning of the program.
extern int64_t latest_times[];
bool is_latest_time(uint64_t address);

}  // namespace mover::runtime
