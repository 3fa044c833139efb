// All searches, with what each needs of a machine besides its core: a machine can be explored by those whose needs it
// meets.
#pragma once

#include <span>
#include <string>

#include "search/search.h"

namespace mover {

struct SearchNeeds {
  bool canonical_states = false;
  bool stable_names = false;  // names that do not depend on the interleaving
  bool step_merging = false;
  bool single_steps = false;  // no step merging: the search itself follows every access
};

struct Search {
  const char* name;  // as --reduction= calls it
  SearchResult (*run)(const MachineFactory&, const SearchOptions&);
  SearchNeeds needs;
};

std::span<const Search> all_searches();

bool meets(const Machine& machine, const SearchNeeds& needs);

}  // namespace mover
