// Searches that are wrong on purpose, in the ways in which a reduction or a visited set goes wrong. The tester has to
// find out each of them, or it is no test.
#include <cstdio>

#include "differential/campaign.h"
#include "differential/contest.h"
#include "differential/forwarding.h"
#include "differential/generator.h"

namespace mover::differential {
namespace {

// Believes that every access is a both-mover: a thread that is about to access memory goes on before higher-numbered
// ones get a turn.
class HastyMachine final : public ForwardingMachine {
 public:
  using ForwardingMachine::ForwardingMachine;

  bool enabled(ThreadId t) const override {
    if (!machine_->enabled(t)) return false;
    for (ThreadId lower = 0; lower < t; ++lower)
      if (machine_->enabled(lower) && machine_->pending(lower).kind == ActionKind::Access) return false;
    return true;
  }
};

// Takes states for equal that differ in their first chunk.
struct ForgetfulStates : ForwardingStates {
  using ForwardingStates::ForwardingStates;
  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override {
    has_.states->canonical_state(sink, tuple);
    if (!tuple.empty()) tuple.front() = 0;
  }
};
using ForgetfulMachine = Altered<ForgetfulStates>;

// Takes every atomic access to be sequentially consistent.
class OrderlyMachine final : public ForwardingMachine {
 public:
  using ForwardingMachine::ForwardingMachine;

  const std::vector<Event>& happened() const override {
    events_ = machine_->happened();
    for (Event& event : events_) event.order = ir::Order::SeqCst;
    return events_;
  }

 private:
  mutable std::vector<Event> events_;
};

// Believes that what a thread sees orders it.
struct TrustingObservations : ForwardingObservations {
  using ForwardingObservations::ForwardingObservations;
  bool observed_without_ordering() const override { return false; }
};

// Believes that memory is handed over in order.
struct GenerousObservations : ForwardingObservations {
  using ForwardingObservations::ForwardingObservations;
  bool address_without_ordering() const override { return false; }
};

using TrustingMachine = Altered<TrustingObservations>;
using GenerousMachine = Altered<GenerousObservations>;

template <typename Wrong, auto search = search_stateful>
SearchResult search_wrongly(const MachineFactory& make_machine, const SearchOptions& options) {
  return search([&] { return std::make_unique<Wrong>(make_machine()); }, options);
}

// Transactions with one soundness rule taken out (movers/cures.h).
template <bool Cures::* cure, Ignoring ignoring = Ignoring::Cpc>
SearchResult without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions uncured = options;
  uncured.cures.*cure = false;
  uncured.ignoring = ignoring;
  return search_transactions(make_machine, uncured);
}

template <bool Cures::* cure, bool transactions = false>
SearchResult optimistic_without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions uncured = options;
  uncured.cures.*cure = false;
  uncured.order = Order::Optimistic;
  uncured.transactions = transactions;
  return search_transactions(make_machine, uncured);
}

// Composed transitions, and persistent sets.
template <bool Cures::* cure>
SearchResult selective_without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions uncured = options;
  uncured.cures.*cure = false;
  uncured.selective = {.persistent = true, .invisible_first = true, .composed = true};
  return search_selective(make_machine, uncured);
}

// It says itself that it does not cover everything: that is not held against it here.
SearchResult ignoring(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions unsound = options;
  unsound.ignoring = Ignoring::Unsound;
  SearchResult result = search_transactions(make_machine, unsound);
  result.incomplete.clear();
  return result;
}

struct Saboteur {
  Contestant search;
  uint32_t shown_by = 0;  // features of programs that it is likely to be wrong on
};

// README.md says which rules are not here, and why.
const std::vector<Saboteur>& saboteurs() {
  static const std::vector<Saboteur> table = {
      {{"hasty", search_wrongly<HastyMachine>}},
      {{"forgetful", search_wrongly<ForgetfulMachine>}},
      {{"orderly", search_wrongly<OrderlyMachine>}, 1u << kWeak},
      {{"orderly, by locksets", search_wrongly<OrderlyMachine, search_locksets>}, 1u << kWeak},
      {{"trusting", search_wrongly<TrustingMachine>}, 1u << kWeak},
      {{"generous", search_wrongly<GenerousMachine, search_transactions>}, 1u << kWeak | 1u << kHeap},
      {{"ignoring", ignoring}},
      {{"without observed_locks", without<&Cures::observed_locks>}},
      {{"without wait_sets", without<&Cures::wait_sets>}, 1u << kCondition},
      {{"without thread_numbers", without<&Cures::thread_numbers>}, 1u << kChildren},
      {{"without locks_as_data", without<&Cures::locks_as_data>}, 1u << kLifecycle},
      {{"without blocking_sections", without<&Cures::blocking_sections>}, 1u << kAtomicSection | 1u << kMutex},
      {{"without ambiguous_names", without<&Cures::ambiguous_names>}, 1u << kNodes},
      {{"without refinement", without<&Cures::refinement>}},
      {{"without blocked_ends", without<&Cures::blocked_ends>}},
      {{"without blocked_ends, by cycles", without<&Cures::blocked_ends, Ignoring::Cycle>}},
      {{"without lock_order", without<&Cures::lock_order>}},
      {{"without stuck_threads", without<&Cures::stuck_threads>}},
      {{"without race_pass", without<&Cures::race_pass>}},
      {{"optimistic without refinement", optimistic_without<&Cures::refinement, true>}},
      {{"optimistic without races_along_paths", optimistic_without<&Cures::races_along_paths, true>}},
      {{"optimistic without futures", optimistic_without<&Cures::futures>}},
      {{"optimistic without futures, by transactions", optimistic_without<&Cures::futures, true>}},
      {{"optimistic without circles", optimistic_without<&Cures::circles>}, 1u << kLoops},
      {{"optimistic without endings", optimistic_without<&Cures::endings>}},
      {{"optimistic without blocked_compete", optimistic_without<&Cures::blocked_compete>}, 1u << kMutex},
      {{"optimistic without before_sections", optimistic_without<&Cures::before_sections>}, 1u << kAtomicSection},
      {{"optimistic without looks", optimistic_without<&Cures::looks>}},
      {{"selective without refinement", selective_without<&Cures::refinement>}},
      {{"selective without circles", selective_without<&Cures::circles>}, 1u << kLoops},
      {{"selective without endings", selective_without<&Cures::endings>}},
  };
  return table;
}

}  // namespace

// On large random programs, which are the most telling.
bool catch_saboteurs(const Settings& settings) {
  constexpr uint32_t kMost = 10'000;
  uint32_t caught = 0, failed = 0;
  for (const Saboteur& saboteur : saboteurs()) {
    if (!settings.only.empty() && settings.only != saboteur.search.name) continue;
    const Rules rules = {{{"stateful", search_stateful}, saboteur.search}, settings.rules.budget};
    uint32_t tried = 0;
    bool found_out = false;
    while (!found_out && tried < kMost) {
      const Program program = random_program("self-test", settings.seed, tried++, Size::Large, saboteur.shown_by);
      found_out = run(program, Form::Ir, rules).outcome == Outcome::Disagree;
    }
    std::printf("%s: %s after %u programs\n", saboteur.search.name, found_out ? "found out" : "NOT FOUND OUT", tried);
    std::fflush(stdout);
    found_out ? ++caught : ++failed;
  }
  std::printf("%u passed, %u failed\n", caught, failed);
  return failed == 0;
}

}  // namespace mover::differential
