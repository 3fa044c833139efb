// Ctrl-C or a request to terminate ends the work, and Mover reports what it has found (support/deadline.h); a second
// one ends the process. A crash of Mover itself is said to be one.
#pragma once

#include <atomic>

namespace mover::cli {

void install_signal_handlers();

// Set by the first Ctrl-C (or a request to terminate).
const std::atomic<bool>& interrupted();

}  // namespace mover::cli
