// Signal handlers. At the first Ctrl-C or SIGTERM, Mover stops searching and reports its results so far
// (support/deadline.h). At a later one the process ends at once. A crash of Mover is reported as an internal error.
// Temporary files are removed in all cases.
#pragma once

#include <atomic>
#include <chrono>

namespace mover::cli {

// Signals within this time after the first one count as one with it.
inline constexpr std::chrono::milliseconds kSameInterrupt{200};

void install_signal_handlers();

// Whether Mover has received Ctrl-C or SIGTERM.
const std::atomic<bool>& interrupted();

}  // namespace mover::cli
