// Omissions: the reasons why some executions of a program were not explored. The cause decides which engine to fall
// back to and what to advise. The code that prints an omission makes the sentence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/places.h"

namespace mover {

struct Omission {
  enum class Cause : uint8_t {
    Unmodelled,     // `what`: a function or an operation that the machine has no model of
    Recursion,      // the function `what` recursed deeper than `bound` calls
    Heap,           // the heap is larger than `bound` MiB
    LocalsAndHeap,  // locals and heap together are larger than `bound` MiB
    Threads,        // more than `bound` threads were alive at once
    SampledValues,  // only `bound` values of `what` were tried
    Preemptions,    // more than `bound` preemptions
    PathLength,     // more than `bound` steps, in the search `what`
    Other,          // `what` is the sentence
  };
  Cause cause = Cause::Other;
  std::string what;
  uint64_t bound = 0;
  ir::LocId loc = 0;  // the place; 0: everywhere, or `what` names the place
  bool operator==(const Omission&) const = default;
};

// An omission that has no effect on the engine or the advice.
inline Omission omission(std::string sentence) { return {Omission::Cause::Other, std::move(sentence), 0, 0}; }

// Appends the omission unless `to` contains it.
void add_omission(std::vector<Omission>& to, const Omission& omission);

// A sentence for the user, with the place if it is known.
std::string in_words(const ir::Places& places, const Omission& omission);

}  // namespace mover
