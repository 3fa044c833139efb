// One trial of a program: all contestants search it, and their answers are compared. It may run in a process of its
// own, so that a search that crashes or does not terminate has an outcome, too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "differential/contest.h"
#include "differential/program.h"

namespace mover::differential {

enum class Form : uint8_t { Ir, C };

enum class Outcome : uint8_t { Agree, Disagree, Skipped, Crash, Hang };
const char* to_text(Outcome);

struct Trial {
  Outcome outcome = Outcome::Agree;
  std::string reason;                                    // unless Agree
  std::string answers;                                   // the answers of the contestants
  bool fails = false, deadlocks = false, races = false;  // the judge's findings
};

// Form::C compiles the C text, and also requires that the C form and the IR form have the same findings.
Trial run(const Program&, Form, const Rules&);
Trial run_isolated(const Program&, Form, const Rules&);
Trial run_isolated(const std::function<Trial()>&);

// A file of IR text (.mir). If there is a .c file of the same name, both must have the same findings.
Trial run_file(const std::string& path, const Rules&);

// A C file that another tester has written.
Trial run_c_file(const std::string& path, const Rules&);

// Ends the process with SIGPROF after so many seconds of processor time.
void set_alarm(uint32_t seconds);
constexpr uint32_t kMostSeconds = 60;  // a program that takes longer counts as hanging

// Converts the wait status of a process that died to an outcome: Crash or Hang.
Outcome outcome_of_death(int status, std::string& reason);

}  // namespace mover::differential
