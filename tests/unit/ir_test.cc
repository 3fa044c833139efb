// Tests the IR: names, text form, normal form.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "ir/normal_form.h"
#include "ir/ops_text.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "support/check.h"
#include "unit/random_ir.h"

namespace mover::ir {
namespace {

Program parsed(std::string_view text) {
  auto result = parse(text);
  if (const auto* error = std::get_if<ParseError>(&result)) {
    ADD_FAILURE() << error->line << ":" << error->column << ": " << error->message << "\nin\n" << text;
    return {};
  }
  return std::get<Program>(std::move(result));
}

// The body of a function with many registers, in a program with names to refer to.
std::string in_function(std::string_view body) {
  return "global @x size 64\nglobal @t size 8 thread_local\nfunc @f(2, ...) regs 16 {\n" + std::string(body) +
         "\n}\nfunc @main(0) {\n ret\n}\n";
}

const char* const kSample = R"(# two threads increment x under a lock
file 1 "a.c"
global @x size 4 align 4
global @m size 40 align 8
global @msg size 6 align 1 constant = bytes 68 65 6c 6c 6f 00
func @worker(2) regs 4 {
  sync mutex_lock(@m)
  %2 = load.32 @x !1:12:3
  %2 = add.32 %2, 1
  store.32 @x, %2
  sync mutex_unlock(@m)
  ret
}
func @main(0) regs 8 {
  %0 = alloca 8 align 8
  %1 = sync thread_create(%0, @worker, 0, 0, 0)
  %2 = load.64 %0
  %3 = sync thread_join(%2)
loop:
  %4 = load.32 @x
  %5 = icmp.eq.32 %4, 2
  condbr %5, done, loop
done:
  ret 0
}
entry @main
)";

TEST(Names, EveryOperationIsFoundByItsText) {
  std::set<std::string> seen;
  for (uint32_t k = 0; k <= static_cast<uint32_t>(Op::Service); ++k) {
    const Op op = static_cast<Op>(k);
    EXPECT_EQ(op_from_text(to_text(op)), op);
    EXPECT_TRUE(seen.insert(to_text(op)).second) << to_text(op);
    for (uint32_t sub = 0; sub < count_of_subs(op); ++sub) {
      EXPECT_EQ(sub_from_text(op, sub_to_text(op, static_cast<uint8_t>(sub))), sub) << to_text(op) << " " << sub;
    }
    EXPECT_STREQ(sub_to_text(op, 255), "?");
  }
  EXPECT_FALSE(op_from_text("jump"));
  EXPECT_STREQ(to_text(static_cast<Op>(250)), "?");
}

TEST(Names, TypedLookupsAgreeWithTheLists) {
  EXPECT_EQ(predicate_from_text("sge"), Predicate::Sge);
  EXPECT_EQ(overflow_from_text("umul"), OverflowOf::UMul);
  EXPECT_EQ(math_from_text("fmuladd"), MathOp::FMulAdd);
  EXPECT_EQ(rmw_from_text("nand"), RmwOp::Nand);
  EXPECT_EQ(order_from_text("acq_rel"), Order::AcqRel);
  EXPECT_EQ(sync_from_text("barrier_wait"), SyncOp::BarrierWait);
  EXPECT_EQ(service_from_text("choose"), ServiceOp::Choose);
  EXPECT_EQ(type_kind_from_text("enum"), DebugType::Kind::Enum);
  EXPECT_STREQ(to_text(SyncOp::ThreadJoin), "thread_join");
  EXPECT_STREQ(to_text(ServiceOp::Argv), "argv");
  EXPECT_EQ(arity(SyncOp::ThreadCreate), 5u);
  EXPECT_EQ(arity(ServiceOp::Write), 3u);
  EXPECT_EQ(arity(MathOp::FShl), 3u);
}

TEST(Check, ABrokenInvariantSaysSoAndExitsWithSix) {
  const int one = 1;
  MOVER_CHECK(one == 1, "one is one");
  EXPECT_EXIT(
      MOVER_CHECK(one == 2, "one is two"), ::testing::ExitedWithCode(6),
      "internal error at tests/unit/ir_test.cc:[0-9]+: this should have held: one is two\n.*one == 2\n.*bug in Mover");
}

TEST(Parse, TheSampleMeansWhatItSays) {
  const Program p = parsed(kSample);
  EXPECT_EQ(verify(p), std::vector<std::string>{});
  ASSERT_EQ(p.functions.size(), 2u);
  ASSERT_EQ(p.globals.size(), 3u);
  EXPECT_EQ(p.entry, 1u);
  EXPECT_EQ(p.globals[2].bytes, (std::vector<uint8_t>{'h', 'e', 'l', 'l', 'o', 0}));
  EXPECT_TRUE(p.globals[2].is_constant);

  const Function& worker = p.functions[0];
  EXPECT_EQ(worker.num_params, 2u);
  EXPECT_EQ(worker.num_regs, 4u);
  ASSERT_EQ(worker.code.size(), 6u);
  EXPECT_EQ(worker.code[0].op, Op::Sync);
  EXPECT_EQ(worker.code[0].sub, static_cast<uint8_t>(SyncOp::MutexLock));
  EXPECT_EQ(worker.constants[static_cast<size_t>(~worker.args[0])], (Constant{Constant::Kind::Global, 1, 0}));
  EXPECT_EQ(worker.code[1].op, Op::Load);
  EXPECT_EQ(worker.code[1].width, 32);
  EXPECT_EQ(worker.code[1].dst, 2);

  const Function& main = p.functions[1];
  EXPECT_EQ(main.code[1].num_args, 5u);
  EXPECT_EQ(main.constants[static_cast<size_t>(~main.args[1])], (Constant{Constant::Kind::Function, 0, 0}));
  EXPECT_EQ(main.code[6].target[0], 7u);
  EXPECT_EQ(main.code[6].target[1], 4u);
}

TEST(Parse, AnInstructionWithoutLocationGetsItsOwnLine) {
  const Program p = parsed(kSample);
  EXPECT_EQ(p.files, (std::vector<std::string>{"", "a.c", "<ir>"}));
  EXPECT_EQ(p.locs[p.functions[0].code[1].loc], (Loc{1, 12, 3}));
  EXPECT_EQ(p.locs[p.functions[0].code[2].loc], (Loc{2, 9, 3}));
  EXPECT_EQ(p.locs[p.functions[1].loc], (Loc{2, 14, 1}));

  auto named = parse("func @main(0) {\n  ret\n}\n", "t.mir");
  EXPECT_EQ(std::get<Program>(named).files, (std::vector<std::string>{"", "t.mir"}));
  const Program none = parsed("func @main(0) !none {\n  ret !none\n}\n");
  EXPECT_EQ(none.files.size(), 1u);
  EXPECT_EQ(none.locs.size(), 1u);
}

TEST(Parse, RegistersAreCountedWhenTheTextDoesNotSay) {
  EXPECT_EQ(parsed("func @f(3) {\n ret\n}").functions[0].num_regs, 3u);
  EXPECT_EQ(parsed("func @f(0) {\n %4 = mov.64 %6\n ret\n}").functions[0].num_regs, 7u);
  EXPECT_EQ(parsed("func @f(0) {\n %4 = mov.128 %6\n ret\n}").functions[0].num_regs, 8u);
  EXPECT_EQ(parsed("func @f(0) {\n %4 = cmpxchg.128 %0, %1, %1\n ret\n}").functions[0].num_regs, 7u);
  EXPECT_EQ(parsed("func @f(0) {\n %4:3 = call @f()\n ret\n}").functions[0].num_regs, 7u);
}

TEST(Parse, NumbersAreTakenAtTheirWidth) {
  const Program p = parsed(in_function(R"(
  %0 = add.8 -1, 0xff
  %0 = add.64 -1, -0x8000000000000000
  %0 = add.1 1, -1
  %0 = add.128 -1, 0x123456789abcdef00fedcba987654321
  %0 = add.80 -1, 5
  %0 = fadd.32 1.5, -0.0
  %0 = fadd.64 1e300, 0x7ff0000000000000
  %0 = mov.64 @x-8
  %0 = mov.128 <@x+8, undef>
  ret)"));
  const Function& f = p.functions[0];
  auto bits = [&](Operand o, size_t half = 0) { return f.constants[static_cast<size_t>(~o) + half].value; };
  EXPECT_EQ(bits(f.code[0].a), 0xffu);
  EXPECT_EQ(f.code[0].a, f.code[0].b);  // equal constants are stored once
  EXPECT_EQ(bits(f.code[1].a), UINT64_MAX);
  EXPECT_EQ(bits(f.code[1].b), uint64_t{1} << 63);
  EXPECT_EQ(bits(f.code[2].b), 1u);
  EXPECT_EQ(bits(f.code[3].a, 1), UINT64_MAX);
  EXPECT_EQ(bits(f.code[3].b), 0x0fedcba987654321u);
  EXPECT_EQ(bits(f.code[3].b, 1), 0x123456789abcdef0u);
  EXPECT_EQ(bits(f.code[4].a, 1), 0xffffu);
  EXPECT_EQ(bits(f.code[4].b, 1), 0u);
  EXPECT_EQ(bits(f.code[5].a), 0x3fc00000u);
  EXPECT_EQ(bits(f.code[5].b), 0x80000000u);
  EXPECT_EQ(bits(f.code[6].a), 0x7e37e43c8800759cu);
  EXPECT_EQ(bits(f.code[7].a), static_cast<uint64_t>(-8));
  EXPECT_EQ(f.constants[static_cast<size_t>(~f.code[8].a)].kind, Constant::Kind::Global);
  EXPECT_EQ(f.constants[static_cast<size_t>(~f.code[8].a) + 1].kind, Constant::Kind::Undef);
  EXPECT_EQ(verify(p), std::vector<std::string>{});
}

TEST(Parse, InitialBytesAreMadeOfPieces) {
  const Program p =
      parsed("global @f = \"a\\00\" zero 2 bytes 01 fF0a i16 -2, 3\nglobal @g size 8 = i32 1\nglobal @h size 4\n");
  EXPECT_EQ(p.globals[0].bytes, (std::vector<uint8_t>{'a', 0, 0, 0, 1, 0xff, 0x0a, 0xfe, 0xff, 3, 0}));
  EXPECT_EQ(p.globals[0].size, 11u);
  EXPECT_EQ(p.globals[1].bytes, (std::vector<uint8_t>{1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(p.globals[2].bytes.empty());
}

TEST(Parse, EntryDefaultsToMain) {
  EXPECT_EQ(parsed("func @a(0) {\n ret\n}\nfunc @main(0) {\n ret\n}\n").entry, 1u);
  EXPECT_EQ(parsed("func @main(0) {\n ret\n}\nentry none\n").entry, kNone);
  EXPECT_EQ(parsed("func @a(0) {\n ret\n}\n").entry, kNone);
}

TEST(Parse, ClashingNamesAreReachedByNumber) {
  const Program p = parsed(
      "global @a size 1\nglobal @a size 2\nfunc @main(0) {\n %0 = mov.64 global:1+4\n call function:0()\n ret\n}\n");
  const Function& f = p.functions[0];
  EXPECT_EQ(f.constants[0], (Constant{Constant::Kind::Global, 1, 4}));
  EXPECT_EQ(f.code[1].imm, 0);
  EXPECT_NE(print(p).find("global:1+4"), std::string::npos);
  EXPECT_NE(print(p).find("call @main()"), std::string::npos);
}

TEST(Print, EveryKindOfLineLooksAsDocumented) {
  const char* const text = R"(file 1 "a.c"
type 1 signed "int" size 4
type 2 struct "queue" size 16 members ("items" at 0 type 3, "flag" at 12 type 1 bits 3 4)
type 3 array "" size 8 element 1
global @x size 4 align 4 type 1 = i32 -5 !1:1:5
global @t size 4 align 4 thread_local !none
global @p size 16 align 8 constant library = zero 16 with (0: @x+2, 8: @f) !none
global @s size 6 align 1 = "hey\00" zero 2 !none
global @b size 14 align 1 = bytes 01 02 00 03 zero 9 bytes ff !none
global @"odd name" size 1 align 1 !none
func @f(2, ...) regs 16 library atomic byval (%1: 24) !1:2:3 {
  %4 = mov.64.ptr @x+8 !none
  %4 = add.128 %6, 0x123456789abcdef0123456789 !none
  %4 = mov.128 <@x, undef> !none
  %4 = fadd.64 %1, 1.5 !none
  %4 = fcmp.folt.32 %1, -2.5e-07 !none
  %4 = icmp.slt.32 %1, -3 !none
  %4 = zext.64 %1 from 8 !none
  %4 = math.fshl.32 %1, %2, 3 !none
  %4 = overflow.sadd.32 %1, 0xabcdef01 !none
  %4 = load.32.seq_cst.volatile @x !1:3:4
  store.64.float @x, 0.1 !none
  %4 = rmw.add.32.relaxed @x, 1 !none
  %4 = cmpxchg.64.acq_rel.relaxed.weak.ptr @x, 0, undef !none
  fence.seq_cst !none
  memcpy %1, @"odd name", 16 align 4 disjoint !none
  memset %1, 255, 16 align 8 !none
  %4 = strlen %1 !none
  %4 = tlsaddr @t !none
  %4 = ptradd %1, -2, 8 !none
  %4 = alloca 8 align 16 !none
  %5:2 = call @f(1, 2, @p, 3, 4) varargs (1, 1 align 16 byval 32) !none
  callind %5() varargs () !none
  %4 = service malloc(8, 8) !none
  sync mutex_lock(@x) !none
  %4 = select.32 %1, 1, 2 !none
  switch.32 %1, [1: L27, -2: L26], L28 !none
L26:
  condbr %1, L26, L27 !none
L27:
  br L28 !none
L28:
  ret (%1, 2) !none
  ret !none
  unreachable !none
}
func @g(0) regs 2 !none {
  ret.32 %1 !none
}
entry none
warning "mind the \"gap\""
)";
  EXPECT_EQ(print(parsed(text)), text);
}

TEST(Print, ShowsBrokenProgramsWithoutReadingOutOfRange) {
  Program p;
  Function& f = p.functions.emplace_back();
  for (uint32_t k = 0; k <= static_cast<uint32_t>(Op::Service); ++k) {
    Instr& i = f.code.emplace_back();
    i.op = static_cast<Op>(k);
    i.a = i.b = i.c = -77;
    i.target[0] = i.target[1] = 1000;
    i.imm = 12345;
    i.first_arg = 4000000000;
    i.num_args = 1000;
    i.loc = 99;
  }
  EXPECT_NE(print(p).find("add.64 <constant 76>, <constant 76> !<location 99>"), std::string::npos);
  EXPECT_FALSE(verify(p).empty());
}

TEST(RoundTrip, RandomProgramsReadBackAsTheyWere) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const Program p = RandomProgram(seed).make();
    ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed << "\n" << print(p);
    const std::string text = print(p);
    const Program q = parsed(text);
    const Program expected = normal_form(p);
    ASSERT_TRUE(identical(q, expected)) << "seed " << seed << "\n" << text << "\n" << print(q);
    ASSERT_EQ(print(q), text) << "seed " << seed;
    ASSERT_TRUE(identical(normal_form(expected), expected)) << "seed " << seed;
  }
}

TEST(RoundTrip, DamagedTextIsRefusedOrReadsBack) {
  std::mt19937_64 random(7);
  uint32_t accepted = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    std::string text = print(RandomProgram(seed).make());
    for (uint64_t damage = 1 + random() % 3; damage > 0; --damage) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text.erase(at, 1 + random() % 3);
          break;
        case 1:
          text.insert(at, 1, static_cast<char>(random()));
          break;
        default:
          text[at] = "0123456789%@!.:,\n\"()"[random() % 20];
          break;
      }
    }
    auto result = parse(text);
    if (std::holds_alternative<ParseError>(result)) continue;
    ++accepted;
    const Program& p = std::get<Program>(result);
    verify(p);
    ASSERT_TRUE(identical(parsed(print(p)), p)) << text;
  }
  EXPECT_GT(accepted, 20u);
}

TEST(NormalForm, DropsWhatNothingMeans) {
  Program p = parsed("func @main(0) {\n %0 = add.32 1, 2 !none\n br end\nend: ret.32 %0\n}");
  const Program tidy = p;
  Function& f = p.functions[0];
  f.constants = {{Constant::Kind::Int, 0, 9},
                 {Constant::Kind::Int, 5, 2},
                 {Constant::Kind::Int, 0, 1},
                 {Constant::Kind::Int, 0, 1}};
  f.code[0].a = ~3;
  f.code[0].b = ~1;
  f.code[0].c = 17;
  f.code[0].imm = 4;
  f.code[0].num_results = 3;
  f.code[1].target[1] = 5;
  f.code[1].first_arg = 5;
  f.args = {0, 0};
  p.locs.push_back({0, 7, 7});
  EXPECT_FALSE(identical(p, tidy));
  EXPECT_TRUE(identical(normal_form(p), tidy));
}

TEST(NormalForm, KeepsWhatMatters) {
  const Program p = parsed(kSample);
  const std::vector<std::function<void(Program&)>> changes = {
      [](Program& q) { q.functions[0].code[2].width = 16; },
      [](Program& q) { q.functions[0].code[1].loc = 0; },
      [](Program& q) { q.functions[0].is_atomic = true; },
      [](Program& q) { q.functions[0].num_regs = 9; },
      [](Program& q) { q.globals[0].align = 8; },
      [](Program& q) { q.globals[2].bytes[0] = 'j'; },
      [](Program& q) { q.entry = 0; },
      [](Program& q) { q.warnings.push_back("w"); },
      [](Program& q) { q.types.push_back({}); },
      [](Program& q) { q.made.push_back({0, 0, "m", ""}); },
      [](Program& q) { q.made.push_back({0, 0, "m", "f"}); },
      [](Program& q) { q.labels.push_back({0, "l"}); },
      [](Program& q) { q.files[1] = "b.c"; },
      [](Program& q) { q.functions[1].code[6].target[0] = 0; },
      [](Program& q) { q.functions[0].constants[1].value ^= 1; },
  };
  for (size_t k = 0; k < changes.size(); ++k) {
    Program q = p;
    changes[k](q);
    EXPECT_FALSE(identical(normal_form(q), p)) << "change " << k;
  }
}

struct Refused {
  const char* text;
  uint32_t line, column;
  const char* message;
};

class ParseErrors : public ::testing::TestWithParam<Refused> {};

TEST_P(ParseErrors, NameTheProblemWithItsPlace) {
  const auto result = parse(GetParam().text);
  ASSERT_TRUE(std::holds_alternative<ParseError>(result)) << GetParam().text;
  const ParseError& error = std::get<ParseError>(result);
  EXPECT_EQ(error.message, GetParam().message) << GetParam().text;
  EXPECT_EQ(std::pair(error.line, error.column), std::pair(GetParam().line, GetParam().column)) << GetParam().text;
}

#define FUNC "func @f(0) {\n"
const std::vector<Refused> kTextParseErrors = {

    {"hello", 1, 1,
     "Expected 'func', 'global', 'file', 'type', 'made', 'label', 'entry' or 'warning' instead of 'hello'."},
    {"\n\n  \x01", 3, 3,
     "Expected 'func', 'global', 'file', 'type', 'made', 'label', 'entry' or 'warning' instead of '?'."},
    {"file 2 \"a.c\"", 1, 6, "The number of the file must be 1: they count up from 1."},
    {"file 1 a.c", 1, 8, "Expected the file's name in quotes instead of 'a.c'."},
    {"file 1 \"a.c", 1, 12, "The string does not end on its line."},
    {"file 1 \"a\\q\"", 1, 11, "Expected \\\\, \\\" or two hexadecimal digits after the backslash."},
    {"file 1 \"a\" 3", 1, 12, "Expected the end of the line instead of '3'."},
    {"type 1 int \"x\"", 1, 8, "There is no kind of type called 'int'."},
    {"type 1 signed \"x\" 4", 1, 19, "Expected 'size' instead of '4'."},
    {"type 1 struct \"x\" size 4 members ()", 1, 35, "Expected the member's name in quotes instead of ')'."},
    {"entry @f", 1, 7, "@f is not defined."},
    {"entry none\nentry none", 2, 1, "There is more than one 'entry'."},
    {"global @x size 1\nentry @x", 2, 7, "The entry must be a function."},
    {"global @x", 1, 1, "A global needs a size or initial bytes."},
    {"global x", 1, 8, "Expected the global's name (@name) instead of 'x'."},
    {"global @x size 4294967296", 1, 16, "The size must be at most 2147483648."},
    {"global @x sise 4", 1, 11,
     "Expected 'size', 'align', 'constant', 'thread_local', 'library', 'type', '=' or 'with' instead of "
     "'sise'."},
    {"global @x size 1 = i32 5", 1, 20, "There are 4 initial bytes, but the size is 1."},
    {"global @x = i8 256", 1, 16, "The number does not fit in 8 bits."},
    {"global @x = i8 -129", 1, 17, "The number does not fit in 8 bits."},
    {"global @x = i8 @x", 1, 16, "Expected a number."},
    {"global @x = f64 1.5", 1, 13,
     "Expected initial bytes (a string, bytes, zero, i8, i16, i32 or i64) instead of 'f64'."},
    {"global @x = bytes 123", 1, 19, "Bytes are written with two hexadecimal digits each."},
    {"global @x = zero 67108865", 1, 18, "The number of zeros must be at most 67108864."},
    {"global @x size 2147483648 = i8 1", 1, 29, "The globals have more than 64 MiB of initial bytes."},
    {"global @x size 8 with (0: 5)", 1, 27, "Expected a name (@name) instead of '5'."},
    {"global @x size 8 with (0: @y)", 1, 27, "@y is not defined."},
    {"global @x size 8 !1:2:3", 1, 18, "File 1 has not been declared."},
    {"global @x size 8 !a", 1, 18, "A location is written !file:line:column or !none."},
    {"global @x size 8 !0:1:2:3", 1, 18, "A location is written !file:line:column or !none."},
    {"global @x size 8 !0", 1, 18, "A location is written !file:line:column or !none."},
    {"func f(0) {\n}", 1, 6, "Expected the function's name (@name) instead of 'f'."},
    {"func @f {\n}", 1, 9, "Expected '(' instead of '{'."},
    {"func @f(0) loud {\n}", 1, 12,
     "Expected 'regs', 'library', 'system', 'atomic', 'byval' or '{' instead of 'loud'."},
    {"func @f(0) regs 99999999 {\n}", 1, 17, "The number of registers must be at most 1048576."},
    {"func @f(1) byval (0: 8) {\n}", 1, 19, "Expected a register (%n) instead of '0'."},
    {FUNC "  ret\n", 3, 1, "Expected '}' instead of the end of the text."},
    {FUNC "  42\n}", 2, 3, "Expected an instruction, a label or '}' instead of '42'."},
    {FUNC "a: ret\na: ret\n}", 3, 1, "Label 'a' is defined twice in @f."},
    {FUNC " ret\nend:\n}", 3, 1, "There is no instruction after label 'end'."},
    {FUNC " br z\n br a\n}", 2, 5, "Label 'z' is not defined in @f."},
    {FUNC " br 7\n}", 2, 5, "Expected a label instead of '7'."},
    {FUNC " jump a\n}", 2, 2, "There is no operation called 'jump'."},
    {FUNC " %0 = icmp.lt.32 1, 2\n}", 2, 7, "icmp has no variant called 'lt'."},
    {FUNC " %0 = rmw 1, 2\n}", 2, 7, "rmw has no variant called ''."},
    {FUNC " %0 = add.32.big 1, 2\n}", 2, 7,
     "'.big' is neither a width, nor a memory order, nor float, ptr or volatile."},
    {FUNC " %0 = add.256 1, 2\n}", 2, 7, "'.256' is neither a width, nor a memory order, nor float, ptr or volatile."},
    {FUNC " %0 = add.32 1\n}", 2, 15, "Expected ',' instead of the end of the line."},
    {FUNC " %0 = add.32 1, 2, 3\n}", 2, 18, "Expected the end of the line instead of ','."},
    {FUNC " %0 = add.32 1, x\n}", 2, 17, "Expected a register, a number, a name (@name) or undef instead of 'x'."},
    {FUNC " %0 = add.8 1, -129\n}", 2, 17, "The number does not fit in 8 bits."},
    {FUNC " %0 = add.64 1, 0x10000000000000000\n}", 2, 17, "The number does not fit in 64 bits."},
    {FUNC " %0 = add.128 1, 0x100000000000000000000000000000000\n}", 2, 18,
     "Expected a decimal or 0x hexadecimal number of at most 128 bits."},
    {FUNC " %0 = add.64 1, 12ab\n}", 2, 17, "Expected a decimal or 0x hexadecimal number of at most 128 bits."},
    {FUNC " %0 = fadd.64 1, 1.5.5\n}", 2, 18, "Expected a decimal floating-point number within range."},
    {FUNC " %0 = fadd.64 1, 1e999\n}", 2, 18, "Expected a decimal floating-point number within range."},
    {FUNC " %0 = add.16 1, 1.5\n}", 2, 17,
     "Only floats of 32 and 64 bits can be written in decimal; write the bits (0x…) instead."},
    {FUNC " %0 = fadd.80 1, 1.5\n}", 2, 18,
     "A constant of more than 64 bits is a number, undef or <low half, high half>."},
    {FUNC " %0 = mov.64 <1, 2>\n}", 2, 14, "Expected a constant of at most 64 bits."},
    {FUNC " %0 = mov.128 <1, %2>\n}", 2, 19, "The halves of a pair are constants, not registers."},
    {FUNC " %0 = mov.128 <<1, 2>, 3>\n}", 2, 16, "Expected a constant instead of '<'."},
    {FUNC " %0 = mov.64 @f+8\n}", 2, 16, "A function's address takes no offset."},
    {FUNC " %0 = mov.64 global:3\n}", 2, 21, "There is no global 3."},
    {FUNC " %0 = mov.64 function:1\n}", 2, 23, "There is no function 1."},
    {"global @a size 1\nglobal @a size 1\n" FUNC " %0 = mov.64 @a\n}", 4, 14,
     "@a is defined more than once, in lines 1 and 2."},
    {FUNC " %1048576 = mov.64 1\n}", 2, 2, "Registers are numbered below 1048576."},
    {FUNC " %0 store.32 1, 2\n}", 2, 5, "Expected '=' instead of 'store.32'."},
    {FUNC " %0 = store.32 1, 2\n}", 2, 2, "store has no result."},
    {FUNC " load.32 1\n}", 2, 2, "load needs a register for its result (%n = …)."},
    {FUNC " %0:2 = mov.64 1\n}", 2, 2, "Only calls have several results."},
    {FUNC " %0 = zext.64 %1\n}", 2, 17, "Expected 'from' instead of the end of the line."},
    {FUNC " %0 = ptradd %1, 2, x\n}", 2, 21, "Expected the scale instead of 'x'."},
    {FUNC " %0 = alloca 8 align 0x8000000000000000\n}", 2, 22, "The alignment must be an integer of 64 bits."},
    {FUNC " %0 = tlsaddr @f\n}", 2, 15, "Expected the name of a thread-local global."},
    {"global @x size 1\n" FUNC " call @x()\n}", 3, 7, "Expected the name of a function."},
    {FUNC " call @f\n}", 2, 9, "Expected '(' instead of the end of the line."},
    {FUNC " call @f(1 2)\n}", 2, 12, "Expected ',' instead of '2'."},
    {FUNC " sync mutex_lok(1)\n}", 2, 7, "There is no sync called 'mutex_lok'."},
    {FUNC " sync mutex_lock()\n}", 2, 7, "mutex_lock takes 1 argument, not 0."},
    {FUNC " service malloc(1)\n}", 2, 10, "malloc takes 2 arguments, not 1."},
    {FUNC " switch.32 %0, [%1: a], a\na: ret\n}", 2, 17, "The cases of a switch are integers."},
    {FUNC " switch.32 %0, a\na: ret\n}", 2, 16, "Expected '[' instead of 'a'."},
};
INSTANTIATE_TEST_SUITE_P(Text, ParseErrors, ::testing::ValuesIn(kTextParseErrors));
#undef FUNC

}  // namespace
}  // namespace mover::ir
