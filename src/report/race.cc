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

}  // namespace

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
  if (violation.guard) why.push_back(in_words(*violation.guard));
  if (!violation.order.sentence.empty()) why.push_back(violation.order.sentence);
  const std::string list = titled_list("Why they race", why, style);
  return text + (brief ? list.substr(list.find('\n') + 1) : list);
}

}  // namespace mover
