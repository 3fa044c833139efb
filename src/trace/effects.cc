#include "trace/effects.h"

#include <algorithm>

#include "ir/names.h"
#include "trace/words.h"

namespace mover {

namespace {

std::string listed_threads(const Machine& machine, const std::vector<ThreadId>& threads) {
  std::string text;
  for (ThreadId t : threads) text += (text.empty() ? "" : ", ") + machine.description().thread_name(t);
  return text;
}

// What a thread waits for that such an operation wakes.
WaitsFor woken_by(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::CondSignal:
    case ir::SyncOp::CondBroadcast:
    case ir::SyncOp::WordWake:
      return WaitsFor::Condition;
    case ir::SyncOp::BarrierWait:
      return WaitsFor::Barrier;
    default:
      return WaitsFor::Nothing;
  }
}

bool waits_at(const Machine& machine, ThreadId t, Address object, WaitsFor what) {
  if (machine.status(t) != ThreadStatus::Parked) return false;
  const Action action = machine.pending(t);
  return !action.enabled && action.waits_for == what && action.object == object;
}

}  // namespace

Effects::Effects(const Machine& machine, ThreadId t) : action_(machine.pending(t)) {
  if (action_.kind == ActionKind::Free && !action_.accesses.empty())
    freed_ = machine.description().describe(action_.accesses[0].address, action_.accesses[0].size);
  if (action_.kind != ActionKind::Sync || action_.object == 0) return;
  const WaitsFor what = woken_by(action_.sync);
  for (ThreadId other = 0; what != WaitsFor::Nothing && other < machine.num_threads(); ++other)
    if (other != t && waits_at(machine, other, action_.object, what)) blocked_.push_back(other);
  object_ = sync_object_name(machine, action_.object);
  holders_ = listed_threads(machine, machine.holders(action_.object));
}

std::vector<std::string> Effects::after(const Machine& machine) const {
  if (action_.kind == ActionKind::Free)
    return freed_.empty() || ir::is_of_library(freed_) ? std::vector<std::string>() : std::vector{"frees " + freed_};
  if (action_.kind != ActionKind::Sync) return {};
  std::vector<std::string> effects;
  const WaitsFor what = woken_by(action_.sync);
  std::vector<ThreadId> woken = blocked_;
  std::erase_if(woken, [&](ThreadId t) { return waits_at(machine, t, action_.object, what); });
  if (!woken.empty())
    effects.push_back((what == WaitsFor::Barrier ? "lets " : "wakes ") + listed_threads(machine, woken) +
                      (what == WaitsFor::Barrier ? " pass" : ""));
  else if (what == WaitsFor::Condition)
    effects.emplace_back("wakes no thread");
  for (const Event& event : machine.happened())
    if (event.kind == Event::Kind::FailedTry)
      effects.push_back("does not get " + object_ + (holders_.empty() ? "" : " (held by " + holders_ + ")"));
  return effects;
}

}  // namespace mover
