#include "base/reporting_code.h"

#include <algorithm>

namespace mover::runtime {

void sort(std::vector<CodeRange>& ranges) {
  std::sort(ranges.begin(), ranges.end(), [](CodeRange a, CodeRange b) { return a.begin < b.begin; });
}

bool contain(const std::vector<CodeRange>& sorted, uint64_t address) {
  const auto after =
      std::partition_point(sorted.begin(), sorted.end(), [&](CodeRange r) { return r.begin <= address; });
  return after != sorted.begin() && address < (after - 1)->end;
}

ReportingCode& reporting_code() {
  static auto* code = new ReportingCode;
  return *code;
}

Reports lifetimes_reported_by(uint64_t pc) {
  if (!contain(reporting_code().all, pc)) return Reports::Nothing;
  return contain(reporting_code().incomplete, pc) ? Reports::Kept : Reports::Accessible;
}

}  // namespace mover::runtime
