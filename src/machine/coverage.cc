// Sentences on the parts of the program that no execution has reached.
#include "machine/coverage.h"

#include <algorithm>

namespace mover {

std::vector<std::string> Coverage::gaps(const std::function<std::string(ir::LocId)>& place,
                                        const std::function<std::string(uint64_t)>& function) const {
  std::vector<std::string> sentences;
  if (begins_before_main_ && !entered_main_) sentences.push_back("no execution reaches main");
  if (!created_thread_) sentences.push_back(kOneThread);
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
  if (exit_codes_.size() > 1) sentences.push_back(different_exit_codes());
  return sentences;
}

// "the exit code is 0, 1 or 2, depending on the schedule"
std::string Coverage::different_exit_codes() const {
  constexpr size_t kMostNamed = 4;
  std::string codes;
  size_t named = 0;
  for (const uint8_t code : exit_codes_) {
    const bool is_last = ++named == std::min(exit_codes_.size(), kMostNamed + 1);
    codes += (named == 1 ? "" : is_last ? " or " : ", ") + (named > kMostNamed ? "another" : std::to_string(code));
    if (is_last) break;
  }
  return "the exit code is " + codes + ", depending on the schedule" + (chose_ ? " or on values that were chosen" : "");
}

}  // namespace mover
