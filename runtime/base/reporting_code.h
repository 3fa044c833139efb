// The code of the functions that report the lifetimes of their variables. libraries/unseen_code.cc reads it from the
// records of the instrumentation.
#pragma once

#include <cstdint>
#include <vector>

namespace mover::runtime {

struct CodeRange {
  uint64_t begin, end;
};
void sort(std::vector<CodeRange>& ranges);  // by address
bool contain(const std::vector<CodeRange>& sorted, uint64_t address);

// Sorted by address. `incomplete`: the functions among `all` that do not report all variables that other functions may
// access.
struct ReportingCode {
  std::vector<CodeRange> all, incomplete;
};
ReportingCode& reporting_code();

// The variables whose lifetimes the function at the address reports (src/instrument/reported_frames.h).
enum class Reports : uint8_t {
  Nothing,    // it is not instrumented, or is a coroutine
  Kept,       // variables to which a pointer may exist after their end
  Accessible  // all variables that other functions may access
};
Reports lifetimes_reported_by(uint64_t pc);

}  // namespace mover::runtime
