// mover check --engine=native, and the replay of its traces. The compiled program runs in a process of its own. The
// search runs in that process, too (runtime/), which sends the results to this one.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/debugger.h"
#include "cli/limits.h"
#include "cli/pipeline.h"
#include "cli/signals.h"
#include "controller/build.h"
#include "controller/elf.h"
#include "controller/gdb.h"
#include "controller/llvm_symbols.h"
#include "controller/process.h"
#include "support/check.h"
#include "support/exit_codes.h"
#include "trace/translate.h"

namespace mover::cli {

namespace {

// A program, and the arguments with which it runs.
struct ProgramRequest {
  std::vector<std::string> inputs, compiler_flags;
  std::string compile_commands;
  std::string program;  // the compiled program; empty: build the inputs
  std::vector<std::string> args;
  std::string permitted;  // optional nondeterminism: names of native/protocol.h, separated by commas
};

// The names of the optional nondeterminism (--malloc-may-fail and the like) in a machine's options or in a trace.
template <typename Options>
std::string permitted_by(const Options& options) {
  std::string names;
  auto add = [&](bool permitted, const char* name) {
    if (permitted) names += (names.empty() ? "" : ",") + std::string(name);
  };
  add(options.malloc_may_fail, native::kRefusedAllocations);
  add(options.spurious_wakeups, native::kSpuriousWakeups);
  add(options.spurious_failures, native::kSpuriousFailures);
  add(options.past_memory_errors, native::kPastMemoryErrors);
  add(options.nondet_rand, native::kNondetRand);
  add(options.lossy, native::kLossy);
  return names;
}

// The compiled program, and the process that runs it. Functions return an error for the user, or an empty string.
class ControlledProgram {
 public:
  // Builds the program if it is not given in compiled form.
  std::string prepare(const ProgramRequest& wanted) {
    start_ = {wanted.program.empty() ? listed(wanted.inputs) : wanted.program, wanted.program, wanted.args,
              wanted.permitted};
    if (wanted.program.empty()) {
      if (!folder_.ok()) return "mover: no folder for temporary files can be made; is TMPDIR right?";
      start_.program = folder_.file("program");
      std::string error =
          controller::build({wanted.inputs, wanted.compiler_flags, wanted.compile_commands}, folder_, start_.program);
      if (!error.empty()) return error;
    } else {
      start_.program = std::filesystem::absolute(wanted.program).lexically_normal().string();
    }
    std::string error = controller::why_not_controllable(start_.program, start_.name);
    return error.empty() ? "" : "mover: " + error;
  }

  // Starts a new process, and ends the one of an earlier call. If a constructor ends the process before main, another
  // process executes the constructors under control, in each execution. (Otherwise they are executed only once.)
  std::string start(const std::vector<std::string>& inputs) {
    std::string error = start_once(inputs);
    if (error.empty() || start_.with_constructors || !process_->ended_before_main()) return error;
    start_.with_constructors = true;
    return start_once(inputs);
  }

  native::Remote& remote() { return *remote_; }
  bool had_internal_error() const { return process_->had_internal_error(); }
  const controller::Start& what() const { return start_; }
  const frontend::TempDir& folder() const { return folder_; }

 private:
  std::string start_once(const std::vector<std::string>& inputs) {
    remote_.reset();
    process_.reset();
    std::string error = process_.emplace().start(start_);
    if (!error.empty()) return "mover: " + error;
    remote_.emplace(process_->socket(), std::make_unique<controller::LlvmSymbols>(inputs),
                    [this](native::Loss how) { return process_->explain(how); });
    remote_->set_memory_meter([this] { return process_->resident_mib(); });
    if (!remote_->greet()) return "mover: " + remote_->loss();
    process_->has_come_to_main();
    return "";
  }

  frontend::TempDir folder_;
  controller::Start start_;
  std::optional<controller::Process> process_;
  std::optional<native::Remote> remote_;  // destroyed before process_, because its destructor sends Quit
};

// Whether GoogleTest prints that it has no test to run. It prints that before any test could create a thread, and a
// reset executes the program at least until then.
bool runs_no_test(native::Remote& remote) {
  const std::unique_ptr<Machine> machine = remote.machine();
  machine->record_events(true);
  machine->reset();
  return machine->output().find("[==========] Running 0 tests from 0 test ") != std::string::npos;
}

Replayer replayer_of(native::Remote& remote) {
  return {remote.program(), [&](const Violation& v) { return remote.replay(v); },
          [&](const Violation& v) { return remote.try_both_orders(v); }};
}

int report_build_error(const std::string& error) {
  if (interrupted()) return kExitInterrupted;  // the compiler was interrupted, too
  std::fprintf(stderr, "%s\n", error.c_str());
  return kExitCannotBuild;
}

constexpr ShortenBudget kBudget{.seconds = 2};

// The sentence about a violation that the search found and its replay did not show, because the program depends on
// something that Mover does not control.
std::string not_reproduced(const native::Remote& remote, const Finding& finding) {
  const std::string what = finding.message + ", at " + to_text(place_of(remote.program(), finding.loc));
  if (!remote.loss().empty()) return "a violation was found and could not be replayed (" + what + "): " + remote.loss();
  return "a violation was found, but replaying its schedule did not show it again: the program depends on something "
         "that Mover does not control: " +
         what;
}

// The options of a search in another process, without the properties that it leaves undecided. Adds these to
// `undecided`, as sentences.
SearchOptions decided_options(const Settings& settings, Progress& progress, std::vector<std::string>& undecided) {
  SearchOptions options = search_options(settings, progress);
  const std::string reason = " was not decided: the native engine does not search for fair infinite executions";
  if (options.checks.livelock) undecided.push_back("whether the program has livelocks" + reason);
  for (const std::string& formula : options.ltl) undecided.push_back(formula + reason);
  options.checks.livelock = options.checks.ltl = false;
  options.ltl.clear();
  return options;
}

// Searches and reports. `why`: the reason for falling back to this engine; empty if the user asked for it.
int explore_native(ControlledProgram& controlled, Settings settings, const std::string& program_name,
                   const std::string& why) {
  native::Remote& remote = controlled.remote();
  std::string reduction = settings.native.reduction;
  const std::vector<std::string>& searches = remote.abilities().searches;
  if (std::find(searches.begin(), searches.end(), reduction) == searches.end()) {
    complain("--engine=native has no --reduction=" + reduction + "; it has " + listed(searches));
    return kExitUsage;
  }
  if (!settings.native.filter.empty() && runs_no_test(remote)) {
    complain("--filter=" + settings.native.filter + " matches none of the program's tests");
    return kExitUsage;
  }

  SearchResult result;
  std::vector<std::string> undecided;
  {
    Progress progress(STDERR_FILENO);
    result = remote.search(reduction, decided_options(settings, progress, undecided));
  }
  MOVER_CHECK(result.refuted.empty(), "--verify-reduction: " + result.refuted.front());
  if (reduction == "auto") reduction = "optimal-dpor";
  if (result.stats.states > 0) reduction = "state-matching";  // every search matches states if executions have cycles
  settings.native.learned = remote.pin();
  Outcome outcome = summarise(remote.program(), settings, result);
  if (settings.inputs.empty()) outcome.program = settings.native.program;
  outcome.reduction = reduction;
  add_new(outcome.incomplete, undecided);
  outcome.how.front() = why.empty() ? choice_of_engine(settings, reduction) : why;
  say_how_it_ended(*remote.machine(), outcome);

  TimeForDetails time;
  for (const Violation& violation : result.violations) {
    const size_t index = outcome.violations.size();
    time.begin_with(index);
    if (!time.is_left(index)) {
      outcome.violations.push_back(undescribed(remote.program(), settings, violation, index));
      continue;
    }
    const bool as_it_is = support::deadline().reached() || !violation.has_schedule;
    const Violation best =
        as_it_is ? violation : remote.shorten(violation, kBudget.share(index, result.violations.size()));
    const std::optional<ReportedViolation> shown = reproduce(replayer_of(remote), settings, best, index);
    if (shown)
      outcome.violations.push_back(*shown);
    else
      outcome.incomplete.push_back(not_reproduced(remote, violation.finding));
  }
  say_whether_outputs_differ(*remote.machine(), outcome);
  conclude(outcome, settings);
  const int code = deliver(outcome, settings, program_name);
  return code == kExitUnknown && controlled.had_internal_error() ? kExitInternalError : code;
}

// Prepares and starts the program.
std::string make_ready(ControlledProgram& controlled, const Settings& settings) {
  std::string error =
      controlled.prepare({settings.inputs, settings.compiler_flags, settings.compile_commands, settings.native.program,
                          settings.machine.args, permitted_by(settings.machine)});
  if (!error.empty()) return error;
  return controlled.start(settings.inputs);
}

}  // namespace

int check_native(const Settings& settings, const std::string& program_name) {
  if (std::string error = probe_outputs(settings); !error.empty()) return complain(error), kExitUsage;
  begin_limits(settings);
  ControlledProgram controlled;
  if (std::string error = make_ready(controlled, settings); !error.empty()) {
    const bool ended = interrupted() || support::deadline().reached();
    return ended ? ended_early(settings, program_name) : report_build_error(error);
  }
  return explore_native(controlled, settings, program_name, "");
}

std::optional<int> check_native_instead(const Settings& settings, const std::string& program_name,
                                        const std::string& why) {
  Settings native = settings;
  native.engine = Engine::Native;
  ControlledProgram controlled;
  if (std::string error = make_ready(controlled, native); !error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return std::nullopt;
  }
  return explore_native(controlled, native, program_name, why);
}

namespace {

// Replays a trace of the native engine and reports the result. REQUIRES: trace.native is set, and `controlled` has been
// prepared with its program.
int run_again(ControlledProgram& controlled, const Settings& settings, const Trace& trace,
              const std::string& program_name) {
  const std::string& path = settings.inputs.front();
  const Schedule schedule = schedule_of(trace);
  if (std::string error = controlled.start(trace.inputs); !error.empty()) return report_build_error(error);
  native::Remote& remote = controlled.remote();
  remote.pin(trace.native->learned);
  begin_limits(settings);
  remote.visit(schedule);  // a place of a compiled program gets its number when an execution first reaches it
  std::optional<Finding> finding = finding_of(remote.program(), trace.finding);
  if (!finding && remote.loss().empty())
    return does_not_replay(path, "the program does not reach " + to_text_with_column(trace.finding.place));
  Replay record;
  if (finding) record = remote.replay({*finding, schedule});
  if (record.cut_short) return is_cut_short(path);
  if (!remote.loss().empty()) return does_not_replay(path, remote.loss());
  if (!record.shows_finding) {
    std::string why = first_difference(trace, record);
    return does_not_replay(path, why.empty() ? "the schedule ends without the violation" : why);
  }
  if (settings.gdb) {
    const Debugged debugged = for_debugger(record, schedule);
    std::string error = controller::run_gdb(controlled.what(), debugged.schedule, trace.native->learned, debugged.tour,
                                            controlled.folder());
    if (!error.empty()) complain(error);
    return error.empty() ? 0 : kExitCannotBuild;
  }
  ReportedViolation violation{trace.finding, std::move(record), path};
  if (finding->kind == FindingKind::Race) violation.order = remote.try_both_orders({*finding, schedule});
  return deliver_replay(settings, trace, std::move(violation), program_name);
}

std::string prepare_again(ControlledProgram& controlled, const Trace& trace, const std::string& program) {
  return controlled.prepare(
      {trace.inputs, trace.compiler_flags, trace.compile_commands, program, trace.args, permitted_by(trace)});
}

// The reason why the compiled program cannot show this trace; empty if it can.
std::string not_native(const Trace& trace) {
  const Property& property = property_of(trace.finding.kind);
  if (trace.finding.kind == FindingKind::Discipline)
    return "a replay does not follow locksets (mover check --engine=native --check=discipline does)";
  if (!property.is_native)
    return std::string("the native engine does not look for violations of the kind ") + property.name;
  if (trace.nondet_rand)
    return "it was recorded by the interpreter with --nondet-rand, and the native engine tries other values of rand()";
  return "";
}

int not_natively(const std::string& path, const std::string& why) {
  complain(path + " does not replay natively: " + why);
  return kExitCannotBuild;
}

}  // namespace

int replay_native(const Settings& settings, const Trace& trace, const std::string& program_name) {
  ControlledProgram controlled;
  const std::string& program = settings.native.program.empty() ? trace.native->program : settings.native.program;
  if (std::string error = prepare_again(controlled, trace, program); !error.empty()) return report_build_error(error);
  return run_again(controlled, settings, trace, program_name);
}

int replay_translated(const Settings& settings, const Trace& trace, const Replay& guide,
                      const std::string& program_name) {
  const std::string& path = settings.inputs.front();
  if (std::string why = not_native(trace); !why.empty()) return not_natively(path, why);
  ControlledProgram controlled;
  if (std::string error = prepare_again(controlled, trace, settings.native.program); !error.empty())
    return report_build_error(error);
  if (std::string error = controlled.start(trace.inputs); !error.empty()) return report_build_error(error);
  native::Remote& remote = controlled.remote();
  std::unique_ptr<Machine> machine = remote.machine();
  remote.let_learn(true);
  const Translated translated = translate(guide, trace.finding, *machine);
  remote.let_learn(false);
  if (!remote.loss().empty()) return not_natively(path, remote.loss());
  if (!translated.difference.empty()) return not_natively(path, translated.difference);
  Trace native = trace;
  native.native = NativeTrace{settings.native.program, remote.pin()};
  native.finding = to_trace(remote.program(), translated.violation.finding);
  machine.reset();
  native.steps = steps_of(remote.replay(translated.violation));
  return run_again(controlled, settings, native, program_name);
}

}  // namespace mover::cli
