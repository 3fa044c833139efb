// The trace file: everything that is needed to build the program again and replay one schedule, in JSON.
// It also has the action and place of each step, for readers, and to find on replay where a changed program
// leaves the recorded path.
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
  std::string action;  // "lock mutex m", for people
  Place place;
  bool operator==(const TraceStep&) const = default;
};

struct TraceFinding {
  FindingKind kind = FindingKind::Assertion;
  std::string message;
  ThreadId thread = 0, other_thread = 0;
  Place place, other_place;
  bool operator==(const TraceFinding&) const = default;
};

// Of a schedule of the compiled program.
struct NativeTrace {
  std::string program;  // where it was given as it is; empty: it is built from the inputs
  std::string learned;  // the refinements under which the schedule was recorded
  bool operator==(const NativeTrace&) const = default;
};

struct Trace {
  std::string directory;  // where the check ran: relative names are relative to it
  std::vector<std::string> inputs, compiler_flags;
  std::string compile_commands;  // folder of compile_commands.json; empty: none

  // The options of the machine. Bounds are here too: they decide where an execution ends.
  std::vector<std::string> args;
  bool nondet_rand = false, malloc_may_fail = false, reuse_addresses = false, spurious_wakeups = false,
       spurious_failures = false;
  bool past_memory_errors = false, torn_copies = false;
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
  std::string error;  // one sentence; empty: `trace` is whole
};

// Accepts any bytes whatever: a trace or an error.
ParsedTrace trace_from_json(std::string_view text);

ParsedTrace read_trace(const std::string& path);

// Returns an error, or nothing.
std::string write_trace(const Trace& trace, const std::string& path);

TraceFinding to_trace(const ir::Program& program, const Finding& finding);
Schedule schedule_of(const Trace& trace);

}  // namespace mover
