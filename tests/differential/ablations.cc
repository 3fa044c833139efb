// Searches that are wrong on purpose, with typical errors of a reduction or of a visited set. The tester has to detect
// each of them.
#include <cstdio>

#include "differential/campaign.h"
#include "differential/contest.h"
#include "differential/forwarding.h"
#include "differential/generator.h"

namespace mover::differential {
namespace {

// Treats every access as a both-mover: while the pending action of a thread is an access, no thread with a higher
// number is enabled.
class BothMoverMachine final : public ForwardingMachine {
 public:
  using ForwardingMachine::ForwardingMachine;

  bool enabled(ThreadId t) const override {
    if (!machine_->enabled(t)) return false;
    for (ThreadId lower = 0; lower < t; ++lower)
      if (machine_->enabled(lower) && machine_->pending(lower).kind == ActionKind::Access) return false;
    return true;
  }
};

// Treats states as equal if they differ only in their first chunk.
struct StatesWithoutFirstChunk : ForwardingStates {
  using ForwardingStates::ForwardingStates;
  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override {
    has_.states->canonical_state(sink, tuple);
    if (!tuple.empty()) tuple.front() = 0;
  }
};
using FirstChunkMachine = Altered<StatesWithoutFirstChunk>;

// Treats every atomic access as sequentially consistent.
class SeqCstMachine final : public ForwardingMachine {
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

// Denies that a thread has observed a step that does not happen-before its own.
struct AlwaysOrdered : ForwardingObservations {
  using ForwardingObservations::ForwardingObservations;
  bool observed_without_ordering() const override { return false; }
};

using AlwaysOrderedMachine = Altered<AlwaysOrdered>;

template <typename Wrong, auto search = search_stateful>
SearchResult search_wrongly(const MachineFactory& make_machine, const SearchOptions& options) {
  return search([&] { return std::make_unique<Wrong>(make_machine()); }, options);
}

// Transactions with one soundness rule taken out (movers/soundness_rules.h).
template <bool SoundnessRules::* rule, Ignoring ignoring = Ignoring::Cpc>
SearchResult without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions ablated = options;
  ablated.soundness.*rule = false;
  ablated.ignoring = ignoring;
  return search_transactions(make_machine, ablated);
}

template <bool SoundnessRules::* rule, bool transactions = false>
SearchResult dpor_without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions ablated = options;
  ablated.soundness.*rule = false;
  ablated.explored_threads = ExploredThreads::Dpor;
  ablated.transactions = transactions;
  return search_transactions(make_machine, ablated);
}

// Symmetric threads.
template <bool SoundnessRules::* rule, bool transactions = false, ExploredThreads explored = ExploredThreads::Dpor>
SearchResult symmetry_without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions ablated = options;
  ablated.soundness.*rule = false;
  ablated.symmetry = true;
  ablated.transactions = transactions;
  ablated.explored_threads = explored;
  return search_transactions(make_machine, ablated);
}

// The search with persistent sets and composed transitions [STO02], with one rule taken out.
template <bool SoundnessRules::* rule, bool stores_states = false>
SearchResult selective_without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions ablated = options;
  ablated.soundness.*rule = false;
  ablated.selective = {.sleep = !stores_states,
                       .persistent = true,
                       .invisible_first = true,
                       .composed = true,
                       .stores_states = stores_states};
  return search_selective(make_machine, ablated);
}

// Transactions without a solution of the ignoring problem. This search reports that it is incomplete; the report is
// removed here.
SearchResult ignoring(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions unsound = options;
  unsound.ignoring = Ignoring::Unsound;
  SearchResult result = search_transactions(make_machine, unsound);
  result.incomplete.clear();
  return result;
}

struct Ablation {
  Contestant search;
  uint32_t shown_by = 0;  // features of programs that are likely to reveal the error
  uint32_t first = 0;     // the number of the first program that is tried: earlier ones do not reveal the error
};

// README.md says which rules are not in this table, and why.
const std::vector<Ablation>& ablations() {
  static const std::vector<Ablation> table = {
      {{"accesses as both-movers", search_wrongly<BothMoverMachine>}},
      {{"states without their first chunk", search_wrongly<FirstChunkMachine>}},
      {{"atomics as seq_cst", search_wrongly<SeqCstMachine>}, 1u << kWeak},
      {{"atomics as seq_cst, source-dpor", search_wrongly<SeqCstMachine, search_source_dpor>}, 1u << kWeak},
      {{"without unordered observations", search_wrongly<AlwaysOrderedMachine>}, 1u << kWeak},
      {{"ignoring", ignoring}},
      {{"without observed_locks", without<&SoundnessRules::observed_locks>}, 0, 110},
      {{"without wait_sets", without<&SoundnessRules::wait_sets>}, 1u << kCondition, 900},
      {{"without locks_as_data", without<&SoundnessRules::locks_as_data>}, 1u << kLifecycle},
      {{"without blocking_sections", without<&SoundnessRules::blocking_sections>},
       1u << kAtomicSection | 1u << kMutex,
       280},
      {{"without ambiguous_names", without<&SoundnessRules::ambiguous_names>}, 1u << kNodes, 840},
      {{"without refinement", without<&SoundnessRules::refinement>}},
      {{"without blocked_ends", without<&SoundnessRules::blocked_ends>}, 0, 1480},
      {{"without blocked_ends, by cycles", without<&SoundnessRules::blocked_ends, Ignoring::Cycle>}},
      {{"without lock_order", without<&SoundnessRules::lock_order>}, 0, 970},
      {{"without stuck_threads", without<&SoundnessRules::stuck_threads>}, 0, 4920},
      {{"without race_pass", without<&SoundnessRules::race_pass>}},
      {{"dpor without refinement", dpor_without<&SoundnessRules::refinement, true>}},
      {{"dpor without races_along_paths", dpor_without<&SoundnessRules::races_along_paths, true>}, 0, 95},
      {{"dpor without futures", dpor_without<&SoundnessRules::futures>}},
      {{"dpor without futures, by transactions", dpor_without<&SoundnessRules::futures, true>}},
      {{"dpor without cycles", dpor_without<&SoundnessRules::cycles>}, 1u << kLoops},
      {{"dpor without endings", dpor_without<&SoundnessRules::endings>}},
      {{"dpor without blocked_races", dpor_without<&SoundnessRules::blocked_races>}, 1u << kMutex},
      {{"dpor without before_sections", dpor_without<&SoundnessRules::before_sections>}, 1u << kAtomicSection},
      {{"dpor without read_sets", dpor_without<&SoundnessRules::read_sets>}},
      {{"symmetry without permuted_futures", symmetry_without<&SoundnessRules::permuted_futures>}, 1u << kAlike, 6560},
      {{"selective without refinement", selective_without<&SoundnessRules::refinement>}},
      {{"stateful selective without refinement", selective_without<&SoundnessRules::refinement, true>}},
      {{"stateful selective without cycles", selective_without<&SoundnessRules::cycles, true>}, 1u << kLoops},
      {{"stateful selective without endings", selective_without<&SoundnessRules::endings, true>}},
      {{"selective without cycles", selective_without<&SoundnessRules::cycles>}, 1u << kLoops},
      {{"selective without endings", selective_without<&SoundnessRules::endings>}, 0, 80},
  };
  return table;
}

}  // namespace

// Uses large random programs, which reveal most errors soonest.
bool notice_ablations(const Settings& settings) {
  constexpr uint32_t kMost = 10'000;
  uint32_t caught = 0, failed = 0;
  for (const Ablation& ablation : ablations()) {
    if (!settings.only.empty() && settings.only != ablation.search.name) continue;
    const Rules rules = {{{"stateful", search_stateful}, ablation.search}, settings.rules.budget};
    uint32_t tried = 0;
    bool detected = false;
    while (!detected && tried < kMost) {
      const uint32_t number = ablation.first + tried++;
      const Program program = random_program("self-test", settings.seed, number, Size::Large, ablation.shown_by);
      detected = run(program, Form::Ir, rules).outcome == Outcome::Disagree;
    }
    std::printf("%s: %s after %u programs\n", ablation.search.name, detected ? "detected" : "NOT DETECTED", tried);
    std::fflush(stdout);
    detected ? ++caught : ++failed;
  }
  std::printf("%u passed, %u failed\n", caught, failed);
  return failed == 0;
}

}  // namespace mover::differential
