// Commit marks: for each thread, the functions and atomic blocks in which its transaction has committed. A later action
// in a marked scope that is no left mover shows that the scope is not one transaction. Marks are stored with a state,
// and are part of it if there are any.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover {

class CommitMarks {
 public:
  // t has taken a step and is in `scopes` after it. `committed_at`: the place of the commit point, or 0 if the step was
  // none.
  void step(ThreadId t, const Scopes& scopes, ir::LocId committed_at);

  struct Marked {
    bool block = false;
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
