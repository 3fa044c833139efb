// Tests conditional stubborn sets and lock acquisition patterns in the circuit: the sets in the states of the figures
// of [KGS06], and its Theorem 2.
#include "symbolic/engine.h"
#include "symbolic/patterns.h"
#include "symbolic/set_sizes.h"
#include "symbolic/values.h"
#include "unit/circuit_states.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

using symbolic::Model;
using symbolic::NodeId;
using symbolic::Reduction;

std::string operation(const std::string& op, const std::string& lock) {
  return "  sync mutex_" + op + "(@" + lock + ")\n";
}
std::string lock(const std::string& name) { return operation("lock", name); }
std::string unlock(const std::string& name) { return operation("unlock", name); }
std::string store(const std::string& name, int value) {
  return "  store.64 @" + name + ", " + std::to_string(value) + "\n";
}
constexpr const char* kVariables =
    "global @x size 8\nglobal @y size 8\nglobal @z size 8\nglobal @lk size 40\nglobal @lk1 size 40\nglobal @lk2 size "
    "40\n";

std::string two_threads(const std::string& a, const std::string& b) {
  return kVariables + thread("a", a + "  ret 0") + thread("b", b + "  ret 0") + main_with({"a", "b"});
}
const std::string kFigure1 = two_threads(lock("lk") + store("x", 1) + unlock("lk"),
                                         store("z", 5) + lock("lk") + store("x", 2) + unlock("lk") + store("x", 6));
const std::string kFigure2 =
    two_threads(lock("lk1") + lock("lk2") + store("y", 1) + unlock("lk2") + store("x", 0) + unlock("lk1"),
                lock("lk2") + lock("lk1") + store("z", 2) + unlock("lk1") + store("x", 1) + unlock("lk2"));

// The circuits of one program, without a reduction and with both. They have the same latches.
struct Circuits {
  explicit Circuits(const std::string& text)
      : code(program(text)),
        values(code, bounds(), {"program"}),
        none(build(Reduction::None)),
        persistent(build(Reduction::PersistentSets)),
        patterns(build(Reduction::Patterns)) {}
  static symbolic::Bounds bounds() {
    symbolic::Bounds result;
    result.threads_per_site = 2;
    return result;
  }
  Model build(Reduction reduction) const { return symbolic::build_model(values, {}, {}, reduction); }

  // The n-th cut of a thread at an instruction of this kind.
  NodeId cut(uint32_t thread, ir::Op op, size_t n = 0) const {
    for (NodeId node : none.nodes_of_codes[thread])
      if (node != ir::kNone && values.instr(thread, node).op == op && n-- == 0) return node;
    ADD_FAILURE() << "no such cut";
    return 0;
  }

  ir::Program code;
  symbolic::ValueAnalysis values;
  Model none, persistent, patterns;
};

// Whether the threads 1 and 2 are in a set, as text ("1", "2", "12"), in every reachable state in which these threads
// are at these nodes and main is disabled. If states differ, their texts are separated by blanks.
std::string sets_at(const Model& model, NodeId first, NodeId second, const std::vector<Literal>& set) {
  std::set<std::string> result;
  CircuitExplorer(model, model.enabled).explore(10'000, [&](const std::vector<bool>& nodes) {
    auto place = [&](uint32_t t) {
      uint64_t code = 0;
      for (size_t i = 0; i < model.program_counters[t].size(); ++i)
        code |= uint64_t{value_of(nodes, model.program_counters[t][i])} << i;
      return model.nodes_of_codes[t][code];
    };
    if (place(1) != first || place(2) != second || value_of(nodes, model.enabled[0])) return;
    std::string text;
    for (uint32_t t : {1, 2})
      if (value_of(nodes, set[t])) text += std::to_string(t);
    result.insert(text);
  });
  std::string all;
  for (const std::string& one : result) all += (all.empty() ? "" : " ") + one;
  return all;
}

constexpr NodeId kEntry = 0;

TEST(SymbolicReductions, Figure1) {
  const Circuits c(kFigure1);
  const NodeId a3 = c.cut(1, ir::Op::Store), b5 = c.cut(2, ir::Op::Store, 2);
  EXPECT_EQ(sets_at(c.patterns, a3, kEntry, c.patterns.stubborn[1]), "1");
  EXPECT_EQ(sets_at(c.patterns, a3, kEntry, c.patterns.explored), "1");
  EXPECT_EQ(sets_at(c.persistent, a3, kEntry, c.persistent.stubborn[1]), "12");
  EXPECT_EQ(sets_at(c.persistent, a3, kEntry, c.persistent.explored), "2");
  EXPECT_EQ(sets_at(c.patterns, a3, b5, c.patterns.explored), "12");
}

TEST(SymbolicReductions, Figure2) {
  const Circuits c(kFigure2);
  const NodeId a6 = c.cut(1, ir::Op::Store);  // only T1 accesses y, so that x is the first access that is a cut
  EXPECT_EQ(sets_at(c.patterns, a6, kEntry, c.patterns.stubborn[1]), "1");
  EXPECT_EQ(sets_at(c.patterns, a6, kEntry, c.patterns.explored), "1");
  EXPECT_EQ(sets_at(c.persistent, a6, kEntry, c.persistent.stubborn[1]), "12");
}

// The numbers of explored threads and of enabled threads, each summed over all explored states.
std::pair<uint64_t, uint64_t> sizes(const Model& model) {
  const CircuitStates states = CircuitExplorer(model, model.explored).explore(10'000);
  EXPECT_TRUE(states.complete);
  return {states.explored, states.enabled};
}

TEST(SymbolicReductions, SizesOfTheSets) {
  const Circuits one(kFigure1), two(kFigure2);
  using Sizes = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(sizes(one.none), Sizes(72, 72));
  EXPECT_EQ(sizes(one.persistent), Sizes(29, 41));
  EXPECT_EQ(sizes(one.patterns), Sizes(29, 41));
  EXPECT_EQ(sizes(two.none), Sizes(84, 84));
  EXPECT_EQ(sizes(two.persistent), Sizes(32, 43));
  EXPECT_EQ(sizes(two.patterns), Sizes(32, 44));
}

TEST(SymbolicReductions, TheReportHasTheAverageSize) {
  const Circuits c(kFigure2);
  const symbolic::SetSizes all = symbolic::sample_set_sizes(c.none), some = symbolic::sample_set_sizes(c.patterns);
  EXPECT_EQ(all.explored, all.enabled);
  EXPECT_LT(some.explored, some.enabled);
  symbolic::EngineOptions engine;
  engine.solver = "bdd";
  engine.reduction = Reduction::Patterns;
  engine.arguments = {"program"};
  const SearchResult result =
      symbolic::search_symbolic([&] { return vm::make_machine(c.code, {}); }, SearchOptions{}, engine);
  ASSERT_FALSE(result.remarks.empty());
  EXPECT_NE(result.remarks[0].find("the scheduler chooses among 1."), std::string::npos) << result.remarks[0];
}

// Programs with locks, conditions, loops, and threads that threads create.
std::vector<std::string> programs() {
  const std::string both = lock("lk1") + lock("lk2") + store("x", 1) + unlock("lk2") + store("y", 1) + unlock("lk1");
  const std::string waits = lock("lk") +
                            "  %2 = load.64 @x\n  condbr %2, L1, L0\nL0:\n  sync cond_wait(@c, @lk)\n  br L1\nL1:\n" +
                            store("y", 2) + unlock("lk");
  const std::string signals = lock("lk") + store("x", 1) + "  sync cond_signal(@c)\n" + unlock("lk") + store("y", 1);
  const std::string loops =
      "  br L0\nL0:\n" + lock("lk") + store("x", 1) + unlock("lk") + "  %2 = load.64 @y\n  condbr %2, L1, L0\nL1:\n";
  return {kFigure1, kFigure2,
          kVariables + thread("a", both + "  ret 0") + thread("b", store("x", 2) + "  ret 0") +
              thread("d", both + "  ret 0") + main_with({"a", "b", "d"}),
          "global @c size 48\n" + two_threads(waits, signals),
          two_threads(loops, lock("lk") + store("x", 3) + unlock("lk") + store("y", 1))};
}

TEST(SymbolicReductions, Theorem2) {
  for (const std::string& text : programs()) {
    const Circuits c(text);
    auto names = [](const Model& model) {
      std::vector<std::string> result;
      for (const circuit::Latch& latch : model.circuit.latches()) result.push_back(latch.name);
      return result;
    };
    ASSERT_EQ(names(c.persistent), names(c.patterns));
    // The sets do not depend on the inputs, so all inputs are 0.
    std::vector<std::vector<bool>> states;
    CircuitExplorer(c.patterns, c.patterns.enabled).explore(2'000, [&](const std::vector<bool>& nodes) {
      std::vector<bool> state;
      for (const circuit::Latch& latch : c.patterns.circuit.latches()) state.push_back(nodes[latch.node]);
      const std::vector<bool> inputs(c.persistent.circuit.inputs().size(), false);
      const std::vector<bool> others = circuit::evaluate(c.persistent.circuit, state, inputs);
      for (uint32_t i = 0; i < c.patterns.enabled.size(); ++i)
        for (uint32_t j = 0; j < c.patterns.enabled.size(); ++j)
          if (value_of(nodes, c.patterns.enabled[i]) && value_of(nodes, c.patterns.stubborn[i][j])) {
            EXPECT_TRUE(value_of(others, c.persistent.stubborn[i][j])) << i << " " << j;
          }
    });
  }
}

TEST(SymbolicReductions, NothingIsLost) {
  for (const std::string& text : programs()) {
    const Circuits c(text);
    auto wrong = [](const Model& model) { return CircuitExplorer(model, model.explored).explore(20'000).wrong; };
    EXPECT_EQ(wrong(c.persistent), wrong(c.none)) << text;
    EXPECT_EQ(wrong(c.patterns), wrong(c.none)) << text;
  }
}

// T2 acquires one of two locks. While T1 holds lk1, T2 may acquire lk2 and access x.
TEST(SymbolicReductions, OnlyKnownLocksAreSurelyAcquired) {
  const std::string text =
      "global @s size 32\n" +
      two_threads(
          lock("lk1") + "  sync sem_post(@s)\n" + store("x", 1) + unlock("lk1"),
          "  sync sem_wait(@s)\n  %2 = service nondet(32)\n  %3 = icmp.eq.32 %2, 0\n  %4 = select.64 %3, @lk2, @lk1\n"
          "  sync mutex_lock(%4)\n" +
              store("x", 2) + "  sync mutex_unlock(%4)\n");
  const Circuits c(text);
  auto reaches_race = [](const Model& model) {
    return CircuitExplorer(model, model.explored).explore(10'000).wrong.contains("race");
  };
  EXPECT_TRUE(reaches_race(c.none));
  EXPECT_TRUE(reaches_race(c.patterns));
  symbolic::ReductionRules rules;
  rules.known_locks = false;
  EXPECT_FALSE(reaches_race(symbolic::build_model(c.values, {}, {}, Reduction::Patterns, {}, rules)));
}

// T1 and T2 may block in their sections while T3 holds the lock. Then T2 has read x before T1 writes it.
TEST(SymbolicReductions, LocksInAtomicSectionsAreNotAcquiredForCertain) {
  const std::string writes = "  sync atomic_begin()\n  %2 = load.64 @x\n" + lock("lk") +
                             "  %3 = load.64 @x\n  %4 = icmp.eq.64 %2, %3\n" + claim("%4") + store("x", 1) +
                             unlock("lk") + "  sync atomic_end()\n  ret 0";
  const Circuits c(kBoom + kVariables + thread("a", writes) + thread("b", writes) +
                   thread("d", lock("lk") + unlock("lk") + "  ret 0") + main_with({"a", "b", "d"}));
  auto wrong = [](const Model& model) { return CircuitExplorer(model, model.explored).explore(20'000).wrong; };
  const std::set<std::string> all = wrong(c.none);
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), is_ending));
  EXPECT_EQ(wrong(c.persistent), all);
  EXPECT_EQ(wrong(c.patterns), all);
}

// ---- stubborn sets of threads whose steps are transactions

// All violations of the circuit. Guards that it refutes are not assumed in the next one, as in the engine.
std::set<std::string> wrong_with(const std::string& text, Reduction reduction,
                                 const symbolic::ReductionRules& rules = {}) {
  const ir::Program code = program(text);
  const symbolic::ValueAnalysis values(code, Circuits::bounds(), {"program"});
  symbolic::Refuted refuted;
  for (;;) {
    const Model model = symbolic::build_model(values, {}, {}, reduction, refuted, rules);
    CircuitStates states = CircuitExplorer(model, model.explored).explore(20'000);
    EXPECT_TRUE(states.complete);
    if (states.unguarded.bytes().empty()) return states.wrong;
    refuted.add(states.unguarded);
  }
}

TEST(SymbolicReductions, NothingIsLostInStubbornSetsOfTransactions) {
  for (const std::string& text : programs())
    EXPECT_EQ(wrong_with(text, Reduction::TransactionsAndPatterns), wrong_with(text, Reduction::None)) << text;
}

// T1 creates T3 and passes its handle to T2, which joins T3. x is assumed to be T3's until T3 has been joined. T1
// accesses x in a step that also writes y. Unless the check of the guard touches the life of T3, the step of T1 is
// taken only after T2 has joined T3, and the wrong assumption is not found.
TEST(SymbolicReductions, TheCheckOfAGuardTouchesLives) {
  auto atomic = [](const std::string& name, const std::string& value) {
    return "  store.64.seq_cst @" + name + ", " + value + "\n";
  };
  const std::string creates = "  %2 = alloca 8\n  sync thread_create(%2, @c, 0, 0, 0)\n  %3 = load.64 %2\n" +
                              atomic("z", "%3") + "  sync sem_post(@s)\n" + atomic("y", "1") + store("x", 1) +
                              "  ret 0";
  const std::string joins = "  sync sem_wait(@s)\n  %2 = load.64.seq_cst @z\n  sync thread_join(%2)\n" +
                            atomic("z", "0") + atomic("y", "2") + "  ret 0";
  const std::string text = "global @s size 32\n" + std::string(kVariables) + thread("a", creates) + thread("b", joins) +
                           thread("c", store("x", 2) + "  ret 0") + main_with({"a", "b"});
  EXPECT_TRUE(wrong_with(text, Reduction::None).contains("race"));
  EXPECT_TRUE(wrong_with(text, Reduction::TransactionsAndPatterns).contains("race"));
  symbolic::ReductionRules rules;
  rules.lives = false;
  EXPECT_FALSE(wrong_with(text, Reduction::TransactionsAndPatterns, rules).contains("race"));
}

// The counter of T1's loop wraps around, so the loop is endless. T2 has to take its step nevertheless.
TEST(SymbolicReductions, ALoopIsBoundedOnlyIfItsCounterCannotWrapAround) {
  const std::string counts = "  %2 = mov.2 0\n  br L0\nL0:\n  %3 = add.2 %2, 1\n  %2 = mov.2 %3\n  br L0\n";
  const std::string text = kBoom + kVariables + thread("a", counts) +
                           thread("b", store("x", 1) + claim("0") + "  ret 0") + main_with({"a", "b"}, store("x", 2));
  auto fails = [&](Reduction reduction, const symbolic::ReductionRules& rules) {
    const std::set<std::string> wrong = wrong_with(text, reduction, rules);
    return std::any_of(wrong.begin(), wrong.end(), is_ending);
  };
  EXPECT_TRUE(fails(Reduction::None, {}));
  EXPECT_TRUE(fails(Reduction::TransactionsAndPatterns, {}));
  symbolic::ReductionRules rules;
  rules.bounded = false;
  EXPECT_FALSE(fails(Reduction::TransactionsAndPatterns, rules));
}

// Both threads count to 3. No state of such a loop occurs twice, so its steps need not be interleaved with those of
// other threads.
TEST(SymbolicReductions, BoundedLoopsNeedNoStickyLocation) {
  auto counts = [](const std::string& condition) {
    return "  %2 = mov.32 0\n  br L0\nL0:\n  %4 = " + condition +
           "\n  condbr %4, L1, L2\nL1:\n  %3 = add.32 %2, 1\n  %2 = mov.32 %3\n  br L0\nL2:\n";
  };
  auto states = [&](const std::string& condition) {
    const std::string body = counts(condition) + "  ret 0";
    const std::string text = kVariables + thread("a", body) + thread("b", body) + main_with({"a", "b"});
    const ir::Program code = program(text);
    const symbolic::ValueAnalysis values(code, Circuits::bounds(), {"program"});
    const Model model = symbolic::build_model(values, {}, {}, Reduction::TransactionsAndPatterns);
    const CircuitStates all = CircuitExplorer(model, model.explored).explore(10'000);
    EXPECT_TRUE(all.complete);
    return all.explored == all.states - 1 ? "one order" : "several orders";  // the program's end has no successor
  };
  EXPECT_STREQ(states("icmp.slt.32 %2, 3"), "one order");
  EXPECT_STREQ(states("icmp.ult.32 %2, 3"), "one order");
  EXPECT_STREQ(states("icmp.sgt.32 3, %2"), "one order");
  EXPECT_STREQ(states("icmp.sle.32 %2, 3"), "one order");
  EXPECT_STREQ(states("icmp.ne.32 %2, 3"), "several orders");
}

TEST(SymbolicReductions, SmallestSetsOfLocksOfPaths) {
  using symbolic::PathSet;
  PathSet paths = PathSet::one(0b011);
  EXPECT_TRUE(paths.add(PathSet::one(0b110)));
  EXPECT_FALSE(paths.add(PathSet::one(0b111)));
  EXPECT_EQ(paths.smallest(), (std::vector<symbolic::LockSet>{0b011, 0b110}));
  EXPECT_EQ(paths.after(0b001).smallest(), (std::vector<symbolic::LockSet>{0b011}));
  EXPECT_TRUE(paths.against(0b111, 0b010).empty());
  EXPECT_EQ(paths.against(0b100, 0b001).smallest(), (std::vector<symbolic::LockSet>{0b100}));
  EXPECT_TRUE(paths.add(PathSet::one(0)));
  EXPECT_EQ(paths.smallest(), (std::vector<symbolic::LockSet>{0}));
  PathSet many;
  for (unsigned i = 0; i < 9; ++i) many.add(PathSet::one(symbolic::LockSet{1} << 20 | symbolic::LockSet{1} << i));
  EXPECT_EQ(many.smallest(), (std::vector<symbolic::LockSet>{symbolic::LockSet{1} << 20}));
}

}  // namespace
}  // namespace mover::test
