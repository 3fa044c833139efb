// Classification of actions by exclusive access predicates.
#include "movers/exclusive.h"

#include <algorithm>

namespace mover {

namespace {

NamedBytes named(const Machine& machine, const Access& access) {
  const AddressName place = machine.names().name(access.address);
  return {place.object, place.offset, static_cast<uint32_t>(std::min<uint64_t>(access.size, UINT32_MAX))};
}

}  // namespace

void Exclusives::catch_up(const Machine& machine) {
  if (machine.has().predicates == nullptr) return;
  for (; reads_ < machine.predicates().read_by_predicates().size(); ++reads_)
    for (auto& [bytes, known] : touched_)
      if (bytes.overlaps(machine.predicates().read_by_predicates()[reads_])) facts_.refute(known.unread);
  for (; declarations_ < machine.predicates().declared_late().size(); ++declarations_)
    for (auto& [bytes, known] : touched_) {
      if (!bytes.overlaps(machine.predicates().declared_late()[declarations_].first)) continue;
      facts_.refute(known.settled);
      known.settled = facts_.add();
      known.late.push_back(static_cast<uint32_t>(declarations_));
    }
}

// REQUIRES: catch_up() was called in this state.
Exclusives::Bytes& Exclusives::at(const Machine& machine, const NamedBytes& bytes) {
  auto [at, fresh] = touched_.try_emplace(bytes);
  Bytes& known = at->second;
  if (!fresh) return known;
  known.unread = facts_.add();
  known.settled = facts_.add();
  for (const NamedBytes& read : machine.predicates().read_by_predicates())
    if (bytes.overlaps(read)) facts_.refute(known.unread);
  for (uint32_t i = 0; i < declarations_; ++i)
    if (bytes.overlaps(machine.predicates().declared_late()[i].first)) known.late.push_back(i);
  return known;
}

bool Exclusives::governs(const Machine& machine, const Access& access) {
  const auto all = machine.exclusives();
  const bool governs = std::any_of(all.begin(), all.end(), [&](const Exclusive& e) { return e.covers(access); });
  governs_plain_ |= governs && !access.atomic;
  return governs;
}

bool Exclusives::grants(const Machine& machine, ThreadId t, const Access& access) {
  if (!governs(machine, access)) return false;
  if (!soundness_.safe_accesses) return true;
  const auto all = machine.exclusives();
  return std::any_of(all.begin(), all.end(),
                     [&](const Exclusive& e) { return e.covers(access) && (e.holders >> t & 1) != 0; });
}

// Whether t has exclusive access to all bytes of the access that have a predicate, and no further predicate may be
// declared for them.
bool Exclusives::has_access(const Machine& machine, ThreadId t, const Access& access, const Bytes& bytes) const {
  const auto all = machine.exclusives();
  auto in_force = [&](uint32_t late) {
    return std::any_of(all.begin(), all.end(), [&](const Exclusive& exclusive) {
      return exclusive.overlaps(access) && exclusive.predicate == machine.predicates().declared_late()[late].second;
    });
  };
  bool declared = std::all_of(bytes.late.begin(), bytes.late.end(), in_force) || !soundness_.late_predicates;
  return declared && std::all_of(all.begin(), all.end(),
                                 [&](const Exclusive& e) { return !e.overlaps(access) || (e.holders >> t & 1) != 0; });
}

bool Exclusives::holds(Fact fact, std::vector<Fact>& relied) const {
  if (facts_.is_refuted(fact)) return false;
  relied.push_back(fact);
  return true;
}

bool Exclusives::may_be_mover(const Machine& machine, ThreadId t, const Action& action,
                              const std::vector<Access>& touched, std::vector<Fact>& relied) {
  // Steps of other threads can violate (ii) for a thread only before the thread ends, and only for declared predicates.
  // So neither the end of a thread nor a declaration commutes with these steps.
  if (action.kind == ActionKind::Declare) return false;
  bool ends = action.kind == ActionKind::Sync && action.sync == ir::SyncOp::ThreadExit;
  if (ends && soundness_.ends_of_threads) return false;
  for (const Access& access : touched) {
    const Bytes& bytes = at(machine, named(machine, access));
    bool writes = access.write || access.conditional;
    if (writes && !holds(bytes.unread, relied) && soundness_.read_by_predicates) return false;
    if (!has_access(machine, t, access, bytes) || !holds(bytes.settled, relied)) return false;
  }
  return true;
}

bool Exclusives::is_settled(const Machine& machine, const Access& access, std::vector<Fact>& relied) {
  const Bytes& bytes = at(machine, named(machine, access));
  return bytes.late.empty() && holds(bytes.settled, relied);
}

bool Exclusives::writes_read_by_predicate(const Machine& machine, const Access& access) const {
  if (machine.has().predicates == nullptr) return false;
  const std::vector<NamedBytes>& read = machine.predicates().read_by_predicates();
  return access.write &&
         std::any_of(read.begin(), read.end(), [&](const NamedBytes& r) { return r.overlaps(named(machine, access)); });
}

}  // namespace mover
