// The functions after which reports name threads: those of the user that std::thread and std::async call.
#pragma once

#include <cstdint>

namespace mover::runtime {

// Reads the symbols of the program. To be called before the program's code runs: later, its mappings are simulated.
void read_functions_of_program();

// A thread is created that calls start(argument). To be called before it runs.
void note_thread_function(uint32_t thread, uint64_t start, uint64_t argument);

// The function that the user has given to the thread; its start if no other one is known.
uint64_t function_of_thread(uint32_t thread);

}  // namespace mover::runtime
