// State matching up to unread globals [BCE08]: two states that differ only in globals that their futures do not read
// have the same future, so only one of them is explored. The outcome of a race is ignored as soon as no thread will
// read it.
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

  // The number of a part of a global. An object of which too many parts have been read is one part from then on.
  uint32_t place(const NamedBytes& bytes);

  // Adds the state just put into canonical form, with that number.
  void add(uint32_t state, const std::vector<uint32_t>& tuple);
  // The number of a stored state that the state just put into canonical form matches. `reads`: the parts that the
  // future of a state reads; null if they are unknown.
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
