// Outputs that depend on the schedule. Searches merge executions that differ only in their output, so a few executions
// are compared after the search. Each takes the first alternative of all choices, so only their schedules differ.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "cli/pipeline.h"
#include "machine/coverage.h"
#include "support/deadline.h"

namespace mover::cli {

namespace {

constexpr unsigned kExecutions = 32;
constexpr unsigned kStepsOfAll = 20'000;   // of all executions together
constexpr size_t kMostOfLine = 60;         // characters of a line
constexpr unsigned kMostBytes = 1u << 20;  // of an output that is compared

enum class Order : uint8_t { FirstThread, LastThread, Random };

// The output of one execution; no value if it does not come to an end.
std::optional<std::string> output_of(Machine& machine, Order order, std::minstd_rand& random, unsigned& steps) {
  StepResult last = machine.reset();
  for (; steps < kStepsOfAll && last.kind == StepResult::Kind::Running; ++steps) {
    if (support::deadline().reached()) return std::nullopt;
    std::vector<ThreadId> enabled;
    for (ThreadId t = 0; t < machine.num_threads(); ++t)
      if (machine.enabled(t)) enabled.push_back(t);
    if (enabled.empty()) return std::nullopt;
    const ThreadId chosen = order == Order::FirstThread  ? enabled.front()
                            : order == Order::LastThread ? enabled.back()
                                                         : enabled[random() % enabled.size()];
    last = machine.step(chosen, 0);
  }
  if (last.kind != StepResult::Kind::Ended || machine.output().size() > kMostBytes) return std::nullopt;
  return machine.output();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string in_quotes(const std::string& line) {
  const std::string shown = line.size() > kMostOfLine ? line.substr(0, kMostOfLine) + "…" : line;
  return nlohmann::json(shown).dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
}

// "line 2 is "a" or "b"", for the first line that differs.
std::string difference(const std::string& one, const std::string& two) {
  const std::vector<std::string> first = lines_of(one), second = lines_of(two);
  size_t i = 0;
  while (i < std::min(first.size(), second.size()) && first[i] == second[i]) ++i;
  auto line = [i](const std::vector<std::string>& lines) { return i < lines.size() ? in_quotes(lines[i]) : "missing"; };
  return "line " + std::to_string(i + 1) + " is " + line(first) + " or " + line(second);
}

}  // namespace

void say_whether_outputs_differ(Machine& machine, Outcome& outcome) {
  const bool one_thread = std::ranges::any_of(
      outcome.caveats, [](const std::string& caveat) { return caveat.starts_with(Coverage::kOneThread); });
  if (!outcome.violations.empty() || outcome.stop != Stop::Finished || one_thread) return;
  machine.record_events(true);  // otherwise a compiled program's output is not kept
  std::minstd_rand random(1);
  std::optional<std::string> first;
  unsigned steps = 0;
  for (unsigned n = 0; n < kExecutions; ++n) {
    const Order order = n == 0 ? Order::FirstThread : n == 1 ? Order::LastThread : Order::Random;
    const std::optional<std::string> output = output_of(machine, order, random, steps);
    if (!output) continue;
    if (first && *first != *output) {
      outcome.caveats.push_back("the output depends on the schedule: " + difference(*first, *output));
      break;
    }
    if (n == 1 && output->empty()) break;  // most likely, it never prints anything
    first = output;
  }
  machine.record_events(false);
}

}  // namespace mover::cli
