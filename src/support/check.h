// Invariants of Mover's own. A condition that should have held and does not is a bug in Mover, never in the user's
// program, so the process ends at once, in release builds too: a verdict computed past a broken invariant is worthless.
#pragma once

#include <string_view>

namespace mover::support {

// Says on standard error that this is a bug in Mover, where and what, and ends the process with exit code 6 (internal
// error) without running destructors or exit handlers: they might trip over the broken state.
[[noreturn]] void check_failed(const char* file, int line, const char* condition, std::string_view what);

}  // namespace mover::support

// MOVER_CHECK(stack.size() > 0, "a running thread has a frame"): the second argument says what should have held, as
// anything that converts to std::string_view; it is evaluated only when the condition is false.
#define MOVER_CHECK(condition, what)                                          \
  do {                                                                        \
    if (!(condition)) [[unlikely]]                                            \
      ::mover::support::check_failed(__FILE__, __LINE__, #condition, (what)); \
  } while (false)

// MOVER_UNREACHABLE("every Op has a case"): control should never have come here.
#define MOVER_UNREACHABLE(what) ::mover::support::check_failed(__FILE__, __LINE__, "control never comes here", (what))
