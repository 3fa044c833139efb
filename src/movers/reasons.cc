// Explanations why an action is no mover.
#include <algorithm>

#include "ir/names.h"
#include "movers/discipline.h"

namespace mover {

namespace {

// A conflicting access by a thread other than t that held no lock in common with `held`; null if there is none.
const AccessSite* conflicting(const Protection& data, Locksets& locksets, uint32_t object, uint64_t offset,
                              const Access& access, ThreadId t, LocksetId held) {
  for (const Protection::Range& range : data.ranges()) {
    bool overlaps = range.place.object == object && range.place.offset < offset + access.size &&
                    offset < range.place.offset + range.size;
    if (!overlaps) continue;
    for (const AccessSite& site : range.sites)
      if (site.thread != t && (site.write || access.write) && locksets.meet(site.held, held) == Locksets::kNothing)
        return &site;
  }
  return nullptr;
}

}  // namespace

std::string Discipline::reason(const Machine& machine, ThreadId t, const Action& action) {
  machine.touched(t, action, touched_);
  for (const Access& access : touched_) {
    AddressName name = machine.names().name(access.address);
    if (exclusives_.writes_read_by_predicate(machine, access))
      return "writes " + machine.description().describe(access.address, access.size) +
             ", which an exclusive access predicate reads";
    LocksetId mine = held(machine, t, access.address).any;
    const AccessSite* other = conflicting(data_, locksets_, name.object, name.offset, access, t, mine);
    std::string text = std::string(access.write ? "writes " : "reads ") +
                       machine.description().describe(access.address, access.size) + ", which nothing protects";
    if (other != nullptr)
      text += std::string(" (another thread ") + (other->write ? "writes" : "reads") + " it at " +
              ir::place_in_words(machine.description().places(), other->loc) + ")";
    if (other != nullptr || touched_.size() == 1) return text;
  }
  if (action.kind == ActionKind::Exit) return "ends the program";
  if (action.kind != ActionKind::Sync) return "takes a step that is visible to other threads";
  std::string object = action.object != 0 ? machine.description().describe(action.object, 1) : "";
  switch (action.sync) {
    case ir::SyncOp::MutexLock:
    case ir::SyncOp::SpinLock:
    case ir::SyncOp::RwRdLock:
    case ir::SyncOp::RwWrLock:
      return "takes " + object;
    case ir::SyncOp::SemWait:
      return "waits for " + object;
    case ir::SyncOp::ThreadJoin:
      return "waits for a thread to end";
    case ir::SyncOp::CondSignal:
    case ir::SyncOp::CondBroadcast:
      return "signals " + object + ", which no mutex protects";
    default:
      return "synchronises" + (object.empty() ? "" : " on " + object) + ", visible to other threads";
  }
}

}  // namespace mover
