// Tests the reductions of the symbolic engine on random programs. All states of the circuits are visited explicitly:
// the circuit with a reduction must reach the same violations as the circuit without one. The verdicts of the solvers
// must agree with the judge. The self-test leaves out soundness rules, and this comparison has to detect it.
#include <cstdio>

#include "differential/campaign.h"
#include "differential/contest.h"
#include "differential/emit.h"
#include "differential/generator.h"
#include "symbolic/engine.h"
#include "unit/circuit_states.h"
#include "vm/vm.h"

namespace mover::differential {
namespace {

using symbolic::Model;
using symbolic::Reduction;
using symbolic::ReductionRules;
using test::CircuitStates;

constexpr size_t kMostStates = 3000;

// The circuits of a program, with and without reductions. Throws symbolic::Unsupported if the program is not modelled.
class Circuits {
 public:
  explicit Circuits(const ir::Program& program) : program_(program) {
    symbolic::Bounds bounds;
    bounds.threads_per_site = 2;
    bounds.blocks_per_site = 2;
    values_ = std::make_unique<symbolic::ValueAnalysis>(program_, bounds, std::vector<std::string>{"program"});
  }

  // The states of the circuit. Guards that it refutes are not assumed in the next one, as in the engine.
  CircuitStates explore(Reduction reduction, const ReductionRules& rules = {}) const {
    symbolic::Refuted refuted;
    for (;;) {
      const Model model = symbolic::build_model(*values_, {}, {}, reduction, refuted, rules);
      CircuitStates states = test::CircuitExplorer(model, model.explored).explore(kMostStates);
      if (states.unguarded.bytes().empty()) return states;
      refuted.add(states.unguarded);
    }
  }

 private:
  const ir::Program& program_;
  std::unique_ptr<symbolic::ValueAnalysis> values_;
};

constexpr Reduction kReduced[] = {Reduction::PersistentSets, Reduction::Patterns, Reduction::Transactions,
                                  Reduction::TransactionsAndPatterns};

const char* name_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::None:
      return "none";
    case Reduction::PersistentSets:
      return "persistent-sets";
    case Reduction::Patterns:
      return "patterns";
    case Reduction::Transactions:
      return "transactions";
    case Reduction::TransactionsAndPatterns:
      break;
  }
  return "transactions+patterns";
}

// The first violation that only one of the two circuits reaches, in words; empty if there is none. A failure or a bound
// ends the execution, so that the reduced circuit may not reach another violation after it.
std::string difference(const CircuitStates& whole, const CircuitStates& reduced) {
  const bool ends = std::any_of(reduced.wrong.begin(), reduced.wrong.end(), test::is_ending);
  for (const std::string& wrong : whole.wrong)
    if (!ends && !reduced.wrong.contains(wrong)) return "misses " + wrong;
  for (const std::string& wrong : reduced.wrong)
    if (!whole.wrong.contains(wrong)) return "reaches " + wrong;
  return "";
}

SearchResult solve(const ir::Program& program, const char* solver, Reduction reduction) {
  vm::Options machine;
  SearchOptions options;
  symbolic::EngineOptions engine;
  engine.solver = solver;
  engine.reduction = reduction;
  engine.arguments = {"program"};
  engine.try_values = [&](const std::vector<uint64_t>& values) { machine.nondet_values = values; };
  options.time_limit = 10;
  return symbolic::search_symbolic([&] { return vm::make_machine(program, machine); }, options, engine);
}

struct Tally {
  uint64_t tried = 0, compared = 0, answered = 0, failed = 0;
  uint64_t states = 0;
  std::map<Reduction, uint64_t> reduced;  // states
};

void complain(Tally& tally, const Program& program, const std::string& what) {
  ++tally.failed;
  std::printf("%s: %s\n%s\n", program.name.c_str(), what.c_str(), emit_c(program).c_str());
}

void compare_states(const Program& program, const ir::Program& code, Tally& tally) {
  try {
    const Circuits circuits(code);
    const CircuitStates whole = circuits.explore(Reduction::None);
    if (!whole.complete) return;
    ++tally.compared;
    for (Reduction reduction : kReduced) {
      const CircuitStates reduced = circuits.explore(reduction);
      tally.reduced[reduction] += reduced.states;
      if (const std::string why = difference(whole, reduced); !why.empty())
        complain(tally, program, std::string("--reduction=") + name_of(reduction) + " " + why);
    }
    tally.states += whole.states;
  } catch (const symbolic::Unsupported&) {
  }
}

void compare_verdicts(const Program& program, const ir::Program& code, uint64_t number, uint64_t budget, Tally& tally) {
  const Answer judge = ask(contestants().front(), code, budget);
  if (!judge.complete) return;
  // The symbolic engine does not look for busy waits.
  const bool deadlocked = !judge.deadlocks.empty() && !judge.only_busy_waits;
  const bool is_safe = judge.failures.empty() && !deadlocked && judge.races.empty();
  constexpr const char* kSolvers[] = {"bdd", "bmc", "pdr", "k-induction", "symbolic-execution"};
  constexpr Reduction kReductions[] = {Reduction::Patterns, Reduction::Transactions, Reduction::PersistentSets,
                                       Reduction::None, Reduction::TransactionsAndPatterns};
  const char* solver = kSolvers[number % 5];
  const Reduction reduction = kReductions[(number + number / 5) % 5];
  const SearchResult result = solve(code, solver, reduction);
  const bool found = !result.violations.empty();
  if (!found && !(result.incomplete.empty() && result.stop == Stop::Finished)) return;
  ++tally.answered;
  if (found == is_safe)
    complain(tally, program,
             std::string("--solver=") + solver + " --reduction=" + name_of(reduction) + " finds " +
                 (found ? "a violation" : "no violation") + ", and the judge does not agree\n" + to_text(judge));
}

struct CircuitAblation {
  const char* name;
  bool ReductionRules::* rule;
  uint32_t shown_by;  // features of programs that are likely to reveal the error
  Reduction reduction = Reduction::Patterns;
  uint32_t first = 0;  // the number of the first program that is tried: earlier ones do not reveal the error
};

// Random programs rarely reveal that another rule is left out. Programs of tests/unit/symbolic_reductions_test.cc and
// tests/unit/symbolic_transactions_test.cc test the other rules.
constexpr CircuitAblation kAblations[] = {
    {"without later", &ReductionRules::later, 0},
    {"without enabling", &ReductionRules::enabling, 1u << kMutex | 1u << kTwoMutexes, Reduction::Patterns, 130},
    {"without endings", &ReductionRules::endings, 0},
    {"without sections", &ReductionRules::sections, 1u << kAtomicSection},
    {"without sticky", &ReductionRules::sticky, 1u << kEndless},
    {"without sticky in both", &ReductionRules::sticky, 1u << kEndless, Reduction::TransactionsAndPatterns},
    {"without later in both", &ReductionRules::later, 0, Reduction::TransactionsAndPatterns},
    {"without enabling in both", &ReductionRules::enabling, 1u << kMutex | 1u << kTwoMutexes,
     Reduction::TransactionsAndPatterns, 130},
    {"without endings in both", &ReductionRules::endings, 0, Reduction::TransactionsAndPatterns},
    {"without sections in both", &ReductionRules::sections, 1u << kAtomicSection, Reduction::TransactionsAndPatterns},
    {"without guards in both", &ReductionRules::guards, 1u << kMutex | 1u << kPlain,
     Reduction::TransactionsAndPatterns},
    {"without tries", &ReductionRules::tries, 1u << kTry | 1u << kMutex},
    {"without phases", &ReductionRules::phases, 1u << kAtomics, Reduction::Transactions},
    {"without blocking", &ReductionRules::blocking, 1u << kMutex | 1u << kTwoMutexes, Reduction::Transactions},
    {"without pending", &ReductionRules::pending, 1u << kMutex | 1u << kPlain, Reduction::Transactions},
    {"without guards", &ReductionRules::guards, 1u << kMutex | 1u << kPlain, Reduction::Transactions},
    {"without creators", &ReductionRules::creators, 1u << kChildren | 1u << kPlain, Reduction::Transactions, 390},
    {"without tries in transactions", &ReductionRules::tries, 1u << kTry | 1u << kMutex, Reduction::Transactions},
    {"without endings in transactions", &ReductionRules::endings, 1u << kAtomics, Reduction::Transactions},
};

}  // namespace

bool compare_circuits(const Settings& settings, uint64_t count) {
  Tally tally;
  for (uint64_t i = 0; i < count; ++i) {
    const Program program = random_program("circuits", settings.seed, i);
    if (!settings.only.empty() && program.name != settings.only) continue;
    const ir::Program code = emit_ir(program);
    ++tally.tried;
    compare_states(program, code, tally);
    if (i % 4 == 0) compare_verdicts(program, code, i / 4, settings.rules.budget, tally);
  }
  std::printf("states compared: %lu of %lu programs; %lu states", tally.compared, tally.tried, tally.states);
  for (Reduction reduction : kReduced) std::printf(", with %s %lu", name_of(reduction), tally.reduced[reduction]);
  std::printf("\n");
  std::printf("verdicts compared: %lu\n", tally.answered);
  std::printf("%lu passed, %lu failed\n", tally.tried - tally.failed, tally.failed);
  return tally.failed == 0;
}

bool notice_circuit_ablations(const Settings& settings) {
  constexpr uint32_t kMost = 3000;
  uint32_t caught = 0, failed = 0;
  for (const CircuitAblation& ablation : kAblations) {
    if (!settings.only.empty() && settings.only != ablation.name) continue;
    ReductionRules rules;
    rules.*ablation.rule = false;
    uint32_t tried = 0;
    std::string found;
    for (; found.empty() && tried < kMost; ++tried) {
      const uint32_t number = ablation.first + tried;
      const ir::Program code =
          emit_ir(random_program("ablations", settings.seed, number, Size::Small, ablation.shown_by));
      try {
        const Circuits circuits(code);
        const CircuitStates whole = circuits.explore(Reduction::None);
        if (whole.complete) found = difference(whole, circuits.explore(ablation.reduction, rules));
      } catch (const symbolic::Unsupported&) {
      }
    }
    std::printf("circuit %s: %s after %u programs\n", ablation.name, found.empty() ? "NOT FOUND OUT" : found.c_str(),
                tried);
    std::fflush(stdout);
    found.empty() ? ++failed : ++caught;
  }
  std::printf("%u passed, %u failed\n", caught, failed);
  return failed == 0;
}

}  // namespace mover::differential
