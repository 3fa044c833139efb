// One trial of a program: it is written, loaded, and given to all contestants; also in a process of its own, so that a
// search that crashes or does not terminate is a result like any other.
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

// Form::C compiles the C text, and also requires that it and the IR have the same findings.
Trial run(const Program&, Form, const Rules&);
Trial run_isolated(const Program&, Form, const Rules&);
Trial run_isolated(const std::function<Trial()>&);

// A file of IR text (.mir). If there is a .c file of the same name, both must have the same findings.
Trial run_file(const std::string& path, const Rules&);

// A file of C text that was written elsewhere.
Trial run_c_file(const std::string& path, const Rules&);

// Processor seconds that one program may take before it counts as hanging. The alarm ends the process with SIGPROF.
void set_alarm(uint32_t seconds);
constexpr uint32_t kPatience = 60;

// Converts a status of wait to an outcome: Crash or Hang.
Outcome outcome_of_death(int status, std::string& reason);

}  // namespace mover::differential
