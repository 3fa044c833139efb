// Sentences on the parts of the program that no execution has reached.
#include "machine/coverage.h"

namespace mover {

std::vector<std::string> Coverage::gaps(const std::function<std::string(ir::LocId)>& place,
                                        const std::function<std::string(uint64_t)>& function) const {
  std::vector<std::string> sentences;
  if (!created_thread_) sentences.push_back("only one thread ever ran");
  auto is_passed = [&](ir::LocId loc) {
    auto known = held_.find(loc);
    return known == held_.end() || known->second;
  };
  for (const auto& [loc, held] : held_)
    if (!held) sentences.push_back("no execution gets past the assumption at " + place(loc));
  bool named = false;
  for (const auto& [entry, loc] : cut_) {
    if (ended_.count(entry) != 0 || !is_passed(loc)) continue;
    sentences.push_back("no execution of " + function(entry) + " runs to its end; some end at the assumption at " +
                        place(loc));
    named = true;
  }
  if (!ended_program_ && !cut_.empty() && !named && is_passed(cut_.begin()->second))
    sentences.push_back("no execution runs to its end; some end at the assumption at " + place(cut_.begin()->second));
  if (!ended_program_ && !serving_.empty()) {
    std::string names;
    for (const std::string& name : serving_) names += (names.empty() ? "" : ", ") + name;
    sentences.push_back("no execution gets to its end: " + names +
                        (serving_.size() == 1 ? " runs for ever" : " run for ever"));
  }
  return sentences;
}

}  // namespace mover
