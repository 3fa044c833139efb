// Interned sets of facts.
#include "movers/facts.h"

#include <algorithm>

namespace mover {

FactSet Facts::intern(std::vector<Fact> facts) {
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  auto [known, fresh] = numbers_.try_emplace(std::move(facts), static_cast<FactSet>(sets_.size()));
  if (fresh) sets_.push_back(known->first);
  return known->second;
}

std::vector<bool> Facts::contain_refuted() const {
  std::vector<bool> result;
  for (const std::vector<Fact>& set : sets_)
    result.push_back(std::any_of(set.begin(), set.end(), [&](Fact fact) { return is_refuted(fact); }));
  return result;
}

}  // namespace mover
