// In which of the functions and atomic blocks that threads are in a transaction has committed. A later action in one of
// them that is no left mover shows that it is not one transaction. Kept beside a state; part of it while anything is
// marked.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover {

class CommitMarks {
 public:
  // t has taken a step, is in `scopes` after it, and has committed by it at that place (0: it has not).
  void step(ThreadId t, const Scopes& scopes, ir::LocId committed_at);

  struct Marked {
    bool block = false;
    uint32_t index = 0;  // in Scopes::blocks or Scopes::functions
    ir::LocId committed_at = 0;
  };
  // The scopes that t is in and has committed in.
  std::vector<Marked> marked(ThreadId t) const;

  // Empty where nothing is marked.
  std::string canonical() const;

 private:
  struct Marks {
    std::vector<ir::LocId> functions, blocks;  // where each has committed, or 0
  };
  std::vector<Marks> threads_;
};

}  // namespace mover
