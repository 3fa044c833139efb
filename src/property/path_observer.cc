// Passes each step to the path observers of all requested properties.
#include "property/path_observer.h"

namespace mover {

PathObservers::PathObservers(const Checks& checks) {
  for (const Property& property : properties())
    if (checks.*property.asked && property.along_path != nullptr) all_.push_back(property.along_path());
}

PathObservers::PathObservers(const PathObservers& other) {
  for (const auto& observer : other.all_) all_.push_back(observer->clone());
}

void PathObservers::before_step(const Machine& machine, ThreadId t) {
  for (const auto& observer : all_) observer->before_step(machine, t);
}

std::vector<Finding> PathObservers::after_step(const Machine& machine, ThreadId t) {
  std::vector<Finding> findings;
  for (const auto& observer : all_)
    for (Finding& finding : observer->after_step(machine, t)) findings.push_back(std::move(finding));
  return findings;
}

std::string PathObservers::canonical(const Machine& machine) {
  std::string all;
  for (const auto& observer : all_) all += observer->canonical(machine);
  return all;
}

}  // namespace mover
