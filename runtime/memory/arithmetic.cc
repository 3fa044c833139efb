// Reports operations whose result is undefined (src/instrument/arithmetic.cc), with the messages of the interpreter.
#include <csignal>
#include <string>

#include "memory/access.h"
#include "scheduling/signals.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

MOVER_EXPORT void __mover_shift(uint32_t width) {
  if (!world.controls()) return;
  world.fail(FindingKind::Memory,
             kept_text("shifts a value of " + std::to_string(width) +
                       " bits by a negative number of bits or by as many as it has or more"),
             location(PC));
}

MOVER_EXPORT void __mover_subscript(int64_t index, int64_t length) {
  if (!world.controls()) return;
  world.fail(FindingKind::Memory,
             kept_text("accesses element " + std::to_string(index) + " of an array of " + std::to_string(length) +
                       " elements"),
             location(PC));
}

// The division is reported here because the compiler may have removed the instruction that would fault. If the program
// handles SIGFPE, nothing is reported, and its handler gets the fault.
MOVER_EXPORT void __mover_division(int overflows) {
  if (!world.controls() || stack_of_handler(SIGFPE, 1) != 0) return;
  world.fail(FindingKind::Memory,
             overflows != 0 ? "overflows in a division: the smallest integer by -1" : "divides by zero", location(PC),
             true);
}

MOVER_EXPORT void __mover_conversion() {
  if (world.controls())
    world.fail(FindingKind::Memory, "converts a floating-point number to an integer type that cannot hold it",
               location(PC));
}

MOVER_EXPORT void __mover_unreachable() {
  if (world.controls())
    world.fail(FindingKind::Memory, "reaches code that the compiler takes to be unreachable (undefined behaviour)",
               location(PC));
}
