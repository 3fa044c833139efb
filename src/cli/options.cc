#include "cli/options.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <variant>

#include "cli/option_table.h"
#include "frontend/flags.h"
#include "ltl/parser.h"
#include "solver/dump.h"
#include "support/spelling.h"

namespace mover::cli {

namespace {

using FoundBy = Property::FoundBy;

constexpr uint32_t kMostThreads = 64;  // searches represent a set of threads by the bits of a word

Checks parse_checks(const std::vector<std::string>& names) {
  Checks checks;
  for (const Property& property : properties())
    checks.*property.asked = std::find(names.begin(), names.end(), property.name) != names.end();
  return checks;
}

// The first requested property for which the condition holds, or null.
template <typename Condition>
const Property* find_asked(const Checks& checks, Condition condition) {
  for (const Property& property : properties())
    if (checks.*property.asked && condition(property)) return &property;
  return nullptr;
}

std::string option_of(const Property& property) {
  return property.kind == FindingKind::Ltl ? "--ltl" : std::string("--check=") + property.name;
}

// An error if the engine does not find violations of a requested property; empty if it finds them all.
std::string not_found_by(const Checks& checks, const char* engine, bool Property::* finds,
                         bool Property::* undecided = nullptr) {
  const Property* property =
      find_asked(checks, [&](const Property& p) { return !(p.*finds) && (undecided == nullptr || !(p.*undecided)); });
  if (property == nullptr) return "";
  std::string instead;
  if (property->kind == FindingKind::Livelock || property->kind == FindingKind::Ltl)
    instead = "leave out --engine, or use --engine=stateful, which runs the program in the interpreter";
  else
    instead = "use another engine";
  return std::string("--engine=") + engine + " cannot look for " + option_of(*property) + ": " + instead;
}

// Whether the chosen engine and reduction find all violations of the property.
bool preserves(const Settings& settings, const Property& property) {
  const bool none = settings.reduction == Reduction::None, transactions = settings.reduction == Reduction::Transactions;
  const bool stored = settings.engine == Engine::Stateful;
  const bool persistent = settings.reduction == Reduction::PersistentSets && stored;
  switch (property.found_by) {
    case FoundBy::AllReductions:
      return true;
    case FoundBy::Selective:
      return none || transactions || settings.reduction >= Reduction::SleepSets;
    case FoundBy::Transactions:
      return transactions;
    case FoundBy::NoReduction:
      return none && settings.engine != Engine::Stateless;
    case FoundBy::StateGraph:
      return (none && (stored || (settings.engine == Engine::Symbolic && property.is_symbolic))) || persistent;
  }
  return false;
}

// The reason why the reduction does not fit the requested properties; empty if it does.
std::string reduction_loses_findings(const Settings& settings) {
  const Property* lost = find_asked(settings.checks, [&](const Property& p) { return !preserves(settings, p); });
  if (lost == nullptr) return "";
  const bool is_symbolic = settings.engine == Engine::Symbolic && lost->is_symbolic;
  return "--engine=" + std::string(to_text(settings.engine)) + " --reduction=" + to_text(settings.reduction) +
         " does not find all violations of " + option_of(*lost) + ": use " + (is_symbolic ? "" : "--engine=stateful ") +
         "--reduction=" +
         (is_symbolic || lost->found_by == FoundBy::NoReduction ? to_text(Reduction::None)
          : lost->found_by == FoundBy::StateGraph               ? "none or persistent-sets"
                                                                : to_text(Reduction::Transactions));
}

// The reason why this reduction does not fit the other options; empty if it does.
std::string contradiction_in(const Settings& settings) {
  const std::string asked = std::string("--reduction=") + to_text(settings.reduction);
  const bool none = settings.reduction == Reduction::None, transactions = settings.reduction == Reduction::Transactions;
  if (settings.engine == Engine::Reference && !none) return "--engine=reference has no reduction";
  if (settings.engine == Engine::Symbolic) {
    constexpr std::array kAvailable = {Reduction::None, Reduction::PersistentSets, Reduction::Patterns,
                                       Reduction::Transactions, Reduction::TransactionsAndPatterns};
    if (std::find(kAvailable.begin(), kAvailable.end(), settings.reduction) == kAvailable.end())
      return "--engine=symbolic has no " + asked +
             " yet: use none, persistent-sets, patterns, transactions or transactions+patterns";
    const std::string error = not_found_by(settings.checks, "symbolic", &Property::is_symbolic);
    if (!error.empty()) return error;
  }
  if (settings.engine != Engine::Symbolic &&
      (settings.reduction == Reduction::Patterns || settings.reduction == Reduction::TransactionsAndPatterns))
    return asked + " needs --engine=symbolic";
  if (settings.reduction == Reduction::LocksetsAsPrinted && settings.engine != Engine::Stateful)
    return asked + " needs --engine=stateful";
  if (settings.engine == Engine::Stateful && settings.reduction >= Reduction::SourceDpor &&
      settings.reduction < Reduction::PersistentSets)
    return asked + " needs --engine=stateless: it follows executions and stores no states";
  if (settings.engine == Engine::Stateless && (transactions || settings.reduction == Reduction::TransactionsAndDpor))
    return "--engine=stateless has no --reduction=" + std::string(to_text(settings.reduction));
  if (settings.preemptions && settings.engine != Engine::Stateless)
    return "--preemptions needs --engine=stateless or --engine=native";
  if (settings.preemptions && !none)
    return "--preemptions needs --reduction=none: an execution that " + asked +
           " leaves out may have fewer preemptions than the equivalent one";
  const bool chooses = settings.reduction == Reduction::OptimalDpor || settings.reduction == Reduction::Dpor ||
                       settings.reduction == Reduction::TransactionsAndDpor;
  if (settings.seed != 0 && !chooses)
    return asked + (settings.engine == Engine::Stateless ? " --engine=stateless" : "") +
           " has a fixed exploration order: --seed has no effect on it";
  return reduction_loses_findings(settings);
}

constexpr std::array kReductions = {Reduction::None,
                                    Reduction::Transactions,
                                    Reduction::Dpor,
                                    Reduction::TransactionsAndDpor,
                                    Reduction::SourceDpor,
                                    Reduction::OptimalDpor,
                                    Reduction::SleepSets,
                                    Reduction::PersistentSets,
                                    Reduction::InvisibleFirst,
                                    Reduction::Composed,
                                    Reduction::Patterns,
                                    Reduction::TransactionsAndPatterns,
                                    Reduction::LocksetsAsPrinted};
constexpr std::string_view kStateMatching = "state-matching";  // only of the native engine

// Maps names of reductions in older versions to the current ones. `locksets` was the name of two searches, of which
// only one stored states.
std::string current_name(const std::string& reduction, bool stores_states) {
  if (reduction == "locksets" || reduction == "dpor") return stores_states ? "dpor" : "source-dpor";
  if (reduction == "transactions+locksets") return "transactions+dpor";
  if (reduction == "optimal") return "optimal-dpor";
  if (reduction == "sleep" || reduction == "persistent") return reduction + "-sets";
  return reduction == "states" ? std::string(kStateMatching) : reduction;
}

// Reads the formulas. Returns an error, or an empty string.
std::string read_formulas(const support::Arguments& arguments, Settings& settings) {
  for (const std::string& text : arguments.all("--ltl")) {
    const std::variant<ltl::Specification, std::string> parsed = ltl::parse(text);
    if (const auto* error = std::get_if<std::string>(&parsed)) return "--ltl: " + *error;
    settings.ltl.push_back(text);
  }
  for (const std::string& name : arguments.all("--ltl-file")) {
    std::ifstream file(name);
    std::stringstream contents;
    if (!file || !(contents << file.rdbuf())) return "--ltl-file: " + name + " cannot be read";
    const auto parsed = ltl::parse_file(name, contents.str());
    if (const auto* error = std::get_if<std::string>(&parsed)) return *error;
    for (const ltl::Specification& formula : std::get<std::vector<ltl::Specification>>(parsed))
      settings.ltl.push_back(formula.text);
  }
  settings.checks.ltl = !settings.ltl.empty();
  return "";
}

std::string read_fairness(const support::Arguments& arguments, Settings& settings) {
  const std::string& text = arguments.text("--fairness");
  settings.fairness = text == "none" ? Fairness::None : text == "strong" ? Fairness::Strong : Fairness::Weak;
  if (arguments.given("--fairness") && !settings.checks.livelock && !settings.checks.ltl)
    return "--fairness is for --check=livelock and --ltl";
  return "";
}

std::string read_preemptions(const support::Arguments& arguments, Settings& settings) {
  if (!arguments.given("--preemptions")) return "";
  const std::string& text = arguments.text("--preemptions");
  constexpr size_t kMostDigits = 6;
  if (text.size() > kMostDigits || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return "--preemptions needs a number of preemptions, not '" + text + "'";
  settings.preemptions = static_cast<uint32_t>(std::stoul(text));
  return "";
}

// Determines the reduction. Returns an error if the requested one does not fit the other options.
std::string read_reduction(const support::Arguments& arguments, Settings& settings) {
  const std::string reduction = current_name(arguments.text("--reduction"), settings.engine != Engine::Stateless);
  const std::string& ignoring = arguments.text("--ignoring");
  settings.ignoring = ignoring == "cycle" ? Ignoring::Cycle : ignoring == "unsound" ? Ignoring::Unsound : Ignoring::Cpc;
  if (reduction == kStateMatching)
    return "--reduction=state-matching needs --engine=native; --engine=stateful --reduction=none does the same";
  const auto* named =
      std::find_if(kReductions.begin(), kReductions.end(), [&](Reduction r) { return reduction == to_text(r); });
  const bool stores_graph =
      reduction == to_text(Reduction::PersistentSets) && (settings.checks.livelock || settings.checks.ltl);
  const bool stores_nothing = named != kReductions.end() && *named >= Reduction::SourceDpor && !stores_graph;
  if (arguments.text("--engine") == "auto" && (stores_nothing || settings.preemptions)) {
    settings.engine = Engine::Stateless;
    settings.engine_reason =
        std::string("because of ") + (settings.preemptions ? "--preemptions" : "--reduction=" + reduction);
  }
  settings.reduction = named != kReductions.end() ? *named : best_reduction(settings);
  settings.reduction_is_default = reduction == "auto";
  const bool about_transactions = arguments.given("--ignoring") || arguments.given("--verify-reduction");
  if (settings.reduction == Reduction::TransactionsAndDpor && settings.reduction_is_default && about_transactions)
    settings.reduction = Reduction::Transactions;
  if (settings.reduction == Reduction::PersistentSets && settings.reduction_is_default && about_transactions)
    settings.reduction = Reduction::None;
  if (std::string error = contradiction_in(settings); !error.empty()) return error;
  settings.machine.keep_names = settings.engine == Engine::Stateful && settings.reduction != Reduction::None;
  const bool one_by_one = settings.engine == Engine::Stateful && settings.reduction == Reduction::None;
  if (settings.verify_reduction && settings.reduction != Reduction::Transactions && !one_by_one)
    return "--verify-reduction applies to --reduction=transactions, and to --engine=stateful --reduction=none";
  if (arguments.given("--ignoring") && settings.reduction != Reduction::Transactions)
    return "--ignoring applies to --reduction=transactions";
  return "";
}

// Reads limits and machine options. Returns an error, or an empty string.
std::string read_limits(const support::Arguments& arguments, Settings& settings) {
  settings.time_limit = arguments.seconds("--time-limit");
  settings.memory_limit_given = arguments.given("--memory-limit");
  settings.memory_limit_mib =
      settings.memory_limit_given ? arguments.count("--memory-limit") : default_memory_limit_mib();
  settings.machine.nondet_rand = arguments.given("--nondet-rand");
  settings.machine.malloc_may_fail = arguments.given("--malloc-may-fail");
  settings.machine.spurious_wakeups = arguments.given("--spurious-wakeups");
  settings.machine.spurious_failures = arguments.given("--spurious-failures");
  settings.machine.max_frames = arguments.count("--max-recursion");
  settings.machine.max_heap_bytes = arguments.count("--max-heap") << 20;
  settings.machine.max_threads = static_cast<uint32_t>(arguments.count("--max-threads"));
  if (settings.machine.max_threads > kMostThreads) return "--max-threads can be 64 at most";
  settings.argv_given = arguments.given("--args");
  support::Words words = support::split_words(arguments.text("--args"));
  if (!words.error.empty()) return "--args: " + words.error;
  settings.machine.args.insert(settings.machine.args.end(), words.words.begin(), words.words.end());
  return "";
}

// Reads the options of guards. mover guards checks no property, because a violation would end the search early.
std::string read_guards_options(const support::Arguments& arguments, Settings& settings) {
  settings.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false};
  settings.keep_going = settings.machine.keep_names = true;
  settings.reduction = Reduction::Transactions;
  if (arguments.given("--patch")) settings.patch = arguments.text("--patch").empty() ? "-" : arguments.text("--patch");
  if (settings.patch == "-" && settings.json == "-") return "--patch and --json cannot both go to standard output";
  return read_limits(arguments, settings);
}

// Reads the options of the native engine. Returns an error if the engine and the given options do not fit together.
std::string read_native_options(const support::Arguments& arguments, Settings& settings) {
  if (settings.engine != Engine::Native) {
    for (const char* option : {"--program", "--filter"})
      if (arguments.given(option)) return std::string(option) + " is for --engine=native";
    return "";
  }
  if (settings.preemptions) {
    if (settings.native.reduction != "auto" && settings.native.reduction != "none")
      return "--preemptions needs --reduction=none: an execution that --reduction=" + settings.native.reduction +
             " leaves out may have fewer preemptions than the equivalent one";
    settings.native.reduction = "none";
  }
  if (settings.seed != 0 && settings.native.reduction != "auto" && settings.native.reduction != "optimal-dpor")
    return "--reduction=" + settings.native.reduction +
           " --engine=native has a fixed exploration order: --seed has no effect on it";
  if (!settings.native.program.empty() && !settings.inputs.empty())
    return "--program names a compiled program: give no inputs with it";
  if (std::string error =
          not_found_by(settings.checks, "native", &Property::is_native, &Property::is_undecided_natively);
      !error.empty())
    return error;
  if (settings.verify_reduction && settings.native.reduction != kStateMatching)
    return "--verify-reduction --engine=native applies to --reduction=state-matching";
  for (const char* option : {"--ignoring", "--symmetry", "--max-recursion", "--max-heap", "--max-threads"})
    if (arguments.given(option)) return std::string(option) + " is not for --engine=native";
  const std::string& reduction = settings.native.reduction;
  if (reduction == "transactions" || reduction == "transactions+dpor")
    return "--reduction=" + reduction + " needs to know which lock protects each access, and --engine=native does not";
  if (reduction == kStateMatching && settings.checks.discipline)
    return "--reduction=state-matching does not preserve violations of the locking discipline: use another one for "
           "--check=discipline";
  if (!settings.native.program.empty()) settings.machine.args.front() = settings.native.program;
  if (arguments.given("--filter")) {  // the flags of GoogleTest make a failing test end the execution
    settings.native.filter = arguments.text("--filter");
    for (const std::string& word : {"--gtest_filter=" + settings.native.filter, std::string("--gtest_break_on_failure"),
                                    std::string("--gtest_catch_exceptions=0")})
      settings.machine.args.push_back(word);
  }
  return "";
}

const std::string kNative = "native";

// Reads the options of check. Returns an error, or an empty string.
std::string read_check_options(const support::Arguments& arguments, Settings& settings) {
  const std::string& engine = arguments.given("--system") ? kNative : arguments.text("--engine");
  if (arguments.given("--system")) {
    if (arguments.given("--engine") && arguments.text("--engine") != kNative)
      return "--system is for --engine=native: other engines run one program";
    if (!arguments.inputs.empty() || arguments.given("--program"))
      return "--system names the programs, so mover check takes no inputs besides";
  }
  settings.engine = engine == "reference"   ? Engine::Reference
                    : engine == "stateless" ? Engine::Stateless
                    : engine == "native"    ? Engine::Native
                    : engine == "symbolic"  ? Engine::Symbolic
                                            : Engine::Stateful;
  settings.engine_reason = engine == "auto" ? "the default" : "as asked";
  settings.solver = arguments.text("--solver");
  if (arguments.given("--solver") && settings.engine != Engine::Symbolic) return "--solver is for --engine=symbolic";
  settings.dump = arguments.text("--dump");
  settings.invariant = arguments.text("--invariant");
  for (const char* option : {"--dump", "--invariant"})
    if (arguments.given(option) && settings.engine != Engine::Symbolic)
      return std::string(option) + " is for --engine=symbolic";
  if (!settings.dump.empty() && !solver::is_dump_name(settings.dump))
    return "--dump: the name of the file has to end with .aig, .aag, .btor2 or .cnf, which chooses the format";
  settings.machine.lossy = arguments.given("--lossy");
  if (settings.machine.lossy && settings.engine != Engine::Native)
    return "--lossy is for --engine=native: other engines have no sockets";
  settings.checks = parse_checks(arguments.list("--check"));
  if (std::string error = read_formulas(arguments, settings); !error.empty()) return error;
  if (std::string error = read_fairness(arguments, settings); !error.empty()) return error;
  if (settings.solver == "k-liveness" && !settings.checks.ltl) return "--solver=k-liveness is for --ltl";
  if (std::string error = read_preemptions(arguments, settings); !error.empty()) return error;
  if (arguments.given("--seed")) settings.seed = arguments.count("--seed");
  settings.verify_reduction = arguments.given("--verify-reduction");
  settings.symmetry = arguments.text("--symmetry") == "auto";
  settings.native.reduction = current_name(arguments.text("--reduction"), /*stores_states=*/false);
  if (std::string error = read_native_options(arguments, settings); !error.empty()) return error;
  // A program may need functions that have no models; the native engine executes the real libraries.
  auto is_source = [](const std::string& file) {
    const frontend::Language language = frontend::language_of(file);
    return language == frontend::Language::C || language == frontend::Language::Cxx;
  };
  if (settings.engine != Engine::Native) {
    Settings native = settings;
    native.engine = Engine::Native;
    settings.why_not_native = read_native_options(arguments, native);
    settings.native_for_processes = engine == "auto" && settings.why_not_native.empty();
    settings.native_instead =
        settings.native_for_processes && std::all_of(settings.inputs.begin(), settings.inputs.end(), is_source);
    if (settings.native_for_processes) settings.native = native.native;
  }
  if (settings.engine != Engine::Native)
    if (std::string error = read_reduction(arguments, settings); !error.empty()) return error;
  settings.keep_going = arguments.given("--keep-going");
  set_tracking(settings.machine, settings.checks);
  settings.machine.past_memory_errors = !settings.checks.memory;
  settings.machine.torn_copies = !settings.checks.race;
  if (std::string error = read_limits(arguments, settings); !error.empty()) return error;
  // A search that the user has chosen for comparison is what its name says, and so are its statistics.
  const bool is_default =
      settings.engine == Engine::Native
          ? settings.native.reduction == "auto"
          : settings.reduction_is_default && settings.engine != Engine::Reference && !arguments.given("--ignoring");
  settings.tests = is_default && !settings.preemptions && !settings.verify_reduction && !settings.checks.livelock &&
                   !settings.checks.ltl;
  settings.symbolic_beside = engine == "auto" && settings.reduction_is_default && !settings.keep_going &&
                             !settings.preemptions && settings.seed == 0 && !settings.verify_reduction &&
                             not_found_by(settings.checks, "symbolic", &Property::is_symbolic).empty() &&
                             !settings.machine.malloc_may_fail && !settings.machine.spurious_wakeups &&
                             !settings.machine.spurious_failures;
  const std::string& first = settings.inputs.empty() ? settings.native.program : settings.inputs.front();
  if (arguments.given("--no-trace") && arguments.given("--trace")) return "--trace and --no-trace exclude each other";
  settings.trace = arguments.text("--trace");
  settings.trace_is_default = !arguments.given("--trace");
  if (settings.trace_is_default && !arguments.given("--no-trace") && !settings.quiet)
    settings.trace = default_trace(first);
  return "";
}

// Reads the options of replay. A trace is replayed on the engine that recorded it, or translated to the native engine.
std::string read_replay_options(const support::Arguments& arguments, Settings& settings) {
  const std::string& engine = arguments.text("--engine");
  if (engine == "native") settings.engine = Engine::Native;
  if (engine == "native" || engine == "auto") return "";
  return "mover replay runs a trace on the engine that recorded it, or with --engine=native on the compiled program";
}

// An error if inputs are missing or superfluous; empty if there is none.
std::string error_in_inputs(const std::string& name, const Settings& settings) {
  const bool has_program = settings.command == Command::Check && !settings.native.program.empty();
  if (settings.inputs.empty() && !has_program) {
    return "mover " + name + " needs " + (settings.command == Command::Replay ? "a trace" : "an input file");
  }
  if (settings.command == Command::Replay && settings.inputs.size() > 1) {
    return "mover replay takes one trace, not " + std::to_string(settings.inputs.size());
  }
  if (settings.command == Command::Replay && !settings.compiler_flags.empty()) {
    return "mover replay takes the compiler's flags from the trace";
  }
  return "";
}

// Rejects output files that are named like sources: `mover check --json queue.c` would overwrite queue.c.
std::string error_in_outputs(const support::Arguments& arguments, Command command) {
  static constexpr std::string_view kEndings[] = {".c", ".cc", ".cpp", ".cxx", ".C",   ".h", ".hpp",
                                                  ".i", ".ii", ".ll",  ".bc",  ".mir", ".o", ".a"};
  const auto is_source = [](const std::string& path) {
    return std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view e) { return path.ends_with(e); });
  };
  for (const char* option : {"--json", "--trace"}) {
    if (std::string_view(option) == "--trace" && command != Command::Check) continue;
    if (const std::string& path = arguments.text(option); is_source(path))
      return std::string(option) + " would overwrite " + path + ", which is named like a source file: " + option +
             "=FILE names the file to write";
  }
  return "";
}

ParsedSettings parse_command(const std::string& name, Command command, std::span<const std::string> words) {
  ParsedSettings result;
  auto [arguments, error] = support::parse_arguments(option_table(), name, words);
  result.error = error;
  if (error.empty() && arguments.given("--help")) {
    result.settings.command = Command::Help;
    result.help_about = name;
    return result;
  }
  Settings& settings = result.settings;
  settings.command = command;
  settings.inputs = arguments.inputs;
  if (command == Command::Check && arguments.given("--system")) settings.inputs = {arguments.text("--system")};
  settings.compiler_flags = arguments.after_dashes;
  if (result.error.empty() && (command == Command::Check || command == Command::Replay))
    settings.native.program = arguments.text("--program");
  if (result.error.empty() && command != Command::Ir) result.error = error_in_outputs(arguments, command);
  if (result.error.empty()) result.error = error_in_inputs(name, settings);
  if (!result.error.empty()) return result;
  settings.compile_commands = arguments.text("-p");
  settings.json = arguments.text("--json");
  settings.gdb = command == Command::Replay && arguments.given("--gdb");
  settings.quiet = arguments.given("--quiet");
  settings.verbose = arguments.given("--verbose");
  if (settings.quiet && settings.verbose) result.error = "--quiet and --verbose exclude each other";
  const std::string& color = arguments.text("--color");
  settings.color = color == "always" ? Color::Always : color == "never" ? Color::Never : Color::Auto;
  if (command == Command::Replay && result.error.empty()) result.error = read_replay_options(arguments, settings);
  if (command == Command::Check && result.error.empty()) result.error = read_check_options(arguments, settings);
  if (command == Command::Guards && result.error.empty()) result.error = read_guards_options(arguments, settings);
  return result;
}

bool is_command(std::string_view word) {
  const std::span<const std::string_view> names = command_names();
  return std::find(names.begin(), names.end(), word) != names.end();
}

std::string no_command(const std::string& word) {
  const std::string_view guess = support::nearest(word, command_names());
  return "there is no command '" + word + "'; " +
         (guess.empty() ? "mover --help lists the commands" : "did you mean mover " + std::string(guess) + "?");
}

}  // namespace

Reduction best_reduction(const Settings& settings) {
  if (settings.engine == Engine::Symbolic)
    return settings.checks.ltl || settings.checks.livelock ? Reduction::None : Reduction::TransactionsAndPatterns;
  if (settings.preemptions) return Reduction::None;
  if (settings.engine == Engine::Stateless) return Reduction::OptimalDpor;
  auto asks_for = [&](FoundBy found_by) {
    return find_asked(settings.checks, [&](const Property& p) { return p.found_by == found_by; }) != nullptr;
  };
  if (settings.engine == Engine::Reference || asks_for(FoundBy::NoReduction)) return Reduction::None;
  const bool asks_for_movers = asks_for(FoundBy::Transactions) || asks_for(FoundBy::Selective);
  if (asks_for(FoundBy::StateGraph)) return asks_for_movers ? Reduction::None : Reduction::PersistentSets;
  return asks_for_movers ? Reduction::Transactions : Reduction::TransactionsAndDpor;
}

void set_tracking(vm::Options& machine, const Checks& checks) {
  machine.track_leaks = checks.leak;
  machine.track_blocks = checks.atomicity;
  machine.track_operations = checks.livelock;
  machine.check_exclusives = checks.discipline;
}

ParsedSettings parse_command_line(std::span<const std::string> words) {
  ParsedSettings result;
  if (words.empty()) {
    result.error = "no command is given; try mover check FILE, or mover --help";
    return result;
  }
  const std::string& command = words.front();
  if (command == "help" || command == "--help" || command == "-h") {
    if (words.size() > 1) result.help_about = words[1];
    if (!result.help_about.empty() && !is_command(result.help_about)) result.error = no_command(result.help_about);
    return result;
  }
  if (command == "--version" || command == "version") {
    result.settings.command = Command::Version;
    return result;
  }
  if (command == "table") {
    result.settings.command = Command::Table;
    if (words.size() > 1) result.error = "mover table takes no arguments";
    return result;
  }
  std::span<const std::string> rest = words.subspan(1);
  if (command == "check") return parse_command(command, Command::Check, rest);
  if (command == "replay") return parse_command(command, Command::Replay, rest);
  if (command == "ir") return parse_command(command, Command::Ir, rest);
  if (command == "guards") return parse_command(command, Command::Guards, rest);
  if (command == "cc" || command == "c++") {
    result.settings.command = command == "cc" ? Command::Cc : Command::Cxx;
    result.settings.compiler_flags.assign(rest.begin(), rest.end());
    return result;
  }
  result.error = no_command(command);
  if (support::nearest(command, command_names()).empty() && command.find('.') != std::string::npos)
    result.error = "there is no command '" + command + "'; did you mean mover check " + command + "?";
  return result;
}

const char* to_text(Reduction reduction) {
  switch (reduction) {
    case Reduction::None:
      return "none";
    case Reduction::Transactions:
      return "transactions";
    case Reduction::Dpor:
      return "dpor";
    case Reduction::TransactionsAndDpor:
      return "transactions+dpor";
    case Reduction::Patterns:
      return "patterns";
    case Reduction::TransactionsAndPatterns:
      return "transactions+patterns";
    case Reduction::LocksetsAsPrinted:
      return "locksets-as-printed";
    case Reduction::SourceDpor:
      return "source-dpor";
    case Reduction::OptimalDpor:
      return "optimal-dpor";
    case Reduction::SleepSets:
      return "sleep-sets";
    case Reduction::PersistentSets:
      return "persistent-sets";
    case Reduction::InvisibleFirst:
      return "invisible-first";
    case Reduction::Composed:
      return "composed";
  }
  return "?";
}

const char* to_text(Engine engine) {
  switch (engine) {
    case Engine::Stateful:
      return "stateful";
    case Engine::Stateless:
      return "stateless";
    case Engine::Reference:
      return "reference";
    case Engine::Native:
      return "native";
    case Engine::Symbolic:
      return "symbolic";
  }
  return "?";
}

std::string default_trace(const std::string& input) {
  const size_t name = input.rfind('/') == std::string::npos ? 0 : input.rfind('/') + 1;
  return input.substr(0, name) + ".mover/" + input.substr(name) + ".trace.json";
}

std::string numbered_trace(const std::string& first, size_t n) {
  if (n == 0 || first.empty()) return first;
  size_t name = first.rfind('/') == std::string::npos ? 0 : first.rfind('/') + 1;
  size_t dot = first.size();
  for (std::string_view extension : {".trace.json", ".json"}) {
    if (first.size() > name + extension.size() && first.ends_with(extension)) {
      dot = first.size() - extension.size();
      break;
    }
  }
  return first.substr(0, dot) + "." + std::to_string(n + 1) + first.substr(dot);
}

uint64_t default_memory_limit_mib() {
  long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGE_SIZE);
  uint64_t bytes = pages > 0 && page_size > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_size) : 0;
  // In a container, less than the machine's memory may be available.
  uint64_t allowed = 0;
  if (std::ifstream limit("/sys/fs/cgroup/memory.max"); limit >> allowed && allowed > 0) {
    bytes = bytes == 0 ? allowed : std::min(bytes, allowed);
  }
  return bytes / 5 * 4 >> 20;
}

}  // namespace mover::cli
