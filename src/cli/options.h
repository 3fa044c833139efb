// Mover's own options: their table, and the settings that a command line gives.
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
enum class Engine : uint8_t { Stateful, Stateless, Reference, Native };
// docs/reductions.md. From SourceDpor on: without stored states.
enum class Reduction : uint8_t {
  None,
  Transactions,
  Dpor,
  TransactionsAndDpor,
  SourceDpor,
  OptimalDpor,
  SleepSets,
  PersistentSets,
  InvisibleFirst,
  Composed
};
enum class Color : uint8_t { Auto, Always, Never };

// Of --engine=native.
struct NativeSettings {
  std::string program;    // one that has been built already; empty: build the inputs
  std::string reduction;  // by the name that the run-time's table of searches has; "auto": the best of them
  std::string filter;     // of GoogleTest's tests; empty: none was given
  std::string learned;    // refinements of the search, which traces must contain
};

struct Settings {
  Command command = Command::Help;
  std::vector<std::string> inputs;          // source files; for replay: the trace
  std::vector<std::string> compiler_flags;  // what stood after --; for cc and c++: all words
  std::string compile_commands;             // folder of compile_commands.json; empty: none

  Engine engine = Engine::Stateful;
  bool native_instead =
      false;  // where something is not modelled: the choice is ours, and the native engine has all that is asked for
  Reduction reduction = Reduction::Transactions;
  bool reduction_chosen = false;  // by us
  Ignoring ignoring = Ignoring::Cpc;
  bool verify_reduction = false;
  std::optional<uint32_t> preemptions;  // at most so many in an execution
  Checks checks;
  bool keep_going = false;
  uint64_t seed = 0;      // of the order of exploring; 0: none
  double time_limit = 0;  // seconds; 0: none
  uint64_t memory_limit_mib = 0;
  bool memory_limit_given = false;  // otherwise it is our own choice, and the report says so
  vm::Options machine;
  bool argv_given = false;
  NativeSettings native;

  std::string json;   // where to write; empty: nowhere; "-": standard output
  std::string trace;  // where to write the trace; empty: beside nothing
  std::string patch;  // guards: where to write the patch; empty: nowhere; "-": standard output
  bool gdb = false;   // replay: under the debugger
  bool quiet = false, verbose = false;
  Color color = Color::Auto;
};

struct ParsedSettings {
  Settings settings;
  std::string error;       // one sentence; empty: all is well
  std::string help_about;  // Command::Help: the command to explain; empty: all of them
};

// `words` is the command line without the program's name.
ParsedSettings parse_command_line(std::span<const std::string> words);

std::string help_text(const std::string& about);
std::string version_text();
const char* to_text(Engine);
const char* to_text(Reduction);

// The n-th trace of a run (counting from 0): a.trace.json, a.2.trace.json, …
std::string numbered_trace(const std::string& first, size_t n);

// What the search may use where the user gives no limit: four fifths of the memory that this process can have.
uint64_t default_memory_limit_mib();

}  // namespace mover::cli
