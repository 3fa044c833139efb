// Why some executions of a program were not explored. The cause decides which engine to fall back to and what to
// advise. The sentence for the user is made where it is printed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/places.h"

namespace mover {

struct Omission {
  enum class Cause : uint8_t {
    Unmodelled,     // `what`: a function or an operation that the machine has no model of
    Recursion,      // of the function `what`: deeper than `bound` calls
    Heap,           // larger than `bound` MiB
    LocalsAndHeap,  // likewise, together
    Threads,        // more than `bound` alive at once
    SampledValues,  // of `what` nondeterministic values, `bound` were tried
    Preemptions,    // more than `bound`
    PathLength,     // more than `bound` steps, in the search `what`
    Other,          // `what` is the sentence
  };
  Cause cause = Cause::Other;
  std::string what;
  uint64_t bound = 0;
  ir::LocId loc = 0;  // where it happened; 0: everywhere, or `what` says where
  bool operator==(const Omission&) const = default;
};

// An omission whose cause decides nothing.
inline Omission omission(std::string sentence) { return {Omission::Cause::Other, std::move(sentence), 0, 0}; }

// Appends the omission unless `to` contains it.
void add_omission(std::vector<Omission>& to, const Omission& omission);

// A sentence for the user, with the place if it is known.
std::string in_words(const ir::Places& places, const Omission& omission);

}  // namespace mover
