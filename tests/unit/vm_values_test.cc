// Tests arithmetic: integers and floats of every width, undefined bits, and addresses, which may become numbers.
#include <gtest/gtest.h>

#include "unit/small_programs.h"

namespace mover::test {
namespace {

// The message of the failure if these instructions fail; otherwise empty.
std::string outcome(const std::string& body) {
  return message_of(
      run(kBoom + "global @x size 16\nglobal @y size 16\nfunc @main(0) regs 24 {\n" + body + "  ret\n}\n"));
}

struct Sum {
  const char* expression;  // the value of %1
  const char* equals;      // icmp.<this> %1, …
};
void PrintTo(const Sum& sum, std::ostream* out) { *out << sum.expression; }

class Arithmetic : public ::testing::TestWithParam<Sum> {};

TEST_P(Arithmetic, ComesOutRight) {
  const Sum& sum = GetParam();
  EXPECT_EQ(outcome(std::string("  %1 = ") + sum.expression + "\n  %5 = icmp." + sum.equals + "\n" + claim("%5")), "");
  EXPECT_EQ(outcome(std::string("  %1 = ") + sum.expression + "\n  %5 = icmp." +
                    std::string(sum.equals).replace(0, 2, "ne") + "\n" + claim("%5")),
            "boom");
}

INSTANTIATE_TEST_SUITE_P(
    Each, Arithmetic,
    ::testing::Values(
        Sum{"add.32 0xffffffff, 2", "eq.32 %1, 1"}, Sum{"sub.8 1, 2", "eq.8 %1, 255"},
        Sum{"mul.16 300, 300", "eq.16 %1, 24464"}, Sum{"udiv.8 200, 3", "eq.8 %1, 66"},
        Sum{"sdiv.8 200, 3", "eq.8 %1, -18"}, Sum{"srem.8 -7, 3", "eq.8 %1, -1"},
        Sum{"urem.64 0xffffffffffffffff, 10", "eq.64 %1, 5"}, Sum{"shl.32 3, 31", "eq.32 %1, 0x80000000"},
        Sum{"lshr.32 0x80000000, 31", "eq.32 %1, 1"}, Sum{"ashr.32 0x80000000, 31", "eq.32 %1, 0xffffffff"},
        Sum{"ashr.1 1, 0", "eq.1 %1, 1"}, Sum{"add.128 0xffffffffffffffff, 1", "eq.128 %1, 0x10000000000000000"},
        Sum{"sub.128 0, 1", "eq.128 %1, -1"}, Sum{"mul.128 0x100000000, 0x100000000", "eq.128 %1, 0x10000000000000000"},
        Sum{"sdiv.128 -10, 3", "eq.128 %1, -3"},
        Sum{"urem.128 0x10000000000000005, 0x10000000000000000", "eq.128 %1, 5"},
        Sum{"shl.128 1, 127", "eq.128 %1, 0x80000000000000000000000000000000"},
        Sum{"ashr.128 -1, 100", "eq.128 %1, -1"}, Sum{"lshr.128 -1, 127", "eq.128 %1, 1"},
        Sum{"xor.72 -1, 0", "eq.72 %1, 0xffffffffffffffffff"}, Sum{"sext.64 0x80 from 8", "eq.64 %1, -128"},
        Sum{"zext.64 0x80 from 8", "eq.64 %1, 128"}, Sum{"trunc.8 0x1ff from 32", "eq.8 %1, 255"},
        Sum{"sext.128 -1 from 64", "eq.128 %1, -1"}, Sum{"zext.128 -1 from 64", "eq.128 %1, 0xffffffffffffffff"},
        Sum{"trunc.64 -1 from 128", "eq.64 %1, -1"}, Sum{"sext.32 1 from 1", "eq.32 %1, -1"},
        Sum{"select.32 1, 5, 6", "eq.32 %1, 5"}, Sum{"select.128 0, 5, -6", "eq.128 %1, -6"},
        Sum{"overflow.sadd.32 0x7fffffff, 1", "eq.1 %1, 1"}, Sum{"overflow.uadd.32 0x7fffffff, 1", "eq.1 %1, 0"},
        Sum{"overflow.usub.8 0, 1", "eq.1 %1, 1"}, Sum{"overflow.ssub.8 -128, 1", "eq.1 %1, 1"},
        Sum{"overflow.smul.64 0x4000000000000000, 2", "eq.1 %1, 1"},
        Sum{"overflow.smul.64 -1, 0x4000000000000000", "eq.1 %1, 0"},
        Sum{"overflow.umul.64 0x100000000, 0x100000000", "eq.1 %1, 1"},
        Sum{"overflow.umul.64 0xffffffff, 0xffffffff", "eq.1 %1, 0"}, Sum{"math.ctpop.32 0xf0f", "eq.32 %1, 8"},
        Sum{"math.ctlz.16 1", "eq.16 %1, 15"}, Sum{"math.ctlz.32 0", "eq.32 %1, 32"},
        Sum{"math.cttz.32 8", "eq.32 %1, 3"}, Sum{"math.cttz.8 0", "eq.8 %1, 8"},
        Sum{"math.bswap.32 0x01020304", "eq.32 %1, 0x04030201"}, Sum{"math.bswap.16 0x0102", "eq.16 %1, 0x0201"},
        Sum{"math.bitreverse.8 0x11", "eq.8 %1, 0x88"}, Sum{"math.abs.32 -5", "eq.32 %1, 5"},
        Sum{"math.smin.8 -1, 1", "eq.8 %1, -1"}, Sum{"math.umin.8 -1, 1", "eq.8 %1, 1"},
        Sum{"math.smax.8 -1, 1", "eq.8 %1, 1"}, Sum{"math.umax.8 -1, 1", "eq.8 %1, -1"},
        Sum{"math.fshl.32 0x80000001, 0x80000000, 1", "eq.32 %1, 3"}, Sum{"math.fshr.8 1, 0x80, 4", "eq.8 %1, 0x18"},
        Sum{"math.fshl.64 1, -1, 64", "eq.64 %1, 1"}, Sum{"fadd.64 1.5, 2.25", "eq.64 %1, 0x400e000000000000"},
        Sum{"fadd.32 16777216.0, 1.0", "eq.32 %1, 0x4b800000"}, Sum{"fdiv.64 1.0, 0.0", "eq.64 %1, 0x7ff0000000000000"},
        Sum{"fneg.64 0.0", "eq.64 %1, 0x8000000000000000"}, Sum{"frem.64 7.5, 2.0", "eq.64 %1, 0x3ff8000000000000"},
        Sum{"fpconv.32 0.1 from 64", "eq.32 %1, 0x3dcccccd"}, Sum{"fptosi.32 -3.9 from 64", "eq.32 %1, -3"},
        Sum{"fptoui.8 255.9 from 64", "eq.8 %1, 255"}, Sum{"sitofp.64 -2 from 32", "eq.64 %1, 0xc000000000000000"},
        Sum{"uitofp.64 -1 from 64", "eq.64 %1, 0x43f0000000000000"},
        Sum{"uitofp.32 0x1000001 from 32", "eq.32 %1, 0x4b800000"},
        Sum{"fpconv.80 1.0 from 64", "eq.80 %1, 0x3fff8000000000000000"},
        Sum{"math.fsqrt.64 9.0", "eq.64 %1, 0x4008000000000000"},
        Sum{"math.fmuladd.64 2.0, 3.0, 1.0", "eq.64 %1, 0x401c000000000000"},
        Sum{"math.frint.64 2.5", "eq.64 %1, 0x4000000000000000"},
        Sum{"math.fround.64 2.5", "eq.64 %1, 0x4008000000000000"},
        Sum{"math.fcopysign.64 2.0, -0.0", "eq.64 %1, 0xc000000000000000"}, Sum{"fcmp.folt.64 1.0, 2.0", "eq.1 %1, 1"},
        Sum{"fcmp.fueq.64 0x7ff8000000000000, 2.0", "eq.1 %1, 1"},
        Sum{"fcmp.foeq.64 0x7ff8000000000000, 0x7ff8000000000000", "eq.1 %1, 0"},
        Sum{"fcmp.foeq.64 0.0, -0.0", "eq.1 %1, 1"},
        Sum{"fcmp.fune.64 0x7ff8000000000000, 0x7ff8000000000000", "eq.1 %1, 1"},
        // LLVM's classes: 3 NaN, 4 and 512 infinities, 8 and 256 normal, 16 and 128 subnormal, 32 and 64 zeros.
        Sum{"math.isfpclass.32 1, 128", "eq.1 %1, 1"}, Sum{"math.isfpclass.32 0x800000, 256", "eq.1 %1, 1"},
        Sum{"math.isfpclass.64 0x7ff8000000000000, 3", "eq.1 %1, 1"}, Sum{"math.isfpclass.64 -0.0, 32", "eq.1 %1, 1"},
        Sum{"math.isfpclass.64 0x1, 256", "eq.1 %1, 0"}));

TEST(Values, AWideMoveToOverlappingRegistersReadsBothHalvesFirst) {
  EXPECT_EQ(outcome("  %1 = mov.128 <1, 2>\n  %2 = mov.128 %1\n  %5 = icmp.eq.64 %2, 1\n" + claim("%5", 1) +
                    "  %6 = icmp.eq.64 %3, 2\n" + claim("%6", 2)),
            "");
}

TEST(Values, WideAccessesLieLowHalfFirstAndTenBytesAreTen) {
  EXPECT_EQ(outcome("  store.128 @x, <1, 2>\n  %1 = load.64 @x+8\n  %2 = icmp.eq.64 %1, 2\n" + claim("%2", 1) +
                    "  store.80 @y+6, <-1, 0xffff>\n  %3 = load.32 @y+14\n"),
            "reads 4 bytes out of bounds, at offset 14 of y, which has 16");
  EXPECT_EQ(outcome("  store.128 @x, -1\n  store.80 @x, 0\n  %1 = load.32 @x+8\n  %2 = icmp.eq.32 %1, 0xffff0000\n" +
                    claim("%2")),
            "");
}

TEST(Values, AtomicReadModifyWritesGiveTheOldValueAndCutToTheirWidth) {
  struct {
    const char* op;
    const char* operand;
    const char* left;
  } cases[] = {{"add", "250", "eq.32 %3, 0x01000004"}, {"sub", "11", "eq.32 %3, 0x010000ff"},
               {"and", "12", "eq.32 %3, 0x01000008"},  {"nand", "12", "eq.32 %3, 0x010000f7"},
               {"or", "5", "eq.32 %3, 0x0100000f"},    {"xor", "255", "eq.32 %3, 0x010000f5"},
               {"max", "-1", "eq.32 %3, 0x0100000a"},  {"umax", "-1", "eq.32 %3, 0x010000ff"},
               {"min", "-1", "eq.32 %3, 0x010000ff"},  {"umin", "-1", "eq.32 %3, 0x0100000a"},
               {"xchg", "3", "eq.32 %3, 0x01000003"}};
  for (const auto& c : cases)
    EXPECT_EQ(outcome(std::string("  store.32 @x, 0x0100000a\n  %1 = rmw.") + c.op + ".8.seq_cst @x, " + c.operand +
                      "\n  %2 = icmp.eq.8 %1, 10\n" + claim("%2", 1) + "  %3 = load.32 @x\n  %4 = icmp." + c.left +
                      "\n" + claim("%4", 2)),
              "")
        << c.op;
  EXPECT_EQ(outcome("  store.32 @x, 0x3f800000\n  %1 = rmw.fadd.32.seq_cst @x, 2.0\n  %2 = load.32 @x\n  %3 = "
                    "icmp.eq.32 %2, 0x40400000\n" +
                    claim("%3")),
            "");
}

TEST(Values, ACompareAndSwapSaysWhetherItDid) {
  EXPECT_EQ(outcome("  store.64 @x, 5\n  %1 = cmpxchg.64.seq_cst @x, 5, 6\n  %3 = icmp.eq.64 %1, 5\n" + claim("%3", 1) +
                    claim("%2", 2) + "  %1 = cmpxchg.64.seq_cst @x, 5, 7\n  %3 = icmp.eq.64 %1, 6\n" + claim("%3", 3) +
                    "  %2 = xor.1 %2, 1\n" + claim("%2", 4)),
            "");
  EXPECT_EQ(outcome("  store.128 @x, <5, 1>\n  %1 = cmpxchg.128.seq_cst @x, <5, 2>, <9, 9>\n  %3 = xor.1 %3, 1\n" +
                    claim("%3", 1) + "  %1 = cmpxchg.128.seq_cst @x, <5, 1>, <9, 8>\n" + claim("%3", 2) +
                    "  %4 = load.64 @x+8\n  %5 = icmp.eq.64 %4, 8\n" + claim("%5", 3)),
            "");
}

// ---- Undefined bits: an operation that depends on them is an error, any other is not.

const char* const kDepends = "a branch depends on an uninitialised value";

// Branches on whether %1 (of `width` bits) is 0.
std::string branching(const std::string& lines, int width) {
  return outcome("  %9 = alloca 8\n" + lines + "  %5 = icmp.eq." + std::to_string(width) +
                 " %1, 0\n  condbr %5, here, here\nhere:\n");
}

TEST(Undefined, MaskedOutItDoesNotMatter) {
  EXPECT_EQ(branching("  %2 = load.32 %9\n  %1 = and.32 %2, 0\n", 32), "");
  EXPECT_EQ(branching("  %2 = load.32 %9\n  %1 = or.32 %2, -1\n", 32), "");
  EXPECT_EQ(branching("  %2 = load.32 %9\n  %1 = and.32 %2, 1\n", 32), kDepends);
  EXPECT_EQ(
      branching("  %2 = load.32 %9\n  %2 = and.32 %2, 0xffffff00\n  %2 = or.32 %2, 7\n  %1 = trunc.8 %2 from 32\n", 8),
      "");
  EXPECT_EQ(branching("  %2 = load.32 %9\n  %2 = shl.32 %2, 8\n  %2 = or.32 %2, 7\n  %1 = trunc.8 %2 from 32\n", 8),
            "");
  EXPECT_EQ(branching("  %2 = load.32 %9\n  %2 = lshr.32 %2, 24\n  %1 = lshr.32 %2, 8\n", 32), "");
}

TEST(Undefined, BitFieldsBesideEachOtherDoNotInfectEachOther) {
  const std::string write =
      "  %2 = load.32 %9\n  %2 = and.32 %2, 0xfffffff8\n  %2 = or.32 %2, 5\n  store.32 %9, %2\n  %3 = load.32 %9\n";
  EXPECT_EQ(branching(write + "  %1 = shl.32 %3, 29\n  %1 = ashr.32 %1, 29\n", 32), "");
  EXPECT_EQ(branching(write + "  %1 = and.32 %3, 8\n", 32), kDepends);
}

TEST(Undefined, SumsAreUndefinedFromTheirLowestUndefinedBitOn) {
  const std::string high = "  %2 = load.32 %9\n  %2 = shl.32 %2, 4\n  %2 = add.32 %2, 3\n";
  EXPECT_EQ(branching(high + "  %1 = and.32 %2, 15\n", 32), "");
  EXPECT_EQ(branching(high + "  %1 = and.32 %2, 16\n", 32), kDepends);
  EXPECT_EQ(branching("  %1 = mul.32 undef, 2\n", 32), kDepends);
}

TEST(Undefined, ExtendingAddsDefinedBits) {
  EXPECT_EQ(branching("  %2 = zext.64 undef from 8\n  %1 = lshr.64 %2, 8\n", 64), "");
  EXPECT_EQ(branching("  %2 = sext.64 undef from 8\n  %1 = lshr.64 %2, 8\n", 64), kDepends);
  EXPECT_EQ(branching("  %2 = load.8 %9\n  %3 = zext.32 %2 from 8\n  %1 = and.32 %3, 0xff00\n", 32), "");
}

TEST(Undefined, MayBeCopiedStoredPassedAndReturnedFreely) {
  EXPECT_EQ(
      message_of(run(
          "func @f(1) {\n  ret %0\n}\nfunc @main(0) {\n  %0 = alloca 8\n  %1 = alloca 8\n  %2 = load.64 %0\n  store.64 "
          "%1, %2\n"
          "  %3 = call @f(%2)\n  %4 = fadd.64 %3, 1.0\n  %5 = select.64 1, %4, 0\n  store.64 %0, %5\n  ret %5\n}\n")),
      "");
}

TEST(Undefined, ARegisterIsUndefinedUntilItIsWrittenAndEveryTimeAFunctionStarts) {
  const std::string f =
      "func @f(1) {\n  condbr %0, write, read\nwrite:\n  %1 = mov.1 1\n  ret\nread:\n  condbr %1, out, out\nout:\n  "
      "ret\n}\n";
  EXPECT_EQ(message_of(run(f + "func @main(0) {\n  call @f(1)\n  call @f(0)\n  ret\n}\n")), kDepends);
}

TEST(Undefined, DecidesNothingInFloatsAndWideNumbersEither) {
  EXPECT_EQ(outcome("  %1 = fcmp.foeq.64 undef, 1.0\n  condbr %1, a, a\na:\n"), kDepends);
  EXPECT_EQ(outcome("  %1 = add.128 <1, undef>, 1\n  %3 = icmp.eq.128 %1, 2\n  condbr %3, a, a\na:\n"), kDepends);
  EXPECT_EQ(outcome("  %1 = overflow.sadd.32 undef, 1\n  condbr %1, a, a\na:\n"), kDepends);
}

// ---- Addresses.

TEST(Addresses, ComparedWithinTheirObjectOrForEqualityStayAddresses) {
  Lab lab(
      "func @main(0) {\n  %0 = service malloc(16, 8)\n  %1 = ptradd %0, 4, 2\n  %2 = sub.64 %1, %0\n  %3 = icmp.ult.64 "
      "%0, %1\n  %4 = service malloc(8, 8)\n"
      "  %5 = icmp.eq.64 %0, %4\n  %6 = and.64 %1, 7\n  %7 = and.64 %1, -8\n  %8 = or.64 %0, 1\n  %9 = trunc.32 %0 "
      "from 64\n  %10 = icmp.ne.64 %0, 0\n"
      "  service free(%0)\n  service free(%4)\n  ret\n}\n");
  EXPECT_EQ(lab.run_alone().kind, StepResult::Kind::Ended);
  EXPECT_TRUE(lab->observations().notes().empty());
}

TEST(Addresses, ComputedWithAsNumbersAreNotedAsAnAssumption) {
  for (const char* line : {"  %1 = mul.64 %0, 3",
                           "  %1 = lshr.64 %0, 32",
                           "  %1 = icmp.ult.64 %0, %4",
                           "  %1 = xor.64 %0, %4",
                           "  %1 = udiv.64 %0, 2",
                           "  %1 = uitofp.64 %0 from 64",
                           "  %1 = fadd.64 %0, 1.0",
                           "  %1 = fcmp.folt.64 %0, 1.0",
                           "  %1 = overflow.uadd.64 %0, %0",
                           "  %1 = math.bswap.64 %0",
                           "  %1 = ptradd 5, %0",
                           "  store.64 @x+4, %0",
                           "  %1 = sub.64 %0, %4",
                           "  %1 = mul.128 %0, 2",
                           "  %1 = rmw.add.64.seq_cst @x, %0",
                           "  store.64 @x, %0\n  %1 = load.8 @x+3",
                           "  store.64 @x, %0\n  store.8 @x+7, 0",
                           "  store.64 @x, %0\n  memset @x, 0, 4",
                           "  store.64 @x, %0\n  memcpy @x+12, @x, 4",
                           "  switch.64 %0, [1: here], here\nhere:",
                           "  %2 = zext.128 %0 from 64\n  %1 = icmp.ult.128 %2, 5"}) {
    Lab lab(std::string("global @x size 16\nfunc @main(0) regs 8 {\n  %4 = service malloc(8, 8)\n  %0 = service "
                        "malloc(8, 8)\n  %1 = mov.64 0\n") +
            line + "\n  ret\n}\n");
    EXPECT_EQ(lab.run_alone().kind, StepResult::Kind::Ended) << line << message_of(lab.last());
    ASSERT_EQ(lab->observations().notes().size(), 1u) << line;
    EXPECT_TRUE(lab->observations().notes()[0].starts_with("the program computes with addresses as numbers (at "))
        << lab->observations().notes()[0];
  }
}

TEST(Addresses, AsNumbersLeadBackToTheirObject) {
  EXPECT_EQ(outcome("  %0 = service calloc(16)\n  store.8 %0, 42\n  %1 = mul.64 %0, 3\n  %2 = udiv.64 %1, 3\n  %3 = "
                    "load.8 %2\n  %4 = icmp.eq.8 %3, 42\n" +
                    claim("%4")),
            "");
}

TEST(Nondet, TriesTheTellingValues) {
  const ir::Program p = program(
      "func @main(0) {\n  %0 = service nondet(32)\n  %1 = icmp.eq.32 %0, 77\n  %2 = icmp.slt.32 %0, -9\n  switch.32 "
      "%0, [500: a], a\na:\n  ret\n}\n");
  const std::vector<uint64_t> values = vm::representative_values(p, 32);
  const std::set<uint64_t> seen(values.begin(), values.end());
  EXPECT_EQ(seen.size(), values.size());
  for (uint64_t wanted : {0ull, 1ull, 0xffffffffull, 0x80000000ull, 0x7fffffffull, 76ull, 77ull, 78ull, 0xfffffff6ull,
                          0xfffffff7ull, 0xfffffff8ull, 499ull, 500ull, 501ull})
    EXPECT_TRUE(seen.count(wanted)) << wanted;
  EXPECT_EQ(vm::representative_values(p, 8).size(), 256u);
  EXPECT_EQ(vm::representative_values(p, 1), (std::vector<uint64_t>{0, 1}));
}

}  // namespace
}  // namespace mover::test
