// What a step did to other threads, for reports: "wakes T4 (consumer)", "wakes no thread", "does not get m (held by
// T2)".
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover {

class Effects {
 public:
  // Before the thread takes its step.
  Effects(const Machine& machine, ThreadId t);
  // After the step, whose events are still recorded.
  std::vector<std::string> after(const Machine& machine) const;

 private:
  std::vector<ThreadId> blocked_;  // the threads that wait at the object for the step to wake them
  Action action_;
  std::string object_, holders_;  // the name of the action's object, and of the threads that hold it
  std::string freed_;             // the name of the memory that the step frees
};

}  // namespace mover
