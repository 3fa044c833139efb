// The kinds of threads that symmetry reduction takes for interchangeable (docs/symmetry.md): threads that main has
// created to run the same function on the same arguments. Kinds are found while executions run. A search adopts them
// before it resets the machine. A kind is refuted when a thread of it is told apart from the others by something that
// the canonical form leaves out.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mover::vm {

class Twins {
 public:
  using Kind = uint64_t;  // a hash of the function and the arguments; 0: a thread without a kind

  void use(bool on) {
    used_ = on;
    if (!on) adopted_.clear();
  }
  bool used() const { return used_; }
  // Adopts the kinds that were found and not refuted.
  void adopt() {
    adopted_.clear();
    for (const auto& [kind, function] : found_)
      if (!refuted_.contains(kind)) adopted_.insert(kind);
    last_ = adopted_;
  }
  bool any() const { return !adopted_.empty(); }
  bool contains(Kind kind) const { return !adopted_.empty() && adopted_.contains(kind); }

  // Two threads of this kind exist. `function`: for reports.
  void found(Kind kind, const std::string& function) {
    if (used_ && finds_ && found_.size() < kMostKinds && found_.try_emplace(kind, function).second) ++changes_;
  }
  // From now on no kinds are found: the first path has ended.
  void stop_finding() { finds_ = false; }
  void refute(Kind kind) {
    if (contains(kind) && refuted_.insert(kind).second) ++changes_;
  }
  void refute_all() {
    for (Kind kind : adopted_) refute(kind);
  }
  // The number of times that a kind was found or refuted. A search that has adopted others has to restart.
  uint64_t changes() const { return changes_; }
  // The functions of the kinds that were adopted last.
  std::set<std::string> functions() const {
    std::set<std::string> functions;
    for (Kind kind : last_)
      if (!refuted_.contains(kind)) functions.insert(found_.at(kind));
    return functions;
  }

 private:
  static constexpr size_t kMostKinds = 16;  // each one restarts the search

  bool used_ = false, finds_ = true;
  std::map<Kind, std::string> found_;
  std::set<Kind> adopted_, last_, refuted_;
  uint64_t changes_ = 0;
};

}  // namespace mover::vm
