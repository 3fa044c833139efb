// Tracks which bytes of heap blocks and local variables have not been set since their lifetimes began, as
// MemorySanitizer does. The instrumentation (src/instrument/unset.cc) calls the run-time library where the lifetime of
// an uninitialised block or variable begins. Every instrumented or intercepted write sets its bytes. A copy also copies
// the states of the bytes. The instrumentation follows a value from its read to its use, such as a branch that depends
// on it.
//
// The states of a block's bytes lie in the heap after these bytes, so that backtracking restores both together. The
// states of a variable's bytes lie beside the stack (memory/locals.h).
#pragma once

#include <cstdint>
#include <string>

#include "ir/ir.h"

namespace mover::runtime {

// States of a value that was read. The instrumentation computes with sets of them, as bits of one byte.
constexpr uint8_t kNeverSet = 1;   // none of its bytes was set
constexpr uint8_t kPartlySet = 2;  // some of its bytes were set, and some were not

// The state of the value that was read last. The instrumentation loads it right after each read that it reports.
#define state_of_read __mover_state_of_read
extern "C" __attribute__((visibility("default"))) uint8_t state_of_read;

// The number of words on stacks that contain bytes which were never set. The instrumentation calls the run-time library
// at the end of a function only if it is not zero.
#define unset_words_of_locals __mover_unset_words_of_locals
extern "C" __attribute__((visibility("default"))) uint64_t unset_words_of_locals;

uint8_t state_of(uint64_t address, uint64_t size);
void now_set(uint64_t address, uint64_t size);
// Marks the bytes as never set. Returns false if their states are not tracked.
bool never_set(uint64_t address, uint64_t size);
// The two halves of copy_states: note_unset finds which bytes of the source were never set, and put_unset marks the
// corresponding bytes of the target. If other threads may take steps between the two calls, `unset` must lie on the
// caller's stack, so that backtracking restores it.
void note_unset(uint64_t from, uint64_t size, bool* unset);
void put_unset(uint64_t to, uint64_t size, const bool* unset);
// Copies the states of the bytes. REQUIRES: the target is marked as set.
void copy_states(uint64_t to, uint64_t from, uint64_t size);

// Whether using a value of that state is a memory error. If some bytes of the value were set, or if the check for
// memory errors is off, the use is not an error: the program uses the value that is in memory, and the report says that
// other values were not explored. `use`: the message, such as "divides by an uninitialised value".
bool is_error_to_use(uint8_t state, const std::string& use, ir::LocId loc);
// A library function reads bytes some of which were never set. library_reads_unset: it is not known whether its result
// depends on them. library_depends_on_unset: its result depends on them.
void library_reads_unset(const void* pc);
void library_depends_on_unset(uint8_t state, const void* pc);
// The program reads characters of a string that no instrumented code has set.
void reads_unset_text(const void* pc);
// A library function gets a buffer of this size, and may set only a part of it.
void library_may_set(uint64_t address, uint64_t size, const void* pc);
// A library function moves the bytes and compares them, as qsort does.
void library_moves(uint64_t address, uint64_t size, const void* pc);
// An atomic update finds a value of that state. `compares`: the effect of the update depends on the value.
void atomic_finds_unset(uint8_t state, bool compares, const void* pc);
// Whether the check for memory errors is on.
extern bool reports_unset;
// Code that is not instrumented has been called. It may have set any byte, so no later use is an error.
void unseen_may_have_set();

}  // namespace mover::runtime
