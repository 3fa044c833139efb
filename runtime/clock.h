// Vector clocks of the program's threads, for happens-before among its accesses.
#pragma once

#include <cstdint>

#include "trail.h"

namespace mover::runtime {

constexpr uint32_t kMostThreads = 64;

struct Clock {
  uint32_t at[kMostThreads] = {};

  // `width`: threads there have been so far.
  bool includes(const Clock& other, uint32_t width) const {
    for (uint32_t i = 0; i < width; ++i)
      if (other.at[i] > at[i]) return false;
    return true;
  }
  void join(const Clock& other, uint32_t width) {
    if (includes(other, width)) return;
    trail.save(at, width * sizeof(uint32_t));
    for (uint32_t i = 0; i < width; ++i)
      if (other.at[i] > at[i]) at[i] = other.at[i];
  }
  void assign(const Clock& other, uint32_t width) {
    trail.save(at, width * sizeof(uint32_t));
    for (uint32_t i = 0; i < width; ++i) at[i] = other.at[i];
  }
  void clear(uint32_t width) {
    trail.save(at, width * sizeof(uint32_t));
    for (uint32_t i = 0; i < width; ++i) at[i] = 0;
  }
  void tick(uint32_t thread) { trail.set(at[thread], at[thread] + 1); }
};

}  // namespace mover::runtime
