// Facts that the classification of movers rests on: "these bytes are protected", "no thread can observe that this lock
// is held". A fact is assumed until it is refuted ("lost"), and stays refuted; states whose exploration relied on it
// must then be explored again [FQ03, section 6: the protecting sets only shrink]. Sets of facts are interned, so a
// state stores the facts that it relied on as one number.
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
    lost_.push_back(false);
    return static_cast<Fact>(lost_.size() - 1);
  }
  bool lost(Fact fact) const { return lost_[fact]; }
  void lose(Fact fact) {
    losses_ += !lost_[fact];
    lost_[fact] = true;
  }
  uint64_t losses() const { return losses_; }

  static constexpr FactSet kNone = 0;
  FactSet intern(std::vector<Fact> facts);
  // For every set, whether one of its facts is lost.
  std::vector<bool> broken() const;

 private:
  std::vector<bool> lost_;
  uint64_t losses_ = 0;
  std::vector<std::vector<Fact>> sets_;  // each one sorted
  std::map<std::vector<Fact>, FactSet> numbers_;
};

}  // namespace mover
