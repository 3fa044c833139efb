// The report for people.
#pragma once

#include <cstdint>
#include <string>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

struct TerminalOptions {
  bool quiet = false;               // first lines only
  bool verbose = false;             // fold nothing, list every assumption of an unsafe program too
  std::string command = "./mover";  // how the user called us, for the line that says how to replay
};

enum class Detail : uint8_t {
  Full,      // where, lanes, explanation
  Short,     // races: without lanes
  Headline,  // where, and what
};
std::string violation_report(const ReportedViolation& violation, const Style& style, const TerminalOptions& options,
                             Detail detail);

// The whole of it.
std::string terminal_report(const Outcome& outcome, const Style& style, const TerminalOptions& options);

}  // namespace mover
