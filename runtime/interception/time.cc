// Intercepts functions that read clocks and that sleep (scheduling/virtual_time.h).
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "base/real.h"
#include "memory/access.h"
#include "native/protocol.h"
#include "scheduling/assumptions.h"
#include "scheduling/virtual_time.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace mover::runtime {

int64_t latest_times[kMostThreads] = {};

bool is_latest_time(uint64_t address) {
  return address - reinterpret_cast<uint64_t>(latest_times) < sizeof latest_times;
}

namespace {

// Time begins at the last nanosecond of a second. So if a program computes a deadline by adding nanoseconds without a
// carry into the seconds, the deadline is invalid.
constexpr int64_t kBeginning = 1'700'000'000 * kSecond + kSecond - 1;

// Returns a hash of the return addresses on the stack, which it finds by frame pointers.
uint32_t place_of_calls() {
  const World::ThreadMemory& stack = world.thread_memory[world.current_number()];
  uint64_t hash = 0;
  const auto* frame = static_cast<const uint64_t*>(__builtin_frame_address(0));
  for (int depth = 0; depth < 32; ++depth) {
    const auto address = reinterpret_cast<uint64_t>(frame);
    if (address < stack.stack_begin || address + 16 > stack.stack_end || address % 8 != 0) break;
    hash = (hash ^ frame[1]) * 0x9e3779b97f4a7c15ull;
    if (frame[0] <= address) break;
    frame = reinterpret_cast<const uint64_t*>(frame[0]);
  }
  return static_cast<uint32_t>(hash >> 32);
}

[[noreturn]] void not_modelled(const char* what, const void* pc) {
  world.cannot_follow(kept_text(std::string(what) + " is not modelled"), location(pc));
}

constexpr uint64_t kMostReadings = 10'000;  // the most reads of the same time in one step, if there is no other thread

bool advanced_before_read = false;  // in some execution, a thread's clock advanced before any thread had read a clock

// The current thread is about to read the clocks of all threads, or to advance its own (`moves`).
void use_times(bool moves, const void* pc) {
  if (world.alone()) return;
  const auto address = reinterpret_cast<uint64_t>(latest_times + (moves ? world.current_number() : 0));
  const uint64_t size = (moves ? 1 : world.num_threads()) * sizeof latest_times[0];
  const ir::LocId loc = location(pc);
  const bool visible = shadow.is_visible(address, size);
  if (visible) {
    Operation operation;
    operation.loc = loc;
    operation.kind = ActionKind::Access;
    operation.access = {address, size, moves, true};
    world.act(operation);
  }
  advanced_before_read |= moves && !world.reads_time;
  if (world.reads_time) world.access(address, size, moves, true, visible, loc, ir::Order::Relaxed);
}

// Advances the current thread's clock to `when`, unless the clock is later already.
void advance_clock(int64_t when, const void* pc) {
  use_times(true, pc);
  static uint64_t saved_in[kMostThreads] = {};  // see Trail
  const uint32_t t = world.current_number();
  if (when > latest_times[t]) {
    trail.save_once(saved_in[t], &latest_times[t], sizeof latest_times[t]);
    latest_times[t] = when;
  }
  world.current().clock.advance_to(when, &Clock::wall, world.num_threads());
}

int64_t latest_of_all() { return *std::max_element(latest_times, latest_times + world.num_threads()); }

void observe_times(const void* pc) {
  use_times(false, pc);
  world.current().clock.advance_to(latest_of_all(), &Clock::wall, world.num_threads());
}

int64_t read_clock(int64_t Clock::* clock, Trailed<mover_clock_reader>& reader, const void* pc) {
  Thread& thread = world.current();
  if (!world.reads_time) ++world.state_refinements;
  if (!world.reads_time && advanced_before_read && world.learning) ++world.refinements;
  world.reads_time = true;
  relies_on(Assumption::Clocks, "reads a clock at", pc);
  if (clock == &Clock::wall) observe_times(pc);
  mover_clock_reader anew = reader;
  const int64_t reading = mover_clock_reading(&anew, thread.clock.*clock, place_of_calls());
  if (thread.clock.*clock != reader->seen && anew.passed == MOVER_CLOCK_MOST)
    not_modelled("a thread that reads the clock a hundred times while time passes", pc);
  if (thread.clock.*clock > MOVER_CLOCK_HORIZON)
    not_modelled("a thread that reads the clock when more than a hundred years have passed", pc);
  if (__builtin_memcmp(&anew, &reader.get(), sizeof anew) != 0) {
    world.made_progress(thread);
    reader = anew;
  } else if (world.alone() && ++thread.accesses > kMostReadings) {  // otherwise this is a spin loop
    not_modelled("a thread that reads the clock for ever", pc);
  }
  if (clock == &Clock::wall && reading > thread.clock.wall) advance_clock(reading, pc);
  thread.clock.advance_to(reading, clock, world.num_threads());
  return reading;
}

}  // namespace

int64_t read_wall_clock(const void* pc) {
  return kBeginning + read_clock(&Clock::wall, world.current().wall_reader, pc);
}
int64_t read_processor_clock(const void* pc) {
  return read_clock(&Clock::processor, world.current().processor_reader, pc);
}

int64_t nanoseconds(const timespec& time) {
  if (time.tv_sec < 0) return 0;  // any such time is past
  if (time.tv_sec >= INT64_MAX / kSecond) return INT64_MAX;
  return time.tv_sec * kSecond + time.tv_nsec;
}

// A thread that sleeps again and again parks, as after many yields, so an endless loop of sleeps becomes a cycle. (The
// thread parks in this function, whose frame contains no time: a time would make its states differ.)
__attribute__((noinline)) static void sleeps_again(const void* pc) {
  if (world.alone() || ++world.current().accesses <= kAccessesPerTurn) return;
  Operation operation;
  operation.loc = location(pc);
  world.act(operation);
}

void time_passes(int64_t duration, const void* pc) {
  sleeps_again(pc);
  const int64_t begin = world.current().clock.wall;
  if (world.reads_time && latest_of_all() > begin) relies_on(Assumption::Sleeps, "sleeps at", pc);
  advance_clock(begin + std::min(duration, INT64_MAX - kBeginning - begin), pc);
}
void time_passes_until(int64_t when, const void* pc) { advance_clock(when - kBeginning, pc); }

}  // namespace mover::runtime

static timespec to_timespec(int64_t time) { return {time / kSecond, time % kSecond}; }

// Clocks.
MOVER_EXPORT int clock_gettime(clockid_t id, timespec* t) {
  // The search reads the real clock by a system call, because the C library's function executes rdtsc, which faults
  // after install_signal_handlers (scheduling/signals.cc).
  if (world.searches()) return static_cast<int>(::syscall(SYS_clock_gettime, id, t));
  if (!world.controls()) return REAL(clock_gettime)(id, t);
  timespec now;
  switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
    case CLOCK_TAI:
      now = to_timespec(read_wall_clock(PC));
      break;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      now = to_timespec(read_processor_clock(PC));
      break;
    default:
      if (id >= 0) {
        errno = EINVAL;
        return -1;
      }
      now = to_timespec(read_processor_clock(PC));  // the clock of a thread or process (pthread_getcpuclockid)
  }
  plain_access(t, sizeof *t, true, PC);
  *t = now;
  return 0;
}
MOVER_EXPORT int gettimeofday(timeval* t, void* zone) {
  if (!world.controls()) return REAL(gettimeofday)(t, zone);
  const int64_t now = read_wall_clock(PC);
  plain_access(t, sizeof *t, true, PC);
  *t = {now / kSecond, now % kSecond / 1000};
  return 0;
}
MOVER_EXPORT int timespec_get(timespec* t, int base) {
  if (!world.controls()) return REAL(timespec_get)(t, base);
  if (base != TIME_UTC) return 0;
  plain_access(t, sizeof *t, true, PC);
  *t = to_timespec(read_wall_clock(PC));
  return base;
}
MOVER_EXPORT time_t time(time_t* t) {
  if (!world.controls()) return REAL(time)(t);
  const time_t now = read_wall_clock(PC) / kSecond;
  if (t != nullptr) plain_access(t, sizeof *t, true, PC), *t = now;
  return now;
}
MOVER_EXPORT clock_t clock() {
  if (!world.controls()) return REAL(clock)();
  return read_processor_clock(PC) / (kSecond / CLOCKS_PER_SEC);
}

MOVER_EXPORT clock_t times(tms* to) noexcept {
  if (!world.controls()) return REAL(times)(to);
  constexpr int64_t kTick = kSecond / 100;
  const clock_t processor = read_processor_clock(PC) / kTick;
  plain_access(to, sizeof *to, true, PC);
  *to = {processor, 0, 0, 0};
  return read_wall_clock(PC) / kTick;
}

// Sleeps. They only advance the clock: the search may schedule other threads before every visible action anyway.
MOVER_EXPORT int usleep(useconds_t t) {
  if (!world.controls()) return REAL(usleep)(t);
  return time_passes(t * 1000l, PC), 0;
}
MOVER_EXPORT unsigned sleep(unsigned t) {
  if (!world.controls()) return REAL(sleep)(t);
  return time_passes(t * kSecond, PC), 0;
}
static int sleep_for(clockid_t id, int flags, const timespec* t, const void* pc) {
  if (id != CLOCK_REALTIME && id != CLOCK_MONOTONIC && id != CLOCK_BOOTTIME && id != CLOCK_TAI) return EINVAL;
  plain_access(t, sizeof *t, false, pc);
  if (!is_valid_time(*t) || t->tv_sec < 0) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0)
    time_passes_until(nanoseconds(*t), pc);
  else
    time_passes(nanoseconds(*t), pc);
  return 0;
}
MOVER_EXPORT int clock_nanosleep(clockid_t id, int flags, const timespec* t, timespec* left) {
  if (!world.controls()) return REAL(clock_nanosleep)(id, flags, t, left);
  return sleep_for(id, flags, t, PC);
}
MOVER_EXPORT int nanosleep(const timespec* t, timespec* left) {
  if (!world.controls()) return REAL(nanosleep)(t, left);
  const int error = sleep_for(CLOCK_REALTIME, 0, t, PC);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
MOVER_EXPORT int thrd_sleep(const timespec* t, timespec* left) {
  if (!world.controls()) return REAL(thrd_sleep)(t, left);
  return sleep_for(CLOCK_REALTIME, 0, t, PC) == 0 ? 0 : -2;
}
