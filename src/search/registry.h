// All searches, with the capabilities that each needs of a machine besides its core. A search can explore every machine
// that meets its needs.
#pragma once

#include <span>
#include <string>

#include "search/search.h"

namespace mover {

struct SearchNeeds {
  bool canonical_states = false;
  bool stable_names = false;  // names that do not depend on the interleaving
  bool step_merging = false;
  bool single_steps = false;  // no step merging: the search itself observes every access
};

struct Search {
  const char* name;  // its name in --reduction=
  SearchResult (*run)(const MachineFactory&, const SearchOptions&);
  SearchNeeds needs;
};

std::span<const Search> all_searches();

// Whether the machine has these capabilities.
bool meets(const Machine& machine, const SearchNeeds& needs);

}  // namespace mover
