#include "cli/debugger.h"

#include <algorithm>

#include "report/explain.h"

namespace mover::cli {

namespace {

bool spins(const Replay& record, ThreadId t) {
  return std::any_of(record.spinning.begin(), record.spinning.end(),
                     [&](const SpinningLane& lane) { return lane.thread == t; });
}

// All threads of the deadlock. The debugger stays at the one that the report names first.
void stop_at_deadlock(const Replay& record, Debugged& debugged) {
  std::vector<controller::Tour::Stop>& stops = debugged.tour.stops;
  for (ThreadId t = 0; t < record.end.size(); ++t) {
    const Position& position = record.end[t];
    if (position.status != ThreadStatus::Parked || (position.enabled && !spins(record, t))) continue;
    stops.push_back(
        {t, name_of(record, t) + " " + (spins(record, t) ? "stays in a loop for ever" : blocked_in_words(record, t))});
  }
  const auto first =
      std::find_if(stops.begin(), stops.end(), [&](const auto& stop) { return stop.thread == record.finding.thread; });
  if (first != stops.end()) std::rotate(first, first + 1, stops.end());
}

// The step that made the access, or the number of steps if the access is pending at the end.
size_t step_of(const Replay& record, const RaceSide& side) {
  if (!side.has_happened) return record.steps.size();
  for (size_t i = record.steps.size(); i-- > 0;)
    if (record.steps[i].decision.thread == side.thread && record.steps[i].place == side.place) return i;
  return record.steps.size();
}

std::string side_in_words(const Replay& record, const RaceSide& side) {
  return name_of(record, side.thread) + " " + access_in_words(side.access);
}

std::string stack_in_lines(const RaceSide& side) {
  std::string text;
  for (size_t i = 0; i < side.stack.size(); ++i)
    text += "\n  #" + std::to_string(i) + "  " + side.stack[i].function + "  at " + to_text(side.stack[i].place);
  return text;
}

// The debugger stops before the second access. The thread of the first one has gone on, unless both are pending.
void stop_at_race(const Replay& record, Debugged& debugged) {
  const bool in_order = step_of(record, record.race[0]) <= step_of(record, record.race[1]);
  const RaceSide &first = record.race[in_order ? 0 : 1], &second = record.race[in_order ? 1 : 0];
  debugged.schedule.resize(std::min(debugged.schedule.size(), step_of(record, second)));
  controller::Tour& tour = debugged.tour;
  const std::string says = "the first access: " + side_in_words(record, first);
  if (step_of(record, first) < debugged.schedule.size())
    tour.beginning += "\n" + says + stack_in_lines(first);
  else
    tour.stops.push_back({first.thread, says});
  tour.stops.push_back({second.thread, "the second access: " + side_in_words(record, second)});
}

}  // namespace

Debugged for_debugger(const Replay& record, Schedule schedule) {
  Debugged debugged{std::move(schedule), {}};
  for (const ReplayedThread& thread : record.threads) debugged.tour.names.push_back(thread.name);
  debugged.tour.beginning = record.finding.message;
  if (record.finding.kind == FindingKind::Deadlock)
    stop_at_deadlock(record, debugged);
  else if (record.race.size() == 2)
    stop_at_race(record, debugged);
  else
    debugged.tour.stops.push_back({record.finding.thread, name_of(record, record.finding.thread) + " fails here"});
  if (record.finding.kind == FindingKind::Exit)
    debugged.tour.stops.back().why = name_of(record, record.finding.thread) + " ends the program here";
  return debugged;
}

}  // namespace mover::cli
