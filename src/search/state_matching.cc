// State matching up to unread globals [BCE08].
#include "search/state_matching.h"

#include <algorithm>
#include <span>

#include "store/index.h"

namespace mover {

uint32_t StateMatching::place(const NamedBytes& bytes) {
  if (auto known = numbers_.find(bytes); known != numbers_.end()) return known->second;
  NamedBytes all = bytes;
  if (uint32_t& parts = parts_[bytes.object]; parts < kMostParts)
    ++parts;
  else
    all.offset = 0, all.size = UINT32_MAX;
  auto [known, fresh] = numbers_.try_emplace(all, static_cast<uint32_t>(places_.size()));
  if (fresh) places_.push_back(all);
  return known->second;
}

uint64_t StateMatching::key(const std::vector<uint32_t>& tuple) const {
  return store::hash_of_tuple(std::span(tuple).subspan(machine_.names().canonical_globals()));
}

void StateMatching::add(uint32_t state, const std::vector<uint32_t>& tuple) { by_rest_[key(tuple)].push_back(state); }

bool StateMatching::same(const std::vector<uint32_t>& tuple, const std::vector<uint32_t>& other,
                         const NumberSet& reads) const {
  const size_t globals = machine_.names().canonical_globals();
  // The elements of some arrays are separate chunks. The last chunk lists these arrays, so if the last chunks are
  // equal, equal positions in the two tuples hold the same globals.
  if (tuple.size() != other.size() || !std::equal(tuple.begin() + static_cast<ptrdiff_t>(globals), tuple.end(),
                                                  other.begin() + static_cast<ptrdiff_t>(globals)))
    return false;
  bool same = true;
  reads.for_each([&](uint32_t number) {
    auto [first, last] = machine_.names().canonical_places(places_[number]);
    for (size_t i = first; same && i <= last && i < globals; ++i) same = tuple[i] == other[i];
  });
  return same;
}

std::optional<uint32_t> StateMatching::find(const std::vector<uint32_t>& tuple, const store::StateNumbers& states,
                                            const std::function<const NumberSet*(uint32_t)>& reads) const {
  auto found = by_rest_.find(key(tuple));
  if (found == by_rest_.end()) return std::nullopt;
  size_t tried = 0;
  for (auto state = found->second.rbegin(); state != found->second.rend() && tried < kMostCandidates; ++state) {
    const NumberSet* there = reads(*state);
    if (there == nullptr) continue;
    ++tried;
    if (same(tuple, states.tuple(*state), *there)) return *state;
  }
  return std::nullopt;
}

}  // namespace mover
