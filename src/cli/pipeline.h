// The stages of check, replay and guards, in the order in which main.cc calls them.
#pragma once

#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include "cli/options.h"
#include "report/outcome.h"
#include "report/progress.h"
#include "report/style.h"
#include "support/deadline.h"
#include "trace/shorten.h"

namespace mover::cli {

// The options of every search. REQUIRES: `progress` outlives the search.
SearchOptions search_options(const Settings& settings, Progress& progress);

// Explores the program with the selected engine, and shows progress on a terminal.
SearchResult explore(const MachineFactory& make_machine, const Settings& settings);
// The same with the symbolic engine. Sets nondet_values in the machine's options to the nondeterministic values of a
// violation, so that the interpreter can replay it.
SearchResult explore_symbolically(const MachineFactory& make_machine, Settings& settings);

// Removes the traces that an earlier check of the program has written beside it.
void remove_old_traces(const Settings& settings);

// The outcome of the search without its violations, which are added when they are confirmed.
Outcome summarise(const ir::Program& program, const Settings& settings, const SearchResult& result);

// The remark that names the engine and the reason for its choice.
std::string choice_of_engine(const Settings& settings, const std::string& reduction);

// If only one thread ever ran, adds to the caveats what the program printed and how it ended: most likely it was called
// with wrong arguments.
void say_how_it_ended(Machine& machine, Outcome& outcome);

// Adds to the caveats if executions with different schedules print different texts. REQUIRES: the violations of the
// outcome have been added.
void say_whether_outputs_differ(Machine& machine, Outcome& outcome);

// The functions that replay schedules on the interpreter or on the compiled program.
struct Replayer {
  const ir::Program& program;
  std::function<Replay(const Violation&)> replay;
  std::function<RaceOrder(const Violation&)> try_both_orders;
};

// The time budget for describing all violations after the first one, which is always described. When the budget is
// exhausted, the report has only the places of the remaining violations, and their traces have no descriptions.
class TimeForDetails {
 public:
  bool is_left(size_t index) const { return index == 0 || (!support::deadline().over() && spent() < kMostSeconds); }
  void begin_with(size_t index) {
    if (index == 1) begin_ = std::chrono::steady_clock::now();
  }

 private:
  static constexpr double kMostSeconds = 30;
  double spent() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Shortens a violation, replays it and writes its trace, as far as time permits. `index`: the number of violations
// before it. `count`: the number of all violations. If the violation does not replay, that is a bug in Mover, and the
// process ends.
ReportedViolation confirm(const MachineFactory& make_machine, const Settings& settings, const Violation& violation,
                          size_t index, size_t count);

// The same for a violation that is already shortened; empty if it does not replay.
std::optional<ReportedViolation> reproduce(const Replayer& replayer, const Settings& settings,
                                           const Violation& violation, size_t index);

// The violation as the search has found it, without a replay, for lack of time.
ReportedViolation undescribed(const ir::Program& program, const Settings& settings, const Violation& violation,
                              size_t index);

// Starts the limits of time and memory. They cover the build of the program.
void begin_limits(const Settings& settings);

// The report of a check that ends before the search, because of an interrupt or the time limit. Returns the exit code.
int ended_early(const Settings& settings, const std::string& program_name);

// For each race, finds the lock that most accesses to the variable hold. A short additional search observes the locks
// at all accesses.
void add_guards(const ir::Program& program, const Settings& settings, Outcome& outcome);

// Determines the verdict and the advice, once all violations are known.
void conclude(Outcome& outcome, const Settings& settings);

// Prints the report and writes the JSON file. Returns the exit code.
int deliver(const Outcome& outcome, const Settings& settings, const std::string& program_name);

// Checks whether the requested files can be written, before the search. Returns an error, or an empty string.
std::string probe_outputs(const Settings& settings);

// All stages of check for the compiled program, which runs in a process of its own. Returns the exit code.
int check_native(const Settings& settings, const std::string& program_name);
// The same stages if this engine is a fallback. `why`: the reason, a sentence for the report. Empty if the program
// cannot run natively.
std::optional<int> check_native_instead(const Settings& settings, const std::string& program_name,
                                        const std::string& why);
// Replays a trace of the native engine. Returns the exit code.
int replay_native(const Settings& settings, const Trace& trace, const std::string& program_name);
// Replays a trace of another engine on the compiled program. `guide`: its replay on that engine. Returns the exit code.
int replay_translated(const Settings& settings, const Trace& trace, const Replay& guide,
                      const std::string& program_name);

// Reports a replayed trace. Returns the exit code.
int deliver_replay(const Settings& settings, const Trace& trace, ReportedViolation violation,
                   const std::string& program_name);
// Print why the trace was not replayed. Return the exit code.
int is_cut_short(const std::string& path);
int does_not_replay(const std::string& path, const std::string& why);
// The first difference between the execution and the recorded one; empty if there is none.
std::string first_difference(const Trace& trace, const Replay& replay);

// Rebuilds, replays and reports a trace. Returns the exit code.
int replay_trace(const Settings& settings, const std::string& program_name);

// Reports the protection of each shared variable as a table, as JSON, as a patch. Returns the exit code.
int deliver_guards(const ir::Program& program, const SearchResult& result, const Settings& settings);

Style style_of(FILE* stream, const Settings& settings);

// Writes to a file, to standard output ("-") or nowhere (""). Returns false after printing an error if that fails.
bool write_out(const std::string& file, const std::string& text);

// The inputs, separated by commas.
std::string listed(const std::vector<std::string>& inputs);

// Prints one sentence on standard error.
void complain(const std::string& sentence);

}  // namespace mover::cli
