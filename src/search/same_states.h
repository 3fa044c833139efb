// Tries out whether states that are taken to be one are: from each of them the same steps must be possible, show the same and
// lead to the same states. By induction the same comes behind them then, for ever. (Of the compiled program's states only where
// the threads are is compared, one step ahead.) For --verify-reduction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/search.h"

namespace mover {

class SameStates {
 public:
  SameStates(Machine& machine, ChunkSink& chunks) : machine_(machine), chunks_(chunks) {}

  // The present state has this canonical form. What contradicts that an earlier one with the same form was the same, in one
  // sentence; empty: nothing. The machine's state stays as it is.
  std::string contradicts(const std::vector<uint32_t>& state);

 private:
  // How a step went, and to which state it led.
  struct Outcome {
    Decision step;
    StepResult::Kind kind = StepResult::Kind::Running;
    FindingKind finding{};
    ir::LocId failed_at = 0;
    std::vector<uint32_t> state;
    bool operator==(const Outcome&) const = default;
  };
  Outcome take(Decision step);
  std::vector<uint32_t> where_threads_are() const;

  Machine& machine_;
  ChunkSink& chunks_;
  std::map<std::vector<uint32_t>, std::vector<Outcome>> seen_;
};

}  // namespace mover
