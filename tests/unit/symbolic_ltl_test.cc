// Formulas and livelocks in the symbolic engine: the verdicts are those of the explicit search, and every lasso can be
// followed.
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

SearchOptions for_livelocks(Fairness fairness) {
  SearchOptions options = for_formula("", fairness);
  options.ltl.clear();
  options.checks.ltl = false;
  options.checks.livelock = true;
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

SearchResult symbolically(const ir::Program& p, SearchOptions options, const std::string& solver,
                          bool excludes_hanging = false) {
  const MachineFactory make_machine = [&] { return vm::make_machine(p, {}); };
  options.time_limit = solver == "bmc" || solver == "k-liveness" ? 1 : 5;
  symbolic::EngineOptions engine;
  engine.solver = solver;
  engine.excludes_hanging = excludes_hanging;
  engine.arguments = {"program"};
  const SearchResult result = symbolic::search_symbolic(make_machine, options, engine);
  for (const Violation& violation : result.violations) {
    if (excludes_hanging) continue;
    EXPECT_EQ(violation.finding.kind, options.checks.ltl ? FindingKind::Ltl : FindingKind::Livelock);
    EXPECT_TRUE(follow_lasso(*make_machine(), violation.schedule, violation.finding));
  }
  return result;
}

// Compares verdicts on random programs. `unknown` is expected of solvers that only find violations, or only prove.
class Comparison {
 public:
  explicit Comparison(std::string solver) : solver_(std::move(solver)) {}

  void compare(const std::string& text, const SearchOptions& options, const std::string& what) {
    const ir::Program p = with_types(text);
    const Verdict expected = explicitly(p, options);
    const SearchResult result = symbolically(p, options, solver_);
    const Verdict found = verdict_of(result);
    ++rounds_;
    if (found == Verdict::Unknown) {
      ++unknown_;
      for (const Omission& omission : result.incomplete)
        EXPECT_EQ(omission.what.find("cannot reproduce"), std::string::npos) << omission.what << ", " << what << text;
    }
    if (found == Verdict::Unknown || expected == Verdict::Unknown) return;
    ++seen_[found];
    ASSERT_EQ(found, expected) << what << ", " << to_text(options.fairness) << " fairness\n" << text;
  }

  ~Comparison() {
    EXPECT_TRUE(unknown_ < rounds_ * 3 / 4 || solver_ == "k-liveness") << unknown_;
    EXPECT_TRUE(seen_[Verdict::Violated] > rounds_ / 10 || solver_ == "k-liveness") << seen_[Verdict::Violated];
    EXPECT_TRUE(seen_[Verdict::Holds] > rounds_ / 10 || solver_ == "bmc") << seen_[Verdict::Holds];
  }
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

 private:
  const std::string solver_;
  std::map<Verdict, uint64_t> seen_;
  uint64_t rounds_ = 0, unknown_ = 0;
};

class SymbolicLtl : public ::testing::TestWithParam<std::string> {
 protected:
  void compare(const std::vector<std::string>& atoms, bool with_pointer) {
    Comparison comparison(GetParam());
    const uint64_t all = rounds(40);
    for (uint64_t seed = 1; seed <= all && !HasFatalFailure(); ++seed) {
      const std::string text = RandomSpinners(seed, with_pointer).make();
      const std::string formula = RandomFormula(seed * 7 + 1, atoms).make();
      const ir::Program p = with_types(text);
      if (!std::holds_alternative<LinearTime>(LinearTime::make(formula, p))) continue;  // there is no thread t1
      comparison.compare(text, for_formula(formula, static_cast<Fairness>(seed % 3)), formula);
    }
  }
};

TEST_P(SymbolicLtl, AgreesWithTheExplicitSearch) {
  std::vector<std::string> atoms = kVariableAtoms;
  for (const char* atom : {"in(T1, t0)", "in(t0)", "in(T2, t1)", "in(main, main)", "at(random.c:1)",
                           "at(T1, random.c:2)", "x + y > 1", "(x - 1) / y == 1", "x << y == 2", "-x < y && l"})
    atoms.push_back(atom);
  compare(atoms, false);
}

TEST_P(SymbolicLtl, AgreesWithTheExplicitSearchOnPointers) {
  compare({"*q == 1", "*q", "q && !*q", "q == &x", "q == 0", "*q < y", "x == 1", "(&y)[q == &x] == 1"}, true);
}

TEST_P(SymbolicLtl, AgreesWithTheExplicitSearchOnSteps) {
  compare(
      {"X x == 1", "x == 1", "X X y == 0", "enabled(T1)", "enabled(main)", "enabled(T2)", "X enabled(T1)", "x == y"},
      false);
}

class SymbolicLivelocks : public ::testing::TestWithParam<std::string> {};

TEST_P(SymbolicLivelocks, AreThoseOfTheExplicitSearch) {
  Comparison comparison(GetParam());
  const uint64_t all = rounds(40);
  for (uint64_t seed = 1; seed <= all && !HasFatalFailure(); ++seed)
    comparison.compare(RandomSpinners(seed).make(), for_livelocks(static_cast<Fairness>(seed % 3)), "livelocks");
}

// If the symbolic engine has proved that no thread hangs while others run for ever, the explicit search finds neither
// such a thread nor one that spins for ever.
TEST(SymbolicDeadlocks, ThatAreExcludedAreNotFound) {
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = true, .race = false, .memory = false};
  uint64_t excluded = 0, found = 0;
  const uint64_t all = rounds(60);
  for (uint64_t seed = 1; seed <= all; ++seed) {
    const std::string text = RandomSpinners(seed).make();
    const ir::Program p = with_types(text);
    const Verdict expected = explicitly(p, options);
    const SearchResult result = symbolically(p, options, "bdd", /*excludes_hanging=*/true);
    if (verdict_of(result) != Verdict::Holds) continue;
    if (result.may_hang) {
      found += expected == Verdict::Violated;
      continue;
    }
    excluded += expected == Verdict::Holds;
    ASSERT_NE(expected, Verdict::Violated) << text;
  }
  EXPECT_GT(excluded, all / 10);
  EXPECT_GT(found, all / 10);
}

std::string name_of(const ::testing::TestParamInfo<std::string>& info) {
  return info.param == "k-liveness" ? "k_liveness" : info.param;
}

INSTANTIATE_TEST_SUITE_P(Solvers, SymbolicLtl, ::testing::Values("bmc", "pdr", "k-liveness", "bdd", "portfolio"),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Solvers, SymbolicLivelocks, ::testing::Values("bmc", "pdr", "bdd", "portfolio"), name_of);

}  // namespace
}  // namespace mover::test
