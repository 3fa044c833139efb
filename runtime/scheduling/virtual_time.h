// Time. Each thread has a wall clock, which moves while it sleeps, when its wait times out, and when it polls
// (libc/clock_reader.h); along happens-before, and from what is written to what reads it, clocks take the later time
// (base/clock.h). A thread that reads the clock sees the latest time that any thread has reached. For that, each thread
// has a variable that it moves, and a reading accesses those of all threads: where the two are unordered, that is
// learned, they become steps of their own, and both orders are explored. Threads that merely sleep are independent of
// each other. Time orders nothing, and computing takes none. Times are nanoseconds since 1970.
#pragma once

#include <time.h>

#include <cstdint>

namespace mover::runtime {

int64_t read_wall_clock(const void* pc);
int64_t read_processor_clock(const void* pc);  // from 0 on; it stands still while the thread sleeps

constexpr int64_t kSecond = 1'000'000'000;
inline bool is_valid_time(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < kSecond; }
int64_t nanoseconds(const timespec& time);

// The current thread sleeps; has waited for that long, or until then.
void time_passes(int64_t duration, const void* pc);
void time_passes_until(int64_t when, const void* pc);

// The time that each thread has reached, since the program began.
extern int64_t latest_times[];
bool is_latest_time(uint64_t address);

}  // namespace mover::runtime
