// The report of mover guards: what protects each shared variable, which functions are atomic.
#pragma once

#include <string>
#include <vector>

#include "report/style.h"
#include "search/search.h"

namespace mover {

struct GuardsOutcome {
  std::string program;  // as the user named it
  const ir::Program* code = nullptr;
  std::vector<Guard> guards;
  std::vector<FunctionTransactions> functions;
  std::vector<std::string> incomplete;  // why not everything was explored
  std::vector<std::string> notes;
  Statistics stats;
};

// `verbose` lists the accesses to every variable, not only to those that nothing protects.
std::string guards_table(const GuardsOutcome& outcome, const Style& style, bool verbose);

std::string guards_json(const GuardsOutcome& outcome);

}  // namespace mover
