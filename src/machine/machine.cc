#include "machine/machine.h"

namespace mover {

const char* to_text(FindingKind kind) {
  switch (kind) {
    case FindingKind::Assertion:
      return "assertion";
    case FindingKind::Deadlock:
      return "deadlock";
    case FindingKind::Race:
      return "race";
    case FindingKind::Memory:
      return "memory";
    case FindingKind::Discipline:
      return "discipline";
    case FindingKind::Atomicity:
      return "atomicity";
    case FindingKind::Leak:
      return "leak";
  }
  return "?";
}

}  // namespace mover
