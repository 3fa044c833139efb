// Lock words: compare-and-swap locks as exclusive access predicates show them.
#include "movers/lock_words.h"

#include <algorithm>

namespace mover {

using LockWord = ExclusivePredicates::LockWord;

namespace {

bool reads(const LockWord& word, ir::FunctionId predicate) {
  return std::find(word.predicates.begin(), word.predicates.end(), predicate) != word.predicates.end();
}

bool overlaps(const LockWord& word, const Access& access) {
  return access.address < word.address + word.size && word.address < access.address + access.size;
}

bool is_whole(const LockWord& word, const Access& access) {
  return access.address == word.address && access.size == word.size;
}

// Whether the operation acquires or releases a lock, and waits if it cannot.
bool locks_or_unlocks(const Action& action) {
  if (action.kind != ActionKind::Sync) return false;
  switch (action.sync) {
    case ir::SyncOp::MutexLock:
    case ir::SyncOp::MutexUnlock:
    case ir::SyncOp::SpinLock:
    case ir::SyncOp::SpinUnlock:
    case ir::SyncOp::RwRdLock:
    case ir::SyncOp::RwWrLock:
    case ir::SyncOp::RwUnlock:
    case ir::SyncOp::CondWait:
    case ir::SyncOp::CondTimedWait:
      return true;
    default:
      return false;
  }
}

// The accesses of the action, and those to its synchronisation objects.
std::vector<Access> accesses_of(const Machine& machine, ThreadId t, const Action& action) {
  std::vector<Access> all;
  machine.touched(t, action, all);
  for_each_object_access(action, [&](const Access& access) { all.push_back(access); });
  return all;
}

}  // namespace

LockWords::Word& LockWords::at(const LockWord& word) {
  auto [known, fresh] = words_.try_emplace(word.address);
  if (fresh) known->second = {facts_.add(), facts_.add(), word.values};
  return known->second;
}

void LockWords::catch_up(const Machine& machine) {
  if (machine.has().predicates == nullptr) return;
  for (const LockWord& word : machine.predicates().lock_words()) {
    Word& known = at(word);
    const auto& late = machine.predicates().declared_late();
    const bool is_late =
        std::any_of(late.begin(), late.end(), [&](const auto& declared) { return reads(word, declared.second); });
    if ((word.is_lost && soundness_.words_alone) || is_late) facts_.refute(known.obeyed);
    if (known.values == word.values) continue;
    facts_.refute(known.known_values);
    known.known_values = facts_.add();
    known.values = word.values;
  }
}

bool LockWords::holds(const Machine& machine, ThreadId t, Address address) const {
  const auto words = machine.predicates().lock_words();
  const auto word = std::find_if(words.begin(), words.end(), [&](const LockWord& w) { return w.address == address; });
  const auto all = machine.exclusives();
  return word != words.end() && std::any_of(all.begin(), all.end(), [&](const Exclusive& exclusive) {
           return (exclusive.holders >> t & 1) != 0 && reads(*word, exclusive.predicate);
         });
}

// A thread that accesses governed memory without holding the word could do so while another thread holds it, in an
// execution that the reduced search does not explore.
void LockWords::check_governed(const Machine& machine, ThreadId t, const Access& access) {
  if (!soundness_.strict_accesses) return;
  for (const Exclusive& exclusive : machine.exclusives()) {
    if (!exclusive.overlaps(access) || (exclusive.holders >> t & 1) != 0) continue;
    for (const LockWord& word : machine.predicates().lock_words())
      if (reads(word, exclusive.predicate) && !overlaps(word, access)) facts_.refute(at(word).obeyed);
  }
}

bool LockWords::is_lock(const Machine& machine, Address object, std::vector<Fact>& relied) {
  for (const LockWord& word : machine.predicates().lock_words()) {
    if (!word.is_lock || word.address != object || facts_.is_refuted(at(word).obeyed)) continue;
    relied.push_back(at(word).obeyed);
    return true;
  }
  return false;
}

std::optional<LockWords::Operation> LockWords::check(const Machine& machine, ThreadId t, const Action& action,
                                                     std::vector<Fact>& relied) {
  if (machine.exclusives().empty()) return std::nullopt;
  const std::vector<Access> accesses = accesses_of(machine, t, action);
  std::optional<Operation> operation;
  for (const Access& access : accesses) {
    check_governed(machine, t, access);
    for (const LockWord& word : machine.predicates().lock_words()) {
      if (!overlaps(word, access)) continue;
      const Word& known = at(word);
      if (word.is_lock) {
        if (!locks_or_unlocks(action) || machine.in_atomic_section(t)) facts_.refute(known.obeyed);
        continue;
      }
      const Operation found{word.address, holds(machine, t, word.address), access.conditional};
      const bool obeys = action.kind == ActionKind::Access && accesses.size() == 1 && is_whole(word, access) &&
                         !machine.in_atomic_section(t) &&
                         (found.holds || machine.predicates().retries(t, word) || !soundness_.retries);
      if (!obeys) facts_.refute(known.obeyed);
      if (facts_.is_refuted(known.obeyed)) continue;
      relied.push_back(known.obeyed);
      relied.push_back(known.known_values);
      operation = found;
    }
  }
  return operation;
}

}  // namespace mover
