// State of the process that the C library or the kernel keeps, and that several threads can observe: exit handlers,
// keys, handlers of signals, the environment of the process. A word of this library stands for each piece. To read or
// change a piece is an atomic access to its word, with acquire-release order, because the library or the kernel locks
// the piece. Like accesses to memory, these accesses are steps of their own if threads make conflicting ones
// concurrently (docs/native.md, Steps). The values of the words have no meaning; the pieces themselves are elsewhere.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>

#include "scheduling/world.h"

namespace mover::runtime {

struct ProcessState {
  uint64_t exit_handlers, quick_exit_handlers;
  uint64_t numbers_of_keys;  // which numbers pthread_key_create has given out
  uint64_t keys[kMostKeys];  // whether the key exists
  uint64_t dispositions[NSIG];
  uint64_t limits;  // setrlimit
  uint64_t locale, new_handler;
  uint64_t standard_input;  // the buffer of stdin
};
extern ProcessState process_state;

// The current thread accesses the piece that this word stands for. The words of library variables (library_variable)
// are such words, too.
void access_state(const uint64_t& word, bool changes, ir::LocId loc);
inline void reads_state(const uint64_t& word, const void* pc) { access_state(word, false, location(pc)); }
inline void changes_state(const uint64_t& word, const void* pc) { access_state(word, true, location(pc)); }

// A description of the piece that this word stands for; empty if there is none.
std::string describe_state(uint64_t address);

}  // namespace mover::runtime
