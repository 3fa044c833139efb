// Transactions in the circuit: the guards that are assumed, the steps that are formed, the guards that are refuted, and
// for each soundness rule a program whose violation is lost without the rule.
#include "symbolic/engine.h"
#include "symbolic/transactions.h"
#include "unit/circuit_states.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

using symbolic::Byte;
using symbolic::ByteGuard;
using symbolic::Model;
using symbolic::Reduction;
using symbolic::ReductionRules;
using Kind = symbolic::ByteGuard::Kind;

// The numbers of these objects are 1, 2, ….
const std::string kGlobals =
    "global @x size 8\nglobal @y size 8\nglobal @m size 40\nglobal @n size 40\nglobal @s size 32\n" + kBoom;
constexpr symbolic::ObjectId kX = 1, kM = 3, kS = 5;

std::string sync(const std::string& op, const std::string& object) { return "  sync " + op + "(@" + object + ")\n"; }
std::string lock(const std::string& name) { return sync("mutex_lock", name); }
std::string unlock(const std::string& name) { return sync("mutex_unlock", name); }
std::string store(const std::string& name, int value = 1) {
  return "  store.64 @" + name + ", " + std::to_string(value) + "\n";
}
std::string atomic_store(const std::string& name, const std::string& order = "seq_cst") {
  return "  store.64." + order + " @" + name + ", 1\n";
}
// Continues at `label` if the atomic variable is 0.
std::string skip_if_zero(const std::string& name, const std::string& label, const std::string& order = "seq_cst") {
  return "  %30 = load.64." + order + " @" + name + "\n  condbr %30, then_" + label + ", " + label + "\nthen_" + label +
         ":\n";
}
std::string thread_of(const std::string& name, const std::string& body) {
  return "func @" + name + "(2) regs 40 {\n" + body + "  ret 0\n}\n";
}
std::string create(const std::string& function, int reg) {
  return "  sync thread_create(%0, @" + function + ", 0, 0, 0)\n  %" + std::to_string(reg) + " = load.64 %0\n";
}
std::string join(int reg) { return "  sync thread_join(%" + std::to_string(reg) + ")\n"; }
std::string main_of(const std::string& body) {
  return "func @main(0) regs 40 {\n  %0 = alloca 8\n" + body + "  ret 0\n}\nentry @main\n";
}

struct Analysed {
  explicit Analysed(const std::string& text, const symbolic::Bounds& bounds = {})
      : code(program(text)), values(code, bounds, {"program"}), model(build({})) {}
  Model build(const symbolic::Refuted& refuted) const {
    return symbolic::build_model(values, {}, {}, Reduction::Transactions, refuted);
  }

  // The guard that is assumed for the first byte of an object.
  ByteGuard guard(symbolic::ObjectId object, const symbolic::Refuted& refuted = {}) const {
    std::vector<std::vector<bool>> single_threaded;
    for (const symbolic::ThreadCode& thread : values.threads()) single_threaded.emplace_back(thread.num_nodes(), false);
    return symbolic::Transactions(values, std::vector<bool>(values.objects().size(), true), single_threaded, refuted)
        .guard(object, 0);
  }

  // The actions at which the steps of a thread begin, but for its first step.
  std::string steps(uint32_t thread, const Model& of) const {
    std::string result;
    for (symbolic::NodeId node : of.nodes_of_codes[thread]) {
      if (node == ir::kNone || node == 0) continue;
      const ir::Instr& in = values.instr(thread, node);
      result += (result.empty() ? "" : " ") +
                std::string(in.op == ir::Op::Sync ? to_text(static_cast<ir::SyncOp>(in.sub)) : to_text(in.op));
    }
    return result;
  }
  std::string steps(uint32_t thread) const { return steps(thread, model); }

  // The bytes that executions of the circuit access without their guard.
  std::set<Byte> unguarded() const {
    std::set<Byte> result;
    const CircuitStates states = CircuitExplorer(model, model.explored).explore(10'000);
    for (const auto& [byte, threads] : states.unguarded.bytes()) result.insert(byte);
    return result;
  }

  ir::Program code;
  symbolic::ValueAnalysis values;
  Model model;
};

std::string two_threads(const std::string& a, const std::string& b) {
  return kGlobals + thread_of("a", a) + thread_of("b", b) + main_with({"a", "b"});
}

// The thread has accessed the first bytes of x without their guard.
symbolic::Refuted refuted_by(uint32_t thread, uint64_t bytes, symbolic::Refuted refuted = {}) {
  for (uint64_t i = 0; i < bytes; ++i) refuted.add({{kX, i}}, thread);
  return refuted;
}

// ---- guards

TEST(SymbolicTransactions, ALockThatAllAccessesHoldIsAGuard) {
  const std::string increments = lock("m") + lock("n") + store("x") + unlock("n") + unlock("m");
  const Analysed both(two_threads(increments, lock("m") + store("x") + unlock("m")));
  EXPECT_EQ(both.guard(kX), (ByteGuard{Kind::Lock, Byte{kM, 0}, 0}));
  EXPECT_EQ(both.guard(kM).kind, Kind::Sync);
  EXPECT_EQ(both.unguarded(), std::set<Byte>{});
  const Analysed different(two_threads(increments, store("x")));
  EXPECT_EQ(different.guard(kX).kind, Kind::None);
  EXPECT_EQ(both.guard(kX, refuted_by(1, 1)).kind, Kind::None);
  const std::string section = "  sync atomic_begin()\n" + store("x") + "  sync atomic_end()\n";
  EXPECT_EQ(Analysed(two_threads(section, section)).guard(kX), (ByteGuard{Kind::Lock, symbolic::kAtomicSection, 0}));
}

TEST(SymbolicTransactions, AThreadUntilItIsJoinedIsAGuard) {
  const std::string text =
      kGlobals + thread_of("a", store("x")) + main_of(store("x", 2) + create("a", 10) + join(10) + store("x", 3));
  const Analysed joined(text);
  EXPECT_EQ(joined.guard(kX), (ByteGuard{Kind::Thread, Byte{}, 1}));
  EXPECT_EQ(joined.unguarded(), std::set<Byte>{});
  const Analysed early(kGlobals + thread_of("a", store("x")) + main_of(create("a", 10) + store("x", 3) + join(10)));
  EXPECT_EQ(early.guard(kX), (ByteGuard{Kind::Thread, Byte{}, 1}));
  EXPECT_TRUE(early.unguarded().contains(Byte{kX, 0}));
}

// The analysis does not know which of the two elements each thread accesses. The guesses are the first of the threads,
// and then the one that refutes this.
TEST(SymbolicTransactions, ElementsOfAnArrayHaveOwners) {
  const std::string element = "  %2 = service nondet(1)\n  %3 = zext.64 %2 from 1\n  %4 = ptradd @x, %3, 4\n";
  const std::string loop =
      main_of("  br L0\nL0:\n" + create("a", 10) + "  %11 = service nondet(1)\n  condbr %11, L0, L1\nL1:\n");
  symbolic::Bounds bounds;
  bounds.threads_per_site = 2;
  const Analysed unknown(kGlobals + thread_of("a", element + "  store.32 %4, 1\n") + loop, bounds);
  EXPECT_EQ(unknown.guard(kX), (ByteGuard{Kind::Thread, Byte{}, 1}));
  EXPECT_EQ(unknown.guard(kX, refuted_by(2, 1)), (ByteGuard{Kind::Thread, Byte{}, 2}));
  EXPECT_EQ(unknown.guard(kX, refuted_by(1, 1, refuted_by(2, 1))).kind, Kind::None);
  symbolic::Refuted other;
  for (uint32_t thread : {1, 2}) other.add({{kX, 4}}, thread);
  EXPECT_EQ(unknown.guard(kX, other).kind, Kind::None);
  const Analysed certain(kGlobals + thread_of("a", store("x")) + loop, bounds);
  EXPECT_EQ(certain.guard(kX).kind, Kind::None);
  const Analysed different(two_threads(element + "  store.32 %4, 1\n", element + "  store.32 %4, 2\n"));
  EXPECT_EQ(different.guard(kX).kind, Kind::None);
}

TEST(SymbolicTransactions, AnAccessWithoutTheLockIsRefuted) {
  // b has exclusive access to x only after it has joined a, which holds m.
  const std::string joins = main_of(create("a", 10) + lock("m") + store("x", 2) + unlock("m") + join(10) + store("x"));
  const Analysed late(kGlobals + thread_of("a", lock("m") + store("x") + unlock("m")) + joins);
  EXPECT_EQ(late.guard(kX), (ByteGuard{Kind::Lock, Byte{kM, 0}, 0}));
  EXPECT_EQ(late.unguarded(), std::set<Byte>{});
  const std::string early = main_of(create("a", 10) + lock("m") + store("x", 2) + unlock("m") + store("x") + join(10));
  const Analysed refuted(kGlobals + thread_of("a", lock("m") + store("x") + unlock("m")) + early);
  EXPECT_EQ(refuted.guard(kX), (ByteGuard{Kind::Lock, Byte{kM, 0}, 0}));
  std::set<Byte> bytes;
  for (uint64_t i = 0; i < 8; ++i) bytes.insert({kX, i});
  EXPECT_EQ(refuted.unguarded(), bytes);
}

TEST(SymbolicTransactions, MemoryOperationsOnALockAreRefuted) {
  const Analysed accessed(two_threads(lock("m") + unlock("m"), "  %2 = load.32 @m\n"));
  EXPECT_EQ(accessed.guard(kM).kind, Kind::None);
  const Analysed destroyed(kGlobals + thread_of("a", lock("m") + unlock("m")) +
                           main_of(create("a", 10) + sync("mutex_destroy", "m") + join(10)));
  EXPECT_EQ(destroyed.guard(kM).kind, Kind::Sync);
  EXPECT_TRUE(destroyed.unguarded().contains(Byte{kM, 0}));
}

TEST(SymbolicTransactions, APostBeyondTheLargestValueIsRefuted) {
  const std::string posts = thread_of("a", sync("sem_post", "s"));
  auto with = [&](const std::string& value) {
    return Analysed(
               kGlobals + posts +
               main_of("  sync sem_init(@s, " + value + ")\n" + create("a", 10) + sync("sem_wait", "s") + join(10)))
        .unguarded();
  };
  EXPECT_EQ(with("1"), std::set<Byte>{});
  EXPECT_TRUE(with("2147483647").contains(Byte{kS, 0}));
}

// ---- steps

TEST(SymbolicTransactions, ACriticalSectionIsOneStep) {
  const std::string section = lock("m") + store("x") + store("x", 2) + unlock("m");
  EXPECT_EQ(Analysed(two_threads(section, section)).steps(1), "");
  EXPECT_EQ(Analysed(two_threads(section + section, section)).steps(1), "mutex_lock");
  const std::string nested = lock("m") + store("x") + lock("n") + store("y") + unlock("n") + unlock("m");
  EXPECT_EQ(Analysed(two_threads(nested, nested)).steps(1), "mutex_lock");
}

TEST(SymbolicTransactions, CreationsInARowAreOneStep) {
  const Analysed creates(kGlobals + thread_of("a", store("x")) +
                         main_of(create("a", 10) + create("a", 11) + join(10) + join(11)));
  EXPECT_EQ(creates.steps(0), "thread_join thread_join");
}

TEST(SymbolicTransactions, AtMostOneActionOfAStepIsNoMover) {
  const std::string atomics = atomic_store("x") + atomic_store("y");
  EXPECT_EQ(Analysed(two_threads(atomics, atomics)).steps(1), "store");
  const std::string posts = atomic_store("x") + sync("sem_post", "s") + atomic_store("y");
  EXPECT_EQ(Analysed(two_threads(posts, atomics)).steps(1), "store");
  const std::string reversed = sync("sem_post", "s") + atomic_store("x");
  EXPECT_EQ(Analysed(two_threads(reversed, atomics)).steps(1), "store");
}

TEST(SymbolicTransactions, LocksThatAreObservedAreNoMovers) {
  const std::string section = lock("m") + atomic_store("x") + unlock("m");
  EXPECT_EQ(Analysed(two_threads(section, section)).steps(1), "");
  const std::string tries = "  %2 = sync mutex_trylock(@m)\n" + atomic_store("x");
  EXPECT_EQ(Analysed(two_threads(section, tries)).steps(1), "store mutex_unlock");
}

TEST(SymbolicTransactions, AccessesWithoutAGuardBeginSteps) {
  const std::string plain = lock("m") + store("x") + unlock("m");
  EXPECT_EQ(Analysed(two_threads(plain, store("x"))).steps(1), "store");
  const Analysed guarded(two_threads(plain, plain));
  EXPECT_EQ(guarded.steps(1), "");
  EXPECT_EQ(guarded.steps(1, guarded.build(refuted_by(1, 8))), "store");
}

TEST(SymbolicTransactions, EveryLoopHasACut) {
  const std::string loops =
      lock("m") + "  br L0\nL0:\n" + store("x") + "  %2 = service nondet(32)\n  condbr %2, L0, L1\nL1:\n" + unlock("m");
  EXPECT_NE(Analysed(two_threads(loops, loops)).steps(1), "");
}

// ---- the rules, left out one by one

std::string verdict_of(const std::string& text, const ReductionRules& rules, const Checks& checks = {}) {
  const ir::Program code = program(text);
  vm::Options machine;
  SearchOptions options;
  options.checks = checks;
  symbolic::EngineOptions engine;
  engine.solver = "bmc";
  engine.reduction = Reduction::Transactions;
  engine.rules = rules;
  engine.arguments = {"program"};
  engine.try_values = [&](const std::vector<uint64_t>& values) { machine.nondet_values = values; };
  const SearchResult result =
      symbolic::search_symbolic([&] { return vm::make_machine(code, machine); }, options, engine);
  if (!result.violations.empty()) return to_text(result.violations[0].finding.kind);
  return result.incomplete.empty() && result.stop == Stop::Finished ? "safe" : "unknown";
}

void expect_lost_without(bool ReductionRules::* rule, const std::string& text) {
  const std::string judge = words(reference(text));
  EXPECT_NE(judge, "safe") << text;
  const std::string found = verdict_of(text, {});
  EXPECT_NE(judge.find(found), std::string::npos) << found << " is none of " << judge << "\n" << text;
  ReductionRules rules;
  rules.*rule = false;
  EXPECT_EQ(verdict_of(text, rules), "safe") << text;
}

// Fails if the value of the atomic variable is `wrong`.
std::string fails_if(const std::string& variable, int wrong) {
  return "  %2 = load.64.seq_cst @" + variable + "\n  %3 = icmp.ne.64 %2, " + std::to_string(wrong) + "\n" +
         claim("%3");
}

TEST(SymbolicTransactions, ThePhaseRuleIsNeeded) {
  const std::string twice = atomic_store("x") + "  store.64.seq_cst @x, 2\n";
  expect_lost_without(&ReductionRules::phases, two_threads(twice, fails_if("x", 1)));
}

TEST(SymbolicTransactions, StepsMustBeginWhereThreadsBlock) {
  auto section = [](const std::string& first, const std::string& second) {
    return lock(first) + lock(second) + unlock(second) + unlock(first);
  };
  expect_lost_without(&ReductionRules::blocking, two_threads(section("m", "n"), section("n", "m")));
}

TEST(SymbolicTransactions, StepsMustBeginAtAccessesWithoutAGuard) {
  expect_lost_without(&ReductionRules::pending,
                      two_threads(lock("m") + store("x") + unlock("m"), lock("n") + store("x") + unlock("n")));
}

TEST(SymbolicTransactions, GuardsMustBeChecked) {
  // By the code, main could have exclusive access to x until it creates the thread, but it also accesses x afterwards.
  expect_lost_without(&ReductionRules::guards, kGlobals + thread_of("a", store("x")) +
                                                   main_of(create("a", 10) + lock("m") + store("x", 2) + join(10)));
}

TEST(SymbolicTransactions, AThreadMustBeJoined) {
  // The last access of the thread may follow that of main.
  expect_lost_without(&ReductionRules::joined,
                      kGlobals + thread_of("a", sync("sem_post", "s") + store("x")) +
                          main_of(create("a", 10) + sync("sem_wait", "s") + store("x", 2) + join(10)));
}

TEST(SymbolicTransactions, AnotherThreadMayCreateTheOtherUser) {
  // The other thread may create the user of x after main has read y and before main accesses x.
  const std::string creator = "  %0 = alloca 8\n" + atomic_store("y") + create("b", 10);
  const std::string access =
      "  %30 = load.64.seq_cst @y\n  condbr %30, end, then\nthen:\n" + store("x", 2) + "  br end\nend:\n";
  expect_lost_without(&ReductionRules::creators, kGlobals + thread_of("b", store("x")) + thread_of("a", creator) +
                                                     main_of(create("a", 10) + access + join(10)));
}

TEST(SymbolicTransactions, ATryObservesTheHolder) {
  const std::string section = lock("m") + atomic_store("x") + unlock("m");
  const std::string tries = skip_if_zero("x", "end") + "  %2 = sync mutex_trylock(@m)\n  %3 = icmp.eq.32 %2, 0\n" +
                            claim("%3") + unlock("m") + "  br end\nend:\n";
  expect_lost_without(&ReductionRules::tries, two_threads(section, tries));
}

TEST(SymbolicTransactions, TheEndOfTheProgramIsNoMover) {
  expect_lost_without(&ReductionRules::endings,
                      kGlobals + thread_of("a", fails_if("x", 1)) + main_of(create("a", 10) + atomic_store("x")));
}

TEST(SymbolicTransactions, SectionsMayBlock) {
  // While main holds m, both threads read x and block in their sections.
  const std::string adds = "  sync atomic_begin()\n  %2 = load.64 @x\n" + lock("m") +
                           "  %3 = add.64 %2, 1\n  store.64 @x, %3\n" + unlock("m") + "  sync atomic_end()\n";
  expect_lost_without(&ReductionRules::sections,
                      kGlobals + thread_of("a", adds) +
                          main_of(lock("m") + create("a", 10) + create("a", 11) + unlock("m") + join(10) + join(11) +
                                  "  %2 = load.64 @x\n  %3 = icmp.eq.64 %2, 2\n" + claim("%3")));
}

TEST(SymbolicTransactions, APostOrdersTheWaitsAfterIt) {
  // main takes the first value of the semaphore, so its access is not ordered after that of the thread.
  const std::string writes = store("x") + atomic_store("y", "relaxed") + sync("sem_post", "s");
  const std::string waits = "  sync sem_init(@s, 1)\n" + create("a", 10) + sync("sem_wait", "s") +
                            skip_if_zero("y", "end", "relaxed") + store("x", 2) + "  br end\nend:\n" + join(10);
  expect_lost_without(&ReductionRules::posts, kGlobals + thread_of("a", writes) + main_of(waits));
}

TEST(SymbolicTransactions, APostMayExceedTheLargestValue) {
  const std::string posts = atomic_store("x") + "  %2 = sync sem_post(@s)\n  %3 = icmp.ne.32 %2, 0\n" + claim("%3");
  const std::string waits = "  sync sem_init(@s, 2147483647)\n" + create("a", 10) + skip_if_zero("x", "end") +
                            sync("sem_wait", "s") + "  br end\nend:\n" + join(10);
  expect_lost_without(&ReductionRules::overflows, kGlobals + thread_of("a", posts) + main_of(waits));
}

// Other threads observe the actions before an assertion that fails and is not checked.
TEST(SymbolicTransactions, AFailureThatIsNotCheckedBeginsAStep) {
  const std::string fails = atomic_store("x") + "  service assert_fail(@boom)\n";
  const std::string races = skip_if_zero("x", "end") + store("y") + "  br end\nend:\n";
  const std::string text = kGlobals + thread_of("a", fails) + thread_of("b", races) + thread_of("c", store("y", 2)) +
                           main_with({"a", "b", "c"});
  Checks checks;
  checks.assertion = false;
  EXPECT_EQ(verdict_of(text, {}, checks), "race");
}

}  // namespace
}  // namespace mover::test
