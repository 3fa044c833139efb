// Every program of a given size over a given alphabet, up to renaming of threads and of x and y.
#pragma once

#include <cstdint>
#include <vector>

#include "differential/program.h"

namespace mover::differential {

// A set of statements from which threads are put together. Theme 0 is the core.
struct Theme {
  const char* name;
  Block alphabet;
};
const std::vector<Theme>& themes();

// How main frames the threads; the same programs are tried in each way.
enum class Frame : uint8_t { Join, MainIsLast, Return, Quit };
constexpr uint32_t kFrames = 4;

// One enumerated program, small enough to keep all of them: `make` writes it out.
struct Sketch {
  uint8_t theme = 0, threads = 0, operations = 0;
  uint8_t ops[6] = {};  // thread by thread; kEnd fills up threads that end early
  static constexpr uint8_t kEnd = 255;
};

// All programs of one theme with `threads` threads of up to `operations` statements. A thread is shorter only where
// nothing after its last statement could be reached. Programs that an earlier theme has already are left out.
std::vector<Sketch> enumerate(uint32_t theme, uint32_t threads, uint32_t operations);

// Whether every statement meets one of another thread: an access to what another thread writes, a write of what another
// thread accesses, a lock that another thread uses too. The others are smaller programs with something beside them.
bool interacts(const Sketch&);

Program make(const Sketch&, Frame);

}  // namespace mover::differential
