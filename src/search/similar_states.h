// States that differ only in globals which nothing behind them looks at: what is behind one of them is behind the other
// as well, so a new one need not be explored [BCE08]. Who has won a race for something
// is forgotten this way as soon as nobody asks any more.
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

class SimilarStates {
 public:
  explicit SimilarStates(const Machine& machine) : machine_(machine) {}

  // Places in globals have numbers. An object of which so many parts have been looked at is a single thing from then
  // on.
  uint32_t place(const NamedBytes& bytes);

  // The state just put into canonical form has that number now.
  void add(uint32_t state, const std::vector<uint32_t>& tuple);
  // One that is similar to the state just put into canonical form. `looks`: at which places somebody looks behind a
  // state; null where that is not known.
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
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_rest_;  // by what of it is no global
};

}  // namespace mover
