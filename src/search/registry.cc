// The table of all searches.
#include "search/registry.h"

namespace mover {

namespace {

// The reductions of selective search [STO02]. Each one extends the previous one.
enum class Selected : uint8_t { All, Sleep, Persistent, InvisibleFirst, Composed };

template <Selected how_much>
SearchResult search_selected(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions selected = options;
  selected.selective.sleep = how_much >= Selected::Sleep;
  selected.selective.persistent = how_much >= Selected::Persistent;
  selected.selective.invisible_first = how_much >= Selected::InvisibleFirst;
  selected.selective.composed = how_much >= Selected::Composed;
  return search_selective(make_machine, selected);
}

constexpr Search kSearches[] = {
    {"auto", search_alternately, {.canonical_states = true, .step_merging = true}},
    {"optimal-dpor", search_optimal_dpor, {}},
    {"source-dpor", search_source_dpor, {}},
    {"state-matching", search_stateful, {.canonical_states = true}},
    {"transactions", search_transactions, {.canonical_states = true, .stable_names = true, .single_steps = true}},
    {"reference", search_reference, {.canonical_states = true, .single_steps = true}},
    {"none", search_selected<Selected::All>, {}},
    {"sleep-sets", search_selected<Selected::Sleep>, {}},
    {"persistent-sets", search_selected<Selected::Persistent>, {}},
    {"invisible-first", search_selected<Selected::InvisibleFirst>, {}},
    {"composed", search_selected<Selected::Composed>, {}},
};

}  // namespace

std::span<const Search> all_searches() { return kSearches; }

bool meets(const Machine& machine, const SearchNeeds& needs) {
  const Machine::Capabilities& has = machine.has();
  return (!needs.canonical_states || has.states != nullptr) && (!needs.stable_names || has.names != nullptr) &&
         (!needs.step_merging || has.merging != nullptr) && (!needs.single_steps || has.merging == nullptr);
}

}  // namespace mover
