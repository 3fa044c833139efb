// Faults of the program: a write to a page that is protected (memory/memory.h), or a crash, which is a finding.
#pragma once

#include <csignal>
#include <cstdint>

namespace mover::runtime {

void install_signal_handlers();

// A thread that has not come to its next step by then is not followed further; nor is it when Mover says `Stop` on the
// socket. 0: at any time.
void stop_threads_after(double seconds);
void stop_threads_on_message(int socket);

// The stack on which the current thread would run the program's handler of a signal, if its own is used from `now` on;
// 0: there is no handler.
uint64_t stack_of_handler(int signal, uint64_t now);
void call_handler(int signal, siginfo_t* info, void* context);

}  // namespace mover::runtime
