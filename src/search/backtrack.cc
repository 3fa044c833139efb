// Snapshots of states on the path, and restoring a state from the nearest snapshot before it.
#include "search/backtrack.h"

#include "support/check.h"

namespace mover {

void Backtrack::save_at(size_t depth) {
  if ((recent_.empty() ? sparse_ : recent_).back().depth == depth) return;
  auto snapshot = machine_.snapshot_if_cheaper();
  if (snapshot == nullptr) return;
  recent_.push_back({depth, std::move(snapshot)});
  if (recent_.size() < 2 * kSpacing) return;
  sparse_.push_back(std::move(recent_[0]));
  recent_.erase(recent_.begin(), recent_.begin() + kSpacing);
}

void Backtrack::execute_again() {
  machine_.reset();
  recent_.clear();
  sparse_ = {{0, machine_.snapshot()}};
  restore();
}

void Backtrack::restore() {
  while (!recent_.empty() && recent_.back().depth > depth()) recent_.pop_back();
  while (sparse_.back().depth > depth()) sparse_.pop_back();
  const Saved& nearest = recent_.empty() ? sparse_.back() : recent_.back();
  machine_.restore(*nearest.snapshot);
  for (size_t i = nearest.depth; i < depth();) {
    StepResult result = machine_.step(schedule_[i].thread, schedule_[i].choice);
    MOVER_CHECK(result.kind == StepResult::Kind::Running, "repeating a step of the path gives the same result");
    save_at(++i);  // the search will backtrack to these states next
  }
}

}  // namespace mover
