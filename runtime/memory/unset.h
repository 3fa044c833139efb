// Which bytes of the heap and of local variables have not been set since their lifetimes began. Our own instrumentation
// (src/instrument/unset.cc) tells of blocks and variables that begin so; every write that is seen sets what it writes,
// a copy carries over what was not set, and the instrumentation follows values from where they are read to where they
// decide something.
//
// What is known of a block lies in the heap behind it, and is put back with it; of a variable, beside the stack
// (memory/locals.h).
#pragma once

#include <cstdint>

namespace mover::runtime {

// Of a value that was read; sets of these, in one byte, are what the instrumentation computes with.
constexpr uint8_t kNeverSet = 1;   // none of its bytes
constexpr uint8_t kPartlySet = 2;  // some of them

// Of what was read last, as the instrumentation asks right behind each read that it tells of.
#define state_of_read __mover_state_of_read
extern "C" __attribute__((visibility("default"))) uint8_t state_of_read;

// In how many words of stacks some bytes were never set. The instrumentation looks at it before it tells that a
// function is left.
#define unset_words_of_locals __mover_unset_words_of_locals
extern "C" __attribute__((visibility("default"))) uint64_t unset_words_of_locals;

uint8_t state_of(uint64_t address, uint64_t size);
void now_set(uint64_t address, uint64_t size);
// As if these had never been set. False: what becomes of these bytes is not known.
bool never_set(uint64_t address, uint64_t size);
// Which bytes were not, and as if those of a copy had never been set. (A caller keeps them on its stack where it is not
// alone between the two.)
void note_unset(uint64_t from, uint64_t size, bool* unset);
void put_unset(uint64_t to, uint64_t size, const bool* unset);
// What has been copied; the target has been set before.
void copy_states(uint64_t to, uint64_t from, uint64_t size);

// Whether to use a value of that state is a memory error. Otherwise it has some value, and others are not tried.
bool is_error_to_use(uint8_t state);
// Whether memory errors are asked for.
extern bool reports_unset;
// Code whose accesses are not seen has been called: it may have set anything, so from here on no such use is an error.
void unseen_may_have_set();

}  // namespace mover::runtime
