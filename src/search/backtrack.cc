#include "search/backtrack.h"

#include "support/check.h"

namespace mover {

void Backtrack::save() {
  if ((recent_.empty() ? sparse_ : recent_).back().depth == depth()) return;
  recent_.push_back({depth(), machine_.snapshot()});
  if (recent_.size() < 2 * kSpacing) return;
  sparse_.push_back(std::move(recent_[0]));
  recent_.erase(recent_.begin(), recent_.begin() + kSpacing);
}

void Backtrack::restore() {
  while (!recent_.empty() && recent_.back().depth > depth()) recent_.pop_back();
  while (sparse_.back().depth > depth()) sparse_.pop_back();
  const Saved& nearest = recent_.empty() ? sparse_.back() : recent_.back();
  size_t at = nearest.depth;
  machine_.restore(*nearest.snapshot);
  if (at == depth()) return;
  Schedule rest(schedule_.begin() + static_cast<std::ptrdiff_t>(at), schedule_.end());
  schedule_.resize(at);
  for (Decision decision : rest) {
    StepResult result = machine_.step(decision.thread, decision.choice);
    MOVER_CHECK(result.kind == StepResult::Kind::Running, "a step on the search's path goes the same way again");
    push(decision);
    save();  // the search will come back to these next
  }
}

}  // namespace mover
