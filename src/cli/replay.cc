// mover replay: builds the program of a trace again, executes the recorded schedule, and reports the result.
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "cli/load.h"
#include "cli/pipeline.h"
#include "cli/signals.h"
#include "report/explain.h"
#include "support/check.h"
#include "support/exit_codes.h"

namespace mover::cli {

namespace {

vm::Options machine_options(const Trace& trace) {
  vm::Options options;
  options.args = trace.args;
  options.nondet_rand = trace.nondet_rand;
  Checks checks{.assertion = false, .deadlock = false, .race = false, .memory = false};
  checks.*property_of(trace.finding.kind).asked = true;
  set_tracking(options, checks);
  options.past_memory_errors = trace.past_memory_errors;
  options.malloc_may_fail = trace.malloc_may_fail;
  options.reuse_addresses = trace.reuse_addresses;
  options.spurious_wakeups = trace.spurious_wakeups;
  options.spurious_failures = trace.spurious_failures;
  options.lossy = trace.lossy;
  options.nondet_values = trace.nondet_values;
  options.max_frames = trace.max_frames;
  options.max_heap_bytes = trace.max_heap_bytes;
  options.max_threads = trace.max_threads;
  return options;
}

}  // namespace

std::string first_difference(const Trace& trace, const Replay& replay) {
  for (size_t i = 0; i < replay.steps.size(); ++i) {
    const Place& now = replay.steps[i].place;
    const Place& then = trace.steps[i].place;
    if (trace.steps[i].action.empty()) continue;  // the trace was written without descriptions, for lack of time
    if (now.file == then.file && now.line == then.line) continue;
    return "step " + std::to_string(i + 1) + " was at " + to_text(then) + " and is now at " + to_text(now);
  }
  return divergence_in_words(replay);
}

int is_cut_short(const std::string& path) {
  complain(path + ": there was no time to follow its schedule to the end");
  return interrupted() ? kExitInterrupted : kExitUnknown;
}

int does_not_replay(const std::string& path, const std::string& why) {
  complain(path + " does not replay: " + why + "; has the program changed since the trace was recorded?");
  return kExitCannotBuild;
}

namespace {

// Relative names in a trace refer to the folder of the check. Returns that folder if it is not the current one.
std::string enter_directory(const Trace& trace) {
  std::error_code error;
  std::filesystem::path here = std::filesystem::current_path(error);
  if (trace.directory.empty() || trace.directory == here.string()) return "";
  std::filesystem::current_path(trace.directory, error);
  return error ? "" : trace.directory;
}

}  // namespace

int replay_trace(const Settings& settings, const std::string& program_name) {
  const std::string& path = settings.inputs.front();
  ParsedTrace parsed = read_trace(path);
  if (!parsed.error.empty()) {
    complain(parsed.error);
    return kExitCannotBuild;
  }
  const Trace& trace = parsed.trace;
  Settings absolute = settings;
  if (!settings.json.empty() && settings.json != "-") absolute.json = std::filesystem::absolute(settings.json).string();
  std::string& program = absolute.native.program;
  if (!program.empty()) program = std::filesystem::absolute(program).string();
  std::string elsewhere = enter_directory(trace);
  if (!elsewhere.empty()) std::fprintf(stderr, "mover: names of files are relative to %s\n", elsewhere.c_str());
  if (trace.native) return replay_native(absolute, trace, program_name);
  Loaded loaded = load_program({trace.inputs, trace.compiler_flags, trace.compile_commands, trace.torn_copies});
  if (!loaded.error.empty()) {
    if (interrupted()) return kExitInterrupted;
    std::fprintf(stderr, "%s\n", loaded.error.c_str());
    return kExitCannotBuild;
  }
  std::optional<Finding> finding = finding_of(loaded.program, trace.finding);
  if (!finding) return does_not_replay(path, "the program has no code at " + to_text_with_column(trace.finding.place));
  std::unique_ptr<Machine> machine = vm::make_machine(loaded.program, machine_options(trace));
  begin_limits(settings);
  Replay record = replay(*machine, schedule_of(trace), *finding);
  if (record.cut_short) return is_cut_short(path);
  if (!record.shows_finding) {
    std::string why = first_difference(trace, record);
    return does_not_replay(path, why.empty() ? "the schedule ends without the violation" : why);
  }
  if (settings.gdb || settings.engine == Engine::Native)
    return replay_translated(absolute, trace, record, program_name);
  ReportedViolation violation{trace.finding, std::move(record), path};
  if (finding->kind == FindingKind::Race)
    violation.order =
        try_both_orders(*vm::make_machine(loaded.program, machine_options(trace)), {*finding, schedule_of(trace)});
  return deliver_replay(absolute, trace, std::move(violation), program_name);
}

int deliver_replay(const Settings& settings, const Trace& trace, ReportedViolation violation,
                   const std::string& program_name) {
  const Replay& record = violation.replay;
  if (settings.verbose) std::fputs((describe_steps(record, style_for(STDOUT_FILENO)) + "\n").c_str(), stdout);
  Outcome outcome;
  outcome.verdict = Verdict::Unsafe;
  outcome.program = settings.inputs.front();
  outcome.engine = "replay";
  outcome.reduction = "none";
  outcome.stop = Stop::FirstViolation;
  outcome.stats.transitions = record.steps.size();
  outcome.stats.executions = 1;
  outcome.violations.push_back(std::move(violation));
  return deliver(outcome, settings, program_name);
}

}  // namespace mover::cli
