// The search for executions that violate formulas, against the semantics of LTL on lassos of random programs.
#include <map>
#include <random>

#include "ltl/parser.h"
#include "property/livelock.h"
#include "search/linear_time.h"
#include "trace/chunks.h"
#include "trace/replay.h"
#include "unit/agreement.h"
#include "unit/random_formula.h"
#include "unit/random_spinners.h"
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
  for (uint64_t seed = 1; seed <= rounds(200); ++seed) {
    const std::string formula = RandomFormula(seed, kVariableAtoms).make();
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

}  // namespace
}  // namespace mover
