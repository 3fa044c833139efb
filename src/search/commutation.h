// Verifies that an action that is classified as a mover commutes with the next steps of other threads, by executing
// both orders. For --verify-reduction and for tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/search.h"

namespace mover {

class Commutation {
 public:
  Commutation(Machine& machine, ChunkSink& chunks) : machine_(machine), chunks_(chunks) {}

  // The reason, in one sentence, why this enabled step is no left mover (contradicts_left) or no right mover
  // (contradicts_right) in the current state; empty if there is none. The machine's state is unchanged afterwards.
  std::string contradicts_left(Decision step);
  std::string contradicts_right(Decision step);

 private:
  using Snapshot = std::shared_ptr<const Machine::Snapshot>;
  // The result of a step, and its successor.
  struct Reached {
    StepResult::Kind kind = StepResult::Kind::Running;
    ir::LocId failed_at = 0;
    std::vector<uint32_t> state;
    bool operator==(const Reached&) const = default;
  };

  bool is_enabled(Decision step) const;
  bool is_retry(ThreadId t) const;
  Reached take(Decision step, bool whole_section = false);
  std::optional<Reached> take_both(const Snapshot& from, Decision first, Decision second, ThreadId other);
  template <typename F>
  std::string for_each_other(const Snapshot& from, ThreadId t, F f);
  std::string sentence(const char* mover, Decision step, Decision other) const;

  Machine& machine_;
  ChunkSink& chunks_;
};

}  // namespace mover
