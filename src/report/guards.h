// The report of mover guards: the protection of each shared variable, and the functions whose executions are
// transactions.
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
struct MajorityLock {
  std::string variable, lock;
  // The number of places that access the variable. A place that does so with and without the lock counts twice.
  size_t accesses = 0;
  size_t holding = 0;  // the number of these places at which the lock is held
  struct Access {
    Place place;
    std::vector<std::string> threads;
    bool ambiguous = false;  // other threads hold the lock at the same line
  };
  std::vector<Access> without;  // the accesses without the lock
};

// Empty if no lock is held by more than half of the accesses.
std::optional<MajorityLock> majority_lock(const Guard& guard, const ir::Program& code);

std::string in_words(const MajorityLock& majority);

struct GuardsOutcome {
  std::string program;  // as the user named it
  const ir::Program* code = nullptr;
  std::vector<Guard> guards;
  std::vector<FunctionTransactions> functions;
  std::vector<std::string> incomplete;  // the reasons why the search was incomplete
  std::vector<std::string> notes;
  Statistics stats;
};

// `verbose`: the table has the accesses to every variable, not only to unprotected ones.
std::string guards_table(const GuardsOutcome& outcome, const Style& style, bool verbose);

std::string guards_json(const GuardsOutcome& outcome);

}  // namespace mover
