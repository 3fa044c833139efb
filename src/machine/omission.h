// Omissions: the reasons why some executions of a program were not explored. The cause decides to which engine Mover
// falls back and what it advises. The sentence for the user is made only when an omission is printed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/places.h"

namespace mover {

struct Omission {
  enum class Cause : uint8_t {
    Unmodelled,     // `what`: a function or an operation that the machine has no model of
    Undefined,      // `what`: a function that no input defines
    Recursion,      // the function `what` recursed deeper than `bound` calls
    Heap,           // the heap is larger than `bound` MiB
    LocalsAndHeap,  // locals and heap together are larger than `bound` MiB
    Threads,        // more than `bound` threads were alive at once
    SampledValues,  // only `bound` values of the type `what` were explored
    Preemptions,    // executions with more than `bound` preemptions were not explored
    PathLength,     // the search `what` does not follow paths of more than `bound` steps
    Other,          // `what` is the whole sentence
  };
  Cause cause = Cause::Other;
  std::string what;
  uint64_t bound = 0;
  ir::LocId loc = 0;  // the place; 0: everywhere, or `what` names the place
  bool operator==(const Omission&) const = default;
};

// An omission with which neither a fallback nor advice is associated.
inline Omission omission(std::string sentence) { return {Omission::Cause::Other, std::move(sentence), 0, 0}; }

// Appends the omission unless `to` contains it.
void add_omission(std::vector<Omission>& to, const Omission& omission);

// A sentence for the user, with the place if it is known.
std::string in_words(const ir::Places& places, const Omission& omission);

}  // namespace mover
