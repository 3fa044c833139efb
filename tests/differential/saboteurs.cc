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

}  // namespace

const std::vector<Contestant>& saboteurs() {
  static const std::vector<Contestant> table = {
      {"hasty", search_wrongly<HastyMachine>},
      {"forgetful", search_wrongly<ForgetfulMachine>},
  };
  return table;
}

bool catch_saboteurs(const Settings& settings) {
  const Plan plan(settings);
  uint32_t caught = 0, failed = 0;
  for (const Contestant& saboteur : saboteurs()) {
    const Rules rules = {{contestants().front(), saboteur}, settings.rules.budget};
    uint32_t tried = 0;
    bool found_out = false;
    for (uint32_t i = plan.size(); i-- > 0 && !found_out;) {  // backwards: random programs are the most telling
      if (plan.source(i) == Source::Kept || plan.form(i) == Form::C) continue;
      ++tried;
      found_out = run(plan.program(i), Form::Ir, rules).outcome == Outcome::Disagree;
    }
    std::printf("%s: %s after %u programs\n", saboteur.name, found_out ? "found out" : "NOT FOUND OUT", tried);
    found_out ? ++caught : ++failed;
  }
  std::printf("%u passed, %u failed\n", caught, failed);
  return failed == 0;
}

}  // namespace mover::differential
