// What lanes alone do not say: who waits for whom in a deadlock, what the two sides of a race held, what was printed.
#pragma once

#include <string>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

std::string explain_deadlock(const Replay& replay, const Style& style);
std::string explain_race(const Replay& replay, const Style& style);
std::string quote_output(const std::string& output, const Style& style);

// "12 steps, 3 context switches, 1 of them a preemption"
std::string length_in_words(const Replay& replay);

// Every step with the position of every thread behind it, for replay -v.
std::string describe_steps(const Replay& replay, const Style& style);

}  // namespace mover
