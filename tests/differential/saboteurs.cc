// Searches that are wrong on purpose, in the ways in which a reduction or a visited set goes wrong. The tester has to
// find out each of them, or it is no test.
#include <cstdio>

#include "differential/campaign.h"
#include "differential/contest.h"
#include "differential/forwarding.h"

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
class ForgetfulMachine final : public ForwardingMachine {
 public:
  using ForwardingMachine::ForwardingMachine;

  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override {
    machine_->canonical_state(sink, tuple);
    if (!tuple.empty()) tuple.front() = 0;
  }
};

template <typename Wrong>
SearchResult search_wrongly(const MachineFactory& make_machine, const SearchOptions& options) {
  return search_stateful([&] { return std::make_unique<Wrong>(make_machine()); }, options);
}

// Transactions with one cure taken out (movers/cures.h).
template <bool Cures::*cure, Ignoring ignoring = Ignoring::Cpc>
SearchResult without(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions uncured = options;
  uncured.cures.*cure = false;
  uncured.ignoring = ignoring;
  return search_transactions(make_machine, uncured);
}

// It says itself that it does not cover everything: that is not held against it here.
SearchResult ignoring(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions unsound = options;
  unsound.ignoring = Ignoring::Unsound;
  SearchResult result = search_transactions(make_machine, unsound);
  result.incomplete.clear();
  return result;
}

}  // namespace

// README.md says which cures are not here, and why.
const std::vector<Contestant>& saboteurs() {
  static const std::vector<Contestant> table = {
      {"hasty", search_wrongly<HastyMachine>},
      {"forgetful", search_wrongly<ForgetfulMachine>},
      {"ignoring", ignoring},
      {"without observed_locks", without<&Cures::observed_locks>},
      {"without wait_sets", without<&Cures::wait_sets>},
      {"without thread_numbers", without<&Cures::thread_numbers>},
      {"without locks_as_data", without<&Cures::locks_as_data>},
      {"without blocking_sections", without<&Cures::blocking_sections>},
      {"without ambiguous_names", without<&Cures::ambiguous_names>},
      {"without refinement", without<&Cures::refinement>},
      {"without blocked_ends", without<&Cures::blocked_ends>},
      {"without blocked_ends, by cycles", without<&Cures::blocked_ends, Ignoring::Cycle>},
      {"without lock_order", without<&Cures::lock_order>},
      {"without stuck_threads", without<&Cures::stuck_threads>},
      {"without race_pass", without<&Cures::race_pass>},
  };
  return table;
}

bool catch_saboteurs(const Settings& settings) {
  const Plan plan(settings);
  uint32_t caught = 0, failed = 0;
  for (const Contestant& saboteur : saboteurs()) {
    if (!settings.only.empty() && settings.only != saboteur.name) continue;
    uint32_t tried = 0;
    bool found_out = false;
    std::string name;
    for (uint32_t i = plan.size(); i-- > 0 && !found_out;) {  // backwards: large random programs are the most telling
      if (plan.source(i) == Source::Kept || plan.form(i) == Form::C) continue;
      ++tried;
      const Rules rules = {{plan.rules(i).contestants.front(), saboteur}, settings.rules.budget};
      const Program program = plan.program(i);
      found_out = run(program, Form::Ir, rules).outcome == Outcome::Disagree;
      name = program.name;
    }
    if (found_out)
      std::printf("%s: found out after %u programs (%s)\n", saboteur.name, tried, name.c_str());
    else
      std::printf("%s: NOT FOUND OUT after %u programs\n", saboteur.name, tried);
    std::fflush(stdout);
    found_out ? ++caught : ++failed;
  }
  std::printf("%u passed, %u failed\n", caught, failed);
  return failed == 0;
}

}  // namespace mover::differential
