// A path observer keeps the record of a property along a path. It is for properties whose violations do not all show in
// a single state or step: races by happens-before, bytes without a common lock. A search copies the record where paths
// branch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "property/property.h"

namespace mover {

class PathObserver {
 public:
  virtual ~PathObserver() = default;
  virtual std::unique_ptr<PathObserver> clone() const = 0;

  // Called before t takes its next step.
  virtual void before_step(const Machine&, ThreadId) {}
  // Called after each step of t, and after each reset with t = 0. The events of the step or reset are
  // machine.happened(). Returns the step's violations.
  virtual std::vector<Finding> after_step(const Machine& machine, ThreadId t) = 0;
  // The part of the record on which later findings depend. Searches that match states make it a part of the state.
  // Empty: the record does not distinguish states.
  // REQUIRES: machine.states().canonical_state() was called in this state.
  virtual std::string canonical(const Machine&) { return {}; }

 protected:
  PathObserver() = default;
  PathObserver(const PathObserver&) = default;
  PathObserver& operator=(const PathObserver&) = default;
};

// The observers of all requested properties that observe paths.
class PathObservers {
 public:
  explicit PathObservers(const Checks& checks);
  PathObservers(const PathObservers& other);
  PathObservers(PathObservers&&) = default;

  void before_step(const Machine& machine, ThreadId t);
  std::vector<Finding> after_step(const Machine& machine, ThreadId t);
  std::string canonical(const Machine& machine);

 private:
  std::vector<std::unique_ptr<PathObserver>> all_;
};

}  // namespace mover
