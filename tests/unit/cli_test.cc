// Tests the command line: accepted and rejected options, error messages, and the sentences about limits.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/pipeline.h"
#include "ir/text.h"
#include "report/style.h"
#include "support/exit_codes.h"
#include "support/options.h"
#include "support/shell.h"
#include "support/spelling.h"
#include "vm/vm.h"

namespace mover::cli {
namespace {

using Words = std::vector<std::string>;

Settings understood(const Words& words) {
  ParsedSettings parsed = parse_command_line(words);
  EXPECT_EQ(parsed.error, "");
  return parsed.settings;
}

std::string error_of(const Words& words) { return parse_command_line(words).error; }

TEST(Options, DefaultsAreThoseOfTheContract) {
  Settings settings = understood({"check", "dir/counter.c"});
  EXPECT_EQ(settings.command, Command::Check);
  EXPECT_EQ(settings.inputs, Words{"dir/counter.c"});
  EXPECT_EQ(settings.engine, Engine::Stateful);
  EXPECT_TRUE(settings.checks.assertion && settings.checks.deadlock && settings.checks.race && settings.checks.memory);
  EXPECT_FALSE(settings.checks.leak || settings.keep_going || settings.quiet || settings.verbose);
  EXPECT_EQ(settings.time_limit, 0);
  EXPECT_FALSE(settings.memory_limit_given);
  EXPECT_GT(settings.memory_limit_mib, 0u);
  EXPECT_EQ(settings.trace, "dir/.mover/counter.c.trace.json");
  EXPECT_EQ(understood({"check", "-q", "counter.c"}).trace, "");
  EXPECT_EQ(settings.machine.args, Words{"program"});
}

TEST(Options, InputsMayStandAnywhereAndCompilerFlagsFollowTwoDashes) {
  Settings settings = understood({"check", "a.c", "--keep-going", "b.c", "--", "-DX=1", "--keep-goin", "c.c"});
  EXPECT_EQ(settings.inputs, (Words{"a.c", "b.c"}));
  EXPECT_EQ(settings.compiler_flags, (Words{"-DX=1", "--keep-goin", "c.c"}));
  EXPECT_TRUE(settings.keep_going);
}

TEST(Options, ValuesFollowAnEqualsSignOrAreTheNextWord) {
  Settings settings = understood(
      {"check", "--json", "x.json", "--time-limit=2.5", "--memory-limit", "100", "-p", "build", "a.c", "-v"});
  EXPECT_EQ(settings.json, "x.json");
  EXPECT_EQ(settings.time_limit, 2.5);
  EXPECT_EQ(settings.memory_limit_mib, 100u);
  EXPECT_TRUE(settings.memory_limit_given && settings.verbose);
  EXPECT_EQ(settings.compile_commands, "build");
}

TEST(Options, NoSourceFileIsOverwritten) {
  EXPECT_NE(error_of({"check", "--json", "a.c", "b.c"}).find("would overwrite a.c"), std::string::npos);
  EXPECT_NE(error_of({"check", "--trace=a.cpp", "b.c"}).find("would overwrite a.cpp"), std::string::npos);
  EXPECT_EQ(error_of({"check", "--json=a.json", "--trace", "a.trace.json", "b.c"}), "");
}

TEST(Options, CheckKnowsEveryProperty) {
  for (const Property& property : properties()) {
    const bool is_ltl = property.kind == FindingKind::Ltl;  // is requested by its formula
    const std::string option = is_ltl ? "--ltl=F x" : std::string("--check=") + property.name;
    EXPECT_TRUE(understood({"check", option, "a.c"}).checks.*property.asked);
  }
}

TEST(Options, ChecksAreAListAndReplaceTheDefault) {
  Settings settings = understood({"check", "--check=race,leak", "a.c"});
  EXPECT_TRUE(settings.checks.race && settings.checks.leak && settings.machine.track_leaks);
  EXPECT_FALSE(settings.checks.assertion || settings.checks.deadlock || settings.checks.memory);
  EXPECT_FALSE(settings.checks.discipline || settings.machine.check_exclusives);
  settings = understood({"check", "--check=discipline", "a.c"});
  EXPECT_TRUE(settings.checks.discipline && settings.machine.check_exclusives);
}

TEST(Options, ArgumentsOfTheProgramAreSplitAsAShellDoes) {
  EXPECT_EQ(understood({"check", "a.c", "--args=one 'two three' \"fo\\\"ur\" fi\\ ve ''"}).machine.args,
            (Words{"program", "one", "two three", "fo\"ur", "fi ve", ""}));
  EXPECT_NE(error_of({"check", "a.c", "--args=it's"}).find("never closed"), std::string::npos);
}

TEST(Options, GuardsLooksForNothingThatCouldEndTheSearch) {
  Settings settings = understood({"guards", "a.c", "--patch", "--time-limit=3", "--args=x", "b.c"});
  EXPECT_EQ(settings.command, Command::Guards);
  EXPECT_EQ(settings.inputs, (Words{"a.c", "b.c"}));  // --patch takes a file only after =
  EXPECT_EQ(settings.patch, "-");
  EXPECT_EQ(understood({"guards", "a.c", "--patch=x.patch"}).patch, "x.patch");
  EXPECT_EQ(understood({"guards", "a.c"}).patch, "");
  EXPECT_EQ(settings.time_limit, 3);
  EXPECT_TRUE(settings.keep_going && settings.machine.keep_names);
  EXPECT_FALSE(settings.checks.assertion || settings.checks.deadlock || settings.checks.race || settings.checks.memory);
  EXPECT_EQ(error_of({"guards", "a.c", "--patch", "--json=-"}), "--patch and --json cannot both go to standard output");
  EXPECT_EQ(error_of({"guards", "a.c", "--patch="}), "--patch needs a value: FILE");
  EXPECT_EQ(error_of({"guards", "a.c", "--check=race"}), "--check is no option of mover guards");
  EXPECT_NE(help_text("guards").find("--patch[=FILE]"), std::string::npos);
}

TEST(Options, MachineOptionsReachTheMachine) {
  Settings settings = understood({"check", "a.c", "--nondet-rand", "--malloc-may-fail", "--spurious-wakeups",
                                  "--max-recursion=7", "--max-heap=3", "--max-threads=4"});
  EXPECT_TRUE(settings.machine.nondet_rand && settings.machine.malloc_may_fail && settings.machine.spurious_wakeups);
  EXPECT_EQ(settings.machine.max_frames, 7u);
  EXPECT_EQ(settings.machine.max_heap_bytes, 3u << 20);
  EXPECT_EQ(settings.machine.max_threads, 4u);
  EXPECT_EQ(error_of({"check", "a.c", "--max-threads=65"}), "--max-threads can be 64 at most");
}

TEST(Options, TheReferenceEngineIsAcceptedForTests) {
  EXPECT_EQ(understood({"check", "--engine=reference", "a.c"}).engine, Engine::Reference);
  EXPECT_EQ(help_text("check").find("reference"), std::string::npos);
}

TEST(Options, MistakesGetOneSentenceWithAGuess) {
  EXPECT_EQ(error_of({"check", "--keep-goin", "a.c"}), "unknown option --keep-goin; did you mean --keep-going?");
  EXPECT_EQ(error_of({"check", "--engine=statefull", "a.c"}),
            "--engine does not know 'statefull'; did you mean stateful?");
  EXPECT_EQ(error_of({"check", "--color=blue", "a.c"}), "--color does not know 'blue'; it takes auto, always or never");
  EXPECT_EQ(error_of({"chekc", "a.c"}), "there is no command 'chekc'; did you mean mover check?");
  EXPECT_EQ(error_of({"a.c"}), "there is no command 'a.c'; did you mean mover check a.c?");
  EXPECT_EQ(error_of({"check", "--frobnicate", "a.c"}),
            "unknown option --frobnicate; mover check --help lists the options");
  EXPECT_EQ(error_of({"check", "-O2", "a.c"}), "unknown option -O2; compiler flags follow --");
}

TEST(Options, WrongValuesAreRefused) {
  EXPECT_EQ(error_of({"check", "--time-limit=soon", "a.c"}),
            "--time-limit needs a number of seconds above 0, not 'soon'");
  EXPECT_EQ(error_of({"check", "--time-limit=-1", "a.c"}), "--time-limit needs a number of seconds above 0, not '-1'");
  EXPECT_EQ(error_of({"check", "--memory-limit=1.5", "a.c"}), "--memory-limit needs a whole number above 0, not '1.5'");
  EXPECT_EQ(error_of({"check", "--memory-limit=99999999999999999999", "a.c"}),
            "--memory-limit needs a whole number above 0, not '99999999999999999999'");
  EXPECT_EQ(error_of({"check", "--keep-going=yes", "a.c"}), "--keep-going takes no value");
  EXPECT_EQ(error_of({"check", "a.c", "--json"}), "--json needs a value: --json=FILE");
  EXPECT_EQ(error_of({"check", "--json=", "a.c"}), "--json needs a value: FILE");
  EXPECT_EQ(error_of({"check", "--check=", "a.c"}).substr(0, 24), "--check does not know ''");
  EXPECT_EQ(error_of({"check", "--quiet", "-v", "a.c"}), "--quiet and --verbose exclude each other");
  EXPECT_EQ(error_of({"check", "--no-trace", "--trace=t", "a.c"}), "--trace and --no-trace exclude each other");
}

TEST(Options, OptionsThatAreNotImplementedYetAreRejected) {
  for (const char* option : {"--sarif=x", "--html=x", "--junit=x", "--witness=x"}) {
    EXPECT_NE(error_of({"check", option, "a.c"}).find(" is not available yet"), std::string::npos) << option;
  }
  EXPECT_EQ(error_of({"check", "--reduction=none", "--engine=auto", "a.c"}), "");
}

TEST(Options, TheSymbolicEngineRefusesWhatItCannotDo) {
  EXPECT_EQ(understood({"check", "--engine=symbolic", "a.c"}).engine, Engine::Symbolic);
  EXPECT_EQ(understood({"check", "--engine=symbolic", "a.c"}).reduction, Reduction::TransactionsAndPatterns);
  EXPECT_EQ(understood({"check", "--engine=symbolic", "--solver=pdr", "a.c"}).solver, "pdr");
  EXPECT_EQ(error_of({"check", "--solver=pdr", "a.c"}), "--solver is for --engine=symbolic");
  EXPECT_EQ(error_of({"check", "--dump=a.aig", "a.c"}), "--dump is for --engine=symbolic");
  EXPECT_EQ(error_of({"check", "--engine=symbolic", "--dump=a.smt2", "a.c"}),
            "--dump: the name of the file has to end with .aig, .aag, .btor2 or .cnf, which chooses the format");
  EXPECT_EQ(understood({"check", "--engine=symbolic", "--invariant=-", "a.c"}).invariant, "-");
  EXPECT_TRUE(understood({"check", "a.c"}).symbolic_beside);
  for (const char* option : {"--engine=stateful", "--reduction=none", "--keep-going", "--check=leak", "--seed=1",
                             "--malloc-may-fail", "--spurious-wakeups"})
    EXPECT_FALSE(understood({"check", option, "a.c"}).symbolic_beside) << option;
  EXPECT_EQ(error_of({"check", "--engine=symbolic", "--check=leak", "a.c"}),
            "--engine=symbolic cannot look for --check=leak: use another engine");
  EXPECT_EQ(understood({"check", "--engine=symbolic", "--check=livelock", "a.c"}).reduction, Reduction::None);
  EXPECT_EQ(error_of({"check", "--engine=symbolic", "--reduction=dpor", "a.c"}),
            "--engine=symbolic has no --reduction=dpor yet: use none, persistent-sets, patterns, transactions or "
            "transactions+patterns");
  EXPECT_EQ(error_of({"check", "--reduction=patterns", "a.c"}), "--reduction=patterns needs --engine=symbolic");
}

TEST(Options, TheNativeEngineRefusesWhatItCannotDo) {
  const Settings settings = understood({"check", "--engine=native", "a.c", "--args=1 2", "--filter=Queue.*"});
  EXPECT_EQ(settings.engine, Engine::Native);
  EXPECT_EQ(settings.native.reduction, "auto");
  EXPECT_EQ(settings.machine.args,
            (std::vector<std::string>{"program", "--gtest_filter=Queue.*", "--gtest_break_on_failure",
                                      "--gtest_catch_exceptions=0", "1", "2"}));
  EXPECT_EQ(understood({"check", "--engine=native", "--program=./a.out"}).trace, "./.mover/a.out.trace.json");
  EXPECT_EQ(error_of({"check", "--engine=native", "--check=leak", "a.c"}),
            "--engine=native cannot look for --check=leak: use another engine");
  EXPECT_TRUE(understood({"check", "--engine=native", "--ltl=G x", "a.c"}).checks.ltl);  // left undecided
  EXPECT_EQ(error_of({"check", "--engine=native", "--max-heap=5", "a.c"}), "--max-heap is not for --engine=native");
  EXPECT_EQ(error_of({"check", "--engine=native", "--reduction=transactions", "a.c"}),
            "--reduction=transactions needs to know which lock protects each access, and --engine=native does not");
  EXPECT_EQ(error_of({"check", "--engine=native", "--program=./a.out", "a.c"}),
            "--program names a compiled program: give no inputs with it");
  EXPECT_EQ(error_of({"check", "--engine=native"}), "mover check needs an input file");
  EXPECT_EQ(error_of({"check", "--program=./a.out"}), "--program is for --engine=native");
}

TEST(Options, WordsForTheCompilerAreLeftAlone) {
  const Settings settings = understood({"c++", "--help", "-o", "a", "--", "-v"});
  EXPECT_EQ(settings.command, Command::Cxx);
  EXPECT_EQ(settings.compiler_flags, (std::vector<std::string>{"--help", "-o", "a", "--", "-v"}));
}

TEST(Options, AnEngineRefusesAReductionThatItDoesNotHaveOrThatLosesWhatIsAskedFor) {
  EXPECT_EQ(understood({"check", "--engine=stateless", "a.c"}).reduction, Reduction::OptimalDpor);
  EXPECT_EQ(understood({"check", "a.c"}).reduction, Reduction::TransactionsAndDpor);
  EXPECT_EQ(understood({"check", "--check=atomicity", "a.c"}).reduction, Reduction::Transactions);
  EXPECT_EQ(understood({"check", "--ignoring=cycle", "a.c"}).reduction, Reduction::Transactions);
  EXPECT_EQ(understood({"check", "--check=leak", "a.c"}).reduction, Reduction::None);
  EXPECT_EQ(error_of({"check", "--engine=stateful", "--reduction=optimal-dpor", "a.c"}),
            "--reduction=optimal-dpor needs --engine=stateless: it follows executions and stores no states");
  EXPECT_EQ(error_of({"check", "--engine=stateless", "--reduction=transactions", "a.c"}),
            "--engine=stateless has no --reduction=transactions");
  EXPECT_EQ(
      error_of({"check", "--engine=stateless", "--check=leak", "a.c"}),
      "--engine=stateless --reduction=optimal-dpor does not find all violations of --check=leak: use --engine=stateful "
      "--reduction=none");
  EXPECT_EQ(understood({"check", "--reduction=dpor", "a.c"}).reduction, Reduction::Dpor);
  EXPECT_EQ(understood({"check", "--reduction=transactions+dpor", "a.c"}).reduction, Reduction::TransactionsAndDpor);
  EXPECT_EQ(
      error_of({"check", "--reduction=transactions", "--check=leak", "a.c"}),
      "--engine=stateful --reduction=transactions does not find all violations of --check=leak: use --engine=stateful "
      "--reduction=none");
  EXPECT_EQ(error_of({"check", "--engine=stateless", "--check=atomicity", "a.c"}),
            "--engine=stateless --reduction=optimal-dpor does not find all violations of --check=atomicity: use "
            "--engine=stateful --reduction=transactions");
  EXPECT_NE(error_of({"check", "--engine=stateless", "--check=discipline", "a.c"}), "");
}

TEST(Options, OldNamesOfReductionsAreSynonyms) {
  auto reduction = [](std::vector<std::string> words) {
    words.insert(words.begin(), "check"), words.push_back("a.c");
    return understood(words).reduction;
  };
  EXPECT_EQ(reduction({"--reduction=locksets"}), Reduction::Dpor);
  EXPECT_EQ(reduction({"--engine=stateless", "--reduction=locksets"}), Reduction::SourceDpor);
  EXPECT_EQ(reduction({"--engine=stateless", "--reduction=dpor"}), Reduction::SourceDpor);
  EXPECT_EQ(reduction({"--reduction=transactions+locksets"}), Reduction::TransactionsAndDpor);
  EXPECT_EQ(reduction({"--engine=stateless", "--reduction=optimal"}), Reduction::OptimalDpor);
  EXPECT_EQ(reduction({"--reduction=sleep"}), Reduction::SleepSets);
  EXPECT_EQ(reduction({"--reduction=persistent"}), Reduction::PersistentSets);
  EXPECT_EQ(understood({"check", "--engine=native", "--reduction=locksets", "a.c"}).native.reduction, "source-dpor");
  EXPECT_EQ(understood({"check", "--engine=native", "--reduction=states", "a.c"}).native.reduction, "state-matching");
}

TEST(Options, ReductionsThatStoreNoStatesChooseTheStatelessEngine) {
  EXPECT_EQ(understood({"check", "--reduction=source-dpor", "a.c"}).engine, Engine::Stateless);
  EXPECT_EQ(understood({"check", "--reduction=optimal-dpor", "a.c"}).engine, Engine::Stateless);
  const auto composed = understood({"check", "--reduction=composed", "a.c"});
  EXPECT_EQ(composed.engine, Engine::Stateless);
  EXPECT_EQ(composed.reduction, Reduction::Composed);
  EXPECT_EQ(understood({"check", "--reduction=sleep-sets", "a.c"}).reduction, Reduction::SleepSets);
  EXPECT_EQ(error_of({"check", "--engine=stateful", "--reduction=sleep-sets", "a.c"}),
            "--reduction=sleep-sets needs --engine=stateless: it follows executions and stores no states");
  EXPECT_EQ(understood({"check", "--engine=stateful", "--reduction=composed", "a.c"}).engine, Engine::Stateful);
  EXPECT_EQ(understood({"check", "--reduction=invisible-first", "--check=discipline", "a.c"}).reduction,
            Reduction::InvisibleFirst);
}

TEST(Options, TheOrderOfExploringIsForSomeSearchesToChange) {
  EXPECT_EQ(understood({"check", "--seed=3", "a.c"}).seed, 3u);
  EXPECT_EQ(understood({"check", "--seed=3", "--engine=stateless", "a.c"}).seed, 3u);
  EXPECT_EQ(understood({"check", "--seed=3", "--engine=native", "a.c"}).seed, 3u);
  EXPECT_EQ(error_of({"check", "--seed=3", "--reduction=none", "a.c"}),
            "--reduction=none has a fixed exploration order: --seed has no effect on it");
  EXPECT_EQ(error_of({"check", "--seed=3", "--engine=native", "--reduction=sleep-sets", "a.c"}),
            "--reduction=sleep-sets --engine=native has a fixed exploration order: --seed has no effect on it");
}

TEST(Options, PreemptionsAreBoundedWithoutReductionOnly) {
  const auto bounded = understood({"check", "--preemptions=0", "a.c"});
  EXPECT_EQ(bounded.engine, Engine::Stateless);
  EXPECT_EQ(bounded.reduction, Reduction::None);
  EXPECT_EQ(bounded.preemptions, 0u);
  EXPECT_EQ(error_of({"check", "--preemptions=2", "--engine=stateful", "a.c"}),
            "--preemptions needs --engine=stateless or --engine=native");
  EXPECT_EQ(error_of({"check", "--preemptions=2", "--reduction=sleep-sets", "a.c"}),
            "--preemptions needs --reduction=none: an execution that --reduction=sleep-sets leaves out may have fewer "
            "preemptions than the equivalent one");
  EXPECT_EQ(error_of({"check", "--preemptions=-1", "a.c"}), "--preemptions needs a number of preemptions, not '-1'");
}

TEST(Options, EachCommandHasItsOwn) {
  EXPECT_EQ(error_of({"replay", "--keep-going", "x.json"}), "--keep-going is no option of mover replay");
  EXPECT_EQ(error_of({"replay"}), "mover replay needs a trace");
  EXPECT_EQ(error_of({"replay", "a", "b"}), "mover replay takes one trace, not 2");
  EXPECT_EQ(error_of({"check"}), "mover check needs an input file");
  EXPECT_EQ(understood({"replay", "-v", "x.json"}).command, Command::Replay);
  EXPECT_EQ(understood({"replay", "--engine=native", "x.json"}).engine, Engine::Native);
  EXPECT_EQ(
      error_of({"replay", "--engine=stateless", "x.json"}),
      "mover replay runs a trace on the engine that recorded it, or with --engine=native on the compiled program");
  EXPECT_EQ(understood({"ir", "a.c", "--", "-O0"}).command, Command::Ir);
}

TEST(Options, HelpNamesEveryOptionOnceAndFitsTheScreen) {
  EXPECT_EQ(parse_command_line(Words{"check", "--help"}).help_about, "check");
  EXPECT_EQ(parse_command_line(Words{"--help"}).settings.command, Command::Help);
  EXPECT_EQ(parse_command_line(Words{"--version"}).settings.command, Command::Version);
  for (const char* about : {"", "check", "replay", "guards", "ir"}) {
    std::string help = help_text(about);
    for (std::string_view line : support::split(help, '\n')) EXPECT_LE(display_width(line), 105u) << line;
  }
  std::string help = help_text("check");
  EXPECT_NE(help.find("--keep-going"), std::string::npos);
  EXPECT_EQ(help.find("--gdb"), std::string::npos);
}

TEST(Options, HelpListsNothingThatIsNotImplemented) {
  const std::string help = help_text("check");
  for (const char* word : {"--sarif", "--html", "--junit", "--witness", "not available"})
    EXPECT_EQ(help.find(word), std::string::npos) << word;
}

TEST(Options, HelpAboutACommandThatDoesNotExistIsAnErrorWithAGuess) {
  EXPECT_EQ(error_of({"help", "chek"}), "there is no command 'chek'; did you mean mover check?");
  EXPECT_EQ(error_of({"help", "frobnicate"}), "there is no command 'frobnicate'; mover --help lists the commands");
  for (const char* command : {"check", "replay", "guards", "cc", "c++", "ir", "table", "help", "--version"})
    EXPECT_EQ(error_of({"help", command}), "") << command;
  EXPECT_NE(help_text("cc").find("--engine=native"), std::string::npos);
  EXPECT_NE(help_text("table").find("Markdown"), std::string::npos);
}

TEST(Traces, OfOneRunAreNumberedBeforeTheirExtension) {
  EXPECT_EQ(numbered_trace("a.trace.json", 0), "a.trace.json");
  EXPECT_EQ(numbered_trace("a.trace.json", 1), "a.2.trace.json");
  EXPECT_EQ(numbered_trace("x/t.json", 2), "x/t.3.json");
  EXPECT_EQ(numbered_trace("dir.json/t", 1), "dir.json/t.2");
  EXPECT_EQ(numbered_trace("", 1), "");
}

TEST(Traces, OfAnEarlierCheckAreRemovedWithTheirEmptyFolder) {
  const std::string folder = testing::TempDir() + "old-traces";
  std::filesystem::create_directories(folder + "/.mover");
  for (const char* name : {"a.c.trace.json", "a.c.2.trace.json"}) std::ofstream(folder + "/.mover/" + name) << "{}";
  Settings settings = understood({"check", folder + "/a.c", "--trace=" + folder + "/other.json"});
  remove_old_traces(settings);
  EXPECT_TRUE(std::filesystem::exists(folder + "/.mover/a.c.trace.json"));  // this check writes elsewhere
  remove_old_traces(understood({"check", folder + "/a.c"}));
  EXPECT_FALSE(std::filesystem::exists(folder + "/.mover"));
}

TEST(Assumptions, AboutTheEnvironmentMatterForViolations) {
  EXPECT_TRUE(matters_for_violations("rand and its like give one fixed sequence of numbers"));
  EXPECT_TRUE(matters_for_violations("main gets no arguments"));
  EXPECT_FALSE(matters_for_violations("malloc succeeds (--malloc-may-fail lifts this)"));
  EXPECT_FALSE(matters_for_violations("sequential consistency: every thread sees all accesses in one order"));
}

TEST(Shell, GetsWordsThatItDoesNotInterpret) {
  EXPECT_EQ(support::quoted_for_shell("dir/a.c"), "dir/a.c");
  EXPECT_EQ(support::quoted_for_shell("two words"), "'two words'");
  EXPECT_EQ(support::quoted_for_shell("it's"), "'it'\\''s'");
  EXPECT_EQ(support::quoted_for_shell("-x"), "./-x");
  EXPECT_EQ(support::quoted_for_shell(""), "''");
}

TEST(Options, OfAFallbackAreThoseOfTheUser) {
  const Settings settings = understood({"check", "--preemptions=1", "a.cpp"});
  EXPECT_TRUE(settings.native_instead);
  EXPECT_EQ(settings.native.reduction, "none");  // other reductions do not preserve executions with few preemptions
  EXPECT_EQ(settings.engine_reason, "because of --preemptions");
  EXPECT_EQ(understood({"check", "a.cpp"}).engine_reason, "the default");
}

TEST(Suggestions, ComeOnlyFromNearby) {
  std::array<std::string_view, 2> known = {"--keep-going", "--json"};
  EXPECT_EQ(support::nearest("--jsn", known), "--json");
  EXPECT_EQ(support::nearest("haed", std::array<std::string_view, 1>{"head"}), "head") << "a swap is one mistake";
  EXPECT_EQ(support::nearest("y", std::array<std::string_view, 1>{"x"}), "") << "no letter is the same";
  EXPECT_EQ(support::nearest("--completely-different", known), "");
  EXPECT_EQ(support::nearest(std::string(10000, 'x'), known), "");
}

ir::Program parsed(const std::string& text) {
  auto result = ir::parse(text);
  if (auto* error = std::get_if<ir::ParseError>(&result)) ADD_FAILURE() << error->line << ": " << error->message;
  return std::get<ir::Program>(std::move(result));
}

TEST(Limits, ListOnlyAssumptionsThatMatterToTheProgram) {
  Settings settings;
  std::vector<std::string> plain =
      standing_assumptions(parsed("func @main(0) regs 0 {\n  ret\n}\nentry @main\n"), settings);
  ASSERT_EQ(plain.size(), 1u);
  EXPECT_EQ(plain[0], "sequential consistency: every thread sees all accesses in one order");

  ir::Program program = parsed(
      "global @x size 4 align 4\n"
      "global @c size 48 align 8\n"
      "global @m size 40 align 8\n"
      "func @main(2) regs 4 {\n"
      "  %2 = load.32.relaxed @x\n"
      "  store.32.release @x, 1\n"
      "  store.32.seq_cst @x, 1\n"
      "  %3 = service malloc(8, 16)\n"
      "  %3 = sync cond_wait(@c, @m)\n"
      "  ret\n"
      "}\n"
      "entry @main\n");
  std::vector<std::string> full = standing_assumptions(program, settings);
  ASSERT_EQ(full.size(), 4u);
  EXPECT_NE(full[0].find("2 atomic operations of the program have weaker memory orders"), std::string::npos) << full[0];
  EXPECT_NE(full[1].find("malloc succeeds"), std::string::npos);
  EXPECT_NE(full[2].find("spurious wake-ups"), std::string::npos);
  EXPECT_NE(full[3].find("main gets no arguments"), std::string::npos);

  settings.machine.malloc_may_fail = settings.machine.spurious_wakeups = true;
  settings.machine.args = {"program", "a", "b"};
  settings.checks.race = false;
  std::vector<std::string> lifted = standing_assumptions(program, settings);
  ASSERT_EQ(lifted.size(), 3u);
  EXPECT_EQ(lifted[1], "main gets the arguments 'a', 'b' and no others");
  EXPECT_NE(lifted[2].find("data races are not checked"), std::string::npos);
}

TEST(Limits, SayWhyASearchStopped) {
  Settings settings;
  settings.time_limit = 2.5;
  settings.memory_limit_mib = 1000;
  EXPECT_EQ(stop_sentence(Stop::Finished, settings), "");
  EXPECT_EQ(stop_sentence(Stop::TimeLimit, settings), "the search stopped at the time limit of 2.5 s");
  EXPECT_EQ(stop_sentence(Stop::MemoryLimit, settings),
            "the search stopped at the memory limit of 1,000 MiB (four fifths of this machine's; --memory-limit=MIB "
            "sets another)");
  settings.memory_limit_given = true;
  EXPECT_EQ(stop_sentence(Stop::MemoryLimit, settings), "the search stopped at the memory limit of 1,000 MiB");
}

TEST(Loading, NamesFileLineAndColumnOfWhatIsWrong) {
  std::string path = testing::TempDir() + "broken.mir";
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::fputs("func @main(0) regs 0 {\n  frobnicate\n}\n", file);
  std::fclose(file);
  EXPECT_EQ(load_program({{path}, {}, ""}).error.rfind(path + ":2:", 0), 0u);
  EXPECT_EQ(load_program({{"nowhere.mir"}, {}, ""}).error, "nowhere.mir: cannot be read");
  EXPECT_EQ(load_program({{path, "a.c"}, {}, ""}).error, "a .mir file is a whole program: give it alone");
}

// Two threads that lock a and b in opposite order.
constexpr const char* kDeadlock =
    "global @a size 40 align 8\n"
    "global @b size 40 align 8\n"
    "func @one(2) regs 3 {\n"
    "  %2 = sync mutex_lock(@a)\n"
    "  %2 = sync mutex_lock(@b)\n"
    "  ret 0\n"
    "}\n"
    "func @main(0) regs 3 {\n"
    "  %0 = alloca 8 align 8\n"
    "  %1 = sync thread_create(%0, @one, 0, 0, 0)\n"
    "  %1 = sync mutex_lock(@b)\n"
    "  %1 = sync mutex_lock(@a)\n"
    "  ret\n"
    "}\n"
    "entry @main\n";

std::string written(const std::string& name, const std::string& text) {
  std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

// Executes the stages of main.cc before the report.
Outcome checked(const Settings& settings) {
  Loaded loaded = load_program({settings.inputs, {}, ""});
  EXPECT_EQ(loaded.error, "");
  MachineFactory make_machine = [&] { return vm::make_machine(loaded.program, settings.machine); };
  SearchResult result = explore(make_machine, settings);
  Outcome outcome = summarise(loaded.program, settings, result);
  for (const Violation& violation : result.violations) {
    outcome.violations.push_back(
        confirm(make_machine, settings, violation, outcome.violations.size(), result.violations.size()));
  }
  add_guards(loaded.program, settings, outcome);
  conclude(outcome, settings);
  return outcome;
}

Settings quiet_check(const std::string& input) {
  Settings settings;
  settings.command = Command::Check;
  settings.inputs = {input};
  settings.quiet = true;
  return settings;
}

TEST(Pipeline, EachEngineFindsTheDeadlockAndItsTraceReplays) {
  for (Engine engine : {Engine::Stateful, Engine::Reference}) {
    Settings settings = quiet_check(written("deadlock.mir", kDeadlock));
    settings.engine = engine;
    settings.trace = testing::TempDir() + "deadlock.trace.json";
    Outcome outcome = checked(settings);
    EXPECT_EQ(outcome.verdict, Verdict::Unsafe);
    EXPECT_EQ(outcome.engine, to_text(engine));
    ASSERT_EQ(outcome.violations.size(), 1u);
    EXPECT_EQ(outcome.violations[0].finding.kind, FindingKind::Deadlock);
    EXPECT_EQ(exit_code(outcome), 11);

    Settings again;
    again.command = Command::Replay;
    again.inputs = {outcome.violations[0].trace};
    again.quiet = true;
    EXPECT_EQ(replay_trace(again, "mover"), 11);
  }
}

TEST(Pipeline, ATraceOfAProgramThatHasChangedIsSaidNotToReplay) {
  std::string path = written("changing.mir", kDeadlock);
  Settings settings = quiet_check(path);
  settings.reduction = Reduction::None;  // its trace acquires both locks before it blocks
  settings.trace = testing::TempDir() + "changing.trace.json";
  ASSERT_EQ(checked(settings).verdict, Verdict::Unsafe);
  std::string fixed = kDeadlock;
  fixed.replace(fixed.find("mutex_lock(@a)"), 14, "mutex_init(@a, 0)");
  written("changing.mir", fixed);
  settings.inputs = {settings.trace};
  testing::internal::CaptureStderr();
  EXPECT_EQ(replay_trace(settings, "mover"), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("does not replay"), std::string::npos);
}

TEST(Pipeline, ASafeProgramIsSafeAndAnUnfinishedSearchIsNot) {
  std::string path = written("safe.mir", "func @main(0) regs 1 {\n  %0 = service choose(3)\n  ret\n}\nentry @main\n");
  Settings settings = quiet_check(path);
  Outcome outcome = checked(settings);
  EXPECT_EQ(outcome.verdict, Verdict::Safe);
  EXPECT_EQ(exit_code(outcome), 0);
  SearchResult cut;
  cut.stop = Stop::TimeLimit;
  cut.stats.transitions = 1;
  Outcome unfinished = summarise(load_program({{path}, {}, ""}).program, settings, cut);
  conclude(unfinished, settings);
  EXPECT_EQ(unfinished.verdict, Verdict::Unknown);
  EXPECT_EQ(exit_code(unfinished), 5);
  EXPECT_FALSE(unfinished.advice.empty());
}

TEST(Pipeline, TheResultFileIsProbedBeforeTheSearch) {
  Settings settings;
  EXPECT_EQ(probe_outputs(settings), "");
  settings.json = "-";
  EXPECT_EQ(probe_outputs(settings), "");
  settings.json = "/nowhere/at/all.json";
  EXPECT_EQ(probe_outputs(settings), "--json: /nowhere/at/all.json cannot be written");
}

TEST(PipelineDeathTest, AViolationThatDoesNotReplayIsABugOfOurs) {
  Settings settings = quiet_check(written("lie.mir", kDeadlock));
  Loaded loaded = load_program({settings.inputs, {}, ""});
  MachineFactory make_machine = [&] { return vm::make_machine(loaded.program, settings.machine); };
  Violation lie;
  lie.finding.kind = FindingKind::Memory;
  lie.finding.message = "something that never happened";
  EXPECT_EXIT(confirm(make_machine, settings, lie, 0, 1), testing::ExitedWithCode(6),
              "internal error.*something that never happened");
}

}  // namespace
}  // namespace mover::cli
