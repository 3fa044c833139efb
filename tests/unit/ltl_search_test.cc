// The search for executions that violate formulas, against the semantics of LTL on lassos of random programs.
#include <map>
#include <random>

#include "ltl/parser.h"
#include "property/livelock.h"
#include "search/linear_time.h"
#include "trace/chunks.h"
#include "trace/replay.h"
#include "unit/agreement.h"
#include "unit/naive_ltl.h"
#include "unit/random_formula.h"
#include "unit/random_spinners.h"
#include "unit/random_waiters.h"
#include "unit/rounds.h"

namespace mover {
namespace {

using namespace test;

// By position of the lasso: whether the formula holds there, by the definition of the operators.
std::vector<char> holds(const ltl::Formula& f, const std::vector<uint64_t>& atoms, size_t loop) {
  using Op = ltl::Formula::Op;
  const size_t size = atoms.size();
  std::vector<char> result(size, f.op() == Op::True || f.op() == Op::Release);
  if (f.op() == Op::True || f.op() == Op::False) return result;
  if (f.op() == Op::Atom) {
    for (size_t i = 0; i < size; ++i) result[i] = (atoms[i] >> f.number() & 1) != 0;
    return result;
  }
  const std::vector<char> a = holds(f.left(), atoms, loop);
  const bool is_unary = f.op() == Op::Not || f.op() == Op::Next;
  const std::vector<char> b = is_unary ? a : holds(f.right(), atoms, loop);
  // U is a least fixed point, and R a greatest one. The second round sees the value at the beginning of the loop.
  for (int round = 0; round < 3; ++round)
    for (size_t i = size; i-- > 0;) {
      const size_t next = i + 1 == size ? loop : i + 1;
      switch (f.op()) {
        case Op::Not:
          result[i] = !a[i];
          break;
        case Op::Next:
          result[i] = a[next];
          break;
        case Op::And:
          result[i] = a[i] && b[i];
          break;
        case Op::Or:
          result[i] = a[i] || b[i];
          break;
        case Op::Until:
          result[i] = b[i] || (a[i] && result[next]);
          break;
        default:
          result[i] = b[i] && (a[i] || result[next]);
      }
    }
  return result;
}

// Random executions of a program, as sequences of states.
class Walks {
 public:
  Walks(const ir::Program& program, const LinearTime& property, uint64_t seed)
      : machine_(vm::make_machine(program, {})), property_(property), random_(seed) {
    property.observe(*machine_);
  }

  // Whether some lasso of a random execution is fair and violates the formula.
  bool finds_violation(const ltl::Formula& formula, Fairness fairness) {
    constexpr size_t kLongest = 40;
    struct State {
      std::vector<uint32_t> tuple;
      uint64_t enabled = 0, blocked = 0;
      ThreadId thread = 0;  // that takes the next step
    };
    std::vector<State> states;
    std::vector<uint64_t> atoms;
    StepResult last = machine_->reset();
    for (;;) {
      atoms.push_back(property_.atoms(*machine_));
      if (last.kind != StepResult::Kind::Running) return !holds(formula, atoms, atoms.size() - 1)[0];
      State& state = states.emplace_back();
      machine_->states().canonical_state(chunks_, state.tuple);
      std::vector<ThreadId> enabled;
      for (ThreadId t = 0; t < machine_->num_threads(); ++t) {
        if (machine_->status(t) != ThreadStatus::Parked) continue;
        (machine_->enabled(t) ? state.enabled : state.blocked) |= 1ull << t;
        if (machine_->enabled(t)) enabled.push_back(t);
      }
      if (enabled.empty()) return !holds(formula, atoms, atoms.size() - 1)[0];
      uint64_t required = 0, steps = 0, blocked = 0;
      for (size_t i = states.size() - 1; i-- > 0;) {  // the loop begins in state i
        required |= states[i].enabled;
        blocked |= states[i].blocked;
        steps |= 1ull << states[i].thread;
        if (states[i].tuple != state.tuple) continue;
        const uint64_t satisfied = fairness == Fairness::Strong ? steps : steps | blocked;
        if (fairness != Fairness::None && (required & ~satisfied) != 0) continue;
        const std::vector<uint64_t> lasso(atoms.begin(), atoms.end() - 1);
        if (!holds(formula, lasso, i)[0]) return true;
      }
      if (states.size() > kLongest) return false;
      state.thread = enabled[random_() % enabled.size()];
      last = machine_->step(state.thread, static_cast<uint32_t>(random_() % machine_->choices(state.thread)));
    }
  }

 private:
  std::unique_ptr<Machine> machine_;
  const LinearTime& property_;
  std::mt19937_64 random_;
  PlainChunks chunks_;
};

// The atoms of the execution of a violation.
std::vector<uint64_t> atoms_of(Machine& machine, const LinearTime& property, const Violation& violation) {
  property.observe(machine);
  machine.reset();
  std::vector<uint64_t> atoms{property.atoms(machine)};
  for (const Decision& decision : violation.schedule) {
    machine.step(decision.thread, decision.choice);
    atoms.push_back(property.atoms(machine));
  }
  if (*violation.finding.loop < violation.schedule.size()) atoms.pop_back();
  return atoms;
}

TEST(LtlSearch, AgreesWithTheSemanticsOnLassosOfRandomExecutions) {
  uint64_t violated = 0, holding = 0, seen = 0;
  for (uint64_t seed = 1; seed <= rounds(500); ++seed) {
    const ir::Program p = with_types(RandomSpinners(seed).make());
    const std::string text = RandomFormula(seed, kVariableAtoms).make();
    const auto fairness = static_cast<Fairness>(seed % 3);
    const auto made = LinearTime::make(text, p);
    ASSERT_TRUE(std::holds_alternative<LinearTime>(made)) << text << ": " << std::get<std::string>(made);
    const LinearTime& property = std::get<LinearTime>(made);
    const ltl::Formula formula = std::get<ltl::Specification>(ltl::parse(text)).formula;
    const MachineFactory make_machine = [&] { return vm::make_machine(p, {}); };
    SearchOptions options;
    options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false, .ltl = true};
    options.ltl = {text};
    options.fairness = fairness;
    options.step_limit = 20'000;
    const SearchResult result = search_stateful(make_machine, options);
    if (result.stop == Stop::TimeLimit) continue;
    ++(result.violations.empty() ? holding : violated);
    for (const Violation& violation : result.violations) {
      ASSERT_EQ(violation.finding.kind, FindingKind::Ltl);
      ASSERT_TRUE(replays(*make_machine(), violation)) << text << ", seed " << seed;
      const std::vector<uint64_t> atoms = atoms_of(*make_machine(), property, violation);
      ASSERT_FALSE(holds(formula, atoms, *violation.finding.loop)[0]) << text << ", seed " << seed;
    }
    Walks walks(p, property, seed);
    bool found = false;
    for (int walk = 0; walk < 10 && !found; ++walk) found = walks.finds_violation(formula, fairness);
    seen += found;
    ASSERT_FALSE(found && result.violations.empty())
        << text << " does not hold, " << to_text(fairness) << " fairness, seed " << seed;
  }
  EXPECT_GT(violated, rounds(60));
  EXPECT_GT(holding, rounds(60));
  EXPECT_GT(seen, rounds(40));
}

TEST(LtlSearch, OneOfAFormulaAndItsNegationHoldsIfThereIsOneExecution) {
  const std::string text =
      "file 1 \"a.c\"\nglobal @x size 4\nglobal @y size 4\nglobal @p size 4\nglobal @l size 4\n"
      "func @main(0) {\n  store.32 @x, 1\n  store.32 @y, 1\nagain:\n  store.32 @x, 0\n"
      "  store.32 @p, 1\n  store.32 @x, 1\n  br again\n}\nentry @main\n";
  const ir::Program p = with_types(text);
  const MachineFactory make_machine = [&] { return vm::make_machine(p, {}); };
  for (uint64_t seed = 1; seed <= rounds(400); ++seed) {
    const std::string formula = RandomFormula(seed).make();
    SearchOptions options;
    options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false, .ltl = true};
    size_t violated = 0;
    for (const std::string& f : {formula, "!(" + formula + ")"}) {
      options.ltl = {f};
      violated += search_stateful(make_machine, options).violations.size();
    }
    ASSERT_EQ(violated, 1u) << formula;
  }
}

SearchOptions only_ltl(const std::string& formula, Fairness fairness) {
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false, .ltl = true};
  options.ltl = {formula};
  options.fairness = fairness;
  return options;
}

// Compares the search with the naive product on random programs and formulas, for each fairness, and for the negation
// of each formula.
class AgainstNaiveProduct {
 public:
  std::map<std::pair<Fairness, bool>, uint64_t> counts;  // by the naive verdict
  std::map<Fairness, uint64_t> decisive;                 // the formulas that hold only from this fairness on

  void compare(const std::string& code, const std::string& formula) {
    constexpr size_t kMostStates = 400, kMostNodes = 2500;
    const ir::Program p = with_types(code);
    const MachineFactory make_machine = [&] { return vm::make_machine(p, with_names()); };
    for (const std::string& f : {formula, "!(" + formula + ")"}) {
      const ltl::Specification specification = std::get<ltl::Specification>(ltl::parse(f));
      const auto resolved = ltl::Atoms::resolve(specification.atoms, p);
      ASSERT_TRUE(std::holds_alternative<ltl::Atoms>(resolved)) << std::get<std::string>(resolved);
      const NaiveGraph graph(p, std::get<ltl::Atoms>(resolved), kMostStates);
      if (!graph.is_complete()) return;
      NaiveProduct product(graph, specification.formula);
      if (product.size() > kMostNodes) return;
      product.build();
      bool held = false;
      for (Fairness fairness : {Fairness::None, Fairness::Weak, Fairness::Strong}) {
        const bool expected = product.holds(fairness);
        ++counts[{fairness, expected}];
        if (expected && !held) ++decisive[fairness];
        held = expected;
        for (bool reduces : {false, true}) {
          SearchOptions options = only_ltl(f, fairness);
          options.ample_sets = reduces;
          const SearchResult result = search_stateful(make_machine, options);
          ASSERT_EQ(result.stop == Stop::Finished, result.violations.empty());
          ASSERT_EQ(result.violations.empty(), expected)
              << f << (expected ? " holds, " : " does not hold, ") << to_text(fairness) << " fairness, "
              << (reduces ? "with" : "without") << " ample sets, in\n"
              << code;
          for (const Violation& violation : result.violations)
            ASSERT_TRUE(replays(*make_machine(), violation)) << f << ", " << to_text(fairness) << "\n" << code;
        }
      }
    }
  }

  void expect_both_verdicts(uint64_t least) {
    for (Fairness fairness : {Fairness::None, Fairness::Weak, Fairness::Strong})
      for (bool holds : {false, true})
        EXPECT_GT((counts[{fairness, holds}]), least) << to_text(fairness) << ", " << holds;
  }
};

TEST(LtlSearch, AgreesWithANaiveProductOnThreadsThatSpin) {
  AgainstNaiveProduct test;
  for (uint64_t seed = 1; seed <= rounds(150) && !testing::Test::HasFatalFailure(); ++seed)
    test.compare(RandomSpinners(seed).make(),
                 seed % 4 == 0 ? RandomFormula(seed).make() : RandomFormula(seed).make_pattern());
  test.expect_both_verdicts(rounds(30));
}

TEST(LtlSearch, AgreesWithANaiveProductOnCriticalSections) {
  AgainstNaiveProduct test;
  for (uint64_t seed = 1; seed <= rounds(200) && !testing::Test::HasFatalFailure(); ++seed)
    test.compare(RandomWaiters(seed).make_contention(), RandomFormula(seed, {"a0", "a1", "a2"}).make_pattern());
  test.expect_both_verdicts(rounds(30));
  EXPECT_GT(test.decisive[Fairness::Weak], rounds(20));
  EXPECT_GT(test.decisive[Fairness::Strong], rounds(10));
}

TEST(LtlSearch, AgreesWithANaiveProductOnThreadsThatWait) {
  const std::vector<std::string> atoms = {"x == 1", "y == 1", "p", "q == 1", "a0", "a1", "a2 == 1"};
  AgainstNaiveProduct test;
  for (uint64_t seed = 1; seed <= rounds(400) && !testing::Test::HasFatalFailure(); ++seed)
    test.compare(RandomWaiters(seed).make(),
                 seed % 4 == 0 ? RandomFormula(seed, atoms).make() : RandomFormula(seed, atoms).make_pattern());
  test.expect_both_verdicts(rounds(30));
}

}  // namespace
}  // namespace mover
