#include "cli/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/limits.h"
#include "cli/signals.h"
#include "property/livelock.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/race.h"
#include "report/terminal.h"
#include "search/concurrency_testing.h"
#include "search/findings.h"
#include "support/check.h"
#include "support/exit_codes.h"
#include "symbolic/engine.h"

namespace mover::cli {

namespace {

Trace trace_for(const Settings& settings, const TraceFinding& finding, std::vector<TraceStep> steps) {
  Trace trace;
  std::error_code ignored;  // if the name is unknown, a replay resolves relative paths in its own folder
  trace.directory = std::filesystem::current_path(ignored).string();
  trace.inputs = settings.inputs;
  trace.compiler_flags = settings.compiler_flags;
  trace.compile_commands = settings.compile_commands;
  trace.args = settings.machine.args;
  trace.nondet_rand = settings.machine.nondet_rand;
  trace.past_memory_errors = settings.machine.past_memory_errors;
  trace.torn_copies = !settings.checks.race;
  trace.malloc_may_fail = settings.machine.malloc_may_fail;
  trace.reuse_addresses = settings.machine.reuse_addresses;
  trace.spurious_wakeups = settings.machine.spurious_wakeups;
  trace.spurious_failures = settings.machine.spurious_failures;
  trace.lossy = settings.machine.lossy;
  trace.nondet_values = settings.machine.nondet_values;
  trace.max_frames = settings.machine.max_frames;
  trace.max_heap_bytes = settings.machine.max_heap_bytes;
  trace.max_threads = settings.machine.max_threads;
  if (settings.engine == Engine::Native) trace.native = NativeTrace{settings.native.program, settings.native.learned};
  trace.finding = finding;
  trace.steps = std::move(steps);
  return trace;
}

// Writes trace number `index`. If there can be no folder for traces beside the input, it goes to the current folder.
void write_trace_of(ReportedViolation& reported, const Settings& settings, std::vector<TraceStep> steps, size_t index) {
  if (settings.trace.empty()) return;
  std::filesystem::path file = numbered_trace(settings.trace, index);
  std::error_code failed;
  if (settings.trace_is_default) std::filesystem::create_directory(file.parent_path(), failed);
  if (failed) file = file.filename();
  const std::string path = file.string();
  const std::string error = write_trace(trace_for(settings, reported.finding, std::move(steps)), path);
  if (error.empty())
    reported.trace = path;
  else
    complain(error);
}

// The end of "in any interleaving …" if only some executions were asked for.
std::string bound_of(const Settings& settings) {
  std::string bound;
  if (settings.preemptions) bound += " with at most " + plural(*settings.preemptions, "preemption");
  if (!settings.native.filter.empty()) bound += " of the tests " + settings.native.filter;
  return bound;
}

}  // namespace

std::string choice_of_engine(const Settings& settings, const std::string& reduction) {
  return "engine: " + std::string(to_text(settings.engine)) + (reduction == "none" ? "" : " with " + reduction) + ", " +
         settings.engine_reason;
}

void remove_old_traces(const Settings& settings) {
  if (!settings.trace_is_default) return;
  const std::string& program = settings.inputs.empty() ? settings.native.program : settings.inputs.front();
  std::error_code ignored;  // a trace that cannot be removed is overwritten, or stays
  const std::string first = default_trace(program);
  for (size_t n = 0; std::filesystem::remove(numbered_trace(first, n), ignored); ++n) {
  }
  std::filesystem::remove(std::filesystem::path(first).parent_path(), ignored);  // fails if it has other traces
}

std::string listed(const std::vector<std::string>& inputs) {
  std::string text;
  for (const std::string& input : inputs) text += (text.empty() ? "" : ", ") + input;
  return text;
}

namespace {

// A search with stored states finds a race if both accesses are pending in one state, and a race may hide others that
// follow it. Source-set DPOR reports every pair of racing places. So, after a race, it searches for more of them within
// a budget of steps.
void collect_more_races(const MachineFactory& make_machine, SearchOptions options, SearchResult& result) {
  auto is_race = [](const Violation& v) { return v.finding.kind == FindingKind::Race; };
  if (std::none_of(result.violations.begin(), result.violations.end(), is_race)) return;
  const bool ended_by_race = result.stop == Stop::FirstViolation && is_race(result.violations.back());
  if ((result.stop != Stop::Finished && !ended_by_race) || support::deadline().reached()) return;
  options.checks = {.assertion = false, .deadlock = false, .race = true, .memory = false};
  options.keep_going = true;
  options.testing = nullptr;
  options.step_limit = Findings::kStepsForRaces;
  for (Violation& more : search_source_dpor(make_machine, options).violations) {
    auto same = [&](const Violation& v) {
      return is_race(v) && v.finding.loc == more.finding.loc && v.finding.other_loc == more.finding.other_loc;
    };
    if (result.violations.size() >= Findings::kMostRaces) return;
    if (is_race(more) && std::none_of(result.violations.begin(), result.violations.end(), same))
      result.violations.push_back(std::move(more));
  }
}

Selective selective_options(const Settings& settings) {
  Selective selective;
  selective.preemptions = settings.preemptions;
  selective.sleep = settings.reduction >= Reduction::SleepSets;
  selective.persistent = settings.reduction >= Reduction::PersistentSets;
  selective.invisible_first = settings.reduction >= Reduction::InvisibleFirst;
  selective.composed = settings.reduction == Reduction::Composed;
  return selective;
}

}  // namespace

SearchOptions search_options(const Settings& settings, Progress& progress) {
  SearchOptions options;
  options.checks = settings.checks;
  options.ignoring = settings.ignoring;
  options.verify_reduction = settings.verify_reduction;
  options.ltl = settings.ltl;
  options.fairness = settings.fairness;
  options.keep_going = settings.keep_going;
  options.symmetry = settings.symmetry;
  options.collect_races = true;
  options.collect_guards = settings.command == Command::Guards;
  options.selective.preemptions = settings.preemptions;
  options.seed = settings.seed;
  options.tests = settings.tests;
  options.falls_back = settings.native_instead;
  constexpr double kShortest = 0.001;  // 0 would mean that there is no limit
  if (settings.time_limit > 0) options.time_limit = std::max(support::deadline().seconds_to_reached(), kShortest);
  options.memory_limit_mib = settings.memory_limit_mib;
  options.interrupted = &interrupted();
  options.progress = [&](const Statistics& stats, uint64_t depth) { progress.update(stats, depth); };
  return options;
}

static SearchResult search(const MachineFactory& make_machine, const Settings& settings, SearchOptions options) {
  switch (settings.engine) {
    case Engine::Stateful: {
      // The search for livelocks and for violations of formulas uses persistent sets, and all other searches use
      // transactions and DPOR. A reduced graph may lack states in which a lock-free operation is blocked, so no
      // reduction is used if the program marks such operations.
      const bool persistent = settings.reduction == Reduction::PersistentSets;
      options.ample_sets = persistent && !settings.machine.reuse_addresses;
      if (settings.reduction >= Reduction::PersistentSets && !settings.checks.livelock && !settings.checks.ltl) {
        options.selective = selective_options(settings);
        options.selective.sleep = false;
        options.selective.stores_states = true;
        SearchResult result = search_selective(make_machine, options);
        collect_more_races(make_machine, options, result);
        return result;
      }
      if (settings.reduction == Reduction::LocksetsAsPrinted) return search_locksets_as_printed(make_machine, options);
      const bool observes_operations = settings.checks.livelock && has_operations(make_machine()->program());
      const bool reduces = settings.reduction != Reduction::None && !observes_operations;
      options.transactions = settings.reduction != Reduction::Dpor;
      // DPOR is not used with reuse of addresses: the set of blocks that an allocation can reuse depends on pointers of
      // all threads, which are not in its footprint.
      if ((settings.reduction == Reduction::Dpor || settings.reduction == Reduction::TransactionsAndDpor ||
           persistent) &&
          !settings.machine.reuse_addresses)
        options.explored_threads =
            settings.reduction_is_default || persistent ? ExploredThreads::DporIfWorthwhile : ExploredThreads::Dpor;
      SearchResult result =
          reduces ? search_transactions(make_machine, options) : search_stateful(make_machine, options);
      MOVER_CHECK(result.refuted.empty(), "--verify-reduction: " + result.refuted.front());
      collect_more_races(make_machine, options, result);
      return result;
    }
    case Engine::Stateless:
      // Optimal DPOR is not used with reuse of addresses: a wakeup sequence fixes the alternative that each step takes,
      // but the alternatives of an allocation depend on the pointers that other threads hold.
      if (settings.reduction == Reduction::OptimalDpor && !settings.machine.reuse_addresses)
        return search_optimal_dpor(make_machine, options);
      if (settings.reduction == Reduction::OptimalDpor || settings.reduction == Reduction::SourceDpor)
        return search_source_dpor(make_machine, options);
      options.selective = selective_options(settings);
      return search_selective(make_machine, options);
    case Engine::Reference:
      return search_reference(make_machine, options);
    case Engine::Native:    // cli/native.cc
    case Engine::Symbolic:  // explore_symbolically
      break;
  }
  MOVER_UNREACHABLE("every engine has a search");
}

SearchResult explore(const MachineFactory& make_machine, const Settings& settings) {
  Progress progress(STDERR_FILENO);
  SearchOptions options = search_options(settings, progress);
  if (!options.tests) return search(make_machine, settings, options);
  options.testing = std::make_shared<ConcurrencyTesting>(make_machine, settings.seed);
  SearchResult result = search(make_machine, settings, options);
  options.testing->finish(result);
  return result;
}

// REQUIRES: the symbolic engine has the reduction (options.cc rejects the others).
static symbolic::Reduction symbolic_reduction(Reduction reduction) {
  switch (reduction) {
    case Reduction::None:
      return symbolic::Reduction::None;
    case Reduction::PersistentSets:
      return symbolic::Reduction::PersistentSets;
    case Reduction::Patterns:
      return symbolic::Reduction::Patterns;
    case Reduction::Transactions:
      return symbolic::Reduction::Transactions;
    case Reduction::TransactionsAndPatterns:
      return symbolic::Reduction::TransactionsAndPatterns;
    default:
      MOVER_UNREACHABLE("the symbolic engine has no such reduction");
  }
}

SearchResult explore_symbolically(const MachineFactory& make_machine, Settings& settings) {
  Progress progress(STDERR_FILENO);
  symbolic::EngineOptions engine;
  engine.solver = settings.solver == "auto" ? "portfolio" : settings.solver;
  engine.reduction = symbolic_reduction(settings.reduction);
  engine.dump = settings.dump;
  engine.excludes_hanging = settings.is_beside;
  engine.invariant = [&](const std::string& text) { write_out(settings.invariant, text); };
  engine.arguments = settings.machine.args;
  engine.setting = {settings.machine.nondet_rand, settings.machine.malloc_may_fail, settings.machine.spurious_wakeups,
                    settings.machine.spurious_failures};
  engine.try_values = [&](const std::vector<uint64_t>& values) { settings.machine.nondet_values = values; };
  engine.reuse_addresses = [&](bool reuses) { settings.machine.reuse_addresses = reuses; };
  return symbolic::search_symbolic(make_machine, search_options(settings, progress), engine);
}

Outcome summarise(const ir::Program& program, const Settings& settings, const SearchResult& result) {
  Outcome outcome;
  outcome.program = listed(settings.inputs);
  outcome.engine = to_text(settings.engine);
  const bool dpor_was_abandoned =
      settings.reduction == Reduction::TransactionsAndDpor && result.explored_threads == ExploredThreads::AllEnabled;
  outcome.reduction = to_text(dpor_was_abandoned ? Reduction::Transactions : settings.reduction);
  outcome.stop = result.stop;
  outcome.stats = result.stats;
  if (std::string sentence = stop_sentence(result.stop, settings); !sentence.empty())
    outcome.incomplete.push_back(sentence);
  add_new(outcome.incomplete, in_words(program, result.incomplete));
  for (const Omission& omission : result.incomplete) outcome.causes.insert(omission.cause);
  for (const Property& property : properties())
    if (settings.checks.*property.asked) outcome.checked.push_back(property.violation);
  outcome.bound = bound_of(settings);
  auto names_engine = [](const std::string& remark) { return remark.starts_with("engine: "); };
  if (std::none_of(result.remarks.begin(), result.remarks.end(), names_engine))
    outcome.how.push_back(choice_of_engine(settings, outcome.reduction));
  add_new(outcome.how, result.remarks);
  outcome.covered = result.covered;
  add_new(outcome.assumptions, standing_assumptions(program, settings));
  add_new(outcome.assumptions, result.assumptions);
  std::copy_if(outcome.assumptions.begin(), outcome.assumptions.end(), std::back_inserter(outcome.relied_on),
               matters_for_violations);
  for (const Finding& finding : result.unasked) {
    const std::string what = std::string(finding.kind == FindingKind::Memory ? "memory error" : "failed assertion") +
                             " at " + to_text(place_of(program, finding.loc));
    if (finding.survivable)
      add_new(outcome.incomplete, {"executions were not followed after the " + what +
                                   ", which --check does not include: " + finding.message});
    else
      add_new(outcome.caveats,
              {"executions end in the " + what + " (" + finding.message + "), which --check does not include"});
  }
  add_new(outcome.caveats, result.gaps);
  return outcome;
}

ReportedViolation confirm(const MachineFactory& make_machine, const Settings& settings, const Violation& violation,
                          size_t index, size_t count) {
  const std::unique_ptr<Machine> machine = make_machine();
  const Shown shown = violation.has_schedule ? judge(*machine, violation) : Shown::Yes;
  MOVER_CHECK(shown != Shown::No, "a violation that a search reports can be replayed: " + violation.finding.message);
  if (shown == Shown::OutOfTime) return undescribed(machine->program(), settings, violation, index);
  const bool as_it_is = support::deadline().reached() || !violation.has_schedule;
  const Violation best = as_it_is ? violation : shorten(make_machine, violation, ShortenBudget().share(index, count));
  const Replayer replayer{
      machine->program(),
      [&](const Violation& v) { return replay(*make_machine(), v.schedule, v.finding); },
      [&](const Violation& v) { return try_both_orders(*make_machine(), v); },
  };
  std::optional<ReportedViolation> reported = reproduce(replayer, settings, best, index);
  MOVER_CHECK(reported.has_value(), "a shortened violation can be replayed: " + violation.finding.message);
  return *reported;
}

ReportedViolation undescribed(const ir::Program& program, const Settings& settings, const Violation& violation,
                              size_t index) {
  ReportedViolation reported{to_trace(program, violation.finding), {}, ""};
  reported.is_unreached = !violation.has_schedule;
  if (reported.is_unreached) return reported;
  reported.left_out =
      "There was no time left to replay, shorten and describe this: " + plural(violation.schedule.size(), "step") +
      " lead to it.";
  std::vector<TraceStep> steps;
  for (const Decision& decision : violation.schedule) steps.push_back({decision, "", {}});
  write_trace_of(reported, settings, std::move(steps), index);
  return reported;
}

std::optional<ReportedViolation> reproduce(const Replayer& replayer, const Settings& settings,
                                           const Violation& violation, size_t index) {
  if (!violation.has_schedule || support::deadline().over())
    return undescribed(replayer.program, settings, violation, index);
  ReportedViolation reported;
  reported.replay = replayer.replay(violation);
  if (reported.replay.cut_short) return undescribed(replayer.program, settings, violation, index);
  if (!reported.replay.shows_finding) return std::nullopt;
  reported.finding = to_trace(replayer.program, reported.replay.finding);
  if (violation.finding.kind == FindingKind::Race) reported.order = replayer.try_both_orders(violation);
  write_trace_of(reported, settings, steps_of(reported.replay), index);
  return reported;
}

void add_guards(const ir::Program& program, const Settings& settings, Outcome& outcome) {
  auto is_race = [](const ReportedViolation& v) { return v.finding.kind == FindingKind::Race; };
  if (support::deadline().reached() || std::none_of(outcome.violations.begin(), outcome.violations.end(), is_race))
    return;
  vm::Options machine = settings.machine;
  machine.keep_names = true;
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false};
  set_tracking(machine, options.checks);
  options.keep_going = options.collect_guards = true;
  constexpr double kMostSeconds = 10;
  options.step_limit = 100'000;
  options.time_limit = kMostSeconds;
  options.memory_limit_mib = settings.memory_limit_mib;
  options.interrupted = &interrupted();
  const SearchResult seen = search_transactions([&] { return vm::make_machine(program, machine); }, options);
  for (ReportedViolation& violation : outcome.violations) {
    if (!is_race(violation)) continue;
    if (const Guard* guard = guard_of(violation.replay, seen.guards, program))
      violation.guard = majority_lock(*guard, program);
  }
}

void begin_limits(const Settings& settings) {
  support::deadline().limit_time(settings.time_limit);
  support::deadline().limit_memory(settings.memory_limit_mib);
}

int ended_early(const Settings& settings, const std::string& program_name) {
  Outcome outcome;
  outcome.program = settings.inputs.empty() ? settings.native.program : listed(settings.inputs);
  outcome.engine = to_text(settings.engine);
  outcome.reduction = to_text(settings.reduction);
  outcome.stop = interrupted() ? Stop::Interrupted : Stop::TimeLimit;
  outcome.incomplete.push_back(interrupted() ? "it was interrupted before the search began"
                                             : "the time limit was reached before the program was built");
  return deliver(outcome, settings, program_name);
}

void conclude(Outcome& outcome, const Settings& settings) {
  bool saw_race = false;
  for (const ReportedViolation& violation : outcome.violations) saw_race |= violation.finding.kind == FindingKind::Race;
  if (saw_race) {
    outcome.assumptions.push_back(
        "after a data race, executions are explored as if every access were sequentially consistent, which compilers "
        "do not guarantee");
  }
  if (interrupted()) outcome.stop = Stop::Interrupted;  // the interrupt may have come after the search
  outcome.verdict = verdict_of(outcome);
  outcome.advice = advice_for(outcome, settings);
}

Style style_of(FILE* stream, const Settings& settings) {
  Style style = style_for(fileno(stream));
  if (settings.color != Color::Auto) style.color = settings.color == Color::Always;
  return style;
}

bool write_out(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  if (file == "-") return std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) complain(file + ": the result could not be written there");
  return static_cast<bool>(stream);
}

int deliver(const Outcome& outcome, const Settings& settings, const std::string& program_name) {
  // The JSON result must not be mixed with the report on one stream.
  FILE* stream = settings.json == "-" ? stderr : stdout;
  Style style = style_of(stream, settings);
  TerminalOptions options{settings.quiet, settings.verbose, program_name};
  std::fputs(terminal_report(outcome, style, options).c_str(), stream);
  std::fflush(stream);
  return write_out(settings.json, to_json(outcome)) ? exit_code(outcome) : kExitUsage;
}

std::string probe_outputs(const Settings& settings) {
  auto writable = [](const std::string& file) {
    return file.empty() || file == "-" || std::ofstream(file, std::ios::binary | std::ios::app);
  };
  if (!writable(settings.json)) return "--json: " + settings.json + " cannot be written";
  if (!writable(settings.dump)) return "--dump: " + settings.dump + " cannot be written";
  if (!writable(settings.invariant)) return "--invariant: " + settings.invariant + " cannot be written";
  return writable(settings.patch) ? "" : "--patch: " + settings.patch + " cannot be written";
}

void complain(const std::string& sentence) { std::fprintf(stderr, "mover: %s\n", sentence.c_str()); }

}  // namespace mover::cli
