// The trace file, in JSON. It has everything that is needed to build the program again and to replay one schedule. It
// also has the action and the place of each step: for human readers, and to find the first difference if the program
// has changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"
#include "search/search.h"
#include "trace/location.h"

namespace mover {

struct TraceStep {
  Decision decision;
  std::string action;  // "locks m"; empty if there was no time to describe the step
  Place place;
  bool operator==(const TraceStep&) const = default;
};

struct TraceFinding {
  FindingKind kind = FindingKind::Assertion;
  std::string message;
  ThreadId thread = 0, other_thread = 0;
  Place place, other_place;
  // Livelock: see Finding.
  Livelock livelock = Livelock::Loop;
  Fairness fairness = Fairness::None;
  std::optional<uint64_t> loop{};
  std::string subject{};
  bool operator==(const TraceFinding&) const = default;
};

// Data of a schedule of the compiled program.
struct NativeTrace {
  std::string program;  // a program that was given in compiled form; empty: it is built from the inputs
  std::string learned;  // the refinements under which the schedule was recorded
  bool operator==(const NativeTrace&) const = default;
};

struct Trace {
  std::string directory;  // the working directory of the check, to which relative names refer
  std::vector<std::string> inputs, compiler_flags;
  std::string compile_commands;  // folder of compile_commands.json; empty if there is none

  // The options of the machine. Bounds are included, because they determine where an execution ends.
  std::vector<std::string> args;
  bool nondet_rand = false, malloc_may_fail = false, reuse_addresses = false, spurious_wakeups = false,
       spurious_failures = false, lossy = false;
  bool past_memory_errors = false, torn_copies = false;
  std::vector<uint64_t> nondet_values;  // values of nondeterministic integers in addition to the representative ones
  uint64_t max_frames = 0, max_heap_bytes = 0;
  uint32_t max_threads = 0;
  std::optional<NativeTrace> native;  // otherwise the machine was the interpreter

  TraceFinding finding;
  std::vector<TraceStep> steps;
  bool operator==(const Trace&) const = default;
};

std::string trace_to_json(const Trace& trace);

struct ParsedTrace {
  Trace trace;
  std::string error;  // one sentence; empty if `trace` is complete
};

// Accepts arbitrary bytes: returns a trace or an error.
ParsedTrace trace_from_json(std::string_view text);

ParsedTrace read_trace(const std::string& path);

// Returns an error, or an empty string.
std::string write_trace(const Trace& trace, const std::string& path);

TraceFinding to_trace(const ir::Program& program, const Finding& finding);
Schedule schedule_of(const Trace& trace);

}  // namespace mover
