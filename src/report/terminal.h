// The report on the terminal.
#pragma once

#include <cstdint>
#include <string>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

struct TerminalOptions {
  bool quiet = false;               // print only the verdict, or the headlines of violations
  bool verbose = false;             // fold nothing; list the assumptions of an unsafe verdict, too
  std::string command = "./mover";  // the name under which Mover was called, for the commands that replay traces
};

enum class Detail : uint8_t {
  Full,      // headline, lanes, explanation
  Short,     // of a race: headline and explanation
  Headline,  // place and message
};
std::string violation_report(const ReportedViolation& violation, const Style& style, const TerminalOptions& options,
                             Detail detail);

// The complete report.
std::string terminal_report(const Outcome& outcome, const Style& style, const TerminalOptions& options);

}  // namespace mover
