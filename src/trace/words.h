// Actions and values in words.
#pragma once

#include <string>

#include "machine/machine.h"

namespace mover {

// The pending action of thread `t`: "locks mutex m", "reads x", "creates a thread". REQUIRES: t is parked.
std::string action_in_words(const Machine& machine, ThreadId t, uint32_t choice);

// Which alternative of the action was taken: "fails spuriously", "chooses 1 of 3"; empty: none that a reader must know
// of.
std::string alternative_in_words(const Action& action, uint32_t choice);

// The user's name of a mutex or the like, without the library's own names for its parts.
std::string sync_object_name(const Machine& machine, Address object);

const char* verb_of(ir::SyncOp op);

// A value that was read or written: numbers as numbers, addresses by the name of the object.
std::string value_in_words(const Machine& machine, uint64_t value, uint64_t size);

}  // namespace mover
