#include "scheduling/permitted.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "memory/unset.h"
#include "native/protocol.h"
#include "scheduling/assumptions.h"
#include "scheduling/world.h"

namespace mover::runtime {

Permitted permitted;

void read_permitted() {
  const char* given = std::getenv(native::kPermitVariable);
  if (given == nullptr) return;
  const std::string_view names = given;
  permitted.refused_allocations = names.find(native::kRefusedAllocations) != names.npos;
  permitted.spurious_wakeups = names.find(native::kSpuriousWakeups) != names.npos;
  permitted.spurious_failures = names.find(native::kSpuriousFailures) != names.npos;
  permitted.nondet_rand = names.find(native::kNondetRand) != names.npos;
  permitted.lossy = names.find(native::kLossy) != names.npos;
  reports_unset = names.find(native::kPastMemoryErrors) == names.npos;
  unsetenv(native::kPermitVariable);
}

bool is_operator_new(const void* pc) {
  struct Known {
    const void* pc;
    bool is_new;
  };
  static auto* known = new std::vector<Known>;
  for (const Known& one : *known)
    if (one.pc == pc) return one.is_new;
  Dl_info caller;
  const bool found = dladdr(static_cast<const char*>(pc) - 1, &caller) != 0 && caller.dli_sname != nullptr;
  const bool is_new =
      found && (std::strncmp(caller.dli_sname, "_Znw", 4) == 0 || std::strncmp(caller.dli_sname, "_Zna", 4) == 0);
  known->push_back({pc, is_new});
  return is_new;
}

namespace {

// Whether the allocation is the program's own. Allocations that libraries make for themselves, such as a stream's
// buffer or a thread's name, never fail.
bool is_for_program(const void* pc) {
  const auto caller = reinterpret_cast<Address>(pc);
  return is_user_code(caller) || is_support_code(caller) || is_operator_new(pc);
}

}  // namespace

bool is_refused(const void* pc) {
  if (!world.controls()) return false;
  if (!permitted.refused_allocations) {
    if (!is_reported(Assumption::Allocations) && is_for_program(pc))
      relies_on(Assumption::Allocations, "allocates memory at", pc);
    return false;
  }
  if (!is_for_program(pc)) return relies_on(Assumption::OfLibraries, "calls one that allocates at", pc), false;
  Operation operation;
  operation.kind = ActionKind::Choice;
  operation.choices = 2;
  operation.alternatives = Alternatives::MemoryOrNull;
  operation.loc = location(pc);
  return world.act(operation) == 1;
}

void begins_wait(ir::LocId loc, bool on_word) {
  if (permitted.spurious_wakeups) return;
  relies_on(on_word ? Assumption::WordWaits : Assumption::ConditionWaits, "waits on one at", loc);
}

void exchanges_weakly(ir::LocId loc) {
  static auto* noted = new std::vector<ir::LocId>;
  if (permitted.spurious_failures || std::find(noted->begin(), noted->end(), loc) != noted->end()) return;
  noted->push_back(loc);
  world.note(kept_text("weak compare-exchanges fail only where they find another value, as at " +
                       native::loc_mark(loc) + " (--spurious-failures lifts this)"));
}

}  // namespace mover::runtime
