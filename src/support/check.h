// Assertions about Mover itself. A violated invariant is a bug in Mover, never in the user's program. The process then
// ends at once, in release builds too, because a verdict that is computed after it would be worthless.
#pragma once

#include <string_view>

namespace mover::support {

// Reports a bug in Mover (place and condition) on standard error and ends the process with exit code 6 (internal
// error), without running destructors or exit handlers, which might fail on the broken state.
[[noreturn]] void check_failed(const char* file, int line, const char* condition, std::string_view what);

}  // namespace mover::support

// MOVER_CHECK(stack.size() > 0, "a running thread has a frame"): the second argument states the invariant. It converts
// to std::string_view and is evaluated only if the condition is false.
#define MOVER_CHECK(condition, what)                                          \
  do {                                                                        \
    if (!(condition)) [[unlikely]]                                            \
      ::mover::support::check_failed(__FILE__, __LINE__, #condition, (what)); \
  } while (false)

// MOVER_UNREACHABLE("every Op has a case"): control never reaches this point.
#define MOVER_UNREACHABLE(what) ::mover::support::check_failed(__FILE__, __LINE__, "control never comes here", (what))
