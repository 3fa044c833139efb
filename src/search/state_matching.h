// State matching up to unread globals [BCE08]: two states that differ only in globals that their futures do not read
// have the same future, so only one of them is explored. In this way the values that a race leaves behind distinguish
// states only as long as some thread will read them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "machine/machine.h"
#include "search/number_set.h"
#include "store/state_numbers.h"

namespace mover {

class StateMatching {
 public:
  explicit StateMatching(const Machine& machine) : machine_(machine) {}

  // The number of a part of a global. An object with more than kMostParts parts is treated as one part from then on.
  uint32_t place(const NamedBytes& bytes);

  // Adds a state with its number and canonical form. REQUIRES, for both functions: `tuple` is the canonical form that
  // the machine has computed last.
  void add(uint32_t state, const std::vector<uint32_t>& tuple);
  // The number of a stored state that matches the state with this canonical form. `reads(state)`: the parts that the
  // future of a stored state reads; null if the future is not known.
  std::optional<uint32_t> find(const std::vector<uint32_t>& tuple, const store::StateNumbers& states,
                               const std::function<const NumberSet*(uint32_t)>& reads) const;

 private:
  static constexpr uint32_t kMostParts = 256;
  static constexpr size_t kMostCandidates = 32;

  uint64_t key(const std::vector<uint32_t>& tuple) const;
  bool same(const std::vector<uint32_t>& tuple, const std::vector<uint32_t>& other, const NumberSet& reads) const;

  const Machine& machine_;
  std::map<NamedBytes, uint32_t> numbers_;
  std::map<uint32_t, uint32_t> parts_;  // by object: the number of its parts
  std::vector<NamedBytes> places_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_rest_;  // by the chunks that are no globals
};

}  // namespace mover
