// Handlers of the signals that faults of the program raise. A fault is a write to a page that Mover has protected
// (memory/memory.h), or a crash, which is a finding. A timer interrupts threads that compute for too long.
#pragma once

#include <csignal>
#include <cstdint>

namespace mover::runtime {

void install_signal_handlers();

// End the execution: if a thread has not reached its next step after this number of seconds (0: no limit), or when
// Mover sends `Stop` on the socket.
void stop_threads_after(double seconds);
void stop_threads_on_message(int socket);

// The stack pointer with which the program's handler of the signal would start, if the stack pointer of the current
// thread is `now`. 0: the program has no handler, or blocks the signal.
uint64_t stack_of_handler(int signal, uint64_t now);
void call_handler(int signal, siginfo_t* info, void* context);

}  // namespace mover::runtime
