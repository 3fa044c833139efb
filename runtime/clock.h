// Vector clocks of the program's threads, for happens-before among its accesses.
#pragma once

#include <cstdint>

#include "trail.h"

namespace mover::runtime {

constexpr uint32_t kMostThreads = 64;

struct Clock {
  uint64_t saved_in = 0;  // see Trail
  uint32_t at[kMostThreads] = {};

  // `width`: threads there have been so far.
  bool includes(const Clock& other, uint32_t width) const {
    for (uint32_t i = 0; i < width; ++i)
      if (other.at[i] > at[i]) return false;
    return true;
  }
  void join(const Clock& other, uint32_t width) {
    uint32_t i = 0;
    while (i < width && other.at[i] <= at[i]) ++i;
    if (i == width) return;
    will_change(width);
    for (; i < width; ++i)
      if (other.at[i] > at[i]) at[i] = other.at[i];
  }
  void assign(const Clock& other, uint32_t width) {
    will_change(width);
    for (uint32_t i = 0; i < width; ++i) at[i] = other.at[i];
  }
  void clear(uint32_t width) {
    will_change(width);
    for (uint32_t i = 0; i < width; ++i) at[i] = 0;
  }
  void tick(uint32_t thread, uint32_t width) {
    will_change(width);
    ++at[thread];
  }

 private:
  // An epoch ends when there are more threads.
  void will_change(uint32_t width) { trail.save_once(saved_in, at, width * sizeof(uint32_t)); }
};

}  // namespace mover::runtime
