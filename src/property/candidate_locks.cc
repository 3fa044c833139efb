// The rule of the locking discipline, and the message of its violation.
#include "property/candidate_locks.h"

#include <algorithm>

namespace mover {

bool CandidateLocks::enter(Locksets& locksets, const LockedAccess& access, bool atomic) {
  LocksetId& held = access.write ? writes : reads;
  held = locksets.meet(held, access.write ? access.exclusive : access.any);
  plain |= !atomic;
  // Until there is a write, `writes` is kEverything, and no lock is needed.
  const bool kept = !plain || writes == Locksets::kEverything || locksets.meet(writes, reads) != Locksets::kNothing;
  const bool breaks = !kept && !broken;
  broken |= breaks;
  return breaks;
}

namespace {

bool holds_locks(const Locksets& locksets, const LockedAccess& access) {
  const std::vector<LockName>& names = locksets.names(access.any);
  return std::any_of(names.begin(), names.end(), [](const LockName& n) { return n.kind != LockName::Kind::Thread; });
}

// Whether some lock was held at both accesses, but only for reading at one that writes.
bool only_reads_locked(const Locksets& locksets, const LockedAccess& now, const LockedAccess& earlier) {
  auto has = [&](LocksetId set, const LockName& lock) {
    const std::vector<LockName>& all = locksets.names(set);
    return std::find(all.begin(), all.end(), lock) != all.end();
  };
  auto lacks = [&](const LockedAccess& access, const LockName& lock) {
    return access.write && !has(access.exclusive, lock);
  };
  const std::vector<LockName>& held = locksets.names(now.any);
  return std::any_of(held.begin(), held.end(), [&](const LockName& lock) {
    return has(earlier.any, lock) && (lacks(now, lock) || lacks(earlier, lock));
  });
}

std::string held_in_words(const Locksets& locksets, const LockedAccess& access, const LockingNames& names) {
  const std::vector<LockName>& exclusive = locksets.names(access.exclusive);
  std::string words;
  for (const LockName& lock : locksets.names(access.any)) {
    if (lock.kind == LockName::Kind::Thread) continue;
    words += words.empty() ? "" : " and ";
    words += lock.kind == LockName::Kind::Section ? "an atomic section" : names.lock(lock);
    if (std::find(exclusive.begin(), exclusive.end(), lock) == exclusive.end()) words += " for reading";
  }
  return words.empty() ? "no lock" : words;
}

}  // namespace

Finding locking_finding(const Locksets& locksets, const std::string& object, const LockedAccess& now,
                        const LockedAccess& earlier, const LockingNames& names) {
  auto with = [&](const LockedAccess& access) { return " with " + held_in_words(locksets, access, names); };
  Finding finding;
  finding.kind = FindingKind::Discipline;
  finding.thread = now.thread;
  finding.loc = now.loc;
  finding.other_thread = earlier.thread;
  finding.other_loc = earlier.loc;
  finding.message = "the locking discipline is broken for " + object + ": " + names.thread(now.thread) +
                    (now.write ? " writes" : " reads") + " it" + with(now) + ", and " + names.thread(earlier.thread) +
                    (earlier.write ? " wrote" : " read") + " it at " + names.place(earlier.loc) + with(earlier) + "; ";
  if (!holds_locks(locksets, now) && !holds_locks(locksets, earlier))
    finding.message += "memory that several threads use needs a lock unless all of them only read it";
  else if (only_reads_locked(locksets, now, earlier))
    finding.message += "a thread that writes must hold the lock for writing";
  else
    finding.message += "there must be one lock that every access holds";
  return finding;
}

}  // namespace mover
