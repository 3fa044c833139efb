// Mover: the pipeline from the command line to the exit code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "cli/load.h"
#include "cli/options.h"
#include "cli/pipeline.h"
#include "cli/signals.h"
#include "cli/symbolic_beside.h"
#include "controller/driver.h"
#include "ir/names.h"
#include "ir/text.h"
#include "search/linear_time.h"
#include "support/deadline.h"
#include "support/exit_codes.h"
#include "sync/table.h"
#include "vm/vm.h"

namespace mover::cli {
namespace {

int cannot_translate(const std::string& message) {
  if (interrupted()) return kExitInterrupted;  // the compiler was interrupted, too
  std::fprintf(stderr, "%s\n", message.c_str());
  return kExitCannotBuild;
}

int cannot_build(const Settings& settings, const std::string& program_name, const std::string& message) {
  const bool ended = interrupted() || support::deadline().reached();
  return ended ? ended_early(settings, program_name) : cannot_translate(message);
}

// Whether the linker gets libraries, which only the native engine uses.
bool names_libraries(const std::vector<std::string>& compiler_flags) {
  return std::any_of(compiler_flags.begin(), compiler_flags.end(), [](const std::string& flag) {
    return flag.starts_with("-l") || flag.ends_with(".a") || flag.ends_with(".so") || flag.ends_with(".o");
  });
}

// The omission by which the search reached something that only the native engine executes. Null if there is none, or if
// the search has found a violation nevertheless.
const Omission* not_modelled(const SearchResult& result, const Settings& settings) {
  if (!result.violations.empty()) return nullptr;
  auto is_unmodelled = [&](const Omission& omission) {
    return omission.cause == Omission::Cause::Unmodelled ||
           (omission.cause == Omission::Cause::Undefined && names_libraries(settings.compiler_flags));
  };
  const auto found = std::find_if(result.incomplete.begin(), result.incomplete.end(), is_unmodelled);
  return found == result.incomplete.end() ? nullptr : &*found;
}

std::string lacks_model(const ir::Program& program, const Omission& unmodelled) {
  std::string sentence = "the interpreter has no " +
                         std::string(unmodelled.cause == Omission::Cause::Undefined ? "definition" : "model") + " of " +
                         unmodelled.what;
  if (unmodelled.loc != 0) sentence += ", at " + ir::place_in_words(program, unmodelled.loc);
  return sentence;
}

// Whether the function concerns processes or communication between them, all of which the native engine simulates.
// (Other C functions without a model may depend on the environment, which the native engine would let them access.)
bool is_about_processes(const Omission& unmodelled) {
  static constexpr std::string_view kNames[] = {"fork",  "vfork",    "wait",         "waitpid",          "pipe",
                                                "pipe2", "getppid",  "sem_open",     "socketpair",       "socket",
                                                "mmap",  "shm_open", "memfd_create", "__mover_may_crash"};
  const std::string name = unmodelled.what.substr(unmodelled.what.rfind(' ') + 1);
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Checks the program with the native engine if the search has reached something that only this engine executes. Returns
// the exit code. If that is not possible, returns nothing, and adds the reason to the result's remarks.
std::optional<int> fall_back(const ir::Program& program, Settings& settings, SearchResult& result,
                             const std::string& program_name) {
  const Omission* what = not_modelled(result, settings);
  if (what == nullptr || interrupted()) return std::nullopt;
  const std::string why = lacks_model(program, *what);
  if (settings.native_instead || (settings.native_for_processes && is_about_processes(*what))) {
    if (std::optional<int> code = check_native_instead(
            settings, program_name, "engine: native, which runs the compiled program with the real libraries; " + why))
      return code;
    settings.why_not_native = "the program could not be built for it (see the errors above)";
    if (result.stop == Stop::FirstViolation)
      add_omission(result.incomplete, omission("the search stopped soon after it had reached what has no model"));
  }
  if (!settings.why_not_native.empty())
    result.remarks.push_back("engine: " + std::string(to_text(settings.engine)) + "; " + why +
                             ", and the native engine cannot be used: " + settings.why_not_native);
  return std::nullopt;
}

// Whether the reduction is sound for programs in which a thread may block inside an atomic section. Such a thread lets
// others run in the middle of its section, depending on the order of the section and the action that unblocks the
// thread. DPOR does not reverse these two, because the thread is disabled until that action.
bool explores_blocked_sections(const Settings& settings) {
  return settings.engine == Engine::Reference || settings.engine == Engine::Symbolic ||
         settings.reduction == Reduction::None || settings.reduction == Reduction::Transactions;
}

// Explores the program. If a thread may block inside an atomic section, explores it again with a sound reduction.
SearchResult explore_sections(const MachineFactory& make_machine, Settings& settings) {
  settings.machine.section_may_block = std::make_shared<bool>(false);
  SearchResult result = explore(make_machine, settings);
  if (!*settings.machine.section_may_block || !result.violations.empty() || explores_blocked_sections(settings))
    return result;
  if (settings.engine != Engine::Stateful) {
    add_omission(result.incomplete, omission("a thread may block inside an atomic section; not all orders in which "
                                             "other threads run then were explored"));
    return result;
  }
  settings.reduction = Reduction::Transactions;
  SearchResult again = explore(make_machine, settings);
  again.stats.seconds += result.stats.seconds;
  again.stats.visited_again += result.stats.states;
  again.remarks.push_back("reduction: transactions, because a thread may block inside an atomic section");
  return again;
}

// Explores the program. If the reuse of an address or pthread_t could change a comparison, explores the program again
// with reuse.
SearchResult explore_addresses(const MachineFactory& make_machine, Settings& settings) {
  if (settings.engine == Engine::Symbolic) return explore_symbolically(make_machine, settings);
  settings.machine.reuse_matters = std::make_shared<bool>(false);
  SearchResult result = explore_sections(make_machine, settings);
  if (!*settings.machine.reuse_matters || !result.violations.empty() || result.stop != Stop::Finished) return result;
  settings.machine.reuse_addresses = true;
  SearchResult again = explore_sections(make_machine, settings);
  again.stats.seconds += result.stats.seconds;
  again.stats.visited_again += result.stats.states;
  again.remarks.push_back(
      "reuse: the program compares addresses of freed memory or ended locals, or the pthread_t of ended threads; "
      "executions that reuse them were explored, too");
  return again;
}

// Whether the search has a definite verdict: unsafe or safe.
bool is_definite_result(const SearchResult& result) {
  return !result.violations.empty() || (result.stop == Stop::Finished && result.incomplete.empty());
}

// Whether the search is incomplete only because it has not tried all values.
bool lacks_values(const SearchResult& result) {
  return !result.incomplete.empty() &&
         std::all_of(result.incomplete.begin(), result.incomplete.end(),
                     [](const Omission& omission) { return omission.cause == Omission::Cause::SampledValues; });
}

// Shortens and replays each violation, and reports. Returns the exit code.
int report(const ir::Program& program, const MachineFactory& make_machine, const Settings& settings,
           const SearchResult& result, const std::string& program_name) {
  Outcome outcome = summarise(program, settings, result);
  TimeForDetails time;
  for (const Violation& violation : result.violations) {
    const size_t index = outcome.violations.size();
    time.begin_with(index);
    outcome.violations.push_back(time.is_left(index)
                                     ? confirm(make_machine, settings, violation, index, result.violations.size())
                                     : undescribed(program, settings, violation, index));
  }
  add_guards(program, settings, outcome);
  say_how_it_ended(*make_machine(), outcome);
  say_whether_outputs_differ(*make_machine(), outcome);
  conclude(outcome, settings);
  return deliver(outcome, settings, program_name);
}

// The check by the symbolic engine in parallel with an explicit search: see SymbolicBeside.
int check_beside(const ir::Program& program, Settings settings, const std::string& program_name, bool explicit_ended) {
  settings.engine = Engine::Symbolic;
  settings.is_beside = true;
  settings.reduction = best_reduction(settings);
  const MachineFactory make_machine = [&] { return vm::make_machine(program, settings.machine); };
  SearchResult result = explore_symbolically(make_machine, settings);
  // Only the explicit search looks for deadlocks of threads while others run for ever. A proof may exclude them.
  if (!is_definite_result(result) || (result.violations.empty() && result.may_hang)) return kExitUnknown;
  result.remarks.insert(result.remarks.begin(),
                        std::string("engine: symbolic, because the explicit search ") +
                            (explicit_ended ? "cannot try all values" : "has not come to an end in the first seconds"));
  return report(program, make_machine, settings, result, program_name);
}

// An error if the program lacks a name of a formula; empty if there is none.
std::string error_in_formulas(const Settings& settings, const ir::Program& program) {
  for (const std::string& formula : settings.ltl) {
    const std::variant<LinearTime, std::string> made = LinearTime::make(formula, program);
    if (const auto* error = std::get_if<std::string>(&made)) return formula + ": " + *error;
  }
  return "";
}

int check(const Settings& given, const std::string& program_name) {
  Settings settings = given;
  if (settings.engine == Engine::Native) {
    remove_old_traces(settings);
    return check_native(settings, program_name);
  }
  // Build the program.
  begin_limits(settings);
  remove_old_traces(settings);
  Loaded loaded =
      load_program({settings.inputs, settings.compiler_flags, settings.compile_commands, !settings.checks.race});
  if (!loaded.error.empty()) return cannot_build(settings, program_name, loaded.error);
  if (std::string error = error_in_formulas(settings, loaded.program); !error.empty()) {
    complain(error);
    return kExitUsage;
  }
  if (std::string error = probe_outputs(settings); !error.empty()) {
    complain(error);
    return kExitUsage;
  }
  MachineFactory make_machine = [&] { return vm::make_machine(loaded.program, settings.machine); };

  // Explore its interleavings.
  std::optional<SymbolicBeside> beside;
  if (settings.symbolic_beside) {
    Settings symbolic = settings;
    if (symbolic.color == Color::Auto) symbolic.color = style_of(stdout, settings).color ? Color::Always : Color::Never;
    beside.emplace([&](bool ended) { return check_beside(loaded.program, symbolic, program_name, ended); });
  }
  SearchResult result = explore_addresses(make_machine, settings);
  if (beside && !is_definite_result(result) && lacks_values(result)) beside->wait_for_verdict();
  if (beside) beside->claim_report();
  beside.reset();
  if (std::optional<int> code = fall_back(loaded.program, settings, result, program_name)) return *code;
  return report(loaded.program, make_machine, settings, result, program_name);
}

int guards(const Settings& settings) {
  Loaded loaded = load_program({settings.inputs, settings.compiler_flags, settings.compile_commands});
  if (!loaded.error.empty()) return cannot_translate(loaded.error);
  if (std::string error = probe_outputs(settings); !error.empty()) {
    complain(error);
    return kExitUsage;
  }
  begin_limits(settings);
  SearchResult result = explore([&] { return vm::make_machine(loaded.program, settings.machine); }, settings);
  return deliver_guards(loaded.program, result, settings);
}

int print_ir(const Settings& settings) {
  Loaded loaded = load_program({settings.inputs, settings.compiler_flags, settings.compile_commands});
  if (!loaded.error.empty()) return cannot_translate(loaded.error);
  std::fputs(ir::print(loaded.program).c_str(), stdout);
  return 0;
}

int run(const std::vector<std::string>& words, const std::string& program_name) {
  ParsedSettings parsed = parse_command_line(words);
  if (!parsed.error.empty()) {
    complain(parsed.error);
    return kExitUsage;
  }
  const Settings& settings = parsed.settings;
  switch (settings.command) {
    case Command::Check:
      return check(settings, program_name);
    case Command::Replay:
      return replay_trace(settings, program_name);
    case Command::Guards:
      return guards(settings);
    case Command::Cc:
    case Command::Cxx:
      return controller::drive(settings.command == Command::Cc ? controller::Language::C : controller::Language::Cxx,
                               settings.compiler_flags);
    case Command::Ir:
      return print_ir(settings);
    case Command::Help:
      std::fputs(help_text(parsed.help_about).c_str(), stdout);
      return 0;
    case Command::Table:
      std::fputs(sync::table_of_rules().c_str(), stdout);
      return 0;
    case Command::Version:
      std::fputs(version_text().c_str(), stdout);
      return 0;
  }
  return kExitUsage;
}

}  // namespace
}  // namespace mover::cli

int main(int argc, char** argv) {
  mover::cli::install_signal_handlers();
  try {
    return mover::cli::run(std::vector<std::string>(argv + 1, argv + argc), argv[0]);
  } catch (const std::exception& error) {
    mover::cli::complain(std::string("internal error: ") + error.what());
    return mover::kExitInternalError;
  }
}
