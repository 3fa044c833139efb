// Tests the analyses of the IR: liveness of registers, the conditions that branches establish, and the constants that a
// program compares with.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "analysis/conditions.h"
#include "analysis/constants.h"
#include "analysis/liveness.h"
#include "analysis/relevance.h"
#include "ir/text.h"
#include "ir/uses.h"
#include "ir/verify.h"
#include "unit/random_ir.h"

namespace mover::analysis {
namespace {

using Registers = std::vector<uint32_t>;

ir::Program parsed(const std::string& text) {
  auto result = ir::parse(text);
  if (const auto* error = std::get_if<ir::ParseError>(&result)) {
    ADD_FAILURE() << error->line << ":" << error->column << ": " << error->message << "\nin\n" << text;
    return {};
  }
  ir::Program program = std::get<ir::Program>(std::move(result));
  EXPECT_EQ(ir::verify(program), std::vector<std::string>{});
  return program;
}

// A function body (in a program with main and a callee), its liveness, and the live registers at each pc.
struct Subject {
  explicit Subject(const std::string& body)
      : program(parsed("global @x size 64\nfunc @f(2) {\n" + body + "\n}\nfunc @main(0) {\n ret\n}\n")),
        liveness(program.functions[0]) {}
  Registers at(uint32_t pc) const { return liveness.live_at(pc); }
  Registers across(uint32_t pc) const { return liveness.live_across_call(pc); }
  ir::Program program;
  Liveness liveness;
};

TEST(Liveness, ARegisterIsLiveFromItsWriteToItsLastRead) {
  const Subject s(R"(
    %2 = add.64 %0, %1
    %3 = mov.64 7
    %4 = add.64 %2, %3
    ret %4)");
  EXPECT_EQ(s.at(0), (Registers{0, 1}));
  EXPECT_EQ(s.at(1), (Registers{2}));
  EXPECT_EQ(s.at(2), (Registers{2, 3}));
  EXPECT_EQ(s.at(3), (Registers{4}));
}

TEST(Liveness, AReadAndWriteOfTheSameRegisterKeepsItLiveBefore) {
  const Subject s("%0 = add.64 %0, 1\n ret %0");
  EXPECT_EQ(s.at(0), (Registers{0}));
  EXPECT_EQ(s.at(1), (Registers{0}));
}

TEST(Liveness, AnOverwrittenRegisterIsDead) {
  const Subject s("%5 = mov.64 1\n %5 = mov.64 2\n ret %5");
  EXPECT_EQ(s.at(0), (Registers{}));
  EXPECT_EQ(s.at(1), (Registers{}));
}

TEST(Liveness, EitherBranchKeepsItsRegistersAlive) {
  const Subject s(R"(
    condbr %0, a, b
    a: ret %1
    b: %1 = mov.64 %2
       ret %1)");
  EXPECT_EQ(s.at(0), (Registers{0, 1, 2}));
  EXPECT_EQ(s.at(1), (Registers{1}));
  EXPECT_EQ(s.at(2), (Registers{2}));
}

TEST(Liveness, ALoopCarriesRegistersAround) {
  const Subject s(R"(
    %2 = mov.64 0
  head:
    %3 = icmp.ult.64 %2, %0
    condbr %3, body, done
  body:
    %4 = load.64 @x
    %2 = add.64 %2, %4
    br head
  done:
    ret %1)");
  EXPECT_EQ(s.at(0), (Registers{0, 1}));
  EXPECT_EQ(s.at(1), (Registers{0, 1, 2}));
  EXPECT_EQ(s.at(2), (Registers{0, 1, 2, 3}));
  EXPECT_EQ(s.at(3), (Registers{0, 1, 2}));
  EXPECT_EQ(s.at(4), (Registers{0, 1, 2, 4}));
  EXPECT_EQ(s.at(5), (Registers{0, 1, 2}));
  EXPECT_EQ(s.at(6), (Registers{1}));
}

TEST(Liveness, AnEndlessLoopKeepsOnlyWhatItReads) {
  const Subject s("loop: %2 = load.64 %0\n br loop");
  EXPECT_EQ(s.at(0), (Registers{0}));
  EXPECT_EQ(s.at(1), (Registers{0}));
}

TEST(Liveness, SwitchesGoEverywhereTheirTableSays) {
  const Subject s(R"(
    switch.32 %0, [1: a, 2: b], c
    a: ret %1
    b: ret %2
    c: ret %3)");
  EXPECT_EQ(s.at(0), (Registers{0, 1, 2, 3}));
}

TEST(Liveness, WideValuesAreTwoRegisters) {
  const Subject s(R"(
    %4 = add.128 %0, %2
    %6 = icmp.eq.128 %4, 5
    condbr %6, a, b
    a: ret.128 %4
    b: %8 = zext.128 %4 from 64
       ret.128 %8)");
  EXPECT_EQ(s.at(0), (Registers{0, 1, 2, 3}));
  EXPECT_EQ(s.at(1), (Registers{4, 5}));
  EXPECT_EQ(s.at(2), (Registers{4, 5, 6}));
  EXPECT_EQ(s.at(4), (Registers{4}));
  EXPECT_EQ(s.at(5), (Registers{8, 9}));
}

TEST(Liveness, HalfOfAWideValueMayBeOverwritten) {
  const Subject s("%4 = mov.128 %0\n %5 = mov.64 0\n ret.128 %4");
  EXPECT_EQ(s.at(1), (Registers{4}));
  EXPECT_EQ(s.at(2), (Registers{4, 5}));
}

TEST(Liveness, CompareExchangeWritesTheFlagAfterTheOldValue) {
  const Subject s(R"(
    %4 = cmpxchg.64.seq_cst @x, %0, %1
    %7 = cmpxchg.128.seq_cst @x, %10, %12
    ret (%4, %5, %6, %7, %8, %9))");
  EXPECT_EQ(s.at(2), (Registers{4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(s.at(1), (Registers{4, 5, 6, 10, 11, 12, 13}));
  EXPECT_EQ(s.at(0), (Registers{0, 1, 6, 10, 11, 12, 13}));
}

TEST(Liveness, AcrossACallArgumentsAndResultsDoNotCount) {
  const Subject s(R"(
    %2 = mov.64 5
    %3 = call @f(%0, %2)
    %4:2 = callind %1(%3)
    %6 = sync thread_join(%4)
    service free(%5)
    ret %2)");
  EXPECT_EQ(s.at(1), (Registers{0, 1, 2}));
  EXPECT_EQ(s.across(1), (Registers{1, 2}));
  EXPECT_EQ(s.at(2), (Registers{1, 2, 3}));
  EXPECT_EQ(s.across(2), (Registers{2}));
  EXPECT_EQ(s.at(3), (Registers{2, 4, 5}));
  EXPECT_EQ(s.across(3), (Registers{2, 5}));
  EXPECT_EQ(s.across(4), (Registers{2}));
}

TEST(Liveness, ACallWithoutDestinationWritesNothing) {
  const Subject s("call @f(%0, 1)\n ret %0");
  EXPECT_EQ(s.at(0), (Registers{0}));
  EXPECT_EQ(s.across(0), (Registers{0}));
}

TEST(Liveness, EqualListsAreStoredOnce) {
  const Subject s("store.64 @x, 1\n store.64 @x, 2\n store.64 @x, 3\n ret %0");
  EXPECT_EQ(&s.liveness.live_at(0), &s.liveness.live_at(2));
}

TEST(Liveness, LiveAcrossCallOfAnotherInstructionIsABug) {
  const Subject s("store.64 @x, 1\n ret %0");
  EXPECT_EXIT(s.across(0), ::testing::ExitedWithCode(6), "live_across_call is defined for calls");
}

// Liveness by its definition: the equations are evaluated for all instructions until a fixpoint is reached.
std::vector<std::set<uint32_t>> naive_liveness(const ir::Function& f) {
  std::vector<std::set<uint32_t>> live(f.code.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t pc = static_cast<uint32_t>(f.code.size()); pc-- > 0;) {
      std::set<uint32_t> now;
      ir::for_each_successor(f, pc, [&](uint32_t to) { now.insert(live[to].begin(), live[to].end()); });
      ir::for_each_def(f.code[pc], [&](uint32_t r) { now.erase(r); });
      ir::for_each_use(f, f.code[pc], [&](uint32_t r) { now.insert(r); });
      changed |= now != live[pc];
      live[pc] = std::move(now);
    }
  }
  return live;
}

TEST(Liveness, AgreesWithTheDefinitionOnRandomFunctions) {
  uint32_t live_registers = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const ir::Program p = ir::RandomProgram(seed).make();
    for (const ir::Function& f : p.functions) {
      const Liveness liveness(f);
      const auto expected = naive_liveness(f);
      for (uint32_t pc = 0; pc < f.code.size(); ++pc) {
        ASSERT_EQ(liveness.live_at(pc), Registers(expected[pc].begin(), expected[pc].end()))
            << "seed " << seed << ", instruction " << pc << " of\n"
            << ir::print(p, f);
        live_registers += static_cast<uint32_t>(expected[pc].size());
        if (!ir::is_call(f.code[pc].op)) continue;
        std::set<uint32_t> across = expected[pc + 1];
        ir::for_each_def(f.code[pc], [&](uint32_t r) { across.erase(r); });
        ASSERT_EQ(liveness.live_across_call(pc), Registers(across.begin(), across.end())) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(live_registers, 10000u);
}

// Thousands of blocks, each with its own registers, and one register live in all of them.
TEST(Liveness, LargeFunctionsStayCheap) {
  std::string body = " %1 = mov.64 3\n";
  constexpr uint32_t kBlocks = 20000;
  for (uint32_t b = 0; b < kBlocks; ++b) {
    const std::string r = "%" + std::to_string(2 + b);
    body += " " + r + " = add.64 %1, 1\n store.64 @x, " + r + "\n condbr %0, l" + std::to_string(b) + ", end\nl" +
            std::to_string(b) + ":\n";
  }
  const Subject s(body + "end: ret %1");
  EXPECT_EQ(s.at(1), (Registers{0, 1}));
  EXPECT_EQ(s.at(3 * kBlocks), (Registers{0, 1}));
  EXPECT_EQ(s.at(3 * kBlocks + 1), (Registers{1}));
}

// The conditions before an instruction as text: the index of the comparison, with `!` where it does not hold.
std::string conditions_at(const std::string& body, uint32_t pc) {
  const Subject s(body);
  const std::vector<std::vector<Condition>> all = conditions(s.program.functions[0]);
  std::string result;
  for (const Condition& condition : all[pc])
    result += (condition.holds ? " " : " !") + std::to_string(condition.comparison);
  return result;
}

TEST(Conditions, HoldWhereABranchLeads) {
  const std::string body = R"(
    %2 = icmp.ult.64 %0, 3
    condbr %2, L0, L1
   L0:
    %3 = add.64 %0, 1
    ret %3
   L1:
    %4 = add.64 %0, 2
    %5 = add.64 %1, 2
    ret %4)";
  EXPECT_EQ(conditions_at(body, 2), " 0");
  EXPECT_EQ(conditions_at(body, 4), " !0");
  EXPECT_EQ(conditions_at(body, 5), "") << "the comparison is not about this register";
}

TEST(Conditions, EndWhereAnOperandIsWrittenOrPathsMeet) {
  const std::string written = R"(
    %2 = icmp.ult.64 %0, 3
    condbr %2, L0, L1
   L0:
    %0 = add.64 %0, 1
    ret %0
   L1:
    ret %0)";
  EXPECT_EQ(conditions_at(written, 2), " 0");
  EXPECT_EQ(conditions_at(written, 3), "");
  const std::string before = R"(
    %2 = icmp.ult.64 %0, 3
    %0 = add.64 %0, 1
    condbr %2, L0, L1
   L0:
    ret %0
   L1:
    ret %0)";
  EXPECT_EQ(conditions_at(before, 3), "") << "the operand was written after the comparison";
  const std::string meeting = R"(
    %2 = icmp.ult.64 %0, 3
    condbr %2, L0, L1
   L0:
    br L1
   L1:
    ret %0)";
  EXPECT_EQ(conditions_at(meeting, 3), "");
}

TEST(Conditions, OfALoopHoldInItsBodyOnly) {
  const std::string loop = R"(
    %2 = mov.64 0
   L0:
    %3 = icmp.slt.64 %2, 3
    condbr %3, L1, L2
   L1:
    %2 = add.64 %2, 1
    br L0
   L2:
    ret %2)";
  EXPECT_EQ(conditions_at(loop, 1), "");
  EXPECT_EQ(conditions_at(loop, 3), " 1");
  EXPECT_EQ(conditions_at(loop, 5), " !1");
}

TEST(ComparedConstants, AreThoseOfTheUsersComparisonsAndSwitches) {
  const ir::Program p = parsed(R"(
global @x size 8
func @main(0) {
  %0 = load.32 @x
  %1 = icmp.slt.32 %0, 100
  %1 = icmp.eq.8 -1, %0
  %1 = icmp.eq.32 %0, 0xfffffff0
  %1 = icmp.eq.64 %0, @x
  %1 = icmp.eq.32 %0, undef
  %1 = icmp.eq.32 %0, 100
  %2 = add.32 %0, 55
  %2 = select.32 %1, 66, 77
  switch.16 %0, [3: a, -4: a], a
a: ret
}
func @lib(0) library {
  %0 = icmp.eq.32 %1, 4711
  ret
}
)");
  EXPECT_EQ(compared_constants(p),
            (std::vector<uint64_t>{3, 100, static_cast<uint64_t>(-16), static_cast<uint64_t>(-4), UINT64_MAX}));
}

TEST(ComparedConstants, WideOnesCountWhereTheyFitIn64Bits) {
  const ir::Program p = parsed(R"(
func @main(0) {
  %0 = icmp.eq.128 %2, -7
  %0 = icmp.eq.80 %2, -8
  %0 = icmp.eq.128 %2, 9
  %0 = icmp.eq.128 %2, 0x10000000000000000
  %0 = icmp.eq.128 %2, 0x8000000000000000
  %0 = icmp.eq.128 %2, <5, undef>
  ret
}
)");
  EXPECT_EQ(compared_constants(p), (std::vector<uint64_t>{9, static_cast<uint64_t>(-8), static_cast<uint64_t>(-7)}));
}

TEST(ComparedConstants, AProgramWithoutComparisonsHasNone) {
  EXPECT_TRUE(compared_constants(parsed("func @main(0) {\n ret\n}\n")).empty());
}

// Whether %2 is irrelevant in a loop that executes `round` in each iteration and then `after`.
bool is_irrelevant(const std::string& round, const std::string& after = "", const std::string& first = "1") {
  const ir::Program program =
      parsed("global @x size 64\nfunc @f(2) {\n  %2 = mov.32 " + first +
             "\nloop:\n  %3 = load.32 @x\n  %4 = icmp.eq.32 %3, 0\n  condbr %4, out, round\nround:\n" + round +
             "\n  br loop\nout:\n" + after + "  ret 0\n}\nfunc @main(0) {\n ret\n}\n");
  const std::vector<bool> irrelevant = Relevance(program).irrelevant(0);
  return !irrelevant.empty() && irrelevant[2];
}

TEST(Relevance, AValueThatInfluencesNothingButItselfIsIrrelevant) {
  EXPECT_TRUE(is_irrelevant("  %2 = add.32 %2, 1"));
  EXPECT_TRUE(is_irrelevant("  %5 = mul.32 %2, 3\n  %2 = sub.32 %5, 1"));
  EXPECT_FALSE(is_irrelevant("  store.32 @x, %2\n  %2 = add.32 %2, 1"));
  EXPECT_FALSE(is_irrelevant("  %2 = add.32 %2, 1", "  store.32 @x, %2\n"));
  EXPECT_FALSE(is_irrelevant("  %2 = udiv.32 5, %2"));  // it may fail
}

TEST(Relevance, ABranchOverComputationsOfIrrelevantValuesIsIrrelevant) {
  const std::string test = "  %5 = icmp.slt.32 %2, 8\n  condbr %5, grow, rest\ngrow:\n", then = "  br rest\nrest:";
  EXPECT_TRUE(is_irrelevant(test + "  %2 = mul.32 %2, 2\n" + then));
  EXPECT_FALSE(is_irrelevant(test + "  store.32 @x, 1\n" + then));
  EXPECT_FALSE(is_irrelevant(test + "  %6 = load.32 @x\n" + then));
  EXPECT_FALSE(is_irrelevant("  %7 = mov.32 0\n" + test + "  %7 = mov.32 1\n" + then + "\n  store.32 @x, %7"));
  EXPECT_FALSE(is_irrelevant("  %5 = icmp.slt.32 %2, 8\n  condbr %5, rest, out\nrest:\n  %2 = mul.32 %2, 2"));
}

TEST(Relevance, AValueThatMayBeUndefinedIsKept) {
  EXPECT_FALSE(is_irrelevant("  %2 = add.32 %2, 1", "", "undef"));
  EXPECT_FALSE(is_irrelevant("  %2 = add.32 %2, 1", "", "%0"));
  EXPECT_FALSE(is_irrelevant("  %5 = load.32 @x\n  %2 = add.32 %2, %5"));
}

}  // namespace
}  // namespace mover::analysis
