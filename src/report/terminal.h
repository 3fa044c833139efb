// The report on the terminal.
#pragma once

#include <cstdint>
#include <string>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

struct TerminalOptions {
  bool quiet = false;               // first lines only
  bool verbose = false;             // fold nothing; list every assumption also for an unsafe program
  std::string command = "./mover";  // the program name of the command line, for the advice how to replay
};

enum class Detail : uint8_t {
  Full,      // place, lanes, explanation
  Short,     // races: without lanes
  Headline,  // place and message
};
std::string violation_report(const ReportedViolation& violation, const Style& style, const TerminalOptions& options,
                             Detail detail);

// The complete report.
std::string terminal_report(const Outcome& outcome, const Style& style, const TerminalOptions& options);

}  // namespace mover
