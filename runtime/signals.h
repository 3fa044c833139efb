// Faults of the program: a write to a page that is protected (memory.h), or a crash, which is a finding.
#pragma once

namespace mover::runtime {

void install_signal_handlers();

}  // namespace mover::runtime
