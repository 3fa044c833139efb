// Tries executions, one technique after the other, so that all take about the same number of steps.
#include "search/concurrency_testing.h"

#include <algorithm>

#include "property/common_locks.h"
#include "property/ordering_sets.h"
#include "search/depth_first.h"
#include "support/check.h"

namespace mover {

namespace {

// At first as many steps are tried as the search takes, later a share of its steps.
constexpr uint64_t kEarlySteps = 60'000, kShare = 16;
constexpr uint64_t kExecutions = 16;  // at least so many executions share the steps

uint64_t steps_to_try(uint64_t searched) { return std::max(std::min(searched, kEarlySteps), searched / kShare); }

bool may_be_futile(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::Yield:
    case ir::SyncOp::MutexTryLock:
    case ir::SyncOp::RwTryRdLock:
    case ir::SyncOp::RwTryWrLock:
    case ir::SyncOp::SpinTryLock:
    case ir::SyncOp::SemTryWait:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool SpinDetection::spins(ThreadId t, const Action& pending) {
  in_row_ = t == last_ ? in_row_ + 1 : 0;
  last_ = t;
  if (t >= futile_.size()) futile_.resize(t + 1);
  bool has_effect = false;
  switch (pending.kind) {
    case ActionKind::Access:
      has_effect = pending.object != 0;
      for (const Access& access : pending.accesses) has_effect |= access.write && !access.conditional;
      break;
    case ActionKind::Sync:
      has_effect = !may_be_futile(pending.sync);
      break;
    case ActionKind::Fence:
      break;
    default:
      has_effect = true;
  }
  futile_[t] = has_effect ? 0 : futile_[t] + 1;
  return futile_[t] > kMostFutile || in_row_ > kMostInRow;
}

// One execution: the machine, the schedule so far, and the observers of paths.
class ConcurrencyTesting::Execution {
 public:
  Execution(Machine& machine, SearchRun& run) : machine_(machine), run_(run) {
    if (machine.merges_steps()) return;  // the machine itself observes the path
    if (run.options.checks.race) order_.emplace(table_, OrderingSets::Options{.every_pair = true});
    if (run.options.checks.discipline) locks_ = observe_locking();
  }

  // Executes at most `bound` steps. Returns whether the search continues.
  bool run(Scheduler& scheduler, uint64_t bound);
  uint64_t steps() const { return schedule_.size(); }
  bool was_cut() const { return was_cut_; }

 private:
  bool observe_path(ThreadId t);
  bool observe(ThreadId t, const StepResult& result);

  Machine& machine_;
  SearchRun& run_;
  LocksetTable table_;
  std::optional<OrderingSets> order_;    // for races
  std::unique_ptr<PathObserver> locks_;  // for the locking discipline
  Schedule schedule_;
  bool was_cut_ = false;
};

bool ConcurrencyTesting::Execution::run(Scheduler& scheduler, uint64_t bound) {
  const uint64_t refinements = machine_.refinements();
  StepResult result = machine_.reset();
  if (!observe(0, result)) return false;
  while (result.kind == StepResult::Kind::Running) {
    MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
    ThreadSet enabled = 0;
    for (ThreadId t = 0; t < machine_.num_threads(); ++t)
      if (machine_.enabled(t)) enabled |= bit(t);
    if (enabled == 0) return true;
    was_cut_ = steps() >= bound;
    if (was_cut_) return true;
    if (!run_.budget.go_on(steps())) return false;
    const Decision decision = scheduler.next(machine_, enabled);
    if (locks_ != nullptr) locks_->before_step(machine_, decision.thread);
    result = machine_.step(decision.thread, decision.choice);
    schedule_.push_back(decision);
    if (machine_.refinements() != refinements) return true;  // the steps of the schedule have changed
    if (!observe(decision.thread, result)) return false;
  }
  return true;
}

bool ConcurrencyTesting::Execution::observe_path(ThreadId t) {
  Findings& findings = run_.findings;
  if (machine_.merges_steps()) return findings.add(machine_.merging().take_races(), schedule_);
  if (order_ && !findings.add(order_->step(machine_, t, machine_.happened()), schedule_)) return false;
  return locks_ == nullptr || findings.add(locks_->after_step(machine_, t), schedule_);
}

// Reports the findings of the last step. A thread can have become part of a deadlock only if the step has blocked its
// own thread, or the execution cannot continue; other deadlocks are found when that is the case.
bool ConcurrencyTesting::Execution::observe(ThreadId t, const StepResult& result) {
  Findings& findings = run_.findings;
  if (!observe_path(t) || !findings.after_step(machine_, result, schedule_)) return false;
  if (result.kind != StepResult::Kind::Running) return true;
  const KindSet kinds = ~only(FindingKind::Race) & (machine_.enabled(t) ? ~only(FindingKind::Deadlock) : kAllKinds);
  return findings.in_state(machine_, schedule_, kinds);
}

ConcurrencyTesting::ConcurrencyTesting(const MachineFactory& make_machine, uint64_t seed)
    : make_machine_(make_machine) {
  auto add = [&](std::unique_ptr<Scheduler> scheduler) { techniques_.push_back({.scheduler = std::move(scheduler)}); };
  add(schedule_with_delays(1));
  add(schedule_by_random_priorities(seed));
  add(schedule_by_locations(seed));
  add(schedule_by_partial_order_sampling(seed));
  add(schedule_with_delays(2));
}

ConcurrencyTesting::~ConcurrencyTesting() = default;

// The technique that has used the fewest steps.
ConcurrencyTesting::Technique* ConcurrencyTesting::next_technique() {
  Technique* next = nullptr;
  for (Technique& technique : techniques_)
    if (!technique.is_exhausted && (next == nullptr || technique.steps < next->steps)) next = &technique;
  return next;
}

bool ConcurrencyTesting::run(SearchRun& run) {
  const uint64_t budget = steps_to_try(due_);
  due_ = 2 * searched_;
  if (machine_ == nullptr) {
    machine_ = make_machine_();
    if (!machine_->merges_steps()) machine_->record_events(run.options.checks.race || run.options.checks.discipline);
  }
  // What these executions omit, the search does not.
  const std::vector<Omission> omissions = run.result.incomplete;
  const uint64_t executions = run.result.stats.executions;
  size_t known = run.result.violations.size();
  bool goes_on = true;
  for (const uint64_t end = steps_ + budget; goes_on && steps_ < end;) {
    Technique* technique = next_technique();
    if (technique == nullptr) break;
    const std::optional<uint64_t> bound = technique->scheduler->begin(budget / kExecutions);
    technique->is_exhausted = !bound;
    if (!bound) continue;
    const uint64_t refinements = machine_->refinements();
    Execution execution(*machine_, run);
    goes_on = execution.run(*technique->scheduler, *bound);
    technique->scheduler->end(execution.steps(), execution.was_cut());
    technique->steps += execution.steps() + 1;
    steps_ += execution.steps() + 1;
    ++executions_;
    if (machine_->refinements() == refinements) continue;
    found_.clear();
    run.findings.begin_again();
    known = 0;
  }
  run.result.incomplete = omissions;
  run.result.stats.executions = executions;
  for (size_t i = known; i < run.result.violations.size(); ++i) found_.push_back(run.result.violations[i]);
  return goes_on;
}

void ConcurrencyTesting::finish(SearchResult& result) const {
  for (const Technique& technique : techniques_)
    if (std::string covered = technique.scheduler->covered(); !covered.empty())
      result.covered.push_back(std::move(covered));
  result.stats.tested_executions += executions_;
  result.stats.tested_transitions += steps_;
  for (const Violation& violation : found_) {
    auto same = [&](const Violation& v) {
      return v.finding.kind == violation.finding.kind && v.finding.loc == violation.finding.loc &&
             v.finding.other_loc == violation.finding.other_loc && v.finding.subject == violation.finding.subject;
    };
    if (std::none_of(result.violations.begin(), result.violations.end(), same)) result.violations.push_back(violation);
  }
}

}  // namespace mover
