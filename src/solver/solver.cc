#include "solver/solver.h"

namespace mover::solver {

bool Limits::expired() const {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) return true;
  return deadline && std::chrono::steady_clock::now() >= *deadline;
}

}  // namespace mover::solver
