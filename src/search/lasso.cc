// Follows a lasso on a machine, and decides independently of the search whether its loop shows the finding.
#include "search/lasso.h"

#include "property/livelock.h"
#include "store/chunk_table.h"
#include "support/deadline.h"

namespace mover {

namespace {

class Follower {
 public:
  Follower(Machine& machine, const Finding& finding)
      : machine_(machine), finding_(finding), property_(observed_property(machine, finding)) {}

  std::optional<Finding> run(const Schedule& schedule) {
    constexpr int kRounds = 2;
    const size_t loop = *finding_.loop;
    if (loop > schedule.size() || (loop == schedule.size() && !property_)) return std::nullopt;
    machine_.states().forget_chunks();
    machine_.control_flow().watch_jumps(true);
    last_ = machine_.reset();
    note_atoms();
    bool shows = true;
    for (size_t i = 0; i < loop && shows; ++i) shows = step(schedule[i]);
    if (!shows) return std::nullopt;
    if (loop == schedule.size()) return stutters() ? shown(loop) : std::nullopt;
    const std::vector<uint32_t> begin = state();
    for (int round = 0; round < kRounds && shows; ++round) {
      cycle_ = {};
      for (size_t i = loop; i < schedule.size() && shows; ++i) {
        const StateMarks from = marks_of_state(machine_);
        shows = !from.is_discarded && step(schedule[i]) && last_.kind == StepResult::Kind::Running;
        if (shows) cycle_.add(machine_, from, schedule[i].thread);
      }
      shows = shows && state() == begin;
    }
    machine_.states().forget_chunks();
    return shows ? shown(loop) : std::nullopt;
  }

 private:
  bool step(Decision decision) {
    if (support::deadline().over() || last_.kind != StepResult::Kind::Running ||
        decision.thread >= machine_.num_threads() || !machine_.enabled(decision.thread) ||
        decision.choice >= machine_.choices(decision.thread))
      return false;
    // The end of the program is in the library, so that the last step in the user's code is the place of the finding.
    if (const ir::LocId loc = machine_.pending(decision.thread).loc; !machine_.description().places().is_unknown(loc))
      last_thread_ = decision.thread, last_loc_ = loc;
    last_ = machine_.step(decision.thread, decision.choice);
    note_atoms();
    return last_.kind != StepResult::Kind::Limit;
  }

  void note_atoms() {
    if (property_) atoms_.push_back(property_->atoms(machine_));
  }

  // Whether the execution has ended, or all threads are blocked.
  bool stutters() const {
    if (last_.kind != StepResult::Kind::Running) return true;
    const StateMarks marks = marks_of_state(machine_);
    return marks.enabled == 0 && !marks.is_discarded;
  }

  // The finding, if the steps of the last round show it.
  std::optional<Finding> shown(size_t loop) {
    if (!property_) {
      if (!cycle_.shows(machine_.program(), finding_)) return std::nullopt;
      return described_livelock(machine_, finding_, cycle_);
    }
    // After two rounds the last state is the one with which the loop begins.
    if (atoms_.size() > loop + 1) atoms_.pop_back();
    if (!cycle_.is_fair(finding_.fairness) || !property_->is_violated_by(atoms_, loop)) return std::nullopt;
    Finding result = finding_;
    result.message = "an execution violates " + finding_.subject;
    result.thread = last_thread_;
    result.loc = last_loc_;
    return result;
  }

  std::vector<uint32_t> state() {
    std::vector<uint32_t> tuple;
    machine_.states().canonical_state(chunks_, tuple);
    return tuple;
  }

  Machine& machine_;
  const Finding& finding_;
  const std::optional<LinearTime> property_;
  std::vector<uint64_t> atoms_;  // by state of the execution, if there is a formula
  StepResult last_;
  ThreadId last_thread_ = 0;
  ir::LocId last_loc_ = 0;
  store::ChunkTable chunks_;
  CycleOfSteps cycle_;
};

}  // namespace

std::optional<LinearTime> observed_property(Machine& machine, const Finding& finding) {
  if (finding.kind != FindingKind::Ltl) return std::nullopt;
  std::variant<LinearTime, std::string> made = LinearTime::make(finding.subject, machine.program());
  if (!std::holds_alternative<LinearTime>(made)) return std::nullopt;
  std::get<LinearTime>(made).observe(machine);
  return std::move(std::get<LinearTime>(made));
}

std::optional<Finding> follow_lasso(Machine& machine, const Schedule& schedule, const Finding& finding) {
  return Follower(machine, finding).run(schedule);
}

}  // namespace mover
