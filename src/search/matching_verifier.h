// Verifies state matching: states that match must have the same enabled steps, with the same results and successors. By
// induction their futures are then the same. (If canonical forms contain dead data, only the positions of threads in
// the successors are compared.) For --verify-reduction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/search.h"

namespace mover {

class MatchingVerifier {
 public:
  MatchingVerifier(Machine& machine, ChunkSink& chunks) : machine_(machine), chunks_(chunks) {}

  // `state` is the canonical form of the current state. If the successors differ from those of an earlier state with
  // the same form, returns a sentence that says how; otherwise an empty string. The machine's state is unchanged
  // afterwards.
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
  std::vector<uint32_t> positions_of_threads() const;

  Machine& machine_;
  ChunkSink& chunks_;
  std::map<std::vector<uint32_t>, std::vector<Outcome>> seen_;
};

}  // namespace mover
