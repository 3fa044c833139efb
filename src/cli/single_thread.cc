// Executions of programs that create no thread. Such a program has most likely printed a usage message and ended.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/pipeline.h"
#include "machine/coverage.h"
#include "support/deadline.h"

namespace mover::cli {

namespace {

constexpr int kMostSteps = 100'000;
constexpr size_t kMostShown = 100;  // characters of output

// Executes the program with the first alternative of each choice, until it has ended or a limit is reached.
StepResult run_once(Machine& machine) {
  machine.record_events(true);
  StepResult last = machine.reset();
  for (int n = 0; n < kMostSteps && last.kind == StepResult::Kind::Running; ++n) {
    ThreadId t = 0;
    while (t < machine.num_threads() && !machine.enabled(t)) ++t;
    if (t == machine.num_threads() || support::deadline().reached()) break;
    last = machine.step(t, 0);
  }
  return last;
}

// The first line of the output that is not empty.
std::string first_line(const std::string& output) {
  const size_t begin = output.find_first_not_of("\r\n\t ");
  if (begin == std::string::npos) return "";
  const std::string line = output.substr(begin, output.find_first_of("\r\n", begin) - begin);
  return line.size() > kMostShown ? line.substr(0, kMostShown) + "…" : line;
}

// The text in quotation marks, with escapes for bytes that are no text.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void say_how_it_ended(Machine& machine, Outcome& outcome) {
  const auto caveat = std::find(outcome.caveats.begin(), outcome.caveats.end(), Coverage::kOneThread);
  if (caveat == outcome.caveats.end() || support::deadline().reached()) return;
  const StepResult last = run_once(machine);
  const std::string line = first_line(machine.output());
  if (last.kind == StepResult::Kind::Ended && last.end.code && (!line.empty() || *last.end.code != 0)) {
    *caveat += ": the program " + (line.empty() ? "" : "prints " + quoted(line) + " and ") + "ends with exit code " +
               std::to_string(*last.end.code);
    outcome.ended_at_once = *last.end.code != 0;
  }
  machine.record_events(false);
}

}  // namespace mover::cli
