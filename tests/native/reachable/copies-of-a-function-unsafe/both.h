/* Two files have a copy each, and the linker keeps one. */
#pragma once
#include <mover.h>

inline int checked(int n) {
  if (n > 100)
    mover_reachable("more than 100 {a|b} \"quoted\"");
  else
    mover_reachable("few");
  return n;
}

template <typename T>
T twice(T x) {
  if (x == 7) mover_reachable("twice seven");
  return x + x;
}
