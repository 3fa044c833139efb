// Tests the symbolic engine: verdicts on small programs by several solvers, and the points-to analysis.
#include "symbolic/engine.h"
#include "symbolic/values.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kGlobals = "global @x size 8\nglobal @y size 8\nglobal @m size 40\nglobal @n size 40\n";

struct Checked {
  SearchResult result;
  std::string verdict() const {
    if (!result.violations.empty()) return "unsafe";
    return result.incomplete.empty() && result.stop == Stop::Finished ? "safe" : "unknown";
  }
  FindingKind kind() const { return result.violations.at(0).finding.kind; }
  std::string why() const { return result.incomplete.empty() ? "" : result.incomplete[0].what; }
};

Checked symbolically(const std::string& text, const std::string& solver, Checks checks = {}) {
  const ir::Program code = program(text);
  vm::Options machine;
  SearchOptions options;
  options.checks = checks;
  symbolic::EngineOptions engine;
  engine.solver = solver;
  engine.arguments = {"program"};
  engine.try_values = [&](const std::vector<uint64_t>& values) { machine.nondet_values = values; };
  return {symbolic::search_symbolic([&] { return vm::make_machine(code, machine); }, options, engine)};
}

// x++ in two steps, under a lock or not.
std::string increments(bool locks, const std::string& order = "") {
  const std::string lock = locks ? "  sync mutex_lock(@m)\n" : "", unlock = locks ? "  sync mutex_unlock(@m)\n" : "";
  return lock + "  %2 = load.64" + order + " @x\n  %3 = add.64 %2, 1\n  store.64" + order + " @x, %3\n" + unlock +
         "  ret 0";
}

// Joins both threads and fails unless x is 2.
std::string main_that_asserts() {
  return "global @text size 2 constant = \"x\\00\"\n"
         "func @main(0) regs 20 {\n"
         "  %0 = alloca 8\n"
         "  sync thread_create(%0, @t, 0, 0, 0)\n  %1 = load.64 %0\n"
         "  sync thread_create(%0, @t, 0, 0, 0)\n  %2 = load.64 %0\n"
         "  sync thread_join(%1)\n  sync thread_join(%2)\n"
         "  %3 = load.64 @x\n  %4 = icmp.eq.64 %3, 2\n  condbr %4, L0, L1\n"
         "L0:\n  ret 0\n"
         "L1:\n  service assert_fail(@text)\n  unreachable\n}\nentry @main\n";
}

TEST(Symbolic, ALockedCounterIsProved) {
  const std::string text = kGlobals + thread("t", increments(true)) + main_that_asserts();
  const Checked bmc = symbolically(text, "bmc");
  EXPECT_EQ(bmc.verdict(), "safe") << bmc.why();
}

TEST(Symbolic, ALostUpdateIsFoundAndReplays) {
  const std::string text = kGlobals + thread("t", increments(false, ".seq_cst")) + main_that_asserts();
  const Checked found = symbolically(text, "bmc");
  ASSERT_EQ(found.verdict(), "unsafe") << found.why();
  EXPECT_EQ(found.kind(), FindingKind::Assertion);
}

TEST(Symbolic, RacesAndDeadlocksAreStates) {
  const Checked race = symbolically(kGlobals + thread("t", increments(false)) + main_that_asserts(), "bmc");
  ASSERT_EQ(race.verdict(), "unsafe") << race.why();
  EXPECT_EQ(race.kind(), FindingKind::Race);
  auto both = [](const std::string& first, const std::string& second) {
    return "  sync mutex_lock(" + first + ")\n  sync mutex_lock(" + second + ")\n  sync mutex_unlock(" + second +
           ")\n  sync mutex_unlock(" + first + ")\n  ret 0";
  };
  const Checked deadlock = symbolically(
      kGlobals + thread("a", both("@m", "@n")) + thread("b", both("@n", "@m")) + main_with({"a", "b"}), "bmc");
  ASSERT_EQ(deadlock.verdict(), "unsafe") << deadlock.why();
  EXPECT_EQ(deadlock.kind(), FindingKind::Deadlock);
  const Checked ordered = symbolically(
      kGlobals + thread("a", both("@m", "@n")) + thread("b", both("@m", "@n")) + main_with({"a", "b"}), "bmc");
  EXPECT_EQ(ordered.verdict(), "safe") << ordered.why();
}

TEST(AbstractValues, FewOffsetsAreToldApartAndManyAreNot) {
  using symbolic::AbstractValue;
  auto offsets = [](const AbstractValue& value, uint64_t size) {
    return value.pointers().at(0).second.within(size, 99);
  };
  AbstractValue few;
  for (int64_t offset : {48, 128, 88}) few.add_pointer(1, {0, offset});
  EXPECT_EQ(offsets(few, 1000), (std::vector<uint64_t>{48, 88, 128}));
  EXPECT_EQ(offsets(few, 100), (std::vector<uint64_t>{48, 88}));
  few.add_pointer(1, {0, -40 + 8});
  EXPECT_EQ(offsets(few, 100), (std::vector<uint64_t>{8, 48, 88}));
  AbstractValue many;
  for (int64_t i = 0; i < 40; ++i) many.add_pointer(1, {0, 200 + 8 * i});
  EXPECT_EQ(offsets(many, 24), (std::vector<uint64_t>{0, 8, 16}));
  EXPECT_FALSE(many.pointers()[0].second.is_bounded());
}

// The largest value that the analysis sees in a register of @main, or "any".
std::string largest_in(const std::string& body, uint32_t reg) {
  const ir::Program code = program("global @x size 8\nfunc @main(0) regs 20 {\n" + body + "}\nentry @main\n");
  const symbolic::ValueAnalysis values(code, {}, {});
  const symbolic::AbstractValue& value = values.reg(0, reg);
  return value.has_any_number() || value.numbers().empty() ? "any" : std::to_string(value.numbers().back());
}

TEST(ValueAnalysis, BranchesBoundTheCountersOfLoops) {
  const std::string loop =
      "  %0 = mov.32 0\nL0:\n  %1 = icmp.slt.32 %0, 5\n  condbr %1, L1, L2\nL1:\n  %0 = add.32 %0, 1\n  br L0\n"
      "L2:\n  %2 = mov.32 %0\n  ret 0\n";
  EXPECT_EQ(largest_in(loop, 0), "5");
  EXPECT_EQ(largest_in(loop, 2), "5");
  const std::string endless = "  %0 = mov.32 0\nL0:\n  %0 = add.32 %0, 1\n  br L0\n";
  EXPECT_EQ(largest_in(endless, 0), "any");
}

TEST(ValueAnalysis, UnsignedComparisonsBoundUnknownNumbers) {
  auto tested = [](const std::string& comparison) {
    return "  %0 = service nondet(32)\n  %1 = icmp." + comparison +
           "\n  condbr %1, L0, L1\nL0:\n  %2 = mov.32 %0\n  ret 0\nL1:\n  ret 0\n";
  };
  EXPECT_EQ(largest_in(tested("ult.32 %0, 3"), 2), "2");
  EXPECT_EQ(largest_in(tested("ule.32 %0, 3"), 2), "3");
  EXPECT_EQ(largest_in(tested("ugt.32 3, %0"), 2), "2");
  EXPECT_EQ(largest_in(tested("eq.32 %0, 7"), 2), "7");
  EXPECT_EQ(largest_in(tested("ne.32 %0, 7"), 2), "any");
  EXPECT_EQ(largest_in(tested("slt.32 %0, 3"), 2), "any");
  EXPECT_EQ(largest_in(tested("ugt.32 %0, 3"), 2), "any");
}

TEST(Symbolic, EveryValueOfANondeterministicIntegerIsThere) {
  auto text = [](const std::string& wanted) {
    return "global @text size 2 constant = \"x\\00\"\nfunc @main(0) regs 9 {\n"
           "  %0 = service nondet(32)\n  %1 = mul.32 %0, 7\n  %2 = icmp.eq.32 %1, " +
           wanted +
           "\n  condbr %2, L1, L0\nL0:\n  ret 0\nL1:\n  service assert_fail(@text)\n  unreachable\n}\nentry @main\n";
  };
  const Checked found = symbolically(text("1234567890"), "bmc");
  ASSERT_EQ(found.verdict(), "unsafe") << found.why();
  const std::string even =
      "global @text size 2 constant = \"x\\00\"\nfunc @main(0) regs 9 {\n"
      "  %0 = service nondet(32)\n  %1 = mul.32 %0, 6\n  %2 = icmp.eq.32 %1, 1234567891\n"
      "  condbr %2, L1, L0\nL0:\n  ret 0\nL1:\n  service assert_fail(@text)\n  unreachable\n}\n"
      "entry @main\n";
  EXPECT_EQ(symbolically(even, "bmc").verdict(), "safe");
}

TEST(Symbolic, WhatIsNotModelledIsUnknownWithAReason) {
  const std::string text =
      "func @main(0) regs 9 {\n  %1 = service nondet(64)\n  %0 = frem.64 %1, 0\n  ret 0\n}\nentry @main\n";
  const Checked checked = symbolically(text, "bmc");
  EXPECT_EQ(checked.verdict(), "unknown");
  EXPECT_NE(checked.why().find("floating-point"), std::string::npos) << checked.why();
}

TEST(Symbolic, PointersMayMeanSeveralObjects) {
  const std::string text =
      "global @a size 16\nglobal @p size 8\n"
      "func @main(0) regs 9 {\n"
      "  %0 = service nondet(32)\n  %1 = icmp.ult.32 %0, 2\n  condbr %1, L0, L1\n"
      "L0:\n  %2 = zext.64 %0 from 32\n  %3 = ptradd @a, %2, 8\n  store.64 @p, %3\n"
      "  %4 = load.64 @p\n  store.64 %4, 5\n  %5 = load.64 %3\n  %6 = icmp.eq.64 %5, 5\n"
      "  condbr %6, L1, L2\nL1:\n  ret 0\nL2:\n  unreachable\n}\nentry @main\n";
  EXPECT_EQ(symbolically(text, "bmc").verdict(), "safe");
  std::string beyond = text;
  beyond.replace(beyond.find("%0, 2"), 5, "%0, 3");
  const Checked found = symbolically(beyond, "bmc");
  ASSERT_EQ(found.verdict(), "unsafe") << found.why();
  EXPECT_EQ(found.kind(), FindingKind::Memory);
}

TEST(Symbolic, OffsetsOfPointersAreJoinedToStrides) {
  using symbolic::Offsets;
  EXPECT_EQ(symbolic::joined({0, 8}, {0, 8}), (Offsets{0, 8}));
  EXPECT_EQ(symbolic::joined({0, 8}, {0, 24}), (Offsets{16, 8, 1}));
  EXPECT_EQ(symbolic::joined({16, 8, 1}, {0, -8}), (Offsets{16, -8, 2}));
  EXPECT_EQ(symbolic::joined({16, 8, 1}, {0, 808}), (Offsets{16, 8}));
  EXPECT_EQ(symbolic::joined({16, 8}, {0, 12}), (Offsets{4, 0}));
  EXPECT_EQ(symbolic::spread({0, 4}, 12), (Offsets{12, 4}));
  EXPECT_EQ(symbolic::moved({12, 4}, -8), (Offsets{12, 8}));
}

}  // namespace
}  // namespace mover::test
