// The sentences that describe omissions.
#include "machine/omission.h"

#include <algorithm>

#include "ir/names.h"
#include "support/check.h"

namespace mover {

static std::string sentence_of(const Omission& omission) {
  const std::string& what = omission.what;
  const std::string bound = std::to_string(omission.bound);
  switch (omission.cause) {
    case Omission::Cause::Unmodelled:
      return what + " is not modelled";
    case Omission::Cause::Undefined:
      return "no input defines the function " + what + ", which the program calls";
    case Omission::Cause::Recursion:
      return "the recursion in " + what + " goes deeper than " + bound + " calls (--max-recursion)";
    case Omission::Cause::Heap:
      return "the program allocates more than " + bound + " MiB (--max-heap)";
    case Omission::Cause::LocalsAndHeap:
      return "the program's local variables and heap take more than " + bound + " MiB (--max-heap)";
    case Omission::Cause::Threads:
      return "more than " + bound + " threads are alive at once (--max-threads)";
    case Omission::Cause::SampledValues:
      return "nondeterministic " + what + " values were taken from " + bound +
             " representative ones (0, 1, -1, the extremes, the constants that the program compares with, each -1 and "
             "+1)";
    case Omission::Cause::Preemptions:
      return "executions with more than " + bound + (omission.bound == 1 ? " preemption" : " preemptions") +
             " were not explored";
    case Omission::Cause::PathLength:
      return "the " + what + " search follows paths of " + bound + " steps at most";
    case Omission::Cause::Other:
      return what;
  }
  MOVER_UNREACHABLE("every cause has a sentence");
}

void add_omission(std::vector<Omission>& to, const Omission& omission) {
  if (std::find(to.begin(), to.end(), omission) == to.end()) to.push_back(omission);
}

std::string in_words(const ir::Places& places, const Omission& omission) {
  std::string sentence = sentence_of(omission);
  if (omission.loc != 0) sentence += ", at " + ir::place_in_words(places, omission.loc);
  return sentence;
}

}  // namespace mover
