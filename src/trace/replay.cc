#include "trace/replay.h"

#include <map>
#include <set>
#include <utility>

#include "ir/names.h"
#include "property/busy_wait.h"
#include "property/deadlock.h"
#include "property/race.h"
#include "search/lasso.h"
#include "support/deadline.h"
#include "trace/effects.h"
#include "trace/evidence.h"
#include "trace/race_sides.h"
#include "trace/words.h"

namespace mover {

namespace {

// The last known value at each address. A report shows it as the old value of a write.
class LastValues {
 public:
  std::string before_write(const Access& access) const {
    auto found = values_.find(access.address);
    return found != values_.end() && found->second.size == access.size ? found->second.text : "";
  }

  void remember(const Access& access, const std::string& text) {
    forget(access);
    if (!text.empty()) values_[access.address] = Value{access.size, text};
  }

  void forget(const Access& access) {
    constexpr uint64_t kWidest = 8;
    auto at = values_.lower_bound(access.address < kWidest ? 0 : access.address - kWidest);
    while (at != values_.end() && at->first < access.address + access.size) {
      at = at->first + at->second.size > access.address ? values_.erase(at) : std::next(at);
    }
  }

 private:
  struct Value {
    uint64_t size;
    std::string text;
  };
  std::map<Address, Value> values_;
};

// One execution of a schedule, with the records of its steps.
class Recorder {
 public:
  // `property`: that of the finding; null: it is about no formula.
  Recorder(Machine& machine, Replay& record, const LinearTime* property)
      : machine_(machine), record_(record), property_(property) {
    if (machine.has().text == nullptr) return;
    const ir::Program& program = machine.program();
    for (const ir::Global& global : program.globals)
      if (global.is_library) library_names_.insert(global.name);
    for (const ir::Function& function : program.functions)
      if (function.is_library && function.loc != 0) library_files_.insert(place_of(program, function.loc).file);
  }

  void run(const Schedule& schedule) {
    machine_.record_events(true);
    count_objects(schedule);
    record_.last = machine_.reset();
    numbers().begin();
    note_objects();
    note_accesses(nullptr);
    note_threads(std::nullopt);
    if (property_ != nullptr) atoms_ = property_->atoms(machine_);
    for (size_t i = 0; i < schedule.size() && can_follow(schedule[i]); ++i) {
      record_.cut_short |= support::deadline().over();
      if (record_.cut_short) break;
      bool in_the_middle = i >= kDetailedSteps && i + kDetailedSteps < schedule.size();
      step(schedule[i], in_the_middle);
    }
    forget_values_of_parts();
    record_.end = positions();
    record_.output = machine_.output();
    machine_.record_events(false);
  }

 private:
  ObjectNumbers& numbers() { return machine_.description().object_numbers(); }

  // Executes the schedule once to count the objects that have the same name.
  void count_objects(const Schedule& schedule) {
    StepResult last = machine_.reset();
    numbers().begin();
    note_objects();
    for (const Decision& decision : schedule) {
      const bool is_possible = last.kind == StepResult::Kind::Running && decision.thread < machine_.num_threads() &&
                               machine_.enabled(decision.thread) && decision.choice < machine_.choices(decision.thread);
      if (!is_possible || support::deadline().over()) break;
      last = machine_.step(decision.thread, decision.choice);
      note_objects();
    }
    numbers().end();
  }

  // Numbers the objects that the last step has created. Of several objects at one address, only the last one exists.
  void note_objects() {
    std::set<Address> seen;
    for (const Event& event : machine_.happened()) {
      if (event.kind != Event::Kind::NewObject || !seen.insert(event.object).second) continue;
      const std::string name = machine_.description().common_name(event.object);
      if (!name.empty()) numbers().created(event.object, name);
    }
  }

  // Of a compiled program, this table has only the places that executions have reached.
  ir::Places places() const { return machine_.description().places(); }

  // Several numbers in one object may have the same name, such as the internal ones of a container. Their values mean
  // nothing to the user.
  void forget_values_of_parts() {
    constexpr Address kNear = 256;
    std::map<std::string, Address> first;
    std::set<std::string> several;
    for (const ReplayedStep& step : record_.steps)
      for (const SeenAccess& seen : step.accesses) {
        const Address address = first.try_emplace(seen.name, seen.access.address).first->second;
        const Address distance = std::max(address, seen.access.address) - std::min(address, seen.access.address);
        if (distance != 0 && distance < kNear) several.insert(seen.name);
      }
    for (ReplayedStep& step : record_.steps)
      for (SeenAccess& seen : step.accesses)
        if (several.contains(seen.name)) seen.value.clear(), seen.before.clear();
  }

  // Whether the next step is possible; otherwise records why not.
  bool can_follow(const Decision& decision) {
    std::string number = "step " + std::to_string(record_.steps.size() + 1);
    if (record_.last.kind != StepResult::Kind::Running) {
      record_.divergence = "the execution ends before " + number;
    } else if (decision.thread >= machine_.num_threads() || machine_.status(decision.thread) != ThreadStatus::Parked) {
      record_.divergence = number + " belongs to a thread that does not exist";
    } else if (!machine_.enabled(decision.thread)) {
      record_.divergence =
          machine_.description().thread_name(decision.thread) + " cannot take " + number + ": it is blocked";
      record_.diverges_at = place_of(places(), machine_.pending(decision.thread).loc);
    } else if (decision.choice >= machine_.choices(decision.thread)) {
      record_.divergence = number + " takes an alternative that does not exist";
    }
    return record_.divergence.empty();
  }

  // The number of steps at the beginning and at the end of a schedule for which positions are recorded. No report shows
  // the positions between them.
  static constexpr size_t kDetailedSteps = 2000;

  void step(const Decision& decision, bool in_the_middle) {
    ReplayedStep& step = record_.steps.emplace_back();
    ThreadId t = decision.thread;
    step.decision = decision;
    step.action = machine_.pending(t);
    step.what = action_in_words(machine_, t, decision.choice);
    locate(step);
    step.preempts = previous_ && *previous_ != t && machine_.enabled(*previous_);
    for (const Access& access : step.action.accesses)
      names_before_[access.address] = machine_.description().describe(access.address, access.size);
    const Effects effects(machine_, t);
    size_t output_before = machine_.output().size();
    if (may_be_a_side(step.action.loc)) {
      step.stack = stack_of(machine_, t);
      step.held_before = locks_of(t);
    }
    record_.last = machine_.step(t, decision.choice);
    note_objects();
    note_accesses(&step);
    note_threads(t);
    note_atoms(step);
    step.effects = effects.after(machine_);
    for (const Event& event : machine_.happened()) {
      if (event.kind == Event::Kind::Create) step.created.push_back(event.other);
    }
    if (!in_the_middle) step.positions = positions();
    if (t < step.positions.size()) step.held = step.positions[t].held;
    step.output = machine_.output().substr(std::min(output_before, machine_.output().size()));
    names_before_.clear();
    previous_ = t;
  }

  // Whether the library takes such a step for a thread after the thread's own functions have returned.
  static bool is_end(const Action& action) {
    using enum ir::SyncOp;
    return action.kind == ActionKind::Exit || action.kind == ActionKind::Access ||
           (action.kind == ActionKind::Sync &&
            (action.sync == ThreadExit || action.sync == AtomicBegin || action.sync == AtomicEnd));
  }

  // Steps of the library have no place of their own: the user's words for them are the call, or the end of main.
  void locate(ReplayedStep& step) {
    const ThreadId t = step.decision.thread;
    const Place place = place_of(places(), step.action.loc);
    const bool is_of_library = library_files_.contains(place.file);
    step.place = is_of_library ? Place{} : place;
    if (step.place.file.empty() && !machine_.description().runs_foreign_code()) {
      for (const StackFrame& frame : stack_of(machine_, t))
        if (step.place.file.empty()) step.place = frame.place;
      const bool ends = !last_place_[t].file.empty() && is_end(step.action);
      step.is_outside = step.place.file.empty() && (is_of_library || ends);
      if (step.is_outside) step.place = last_place_[t];
      if (ends && step.is_outside && step.action.kind != ActionKind::Exit)
        step.what = t == 0 ? "ends the program" : "ends";
      if (step.is_outside && step.action.kind == ActionKind::Sync && step.action.sync == ir::SyncOp::AtomicBegin)
        step.what = t == 0 ? "returns from main" : "ends";
    }
    last_place_[t] = step.place;
  }

  // The name of an object that the step may have freed after it accessed the object.
  static std::string before_its_end(std::string name) {
    for (const char* end : {" (allocated at ", " (freed at "})
      if (const size_t at = name.find(end); at != std::string::npos && name.find("freed at ", at) != std::string::npos)
        name.erase(at, name.find(')', at) + 1 - at);
    return name;
  }

  void note_atoms(ReplayedStep& step) {
    if (property_ == nullptr) return;
    const uint64_t before = std::exchange(atoms_, property_->atoms(machine_));
    step.changes_atoms = before != atoms_;
  }

  bool may_be_a_side(ir::LocId loc) const {
    const Finding& finding = record_.finding;
    auto is_at = [&](ir::LocId side) { return places().same(side, loc); };
    return finding.kind == FindingKind::Race && (is_at(finding.loc) || is_at(finding.other_loc));
  }

  // Of a step with very many accesses, the first kMostShown and the last kMostShown are recorded, and between them at
  // most kMostSides that may be a side of the race.
  static constexpr size_t kMostShown = 200, kMostSides = 2000;

  // Records the use of a synchronisation object, which races like an access, if it may be a side of the race. Otherwise
  // the step's action suffices for the report.
  void note_use(ReplayedStep* step, const Event& event) {
    if (step == nullptr || !may_be_a_side(event.loc)) return;
    SeenAccess& seen = step->accesses.emplace_back();
    seen.access = event.access;
    seen.place = place_of(places(), event.loc);
    seen.name = machine_.description().describe(event.access.address, event.access.size);
    seen.is_internal = true;
  }

  // Records the accesses of the last step. `step` is null for the accesses before the first step, of which only the
  // values are recorded.
  void note_accesses(ReplayedStep* step) {
    const std::vector<Event>& events = machine_.happened();
    for (size_t i = 0; i < events.size(); ++i) {
      const Event& event = events[i];
      if (event.kind == Event::Kind::Use) {
        note_use(step, event);
        continue;
      }
      if (!event.is_access()) continue;
      const bool in_the_middle = i >= kMostShown && i + kMostShown < events.size();
      if (in_the_middle && !may_be_a_side(event.loc)) {
        values_.forget(event.access);
        continue;
      }
      SeenAccess seen;
      seen.access = event.access;
      seen.place = place_of(places(), event.loc);
      seen.order = event.order;
      if (event.value_known) seen.value = before_its_end(value_in_words(machine_, event.value, event.access.size));
      if (event.access.write) seen.before = values_.before_write(event.access);
      values_.remember(event.access, seen.value);
      if (step == nullptr) continue;
      if (in_the_middle && step->accesses.size() > kMostSides) continue;
      auto known = names_before_.find(event.access.address);
      seen.name = known != names_before_.end()
                      ? known->second
                      : before_its_end(machine_.description().describe(event.access.address, event.access.size));
      // In a compiled program, a step may free memory after other actions.
      if (seen.value == "&*" + seen.name) seen.value.clear();  // the pointer itself
      const bool frees =
          event.access.write && !event.value_known && known == names_before_.end() &&
          machine_.description().describe(event.access.address, UINT64_MAX).find("freed at ") != std::string::npos;
      seen.frees = frees && event.access.size == machine_.description().object(event.access.address).size;
      const bool is_freed = step->action.kind == ActionKind::Free && event.access.write;  // an effect says so
      const bool elsewhere = library_files_.contains(seen.place.file);
      seen.is_internal = event.own || is_freed || elsewhere || ir::is_of_library(seen.name) ||
                         library_names_.count(seen.name.substr(0, seen.name.find_first_of(".[ "))) > 0;
      step->accesses.push_back(std::move(seen));
    }
  }

  // Records the names of new threads, and the places where newly held locks were acquired. `creator`: the thread of the
  // last step; empty before the first step.
  void note_threads(std::optional<ThreadId> creator) {
    for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
      if (t >= record_.threads.size()) record_.threads.emplace_back();
      if (machine_.status(t) == ThreadStatus::Absent) continue;
      ReplayedThread& thread = record_.threads[t];
      if (thread.name.empty()) {
        thread.name = machine_.description().thread_name(t);
        thread.created_at = place_of(places(), machine_.description().created_at(t));
        thread.creator = creator;
      }
      std::map<Address, Place> still_held;
      for (const Held& held : machine_.held(t)) {
        auto known = taken_[t].find(held.object);
        bool is_new = known == taken_[t].end();
        still_held[held.object] =
            is_new ? (record_.steps.empty() ? Place{} : record_.steps.back().place) : known->second;
      }
      taken_[t] = std::move(still_held);
    }
  }

  std::vector<HeldLock> locks_of(ThreadId t) const {
    std::vector<HeldLock> locks;
    for (const Held& held : machine_.held(t))
      locks.push_back(
          {sync_object_name(machine_, held.object), held.shared, taken_.at(t).at(held.object), held.object});
    return locks;
  }

  std::vector<Position> positions() const {
    std::vector<Position> result(machine_.num_threads());
    for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
      Position& position = result[t];
      position.status = machine_.status(t);
      if (position.status == ThreadStatus::Absent) continue;
      position.held = locks_of(t);
      if (position.status != ThreadStatus::Parked) continue;
      Action action = machine_.pending(t);
      position.started = action.kind != ActionKind::Start;
      position.enabled = action.enabled;
      position.waits_for = action.waits_for;
      position.waits_on_word = waits_on_word(action);
      position.place = place_of(places(), action.loc);
      // In the process of a compiled program, places have no files.
      if (const auto last = last_place_.find(t);
          position.place.file.empty() && last != last_place_.end() && !machine_.description().runs_foreign_code())
        position.place = last->second;
      Address wanted = action.waits_for == WaitsFor::Mutex && action.mutex != 0 ? action.mutex : action.object;
      if (wanted == 0) continue;
      position.holders =
          action.waits_for == WaitsFor::Writers ? awaited_threads(machine_, action) : machine_.holders(wanted);
      position.object = sync_object_name(machine_, wanted);
    }
    return result;
  }

  Machine& machine_;
  Replay& record_;
  const LinearTime* const property_;
  uint64_t atoms_ = 0;                    // of the formula, in the current state
  std::map<ThreadId, Place> last_place_;  // of each thread's last step
  std::set<std::string> library_names_;   // the names of the variables of the library models
  std::set<std::string> library_files_;   // their sources
  LastValues values_;
  // The names of the bytes that the step accesses, from before the step, which may end the accessed object.
  std::map<Address, std::string> names_before_;
  std::map<ThreadId, std::map<Address, Place>> taken_;  // the places where each thread acquired the locks that it holds
  std::optional<ThreadId> previous_;                    // the thread of the last step
};

// Whether the schedule can be followed to its end, and its end shows the finding.
Shown follow(Machine& machine, const Schedule& schedule, Witness& witness) {
  StepResult last = witness.reset();
  for (const Decision& decision : schedule) {
    if (support::deadline().over()) return Shown::OutOfTime;
    bool possible = last.kind == StepResult::Kind::Running && decision.thread < machine.num_threads() &&
                    machine.enabled(decision.thread) && decision.choice < machine.choices(decision.thread);
    if (!possible) return Shown::No;
    last = witness.step(decision);
  }
  return witness.shows() ? Shown::Yes : Shown::No;
}

}  // namespace

// Adds the two sides of a race, and adapts the message: a shortened schedule may show another access of the same line.
static void describe_race(Machine& machine, const Finding& finding, Replay& record) {
  record.finding = finding;
  record.race = race_sides(machine, record, finding);
  record.shows_finding = !record.race.empty();
  if (!record.shows_finding) return;
  if (machine.merges_steps() || (!record.race[0].has_happened && !record.race[1].has_happened))
    record.finding.message = race_finding(machine, finding.thread, finding.loc, record.race[0].access.access,
                                          finding.other_thread, finding.other_loc, record.race[1].access.access)
                                 .message;
}

static void describe_spinning(Machine& machine, Replay& record) {
  if (is_deadlock(machine)) {  // the machine has disabled the threads that spin
    for (ThreadId t : deadlocked_threads(machine)) {
      const Action action = machine.pending(t);
      if (action.spins == Spins::No) continue;
      const Place place = place_of(machine.description().places(), action.loc);
      record.spinning.push_back({t, place, place, reads_of_spinning(machine, t)});
    }
    return;
  }
  const Future future = future_of(machine);
  record.serving = future.roles.serving;
  const ir::Places places = machine.description().places();
  for (const SpinningThread& thread : spinning_threads(machine, future))
    record.spinning.push_back({thread.thread, place_of(places, thread.first), place_of(places, thread.last),
                               thread.reads,
                               // Merged accesses are no actions, so some of the bytes that it reads may not be known.
                               !machine.merges_steps()});
}

Replay replay(Machine& machine, const Schedule& schedule, const Finding& finding) {
  Replay record;
  record.finding = finding;
  const std::optional<LinearTime> formula = observed_property(machine, finding);  // the steps depend on it
  Recorder(machine, record, formula ? &*formula : nullptr).run(schedule);
  if (!record.divergence.empty() || record.cut_short) return record;
  if (finding.loop) {
    const std::optional<Finding> shown = follow_lasso(machine, schedule, finding);
    record.shows_finding = shown.has_value();
    record.cut_short = !shown && support::deadline().over();
    if (shown) record.finding = *shown;
    return record;
  }
  const Property& property = property_of(finding.kind);
  record.shows_finding = shows(machine, record.last, finding);
  if (record.shows_finding && record.last.kind == StepResult::Kind::Failed) record.finding = record.last.finding;
  if (record.shows_finding && property.describe != nullptr) record.finding = property.describe(machine);
  if (record.shows_finding && finding.kind == FindingKind::Deadlock) describe_spinning(machine, record);
  if (Witness witness(machine, finding); !record.shows_finding && witness.can_judge_along_path()) {
    witness.judge_along_path();
    const Shown along = follow(machine, schedule, witness);
    record.shows_finding = along == Shown::Yes;
    record.cut_short = along == Shown::OutOfTime;
    record.finding = witness.finding();
  }
  if (record.shows_finding && finding.kind == FindingKind::Race) describe_race(machine, finding, record);
  return record;
}

Shown judge(Machine& machine, const Violation& violation) {
  if (violation.finding.loop) {
    if (follow_lasso(machine, violation.schedule, violation.finding)) return Shown::Yes;
    return support::deadline().over() ? Shown::OutOfTime : Shown::No;
  }
  Witness witness(machine, violation.finding);
  const Shown shown = follow(machine, violation.schedule, witness);
  if (shown != Shown::No || !witness.can_judge_along_path()) return shown;
  witness.judge_along_path();
  return follow(machine, violation.schedule, witness);
}

std::string divergence_in_words(const Replay& replay) {
  if (replay.diverges_at == Place{}) return replay.divergence;
  return replay.divergence + " at " + to_text(replay.diverges_at);
}

std::optional<Finding> finding_of(const ir::Program& program, const TraceFinding& finding) {
  Finding result;
  result.kind = finding.kind;
  result.message = finding.message;
  result.thread = finding.thread;
  result.other_thread = finding.other_thread;
  result.livelock = finding.livelock;
  result.fairness = finding.fairness;
  result.loop = finding.loop;
  result.subject = finding.subject;
  bool found = false, other_found = !has_other_side(finding.kind);
  for (ir::LocId loc = 0; loc < program.locs.size() && !(found && other_found); ++loc) {
    Place place = place_of(program, loc);
    if (!found && place == finding.place) {
      result.loc = loc;
      found = true;
    }
    if (!other_found && place == finding.other_place) {
      result.other_loc = loc;
      other_found = true;
    }
  }
  return found && other_found ? std::optional(result) : std::nullopt;
}

std::vector<TraceStep> steps_of(const Replay& replay) {
  std::vector<TraceStep> steps;
  for (const ReplayedStep& step : replay.steps) {
    steps.push_back(TraceStep{step.decision, step.what, Place{step.place.file, step.place.line, 0}});
  }
  return steps;
}

}  // namespace mover
