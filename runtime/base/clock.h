// The vector clocks of the program's threads, which decide happens-before among accesses. A clock also contains the
// virtual times of its thread (scheduling/virtual_time.h). Joining another clock advances them, so if one read of the
// time happens-before another, the second one never returns an earlier time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/trail.h"

namespace mover::runtime {

constexpr uint32_t kMostThreads = 64;

struct Clock {
  uint64_t saved_in = 0;            // see Trail
  int64_t wall = 0, processor = 0;  // nanoseconds since the program began
  uint32_t at[kMostThreads] = {};   // the entries of the vector clock, by number of the thread

  // `width` is the number of entries in use: World::num_threads().
  bool includes(const Clock& other, uint32_t width) const {
    for (uint32_t i = 0; i < width; ++i)
      if (other.at[i] > at[i]) return false;
    return true;
  }
  void join(const Clock& other, uint32_t width) {
    advance_times(other, width);
    uint32_t i = 0;
    while (i < width && other.at[i] <= at[i]) ++i;
    if (i == width) return;
    will_change(width);
    for (; i < width; ++i)
      if (other.at[i] > at[i]) at[i] = other.at[i];
  }
  // Advances the times to at least those of `other`, without ordering any steps.
  void advance_times(const Clock& other, uint32_t width) {
    if (other.wall <= wall && other.processor <= processor) return;
    will_change(width);
    if (other.wall > wall) wall = other.wall;
    if (other.processor > processor) processor = other.processor;
  }
  void advance_to(int64_t when, int64_t Clock::* clock, uint32_t width) {
    if (when <= this->*clock) return;
    will_change(width);
    this->*clock = when;
  }
  void assign(const Clock& other, uint32_t width) {
    will_change(width);
    wall = other.wall;
    processor = other.processor;
    for (uint32_t i = 0; i < width; ++i) at[i] = other.at[i];
  }
  void clear(uint32_t width) {  // the times stay, because time does not go back
    will_change(width);
    for (uint32_t i = 0; i < width; ++i) at[i] = 0;
  }
  void tick(uint32_t thread, uint32_t width) {
    will_change(width);
    ++at[thread];
  }

 private:
  // The creation of a thread, which increases `width`, begins a new epoch of the trail. So all changes within an epoch
  // have the same `width`.
  void will_change(uint32_t width) {
    trail.save_once(saved_in, &wall, static_cast<uint32_t>(offsetof(Clock, at) - offsetof(Clock, wall)) + width * 4);
  }
};

}  // namespace mover::runtime
