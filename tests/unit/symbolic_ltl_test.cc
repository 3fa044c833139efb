// Formulas in the symbolic engine: the verdicts are those of the explicit search, and every lasso can be followed.
#include <map>

#include "property/livelock.h"
#include "search/lasso.h"
#include "symbolic/engine.h"
#include "unit/random_formula.h"
#include "unit/random_spinners.h"
#include "unit/rounds.h"

namespace mover::test {
namespace {

SearchOptions for_formula(const std::string& formula, Fairness fairness) {
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false, .ltl = true};
  options.ltl = {formula};
  options.fairness = fairness;
  return options;
}

enum class Verdict { Holds, Violated, Unknown };

Verdict verdict_of(const SearchResult& result) {
  if (!result.violations.empty()) return Verdict::Violated;
  return result.stop == Stop::Finished && result.incomplete.empty() ? Verdict::Holds : Verdict::Unknown;
}

Verdict explicitly(const ir::Program& p, SearchOptions options) {
  options.step_limit = 20'000;
  return verdict_of(search_stateful([&] { return vm::make_machine(p, {}); }, options));
}

SearchResult symbolically(const ir::Program& p, SearchOptions options, const std::string& solver) {
  const MachineFactory make_machine = [&] { return vm::make_machine(p, {}); };
  options.time_limit = solver == "bmc" || solver == "k-liveness" ? 1 : 5;
  symbolic::EngineOptions engine;
  engine.solver = solver;
  engine.arguments = {"program"};
  const SearchResult result = symbolic::search_symbolic(make_machine, options, engine);
  for (const Violation& violation : result.violations) {
    EXPECT_EQ(violation.finding.kind, FindingKind::Ltl);
    EXPECT_TRUE(follow_lasso(*make_machine(), violation.schedule, violation.finding));
  }
  return result;
}

class SymbolicLtl : public ::testing::TestWithParam<std::string> {};

TEST_P(SymbolicLtl, AgreesWithTheExplicitSearch) {
  std::vector<std::string> atoms = kVariableAtoms;
  for (const char* atom : {"in(T1, t0)", "in(t0)", "in(T2, t1)", "in(main, main)", "at(random.c:1)",
                           "at(T1, random.c:2)", "x + y > 1", "(x - 1) / y == 1", "x << y == 2", "-x < y && l"})
    atoms.push_back(atom);
  std::map<Verdict, uint64_t> seen;
  uint64_t unknown = 0;
  const uint64_t all = rounds(40);
  for (uint64_t seed = 1; seed <= all; ++seed) {
    const ir::Program p = with_types(RandomSpinners(seed).make());
    const std::string formula = RandomFormula(seed * 7 + 1, atoms).make();
    if (!std::holds_alternative<LinearTime>(LinearTime::make(formula, p))) continue;  // there is no thread t1
    const SearchOptions options = for_formula(formula, static_cast<Fairness>(seed % 3));
    const Verdict expected = explicitly(p, options);
    const SearchResult result = symbolically(p, options, GetParam());
    const Verdict found = verdict_of(result);
    if (found == Verdict::Unknown) {
      ++unknown;
      if (!result.incomplete.empty()) {
        EXPECT_EQ(result.incomplete.front().what.find("cannot reproduce"), std::string::npos)
            << result.incomplete.front().what << ", seed " << seed;
      }
    }
    if (found == Verdict::Unknown || expected == Verdict::Unknown) continue;
    ++seen[found];
    ASSERT_EQ(found, expected) << formula << ", " << to_text(options.fairness) << " fairness, seed " << seed << "\n"
                               << RandomSpinners(seed).make();
  }
  EXPECT_TRUE(unknown < all * 3 / 4 || GetParam() == "k-liveness") << unknown;
  EXPECT_TRUE(seen[Verdict::Violated] > all / 10 || GetParam() == "k-liveness") << seen[Verdict::Violated];
  EXPECT_TRUE(seen[Verdict::Holds] > all / 10 || GetParam() == "bmc") << seen[Verdict::Holds];
}

INSTANTIATE_TEST_SUITE_P(Solvers, SymbolicLtl, ::testing::Values("bmc", "pdr", "k-liveness", "bdd", "portfolio"),
                         [](const auto& info) { return info.param == "k-liveness" ? "k_liveness" : info.param; });

}  // namespace
}  // namespace mover::test
