// Verifies state matching: states that match must have the same enabled steps, with the same events and
// successors. By induction their futures are then the same. (Of the compiled program's states only the
// places of the threads are compared, one step ahead.) For --verify-reduction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/search.h"

namespace mover {

class MatchingVerifier {
 public:
  MatchingVerifier(Machine& machine, ChunkSink& chunks) : machine_(machine), chunks_(chunks) {}

  // `state` is the canonical form of the current state. Returns in one sentence how the state differs from an earlier
  // one with the same form; empty if it does not. The machine's state is unchanged afterwards.
  std::string contradicts(const std::vector<uint32_t>& state);

 private:
  // The result of a step, and its successor.
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
