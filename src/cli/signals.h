// The first Ctrl-C or SIGTERM ends the work, and Mover reports its results so far (support/deadline.h); a second one
// ends the process. A crash of Mover is reported as an internal error. Neither leaves temporary files.
#pragma once

#include <atomic>

namespace mover::cli {

void install_signal_handlers();

// Set by the first Ctrl-C or SIGTERM.
const std::atomic<bool>& interrupted();

}  // namespace mover::cli
