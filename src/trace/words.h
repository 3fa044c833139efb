// Descriptions of actions and values, for reports and traces.
#pragma once

#include <string>

#include "machine/machine.h"

namespace mover {

// The pending action of thread `t` with that alternative: "locks m", "reads x", "creates a thread". REQUIRES: t is
// parked.
std::string action_in_words(const Machine& machine, ThreadId t, uint32_t choice);

// The alternative that was taken: "fails spuriously", "chooses 1 of 3". Empty if a report need not mention it.
std::string alternative_in_words(const Action& action, uint32_t choice);

// The name of a synchronisation object in the user's program: "m" instead of "m.__data.__lock", which names a member of
// the library's type.
std::string sync_object_name(const Machine& machine, Address object);

const char* verb_of(ir::SyncOp op);

// A value that was read or written: "&x.y" for an address, otherwise a number. Empty if it is wider than 8 bytes.
std::string value_in_words(const Machine& machine, uint64_t value, uint64_t size);

}  // namespace mover
