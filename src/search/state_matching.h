// State matching up to unread globals: states that differ only in globals that their futures do not read have the same
// future, so a new one need not be explored [BCE08]. The outcome of a race
// is ignored this way as soon as no thread will read it.
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

  // Parts of globals have numbers. An object of which so many parts have been read is one part from then
  // on.
  uint32_t place(const NamedBytes& bytes);

  // The state just put into canonical form has that number now.
  void add(uint32_t state, const std::vector<uint32_t>& tuple);
  // One that the state just put into canonical form matches. `looks`: the parts that the future of a
  // state reads; null where that is not known.
  std::optional<uint32_t> find(const std::vector<uint32_t>& tuple, const store::StateNumbers& states,
                               const std::function<const NumberSet*(uint32_t)>& looks) const;

 private:
  static constexpr uint32_t kMostParts = 256;
  static constexpr size_t kMostCandidates = 32;

  uint64_t key(const std::vector<uint32_t>& tuple) const;
  bool same(const std::vector<uint32_t>& tuple, const std::vector<uint32_t>& other, const NumberSet& looks) const;

  const Machine& machine_;
  std::map<NamedBytes, uint32_t> numbers_;
  std::map<uint32_t, uint32_t> parts_;  // of an object
  std::vector<NamedBytes> places_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_rest_;  // by the part that is no global
};

}  // namespace mover
