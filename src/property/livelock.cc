// Livelocks: the marks of states and steps, and the conditions on cycles.
#include "property/livelock.h"

#include <algorithm>

#include "analysis/loops.h"
#include "ir/names.h"
#include "property/deadlock.h"
#include "support/check.h"

namespace mover {

StateMarks marks_of_state(const Machine& machine) {
  StateMarks marks;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    if (machine.enabled(t)) {
      marks.enabled |= 1ull << t;
      continue;
    }
    const WaitsFor why = machine.waits_for(t);
    marks.is_discarded |= why == WaitsFor::Discarded;
    if (why != WaitsFor::Nothing) marks.blocked |= 1ull << t;
    if (why == WaitsFor::Mutex || why == WaitsFor::RwLock || why == WaitsFor::Writers || why == WaitsFor::Spin)
      marks.waits_for_lock |= 1ull << t;
  }
  return marks;
}

StepMarks marks_of_step(Machine& machine, ThreadId t) {
  const ControlFlow& flow = machine.control_flow();
  StepMarks marks;
  marks.thread = t;
  marks.frames_kept = flow.frames_kept();
  for (const ControlFlow::Jump& jump : flow.jumps())
    if (jump.frame < marks.frames_kept) marks.jumps.insert(jump);
  marks.progress = flow.progressed();
  marks.completed = flow.completed();
  std::sort(marks.completed.begin(), marks.completed.end());
  if (const uint32_t kept = flow.operations_kept(); kept != 0) {
    marks.inside = flow.operations(t);
    marks.inside.resize(std::min<size_t>(kept, marks.inside.size()));
  }
  return marks;
}

static bool has_service(const ir::Program& program, ir::ServiceOp service) {
  return std::any_of(program.functions.begin(), program.functions.end(), [&](const ir::Function& function) {
    return std::any_of(function.code.begin(), function.code.end(), [&](const ir::Instr& in) {
      return in.op == ir::Op::Service && static_cast<ir::ServiceOp>(in.sub) == service;
    });
  });
}

bool marks_progress(const ir::Program& program) { return has_service(program, ir::ServiceOp::Progress); }

bool has_operations(const ir::Program& program) { return has_service(program, ir::ServiceOp::OperationBegin); }

void CycleOfSteps::add(Machine& machine, const StateMarks& from, ThreadId t) {
  steps_.push_back({from, marks_of_step(machine, t)});
  behaviour_.after_step(machine, t);
}

bool CycleOfSteps::is_fair(Fairness fairness) const {
  uint64_t required = 0, satisfied = 0;
  for (const Step& step : steps_) {
    required |= fairness_requires(step.from, fairness);
    satisfied |= fairness_satisfied(step.from, step.marks.thread, fairness);
  }
  return (required & ~satisfied) == 0;
}

bool CycleOfSteps::has_step_inside(ThreadId t, const ControlFlow::Operation& operation) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.marks.thread == t &&
           std::find(step.marks.inside.begin(), step.marks.inside.end(), operation) != step.marks.inside.end();
  });
}

bool CycleOfSteps::shows(const ir::Program& program, const Finding& finding) const {
  if (steps_.empty() || !is_fair(finding.fairness)) return false;
  const ThreadId t = finding.thread;
  auto all = [&](auto holds) { return std::all_of(steps_.begin(), steps_.end(), holds); };
  auto completes = [&](const Step& step, const ControlFlow::Operation& operation) {
    const auto& done = step.marks.completed;
    return std::find(done.begin(), done.end(), operation) != done.end();
  };
  switch (finding.livelock) {
    case Livelock::Loop: {
      const std::optional<Behaviour::StaysIn> stays = stays_in(t);
      return stays && all([&](const Step& step) { return step.marks.thread != t || !step.marks.progress; }) &&
             !all([&](const Step& step) { return step.marks.thread != t || !step.marks.inside.empty(); }) &&
             analysis::innermost_loop(program, program.functions[stays->function], stays->code).has_exit;
    }
    case Livelock::Starvation:
      return all([&](const Step& step) { return step.marks.thread != t; }) &&
             (all([&](const Step& step) { return (step.from.waits_for_lock >> t & 1) != 0; }) ||
              !all([&](const Step& step) { return (step.from.enabled >> t & 1) == 0; }));
    case Livelock::NoProgress:
      return all([&](const Step& step) { return !step.marks.progress; });
    case Livelock::NotLockFree: {
      const ControlFlow::Operation operation{finding.subject, false};
      return has_step_inside(t, operation) && all([&](const Step& step) { return !completes(step, operation); });
    }
    case Livelock::NotWaitFree: {
      const ControlFlow::Operation operation{finding.subject, true};
      return has_step_inside(t, operation) &&
             all([&](const Step& step) { return step.marks.thread != t || !completes(step, operation); });
    }
    case Livelock::Blocks:
      break;
  }
  return false;
}

namespace {

std::string loop_in_words(const Machine& machine, const Behaviour::StaysIn& stays, ir::LocId& first) {
  const ir::Program& program = machine.program();
  const ir::Function& function = program.functions[stays.function];
  const analysis::Loop loop = analysis::innermost_loop(program, function, stays.code);
  for (uint32_t pc = 0; pc < loop.contains.size() && function.is_users(); ++pc) {
    const ir::LocId loc = function.code[pc].loc;
    if (!loop.contains[pc] || loc == 0 || program.locs[loc].column == 0) continue;
    if (first == 0 || program.locs[loc].line < program.locs[first].line) first = loc;
  }
  return "the loop at " + ir::place_in_words(machine.description().places(), first);
}

std::string operations_in_words(const Finding& finding) {
  const bool lock_free = finding.livelock == Livelock::NotLockFree;
  return "\"" + finding.subject + "\" is not " + (lock_free ? "lock-free" : "wait-free") + ": ";
}

}  // namespace

Finding described_livelock(const Machine& machine, const Finding& finding, const CycleOfSteps& cycle) {
  Finding result = finding;
  const ThreadId t = finding.thread;
  const std::string name = machine.description().thread_name(t);
  const bool is_parked = machine.status(t) == ThreadStatus::Parked;
  result.loc = is_parked ? machine.pending(t).loc : 0;
  const std::string where = ir::place_in_words(machine.description().places(), result.loc);
  switch (finding.livelock) {
    case Livelock::Loop: {
      ir::LocId first = 0;
      const std::string loop = loop_in_words(machine, *cycle.stays_in(t), first);
      if (first != 0) result.loc = first;
      result.message = "livelock: " + name + " may stay for ever in " + loop;
      break;
    }
    case Livelock::Starvation:
      result.message =
          "livelock: " + name + " may starve at " + where + ": other threads take steps for ever, and it takes none";
      break;
    case Livelock::NoProgress:
      result.message = "livelock: threads may run for ever without passing a mark of progress";
      break;
    case Livelock::NotLockFree:
      result.message =
          operations_in_words(finding) + name + " may take steps in an operation for ever while no operation completes";
      break;
    case Livelock::NotWaitFree:
      result.message = operations_in_words(finding) + name + " may take steps in one operation for ever";
      break;
    case Livelock::Blocks:
      MOVER_UNREACHABLE("a state shows that a thread blocks");
  }
  return result;
}

void observe_blocked_operations(const Machine& machine, Observed& observed) {
  if (machine.has().control_flow == nullptr) return;
  const uint64_t blocked = marks_of_state(machine).blocked;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if ((blocked >> t & 1) == 0 || machine.waits_for(t) == WaitsFor::Discarded) continue;
    const std::vector<ControlFlow::Operation> operations = machine.has().control_flow->operations(t);
    if (operations.empty()) continue;
    Finding& finding = observed.findings.emplace_back();
    finding.kind = FindingKind::Livelock;
    finding.livelock = Livelock::Blocks;
    finding.thread = t;
    finding.loc = machine.pending(t).loc;
    finding.subject = operations.back().name;
    finding.message = "\"" + finding.subject + "\" is not " +
                      (operations.back().is_wait_free ? "wait-free" : "lock-free") + ": inside an operation, " +
                      blocked_in_words(machine, t);
  }
}

bool shows_blocked_operation(Machine& machine, const StepResult& last, const Finding& finding) {
  if (finding.livelock != Livelock::Blocks || last.kind != StepResult::Kind::Running) return false;
  Observed observed;
  observe_blocked_operations(machine, observed);
  return std::any_of(observed.findings.begin(), observed.findings.end(), [&](const Finding& found) {
    return found.thread == finding.thread && found.subject == finding.subject &&
           same_place(machine, found.loc, finding.loc);
  });
}

const char* to_text(Fairness fairness) {
  return fairness == Fairness::None ? "none" : fairness == Fairness::Weak ? "weak" : "strong";
}

const char* to_text(Livelock livelock) {
  switch (livelock) {
    case Livelock::Loop:
      return "loop";
    case Livelock::Starvation:
      return "starvation";
    case Livelock::NoProgress:
      return "no progress";
    case Livelock::NotLockFree:
      return "not lock-free";
    case Livelock::NotWaitFree:
      return "not wait-free";
    case Livelock::Blocks:
      return "blocks";
  }
  return "?";
}

}  // namespace mover
