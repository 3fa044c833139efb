// Faults of the program: a write to a page that is protected (memory.h), or a crash, which is a finding.
#pragma once

#include <csignal>
#include <cstdint>

namespace mover::runtime {

void install_signal_handlers();

// Where the current thread would run the program's handler of a signal, if its stack is used from `now` on; 0: it has none.
uint64_t stack_of_handler(int signal, uint64_t now);
void call_handler(int signal, siginfo_t* info, void* context);

}  // namespace mover::runtime
