#include "report/race.h"

#include <algorithm>
#include <tuple>

#include "report/explain.h"
#include "report/rows.h"
#include "support/check.h"

namespace mover {

namespace {

// "in put, called at a.c:30 in worker"; empty if the access is in the function with which the thread started.
std::string called_from(const RaceSide& side) {
  if (side.stack.size() < 2) return "";
  constexpr size_t kMost = 6;
  std::string text = "in " + side.stack.front().function + ", called at ";
  for (size_t i = 1; i < side.stack.size() && i <= kMost; ++i)
    text += (i > 1 ? ", at " : "") + to_text(side.stack[i].place) + " in " + side.stack[i].function;
  if (side.stack.size() > kMost + 1) text += ", and " + plural(side.stack.size() - kMost - 1, "more call") + " up";
  return text;
}

std::string created(const Replay& replay, ThreadId t) {
  const ReplayedThread& thread = replay.threads[t];
  if (thread.created_at.file.empty()) return "";
  return "created at " + to_text(thread.created_at) + (thread.creator ? " by " + name_of(replay, *thread.creator) : "");
}

const HeldLock* in_common(const RaceSide& one, const RaceSide& two) {
  for (const HeldLock& lock : one.held)
    for (const HeldLock& other : two.held)
      if (lock.object == other.object && lock.name == other.name) return &lock;
  return nullptr;
}

std::string what_it_holds(const Replay& replay, const RaceSide& side) {
  return short_name(replay, side.thread) + " holds " + (side.held.empty() ? "no lock" : locks_in_words(side.held));
}

// The index of the step in which the access of the side has happened; the number of steps if it is pending.
size_t step_of(const Replay& replay, const RaceSide& side) {
  for (size_t i = replay.steps.size(); side.has_happened && i-- > 0;) {
    if (replay.steps[i].decision.thread != side.thread) continue;
    for (const SeenAccess& seen : replay.steps[i].accesses)
      if (seen.place == side.place && seen.access.address == side.access.access.address) return i;
  }
  return replay.steps.size();
}

const char* order_in_words(ir::Order order) {
  switch (order) {
    case ir::Order::NotAtomic:
      return "not atomic";
    case ir::Order::Relaxed:
      return "relaxed";
    case ir::Order::Acquire:
      return "acquire";
    case ir::Order::Release:
      return "release";
    case ir::Order::AcqRel:
      return "acq_rel";
    case ir::Order::SeqCst:
      return "seq_cst";
  }
  return "";
}

// An atomic store by the thread of `first` after its access, and a later atomic load of it by the thread of `second`.
struct Message {
  const SeenAccess *store = nullptr, *load = nullptr;
};

Message message_between(const Replay& replay, const RaceSide& first, const RaceSide& second) {
  Message found;
  const size_t begin = step_of(replay, first), end = std::min(step_of(replay, second) + 1, replay.steps.size());
  const SeenAccess* store = nullptr;
  for (size_t i = begin; i < end; ++i) {
    const ThreadId t = replay.steps[i].decision.thread;
    for (const SeenAccess& seen : replay.steps[i].accesses) {
      if (!seen.access.atomic || seen.order == ir::Order::NotAtomic) continue;
      if (t == first.thread && seen.access.write) store = &seen;
      const bool reads = t == second.thread && (!seen.access.write || !seen.before.empty());
      if (reads && store != nullptr && seen.access.address == store->access.address) found = {store, &seen};
    }
  }
  return found;
}

}  // namespace

std::string weak_order(const Replay& replay) {
  MOVER_CHECK(replay.race.size() == 2, "a race that was replayed has two sides");
  for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 0)}) {
    const RaceSide &first = replay.race[i], &second = replay.race[j];
    if (!first.has_happened) continue;
    const auto& [store, load] = message_between(replay, first, second);
    if (store == nullptr || (ir::releases(store->order) && ir::acquires(load->order))) continue;
    std::string text = store->name + " does not order them: " + short_name(replay, first.thread) + " stores it with " +
                       order_in_words(store->order) + " order at " + to_text(store->place) + ", " +
                       short_name(replay, second.thread) + " reads it with " + order_in_words(load->order) +
                       " order at " + to_text(load->place) + "; ";
    if (!ir::releases(store->order)) text += "release for the store";
    if (!ir::releases(store->order) && !ir::acquires(load->order)) text += " and ";
    if (!ir::acquires(load->order)) text += "acquire for the read";
    return text + " would";
  }
  return "";
}

std::string missing_order(const Replay& replay) {
  MOVER_CHECK(replay.race.size() == 2, "a race that was replayed has two sides");
  const RaceSide &one = replay.race[0], &two = replay.race[1];
  const std::string name = short_name(replay, one.thread), other = short_name(replay, two.thread);
  const bool both_pending = !one.has_happened && !two.has_happened;
  if (const HeldLock* lock = in_common(one, two)) {
    if (!both_pending) return "both hold " + lock->name + ", which does not order them here";
    return "both hold only the read side of " + lock->name + ", and " + (one.access.access.write ? name : other) +
           " writes";
  }
  if (one.access.access.atomic != two.access.access.atomic) {
    const bool first = one.access.access.atomic;
    return (first ? name : other) + "'s access is atomic and " + (first ? other : name) +
           "'s is not: an atomic access does not order a plain one";
  }
  if (!one.held.empty() && !two.held.empty())
    return "both hold locks, but different ones: " + what_it_holds(replay, one) + ", " + what_it_holds(replay, two);
  const std::string nothing =
      both_pending ? "nothing orders them: " : "one precedes the other here, but no synchronisation orders them: ";
  if (!one.held.empty() || !two.held.empty())
    return nothing + what_it_holds(replay, one) + ", " + what_it_holds(replay, two);
  for (const auto& [parent, child] : {std::pair(one.thread, two.thread), std::pair(two.thread, one.thread)})
    if (both_pending && replay.threads[child].creator == parent)
      return nothing + "neither holds a lock, and " + short_name(replay, parent) + " has not yet joined " +
             short_name(replay, child);
  return nothing + "neither holds a lock";
}

const Guard* guard_of(const Replay& replay, const std::vector<Guard>& guards, const ir::Program& code) {
  if (replay.race.empty()) return nullptr;
  const RaceSide &one = replay.race[0], &two = replay.race[1];
  auto accessed_at = [&](const Guard& guard, const RaceSide& side) {
    return std::any_of(guard.sites.begin(), guard.sites.end(), [&](const GuardSite& site) {
      return place_of(code, site.loc) == side.place && site.write == side.access.access.write;
    });
  };
  const Guard* found = nullptr;
  for (const Guard& guard : guards) {
    const ObjectInfo& object = guard.place.object;
    if (std::tie(object.kind, object.global, object.made_at) !=
        std::tie(one.object.kind, one.object.global, one.object.made_at))
      continue;
    if (!accessed_at(guard, one) || !accessed_at(guard, two)) continue;
    if (guard.variable == one.access.name) return &guard;
    if (found == nullptr) found = &guard;
  }
  return found;
}

std::string explain_race(const ReportedViolation& violation, const Style& style, bool brief) {
  const Replay& replay = violation.replay;
  MOVER_CHECK(replay.race.size() == 2, "a race that was replayed has two sides");
  std::string text = brief ? "" : style.paint(Tone::Bold, "The two accesses") + "\n";
  for (const RaceSide& side : replay.race) {
    text += "  " + style.paint(Tone::Bold, name_of(replay, side.thread)) + " " + access_in_words(side.access) + " at " +
            to_text(side.place) + " and " + holding(side.held) + "\n";
    for (const std::string& line : {called_from(side), created(replay, side.thread)})
      if (!line.empty()) text += "      " + line + "\n";
  }
  std::vector<std::string> why{missing_order(replay)};
  if (const std::string weak = weak_order(replay); !weak.empty()) why.push_back(weak);
  if (violation.guard) why.push_back(in_words(*violation.guard));
  if (!violation.order.sentence.empty()) why.push_back(violation.order.sentence);
  const std::string list = titled_list("Why they race", why, style);
  return text + (brief ? list.substr(list.find('\n') + 1) : list);
}

}  // namespace mover
