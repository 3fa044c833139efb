// Commit marks: for each thread, the scopes (functions and atomic blocks) that it is in and in which one of its
// transactions has committed. If the thread later executes an action that is no left mover in a marked scope, the scope
// is not one transaction. The marks are part of the state.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover {

class CommitMarks {
 public:
  // Updates the marks after a step of t, which has led into `scopes`. `committed_at`: the place of the step if it is a
  // commit point, otherwise 0.
  void step(ThreadId t, const Scopes& scopes, ir::LocId committed_at);

  struct Marked {
    bool block = false;  // an atomic block; otherwise a function
    uint32_t index = 0;  // in Scopes::blocks or Scopes::functions
    ir::LocId committed_at = 0;
  };
  // The scopes that t is in and in which it has committed.
  std::vector<Marked> marked(ThreadId t) const;

  // Empty if there are no marks.
  std::string canonical() const;

 private:
  struct Marks {
    std::vector<ir::LocId> functions, blocks;  // the commit point in each scope, or 0
  };
  std::vector<Marks> threads_;
};

}  // namespace mover
