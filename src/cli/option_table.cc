#include "cli/option_table.h"

#include <array>

#include "cli/options.h"

namespace mover::cli {

namespace {

using support::OptionKind;
using support::OptionRow;

// Each option with its name, values, commands and help.
constexpr std::array kOptions = {
    OptionRow{"--engine", OptionKind::OneOf, "auto|stateful|stateless|native|symbolic", "auto", "check|replay",
              "the engine that explores interleavings; replay: native runs another engine's schedule on the compiled "
              "program",
              "", "reference"},
    OptionRow{"--reduction", OptionKind::OneOf,
              "auto|none|transactions|dpor|transactions+dpor|source-dpor|optimal-dpor|sleep-sets|persistent-sets|"
              "invisible-first|"
              "composed|state-matching|patterns|transactions+patterns|locksets-as-printed",
              "auto", "check", "the reduction, which omits equivalent interleavings: docs/reductions.md", "",
              "locksets|transactions+locksets|optimal|sleep|persistent|states"},
    OptionRow{"--solver", OptionKind::OneOf,
              "auto|bmc|k-induction|pdr|k-liveness|predicates|bdd|explicit|simulation|symbolic-execution", "auto",
              "check", "symbolic: the model checker for the circuit; auto: several, until one has a result", "",
              "kind|bmc-oneshot|bdd-backward"},
    OptionRow{"--dump", OptionKind::Text, "FILE", "", "check",
              "symbolic: write the circuit; the name ends with .aig, .aag (AIGER), .btor2, or .cnf (DIMACS, unrolled)"},
    OptionRow{"--invariant", OptionKind::Text, "FILE", "", "check",
              "symbolic: write the invariant that proves the program safe, as C expressions; - is standard output"},
    OptionRow{"--preemptions", OptionKind::Text, "K", "", "check",
              "stateless, native: only executions with at most K preemptions (switches away from an enabled thread)"},
    OptionRow{"--seed", OptionKind::Count, "N", "", "check",
              "randomised exploration order: a bug may be found sooner, the verdict is the same"},
    OptionRow{"--ignoring", OptionKind::OneOf, "cpc|cycle|unsound", "cpc", "check",
              "transactions: the solution of the ignoring problem (unsound: none, for comparison)"},
    OptionRow{
        "--symmetry", OptionKind::OneOf, "none|auto", "none", "check",
        "auto: stateful searches store states once that differ only by a permutation of threads that run the same "
        "function on the same arguments"},
    OptionRow{
        "--verify-reduction", OptionKind::Flag, "", "", "check",
        "check in every state that the steps classified as movers commute; with --reduction=none, that matched states "
        "have the same successors"},
    OptionRow{"--check", OptionKind::ListOf, "assertion|deadlock|race|memory|discipline|atomicity|leak|livelock|exit",
              "assertion,deadlock,race,memory", "check", "the properties to check, separated by commas"},
    OptionRow{"--ltl", OptionKind::Text, "FORMULA", "", "check",
              "check a linear-time property, for instance 'G (requests > 0 -> F answers > 0)': docs/ltl.md; may be "
              "given several times"},
    OptionRow{"--ltl-file", OptionKind::Text, "FILE", "", "check", "check the linear-time properties in this file"},
    OptionRow{"--fairness", OptionKind::OneOf, "weak|none|strong", "weak", "check",
              "livelocks, ltl: the infinite executions that are considered; weak: a thread that is continuously "
              "enabled takes a step; strong: so does one that is enabled infinitely often"},
    OptionRow{"--keep-going", OptionKind::Flag, "", "", "check",
              "report every distinct violation instead of stopping at the first (or soon after, for races)"},
    OptionRow{"--time-limit", OptionKind::Seconds, "SECONDS", "", "check|guards|replay",
              "stop after so many seconds; the verdict is then unknown if no violation was found"},
    OptionRow{"--memory-limit", OptionKind::Count, "MIB", "", "check|guards",
              "stop when so much memory is used (default: four fifths of the available memory)"},
    OptionRow{"--args", OptionKind::Text, "\"A B ...\"", "", "check|guards",
              "the program's arguments, split as a shell does"},
    OptionRow{"--program", OptionKind::Text, "FILE", "", "check|replay",
              "native: the program, built with mover cc or mover c++, instead of inputs"},
    OptionRow{"--filter", OptionKind::Text, "TESTS", "", "check",
              "native: run only these GoogleTest tests, as --gtest_filter does"},
    OptionRow{"--nondet-rand", OptionKind::Flag, "", "", "check|guards", "rand() may return any value"},
    OptionRow{"--malloc-may-fail", OptionKind::Flag, "", "", "check|guards", "malloc() may return NULL"},
    OptionRow{"--spurious-wakeups", OptionKind::Flag, "", "", "check|guards", "condition waits may wake up spuriously"},
    OptionRow{"--spurious-failures", OptionKind::Flag, "", "", "check|guards",
              "weak compare-exchanges may fail spuriously"},
    OptionRow{"--lossy", OptionKind::Flag, "", "", "check",
              "native: datagrams of Internet sockets may be lost and may overtake each other"},
    OptionRow{"--system", OptionKind::Text, "FILE", "", "check",
              "native: check the programs that this file names, which run as processes: docs/native-io.md"},
    OptionRow{"--max-recursion", OptionKind::Count, "FRAMES", "5000", "check|guards", "the deepest stack of a thread"},
    OptionRow{"--max-heap", OptionKind::Count, "MIB", "256", "check|guards", "the largest heap"},
    OptionRow{"--max-threads", OptionKind::Count, "N", "64", "check|guards", "the most threads alive at once"},
    OptionRow{"-p", OptionKind::Text, "DIR", "", "check|guards|ir",
              "take compiler flags from DIR/compile_commands.json", "", "", 'p'},
    OptionRow{"--json", OptionKind::Text, "FILE", "", "check|replay|guards",
              "write the result as JSON; - is standard output, and the report then goes to standard error"},
    OptionRow{"--sarif", OptionKind::Text, "FILE", "", "check", "write the result as SARIF", "*"},
    OptionRow{"--html", OptionKind::Text, "FILE", "", "check", "write the report as HTML", "*"},
    OptionRow{"--junit", OptionKind::Text, "FILE", "", "check", "write the result as JUnit XML", "*"},
    OptionRow{"--witness", OptionKind::Text, "FILE", "", "check", "write an SV-COMP witness", "*"},
    OptionRow{"--trace", OptionKind::Text, "FILE", "", "check",
              "the file for the trace of a violation (default: .mover/INPUT.trace.json, beside the input)"},
    OptionRow{"--no-trace", OptionKind::Flag, "", "", "check", "write no trace"},
    OptionRow{"--patch", OptionKind::MaybeText, "FILE", "", "guards",
              "write a patch that adds GUARDED_BY and REQUIRES annotations for Clang's -Wthread-safety (default: to "
              "standard output, and the table then goes to standard error)"},
    OptionRow{"--gdb", OptionKind::Flag, "", "", "replay", "replay the compiled program under the debugger"},
    OptionRow{"--quiet", OptionKind::Flag, "", "", "check|replay|guards", "print the verdict and nothing else", "", "",
              'q'},
    OptionRow{"--verbose", OptionKind::Flag, "", "", "check|replay|guards",
              "fold nothing; replay shows every thread at every step, guards every access", "", "", 'v'},
    OptionRow{"--color", OptionKind::OneOf, "auto|always|never", "auto", "check|replay|guards",
              "auto: on a terminal only"},
    OptionRow{"--help", OptionKind::Flag, "", "", "check|replay|guards|ir", "this text", "", "", 'h'},
};

constexpr std::array<std::string_view, 9> kCommands = {"check", "replay", "guards",    "cc",  "c++",
                                                       "ir",    "table",  "--version", "help"};

constexpr std::string_view kOverview =
    "mover explores every interleaving of a multithreaded C or C++ program.\n"
    "\n"
    "  mover check [OPTIONS] INPUT... [-- COMPILER-FLAGS]   look for failed assertions, deadlocks, data races\n"
    "                                                       and memory errors\n"
    "  mover replay TRACE [-v] [--engine=native] [--gdb]    run one recorded schedule again\n"
    "  mover guards [OPTIONS] INPUT... [-- COMPILER-FLAGS]  report the lock that protects each variable\n"
    "  mover cc|c++ ARGS...                                 compile for --engine=native\n"
    "  mover ir INPUT... [-- COMPILER-FLAGS]                print the program in the IR\n"
    "  mover table                                          print the rules of synchronisation operations\n"
    "  mover help COMMAND                                   the options of a command\n"
    "  mover --version\n"
    "\n"
    "INPUT is C, C++ or LLVM (.bc, .ll); several are linked together.\n"
    "Exit: 0 safe · 5 unknown · 10 assertion, crash or memory error · 11 deadlock · 12 data race · 13 other\n"
    "      1 usage · 2 input cannot be built or is not supported · 6 internal error · 130 interrupted\n";

}  // namespace

support::OptionTable option_table() { return kOptions; }

std::span<const std::string_view> command_names() { return kCommands; }

std::string help_text(const std::string& about) {
  if (about == "check") {
    return "mover check [OPTIONS] INPUT... [-- COMPILER-FLAGS]\n\n" + support::options_help(option_table(), about, 100);
  }
  if (about == "guards") {
    return "mover guards [OPTIONS] INPUT... [-- COMPILER-FLAGS]\n\n" +
           support::options_help(option_table(), about, 100);
  }
  if (about == "replay") return "mover replay TRACE [OPTIONS]\n\n" + support::options_help(option_table(), about, 100);
  if (about == "ir") {
    return "mover ir [OPTIONS] INPUT... [-- COMPILER-FLAGS]\n\n" + support::options_help(option_table(), about, 100);
  }
  if (about == "cc" || about == "c++") {
    return "mover " + about +
           " ARGS...\n\n"
           "  Runs the compiler with ARGS, instruments every access, and links the run-time library. The result can "
           "be\n"
           "  checked with mover check --engine=native --program=FILE. MOVER_CC and MOVER_CXX name the compiler\n"
           "  (default: clang-19, otherwise gcc and g++).\n";
  }
  if (about == "table") {
    return "mover table\n\n"
           "  Prints, as Markdown, the rules of all synchronisation operations: when each is enabled, what it "
           "returns,\n"
           "  its happens-before edges and its mover class.\n";
  }
  return std::string(kOverview);
}

std::string version_text() { return "mover " MOVER_VERSION "\n"; }

}  // namespace mover::cli
