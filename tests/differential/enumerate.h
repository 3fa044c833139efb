// Every program of a given size over a given alphabet, up to renaming of threads and of x and y.
#pragma once

#include <cstdint>
#include <vector>

#include "differential/program.h"

namespace mover::differential {

// A set of statements from which threads are composed. Theme 0 is the core.
struct Theme {
  const char* name;
  Block alphabet;
};
const std::vector<Theme>& themes();

// The behaviour of main around the threads; the same programs are tried with each frame.
enum class Frame : uint8_t { Join, MainIsLast, Return, Quit };
constexpr uint32_t kFrames = 4;

// One enumerated program in compact form; `make` expands it.
struct Sketch {
  uint8_t theme = 0, threads = 0, operations = 0;
  uint8_t ops[6] = {};  // by thread; kEnd pads threads that end early
  static constexpr uint8_t kEnd = 255;
};

// All programs of one theme with `threads` threads of up to `operations` statements. A thread is shorter only if
// nothing after its last statement is reachable. Programs of earlier themes are omitted.
std::vector<Sketch> enumerate(uint32_t theme, uint32_t threads, uint32_t operations);

// Whether every statement interacts with one of another thread: it accesses memory that another thread writes, writes
// memory that another thread accesses, or uses a lock that another thread uses, too. Other programs are smaller
// programs with something irrelevant added.
bool interacts(const Sketch&);

Program make(const Sketch&, Frame);

}  // namespace mover::differential
