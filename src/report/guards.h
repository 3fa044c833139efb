// The report of mover guards: the protection of each shared variable, and the atomic functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/style.h"
#include "search/search.h"
#include "trace/location.h"

namespace mover {

// The lock that most accesses to a variable hold, and the accesses without it: "7 of 8 accesses to x hold mu; a.c:34
// does not".
struct OddOnes {
  std::string variable, lock;
  // Places in the source that access it; a place that does so with and without the lock counts twice.
  size_t accesses = 0;
  size_t holding = 0;  // the number of them that hold the lock
  struct Access {
    Place place;
    std::vector<std::string> threads;
    bool ambiguous = false;  // other threads hold the lock at the same line
  };
  std::vector<Access> odd;
};

// Empty if no lock is held by more than half of the accesses.
std::optional<OddOnes> odd_ones(const Guard& guard, const ir::Program& code);

std::string in_words(const OddOnes& odd_ones);

struct GuardsOutcome {
  std::string program;  // as the user named it
  const ir::Program* code = nullptr;
  std::vector<Guard> guards;
  std::vector<FunctionTransactions> functions;
  std::vector<std::string> incomplete;  // the reasons why the search was incomplete
  std::vector<std::string> notes;
  Statistics stats;
};

// `verbose` lists the accesses to every variable, not only to unprotected ones.
std::string guards_table(const GuardsOutcome& outcome, const Style& style, bool verbose);

std::string guards_json(const GuardsOutcome& outcome);

}  // namespace mover
