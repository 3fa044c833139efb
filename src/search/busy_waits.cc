// The passes of the search for busy-wait deadlocks.
#include "search/busy_waits.h"

#include <algorithm>

namespace mover {

bool may_find_busy_waits(const Machine& machine, const SearchRun& run) {
  auto is_sampled = [](const Omission& omission) { return omission.cause == Omission::Cause::SampledValues; };
  auto sampled = [&](const std::vector<Omission>& incomplete) {
    return std::any_of(incomplete.begin(), incomplete.end(), is_sampled);
  };
  return run.options.checks.deadlock && machine.has().control_flow != nullptr && machine.has().states != nullptr &&
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
  for (const std::string& note : roles.notes) result.remarks.push_back("deadlocks: no finding: " + note);
  if (!ends && !roles.serving.empty())
    result.gaps.push_back("no execution gets to its end: " + listed(roles.serving) +
                          (roles.serving.size() == 1 ? " runs for ever" : " run for ever"));
}

}  // namespace

void find_busy_waits(Machine& machine, SearchRun& run, TransactionRules rules, Discipline& discipline,
                     StatefulDpor::DependentThreads& dependent_threads, ExploredThreads& explored) {
  // The first search may have had a better reduction, so this one may take more steps.
  constexpr uint64_t kFactor = 50, kAtLeast = 3'000'000;
  SearchResult& result = run.result;
  const Statistics stats = result.stats;
  const uint64_t last_step = stats.transitions + std::max(kFactor * stats.transitions, kAtLeast);
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
                             " transitions looked for threads that spin for ever");
}

void find_busy_waits(const MachineFactory& make_machine, SearchRun& run) {
  const std::unique_ptr<Machine> machine = make_machine();
  if (run.is_over() || !may_find_busy_waits(*machine, run)) return;
  TransactionRules rules;
  rules.movers = Movers::None;
  Discipline discipline(run.options.soundness);
  StatefulDpor::DependentThreads dependent;
  ExploredThreads explored = ExploredThreads::AllEnabled;
  find_busy_waits(*machine, run, rules, discipline, dependent, explored);
}

}  // namespace mover
