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

// Explores the program with the engine that was asked for, showing progress on a terminal.
SearchResult explore(const MachineFactory& make_machine, const Settings& settings);

// Everything that the search has to say, violations excepted: they come when they are confirmed.
Outcome summarise(const ir::Program& program, const Settings& settings, const SearchResult& result);

// What runs schedules again.
struct Replayer {
  const ir::Program& program;
  std::function<Replay(const Violation&)> replay;
  std::function<RaceOrder(const Violation&)> try_both_orders;
};

// The time for describing the violations after the first, all together: then only their places and schedules are
// printed.
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

// Shortens a violation, replays it and writes its trace as number `index` of `count`, as far as there is time. A
// violation that does not replay is a bug of ours: the process ends with that. REQUIRES: index counts the violations
// confirmed before.
ReportedViolation confirm(const MachineFactory& make_machine, const Settings& settings, const Violation& violation,
                          size_t index, size_t count);

// The same of a violation that has been shortened; nothing where it does not replay.
std::optional<ReportedViolation> reproduce(const Replayer& replayer, const Settings& settings,
                                           const Violation& violation, size_t index);

// What the search has found, as it is: there is no time to see it again.
ReportedViolation undescribed(const ir::Program& program, const Settings& settings, const Violation& violation,
                              size_t index);

// What was asked for is bounded from now on: the program is there.
void begin_limits(const Settings& settings);

// The report of a check that was interrupted before the search. Returns the exit code.
int interrupted_early(const Settings& settings, const std::string& program_name);

// Finds out, for each race, which lock most accesses to the variable hold: by a short search of its own, as all
// accesses have to be looked at, which the search for violations has no need of.
void add_guards(const ir::Program& program, const Settings& settings, Outcome& outcome);

// The verdict, and what to try next, once all violations are in.
void conclude(Outcome& outcome, const Settings& settings);

// Prints the report and writes the JSON file. Returns the exit code.
int deliver(const Outcome& outcome, const Settings& settings, const std::string& program_name);

// Whether the files that are asked for can be written, before time is spent on filling them: an error, or nothing.
std::string probe_outputs(const Settings& settings);

// The same stages for the compiled program, which runs in a process of its own. Return the exit code.
int check_native(const Settings& settings, const std::string& program_name);
// … where another engine could not follow the program, and `why`; nothing where the program cannot
// be run like that.
std::optional<int> check_native_instead(const Settings& settings, const std::string& program_name,
                                        const std::string& why);
int replay_native(const Settings& settings, const Trace& trace, const std::string& program_name);
// A trace of another engine, which shows what `guide` shows.
int replay_translated(const Settings& settings, const Trace& trace, const Replay& guide,
                      const std::string& program_name);

// Reports a replayed trace. Returns the exit code.
int deliver_replay(const Settings& settings, const Trace& trace, ReportedViolation violation,
                   const std::string& program_name);
int is_cut_short(const std::string& path);
int does_not_replay(const std::string& path, const std::string& why);
// Where the program leaves the recorded path; empty where it follows it.
std::string first_difference(const Trace& trace, const Replay& replay);

// Rebuilds, replays and reports a trace. Returns the exit code.
int replay_trace(const Settings& settings, const std::string& program_name);

// What protects each shared variable, as a table, as JSON, as a patch. Returns the exit code.
int deliver_guards(const ir::Program& program, const SearchResult& result, const Settings& settings);

Style style_of(FILE* stream, const Settings& settings);

// Writes to a file, to standard output ("-") or nowhere (""). False: it could not, and that has been said.
bool write_out(const std::string& file, const std::string& text);

// The inputs, as a title.
std::string listed(const std::vector<std::string>& inputs);

// One sentence on standard error.
void complain(const std::string& sentence);

}  // namespace mover::cli
