// The settings that a command line specifies, with defaults for everything else.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/search.h"
#include "support/options.h"
#include "vm/vm.h"

namespace mover::cli {

enum class Command : uint8_t { Check, Replay, Guards, Cc, Cxx, Ir, Table, Help, Version };
enum class Engine : uint8_t { Stateful, Stateless, Reference, Native, Symbolic };
// docs/reductions.md describes the reductions. Those from SourceDpor on store no states.
enum class Reduction : uint8_t {
  None,
  Transactions,
  Dpor,
  TransactionsAndDpor,
  Patterns,
  TransactionsAndPatterns,
  LocksetsAsPrinted,
  SourceDpor,
  OptimalDpor,
  SleepSets,
  PersistentSets,
  InvisibleFirst,
  Composed
};
enum class Color : uint8_t { Auto, Always, Never };

// Settings of --engine=native.
struct NativeSettings {
  std::string program;    // a compiled program; empty: build the inputs
  std::string reduction;  // the name of a search in search/registry.cc; "auto": the engine chooses
  std::string filter;     // the tests to run, as in --gtest_filter; empty: all
  std::string learned;  // the refinements of the finished search; a trace stores them, as its schedule depends on them
};

struct Settings {
  Command command = Command::Help;
  std::vector<std::string> inputs;          // source files; for replay: the trace
  std::vector<std::string> compiler_flags;  // the words after --; for cc and c++: all words
  std::string compile_commands;             // folder of compile_commands.json; empty: none

  Engine engine = Engine::Stateful;
  std::string engine_reason;  // why it was chosen: "as asked", "the default", "because of --preemptions"
  // Whether Mover falls back to the native engine if something is not modelled. Requires that the user has not chosen
  // an engine, and that the native engine supports all given options.
  bool native_instead = false;
  bool native_for_processes = false;  // the same if the program starts processes, or these communicate
  // Why the native engine cannot be used: the given options, or errors of building the program for it. Empty: it can.
  std::string why_not_native;
  // Whether the symbolic engine runs in parallel. Requires that the user has chosen neither an engine nor a reduction,
  // and that the symbolic engine supports all given options.
  bool symbolic_beside = false;
  // The symbolic engine runs in parallel with an explicit search, which alone looks for threads that spin for ever.
  bool is_beside = false;
  Reduction reduction = Reduction::Transactions;
  bool reduction_is_default = false;  // the user has not chosen a reduction
  bool tests = false;                 // executions are tried beside the search (search/concurrency_testing.h)
  Ignoring ignoring = Ignoring::Cpc;
  std::string solver;           // symbolic engine: the model checker for circuits, or "auto"
  std::string dump, invariant;  // symbolic engine: the files to write; empty: none
  bool verify_reduction = false;
  std::optional<uint32_t> preemptions;  // the preemption bound; empty: none
  Checks checks;
  std::vector<std::string> ltl;  // formulas
  Fairness fairness = Fairness::Weak;
  bool symmetry = false;
  bool keep_going = false;
  uint64_t seed = 0;      // of the randomised exploration order; 0: not randomised
  double time_limit = 0;  // seconds; 0: none
  uint64_t memory_limit_mib = 0;
  bool memory_limit_given = false;  // by the user; otherwise the report says that the limit is a default
  vm::Options machine;
  bool argv_given = false;
  NativeSettings native;

  std::string json;               // the file to write; empty: none; "-": standard output
  std::string trace;              // the trace file to write; empty: none
  bool trace_is_default = false;  // it is in a folder .mover, from which the traces of earlier checks are removed
  std::string patch;              // guards: the patch file to write; empty: none; "-": standard output
  bool gdb = false;               // replay: under the debugger
  bool quiet = false, verbose = false;
  Color color = Color::Auto;
};

struct ParsedSettings {
  Settings settings;
  std::string error;       // one sentence; empty if there is no error
  std::string help_about;  // Command::Help: the command to explain; empty: all commands
};

// `words` is the command line without the program name.
ParsedSettings parse_command_line(std::span<const std::string> words);

std::string help_text(const std::string& about);
std::string version_text();
const char* to_text(Engine);
const char* to_text(Reduction);

// Makes the machine record the additional data that the requested properties need.
void set_tracking(vm::Options& machine, const Checks& checks);

// The file of the first trace of a check if --trace does not name one: dir/a.c -> dir/.mover/a.c.trace.json.
std::string default_trace(const std::string& input);
// The file name of the n-th trace of a check (counting from 0): a.trace.json, a.2.trace.json, …
std::string numbered_trace(const std::string& first, size_t n);

// The default memory limit: four fifths of the memory that is available to this process.
uint64_t default_memory_limit_mib();

// The reduction that the engine of the settings uses by default.
Reduction best_reduction(const Settings& settings);

}  // namespace mover::cli
