// The passes of the search for busy-wait deadlocks.
#include "search/busy_waits.h"

#include <algorithm>

#include "search/round_robin.h"
#include "search/terminal_components.h"
#include "store/state_numbers.h"

namespace mover {

bool may_find_busy_waits(const Machine& machine, const SearchRun& run) {
  auto is_sampled = [](const Omission& omission) { return omission.cause == Omission::Cause::SampledValues; };
  auto sampled = [&](const std::vector<Omission>& incomplete) {
    return std::any_of(incomplete.begin(), incomplete.end(), is_sampled);
  };
  return run.options.checks.deadlock && Behaviour::is_observable(machine) && machine.has().states != nullptr &&
         !sampled(machine.observations().incomplete()) && !sampled(run.result.incomplete);
}

namespace {

std::string listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Adds the results of a search that has found no deadlock. `ends`: some execution ends.
void add_remarks(const TerminalRoles& roles, bool ends, SearchResult& result) {
  if (roles.is_undecided)
    add_omission(result.incomplete,
                 omission("whether threads spin for ever was not decided: from a state in which they "
                          "may do so, too many states are reachable"));
  for (const std::string& name : roles.unclear)
    add_omission(result.incomplete, omission("whether " + name +
                                             " waits for ever was not decided: no schedule lets it leave its loop, and "
                                             "Mover does not know whether the loop has an exit"));
  for (const std::string& note : roles.notes) result.remarks.push_back("deadlocks: no finding: " + note);
  if (!ends && !roles.serving.empty())
    result.gaps.push_back("no execution gets to its end: " + listed(roles.serving) +
                          (roles.serving.size() == 1 ? " runs for ever" : " run for ever"));
}

}  // namespace

void find_busy_waits(Machine& machine, SearchRun& run, TransactionRules rules, Discipline& discipline,
                     StatefulDpor::DependentThreads& dependent_threads, ExploredThreads& explored) {
  // The first search may have had a stronger reduction, so this one may take more steps, all the more if it permutes no
  // threads and the first search did.
  constexpr uint64_t kFactor = 50, kAtLeast = 3'000'000, kAtLeastOfPermuted = 20'000'000;
  SearchResult& result = run.result;
  const uint64_t at_least = result.permutes_threads ? kAtLeastOfPermuted : kAtLeast;
  const Statistics stats = result.stats;
  const uint64_t last_step = stats.transitions + std::max(kFactor * stats.transitions, at_least);
  rules.ignoring = Ignoring::Cycle;  // a transaction in which a thread spins ends where it closes the cycle
  rules.terminal_components = true;
  bool again = true, met_cycle = false;
  while (again && !run.is_over()) {
    result.stats.executions = 0;
    machine.reset();
    BoundarySearch search(machine, run, rules, discipline, dependent_threads);
    const uint64_t done = result.stats.transitions;
    search.run_shortly(last_step > done ? last_step - done : 0);
    rules.assumptions = search.assumptions();
    const bool order_matters = explored != ExploredThreads::AllEnabled && machine.observations().addresses_as_numbers();
    if (order_matters || (explored == ExploredThreads::DporIfWorthwhile && search.not_worthwhile()))
      explored = ExploredThreads::AllEnabled;
    again = search.restart_needed();
    met_cycle = search.met_cycle();
    if (run.is_over()) break;
    if (rules.movers == Movers::Both && rules.soundness.no_right_movers && !search.always_commits()) {
      rules.movers = Movers::LeftOnly;
      again = true;
    }
    if (result.stats.transitions > last_step) {
      add_omission(result.incomplete,
                   omission("whether threads spin for ever was not decided: more steps than its budget are needed "
                            "(--check=assertion,race,memory leaves it out)"));
      break;
    }
    if (!again) add_remarks(search.terminal_roles(), result.stats.executions != 0, result);
  }
  // The statistics are those of the search that has covered all executions.
  const uint64_t steps = result.stats.transitions - stats.transitions;
  result.stats = stats;
  if (met_cycle)
    result.remarks.push_back("deadlocks: executions can be infinite; a further search of " + std::to_string(steps) +
                             " transitions searched for threads that spin for ever");
}

namespace {

// Explores all steps of all states of a machine that merges steps.
class TerminalSearch final : public DepthFirst {
 public:
  TerminalSearch(Machine& machine, SearchRun& run)
      : DepthFirst(machine, run), refinements_(machine.refinements() + machine.state_refinements()) {}

  // Returns whether the search is complete.
  bool run(const StepResult& first) {
    if (first.kind != StepResult::Kind::Running) return true;
    enter(number_of_state().number);
    return explore();
  }
  const TerminalRoles& roles() const { return roles_; }

 private:
  bool has_states() const override { return !stack_.empty(); }
  bool select() override { return !stack_.back().exhausted(); }
  bool must_stop() override { return machine_.refinements() + machine_.state_refinements() != refinements_; }

  bool take() override {
    return_to_top();
    const Decision decision = stack_.back().next(machine_, path_);
    const StepResult result = step(decision);
    if (result.kind != StepResult::Kind::Running) {
      result_.stats.executions += result.kind == StepResult::Kind::Ended ? 1 : 0;
      components_.leave_component();
      path_.pop();
      return true;
    }
    components_.after_step(machine_, decision.thread);
    const store::StateNumbers::Inserted target = number_of_state();
    if (target.fresh) {
      enter(target.number);
    } else {
      components_.revisit(target.number);
      path_.pop();
    }
    return true;
  }

  bool leave() override {
    if (const std::optional<Behaviour> terminal = components_.leave()) {
      return_to_top();
      const std::optional<Finding> deadlock = check_component(machine_, *terminal, roles_);
      if (deadlock && !findings_.add(*deadlock, path_.schedule())) return false;
    }
    stack_.pop_back();
    if (!stack_.empty()) path_.pop();
    at_top_ = false;
    return true;
  }

  void enter(TerminalComponents::State state) {
    components_.enter(machine_, state);
    uint64_t threads = 0;
    for (ThreadId t = 0; t < machine_.num_threads(); ++t)
      if (machine_.enabled(t)) threads |= 1ull << t;
    stack_.push_back(RoundRobin::after(path_, threads));
    if (stack_.back().branches()) path_.save();
    at_top_ = true;
  }

  store::StateNumbers::Inserted number_of_state() {
    machine_.states().canonical_state(numbers_.chunks(), tuple_);
    return numbers_.insert(tuple_);
  }

  const uint64_t refinements_;
  store::StateNumbers numbers_;
  std::vector<uint32_t> tuple_;
  std::vector<RoundRobin> stack_;  // the states on the path
  TerminalComponents components_;
  TerminalRoles roles_;
};

// Merged actions are local or left movers, so the merged steps preserve terminal components (docs/liveness.md). The
// first search has visited the same states.
void find_busy_waits_in_merged_steps(Machine& machine, SearchRun& run) {
  SearchResult& result = run.result;
  const Statistics stats = result.stats;
  result.stats.executions = 0;
  machine.states().prepare_matching();
  const StepResult first = machine.reset();
  Behaviour::watch(machine);
  TerminalSearch search(machine, run);
  const bool is_complete = search.run(first);
  const bool ends = result.stats.executions != 0;
  const uint64_t steps = result.stats.transitions - stats.transitions;
  result.stats = stats;
  if (run.is_over()) return;
  if (!is_complete) add_omission(result.incomplete, omission("whether threads spin for ever was not decided"));
  add_remarks(search.roles(), ends, result);
  result.remarks.push_back("deadlocks: executions can be infinite; a further search of " + std::to_string(steps) +
                           " transitions searched for threads that spin for ever");
}

}  // namespace

void find_busy_waits(const MachineFactory& make_machine, SearchRun& run) {
  const std::unique_ptr<Machine> machine = make_machine();
  if (run.is_over() || !may_find_busy_waits(*machine, run)) return;
  if (machine->merges_steps()) return find_busy_waits_in_merged_steps(*machine, run);
  TransactionRules rules;
  rules.movers = Movers::None;
  Discipline discipline(run.options.soundness);
  StatefulDpor::DependentThreads dependent;
  ExploredThreads explored = ExploredThreads::AllEnabled;
  find_busy_waits(*machine, run, rules, discipline, dependent, explored);
}

}  // namespace mover
