#include "trace/race_sides.h"

#include "ir/names.h"
#include "property/race.h"
#include "trace/evidence.h"

namespace mover {

namespace {

RaceSide pending_side(const Machine& machine, const Replay& record, ThreadId t, const Access& access) {
  RaceSide side;
  side.thread = t;
  side.place = place_of(machine.description().places(), machine.pending(t).loc);
  side.access.access = access;
  side.access.name = machine.description().describe(access.address, access.size);
  side.access.place = side.place;
  side.held = record.end[t].held;
  side.stack = stack_of(machine, t);
  side.object = machine.description().object(access.address);
  return side;
}

RaceSide past_side(const Machine& machine, const ReplayedStep& step, const SeenAccess& seen) {
  RaceSide side;
  side.thread = step.decision.thread;
  side.place = seen.place;
  side.access = seen;
  // The recorded stack is that before the step. A step may also execute later lines and other functions, for which only
  // the line is known.
  const bool is_there = !step.stack.empty() && step.place == seen.place;
  side.held = is_there ? step.held_before : step.held;
  side.stack = is_there ? step.stack : std::vector<StackFrame>{{"", seen.place}};
  // Any other object may have ended since the access, and its address may have been reused.
  const ObjectInfo object = machine.description().object(seen.access.address);
  if (object.kind == ObjectInfo::Kind::Global) side.object = object;
  side.has_happened = true;
  return side;
}

// All accesses of `t` at `place` along the path, and those that are pending at its end.
std::vector<RaceSide> sides_along(const Machine& machine, const Replay& record, ThreadId t, const Place& place) {
  std::vector<RaceSide> sides;
  for (const ReplayedStep& step : record.steps) {
    if (step.decision.thread != t) continue;
    for (const SeenAccess& seen : step.accesses)
      if (seen.place == place) sides.push_back(past_side(machine, step, seen));
  }
  if (t < record.end.size() && record.end[t].status == ThreadStatus::Parked && record.end[t].place == place) {
    Action action = machine.pending(t);
    for (const Access& access : action.accesses) sides.push_back(pending_side(machine, record, t, access));
    for_each_object_access(action,
                           [&](const Access& access) { sides.push_back(pending_side(machine, record, t, access)); });
  }
  return sides;
}

// The user's functions that the thread is in, outermost first; empty if the program's text is unknown.
std::vector<std::string> functions_of(const Machine& machine, ThreadId t) {
  std::vector<std::string> names;
  if (machine.has().text == nullptr) return names;
  const ir::Program& program = machine.program();
  for (const ir::FunctionId id : machine.text().scopes(t).functions)
    if (program.functions[id].is_users()) names.push_back(ir::name_in_words(program, program.functions[id]));
  return names;
}

}  // namespace

std::vector<StackFrame> stack_of(const Machine& machine, ThreadId t) {
  const Description& description = machine.description();
  std::vector<std::string> names = functions_of(machine, t);
  std::vector<StackFrame> frames;
  for (ir::LocId loc : description.stack(t)) {
    StackFrame& frame = frames.emplace_back(StackFrame{"", place_of(description.places(), loc)});
    if (names.empty()) continue;
    frame.function = std::move(names.back());
    names.pop_back();
  }
  return frames;
}

std::vector<RaceSide> race_sides(Machine& machine, const Replay& record, const Finding& finding) {
  if (shows(machine, record.last, finding)) {
    Conflict both = *pending_conflict(machine, finding.thread, finding.other_thread);
    return {pending_side(machine, record, finding.thread, both.first),
            pending_side(machine, record, finding.other_thread, both.second)};
  }
  const ir::Places places = machine.description().places();
  std::vector<RaceSide> first = sides_along(machine, record, finding.thread, place_of(places, finding.loc));
  std::vector<RaceSide> second =
      sides_along(machine, record, finding.other_thread, place_of(places, finding.other_loc));
  // A thread number may have been reused: then the sides are different accesses of that number at one place.
  const bool same = finding.thread == finding.other_thread && finding.loc == finding.other_loc;
  for (size_t a = first.size(); a-- > 0;)
    for (size_t b = same ? a : second.size(); b-- > 0;)
      if (conflict(first[a].access.access, second[b].access.access)) return {first[a], second[b]};
  return {};
}

}  // namespace mover
