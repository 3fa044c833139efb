// Enumerates every program of a given size over a given alphabet of statements, up to renaming of threads and of x and
// y.
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

// The behaviour of main: it joins the threads, runs the last of them itself, returns at once, or ends as a thread. The
// same programs are tried with each frame.
enum class Frame : uint8_t { Join, MainIsLast, Return, Quit };
constexpr uint32_t kFrames = 4;

// One enumerated program in compact form; `make` expands it.
struct Sketch {
  uint8_t theme = 0, threads = 0, operations = 0;
  uint8_t ops[6] = {};  // indices into the alphabet, thread by thread; kEnd stands for missing statements of a thread
  static constexpr uint8_t kEnd = 255;
};

// All programs of one theme with `threads` threads of `operations` statements. A thread is shorter only if no statement
// after its last one would be reachable. Programs of earlier themes are omitted.
std::vector<Sketch> enumerate(uint32_t theme, uint32_t threads, uint32_t operations);

// Whether every statement interacts with another thread: it accesses memory that another thread writes, writes memory
// that another thread accesses, or uses a lock that another thread uses, too. Any other program is a smaller program
// with an irrelevant statement added.
bool interacts(const Sketch&);

Program make(const Sketch&, Frame);

}  // namespace mover::differential
