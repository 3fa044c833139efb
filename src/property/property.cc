#include "property/property.h"

#include "property/deadlock.h"
#include "property/leak.h"
#include "property/race.h"
#include "support/check.h"

namespace mover {

namespace {

// In the order of FindingKind. In a state, observers are called in this order.
constexpr Property kProperties[] = {
    {FindingKind::Assertion, "assertion", &Checks::assertion, kExitCrash, true},
    {FindingKind::Deadlock, "deadlock", &Checks::deadlock, kExitDeadlock, false, observe_deadlock},
    {FindingKind::Race, "race", &Checks::race, kExitRace, false, observe_races},
    {FindingKind::Memory, "memory", &Checks::memory, kExitCrash, true},
    {FindingKind::Discipline, "discipline", &Checks::discipline, kExitOtherProperty, false},
    {FindingKind::Atomicity, "atomicity", &Checks::atomicity, kExitOtherProperty, false},
    {FindingKind::Leak, "leak", &Checks::leak, kExitOtherProperty, false, nullptr, observe_leaks},
};

}  // namespace

std::span<const Property> properties() { return kProperties; }

const Property& property_of(FindingKind kind) {
  const Property& property = kProperties[static_cast<size_t>(kind)];
  MOVER_CHECK(property.kind == kind, "every kind of finding has its row");
  return property;
}

}  // namespace mover
