// Facts that the classification of movers relies on: "these bytes are protected", "no thread can observe that this lock
// is held". A fact is assumed until it is refuted, and stays refuted. States whose exploration relied on a refuted fact
// must be explored again [FQ03, section 6: the protecting sets only shrink]. Sets of facts are interned, so a state
// stores the facts that it relied on as one number.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace mover {

using Fact = uint32_t;
using FactSet = uint32_t;

class Facts {
 public:
  Facts() { intern({}); }

  Fact add() {
    refuted_.push_back(false);
    return static_cast<Fact>(refuted_.size() - 1);
  }
  bool is_refuted(Fact fact) const { return refuted_[fact]; }
  void refute(Fact fact) {
    refutations_ += !refuted_[fact];
    refuted_[fact] = true;
  }
  uint64_t refutations() const { return refutations_; }  // the number of refuted facts

  static constexpr FactSet kNone = 0;  // the empty set
  FactSet intern(std::vector<Fact> facts);
  // For every set, whether one of its facts is refuted.
  std::vector<bool> contain_refuted() const;

 private:
  std::vector<bool> refuted_;
  uint64_t refutations_ = 0;
  std::vector<std::vector<Fact>> sets_;  // each set is sorted
  std::map<std::vector<Fact>, FactSet> numbers_;
};

}  // namespace mover
