// Tests the verifier of the IR, and the registers that instructions read and write.
#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/uses.h"
#include "ir/verify.h"

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

struct Broken {
  const char* name;
  void (*breaks)(Program&);  // modifies the program below
  const char* problem;
};

std::ostream& operator<<(std::ostream& out, const Broken& b) { return out << b.name; }

const char* const kSound = R"(file 1 "a.c"
global @x size 64 align 8 = zero 64 with (0: @x, 8: @f)
global @t size 8 thread_local
func @f(2, ...) regs 16 byval (%1: 8) {
  %0 = add.32 %1, 7
  %2 = add.128 %4, 0x100000000000000001
  switch.8 %0, [1: next, 2: next], next
next:
  %3 = zext.64 %1 from 32
  %3 = trunc.8 %1 from 32
  %3 = fadd.64 %1, %2
  %3 = icmp.eq.32 %1, %2
  %3 = fcmp.foeq.32 %1, %2
  %3 = tlsaddr @t
  %3 = alloca 8 align 8
  sync mutex_lock(@x)
  %4:2 = call @f(1, 2, 3) varargs (1)
  call @f(1, 2)
  ret.32 %0
}
func @main(0) {
  %0 = rmw.add.32.seq_cst @x, 1
  store.32 @x, %0
  ret 0
}
)";

class Verifier : public ::testing::TestWithParam<Broken> {};

TEST(Verifier, FindsNothingInASoundProgram) { EXPECT_EQ(verify(parsed(kSound)), std::vector<std::string>{}); }

TEST_P(Verifier, NamesWhatIsBroken) {
  Program p = parsed(kSound);
  GetParam().breaks(p);
  const std::vector<std::string> problems = verify(p);
  ASSERT_FALSE(problems.empty()) << print(p);
  EXPECT_EQ(problems[0], GetParam().problem);
}

Instr& at(Program& p, uint32_t pc) { return p.functions[0].code[pc]; }

const std::vector<Broken> kIrVerifier = {

    {"register", [](Program& p) { at(p, 0).a = 16; },
     "In function @f, instruction 0 (add) has operand 1 in %16, beyond the 16 registers."},
    {"missing operand", [](Program& p) { at(p, 0).b = kNoOperand; },
     "In function @f, instruction 0 (add) lacks operand 2."},
    {"wide register", [](Program& p) { at(p, 1).a = 15; },
     "In function @f, instruction 1 (add) has operand 1 in %16, beyond the 16 registers."},
    {"constant", [](Program& p) { at(p, 0).b = ~50; },
     "In function @f, instruction 0 (add) has operand 2 beyond the 8 constants."},
    {"wide constant", [](Program& p) { at(p, 1).b = ~7; },
     "In function @f, instruction 1 (add) has operand 2 beyond the 8 constants."},
    {"constant too big", [](Program& p) { p.functions[0].constants[0].value = uint64_t{1} << 32; },
     "In function @f, instruction 0 (add) has operand 2 with constant 4294967296, which does not fit in 32 bits."},
    {"high half too big",
     [](Program& p) {
       at(p, 1).width = 65;
       p.functions[0].constants[2].value = 2;
     },
     "In function @f, instruction 1 (add) has operand 2 with constant 2, which does not fit in 1 bits."},
    {"address too small", [](Program& p) { p.functions[0].constants[0] = {Constant::Kind::Function, 0, 0}; },
     "In function @f, instruction 0 (add) has operand 2 with an address, which does not fit in 32 bits."},
    {"constant kind", [](Program& p) { p.functions[0].constants[0].kind = static_cast<Constant::Kind>(9); },
     "In function @f, instruction 0 (add) has operand 2 with a constant of no known kind."},
    {"constant's global", [](Program& p) { p.functions[0].constants[4].id = 7; },
     "Function @f has constant 4, which names global 7, which does not exist."},
    {"constant's function", [](Program& p) { p.functions[0].constants[4] = {Constant::Kind::Function, 7, 0}; },
     "Function @f has constant 4, which names function 7, which does not exist."},
    {"thread-local address", [](Program& p) { p.functions[0].constants[4].id = 1; },
     "Function @f has constant 4, which names thread-local @t, whose address only tlsaddr computes."},
    {"width", [](Program& p) { at(p, 0).width = 0; },
     "In function @f, instruction 0 (add) has a width of 0 bits; integers have 1 to 128."},
    {"large width", [](Program& p) { at(p, 0).width = 129; },
     "In function @f, instruction 0 (add) has a width of 129 bits; integers have 1 to 128."},
    {"float width", [](Program& p) { at(p, 5).width = 16; },
     "In function @f, instruction 5 (fadd) has a float of 16 bits; floats have 32, 64 or 80."},
    {"source width", [](Program& p) { at(p, 3).imm = 300; },
     "In function @f, instruction 3 (zext) has a width of 255 bits; integers have 1 to 128."},
    {"zext", [](Program& p) { at(p, 3).imm = 64; },
     "In function @f, instruction 3 (zext) must go from fewer bits to more."},
    {"trunc", [](Program& p) { at(p, 4).imm = 8; },
     "In function @f, instruction 4 (trunc) must go from more bits to fewer."},
    {"icmp", [](Program& p) { at(p, 6).sub = static_cast<uint8_t>(Predicate::FOeq); },
     "In function @f, instruction 6 (icmp.foeq) compares integers with a float predicate."},
    {"fcmp", [](Program& p) { at(p, 7).sub = static_cast<uint8_t>(Predicate::Eq); },
     "In function @f, instruction 7 (fcmp.eq) compares floats with an integer predicate."},
    {"no result register", [](Program& p) { at(p, 0).dst = -1; },
     "In function @f, instruction 0 (add) has no register for its result."},
    {"result register", [](Program& p) { at(p, 1).dst = 15; },
     "In function @f, instruction 1 (add) writes %16, beyond the 16 registers."},
    {"call results", [](Program& p) { at(p, 11).num_results = 13; },
     "In function @f, instruction 11 (call) writes %16, beyond the 16 registers."},
    {"result of a store", [](Program& p) { p.functions[1].code[1].dst = 0; },
     "In function @main, instruction 1 (store) has no result to put into %0."},
    {"variant", [](Program& p) { at(p, 6).sub = 99; }, "In function @f, instruction 6 (icmp.?) has no such variant."},
    {"operation", [](Program& p) { at(p, 6).op = static_cast<Op>(99); },
     "In function @f, instruction 6 (?) is no operation."},
    {"order", [](Program& p) { at(p, 0).order = Order::SeqCst; },
     "In function @f, instruction 0 (add) cannot have a memory order."},
    {"unknown order", [](Program& p) { p.functions[1].code[0].order = static_cast<Order>(9); },
     "In function @main, instruction 0 (rmw.add) has no such memory order."},
    {"location", [](Program& p) { at(p, 0).loc = 1000; },
     "In function @f, instruction 0 (add) has location 1000 out of range."},
    {"switch table", [](Program& p) { at(p, 2).imm = 1; },
     "In function @f, instruction 2 (switch) has no switch table."},
    {"switch width", [](Program& p) { at(p, 2).width = 65; },
     "In function @f, instruction 2 (switch) switches on more than 64 bits."},
    {"switch target", [](Program& p) { p.functions[0].switches[0].cases[1].second = 99; },
     "In function @f, instruction 2 (switch) goes to instruction 99, beyond the 14 there are."},
    {"switch fallback", [](Program& p) { p.functions[0].switches[0].fallback = 14; },
     "In function @f, instruction 2 (switch) goes to instruction 14, beyond the 14 there are."},
    {"switch case", [](Program& p) { p.functions[0].switches[0].cases[1].first = 256; },
     "In function @f, instruction 2 (switch) has case 256, which does not fit in 8 bits."},
    {"switch cases", [](Program& p) { p.functions[0].switches[0].cases[1].first = 1; },
     "In function @f, instruction 2 (switch) has case 1 twice."},
    {"branch",
     [](Program& p) {
       at(p, 0) = {};
       at(p, 0).op = Op::Br;
       at(p, 0).target[0] = 14;
     },
     "In function @f, instruction 0 (br) goes to instruction 14, beyond the 14 there are."},
    {"end", [](Program& p) { p.functions[0].code.pop_back(); },
     "In function @f, instruction 12 (call) is the last instruction, and control runs off the end."},
    {"empty", [](Program& p) { p.functions[1].code.clear(); }, "Function @main has no instructions."},
    {"thread-local", [](Program& p) { at(p, 8).imm = 0; },
     "In function @f, instruction 8 (tlsaddr) names @x, which is not thread-local."},
    {"thread-local id", [](Program& p) { at(p, 8).imm = -1; },
     "In function @f, instruction 8 (tlsaddr) names global -1, which does not exist."},
    {"alloca", [](Program& p) { at(p, 9).imm = 12; },
     "In function @f, instruction 9 (alloca) has alignment 12, not a power of two."},
    {"arity", [](Program& p) { at(p, 10).num_args = 2; },
     "In function @f, instruction 10 (sync.mutex_lock) has 2 arguments, but it takes 1."},
    {"argument slice", [](Program& p) { at(p, 12).first_arg = UINT32_MAX; },
     "In function @f, instruction 12 (call) has arguments beyond the function's 6."},
    {"argument", [](Program& p) { p.functions[0].args[0] = 16; },
     "In function @f, instruction 10 (sync.mutex_lock) has argument 1 in %16, beyond the 16 registers."},
    {"callee", [](Program& p) { at(p, 12).imm = 2; },
     "In function @f, instruction 12 (call) calls function 2, which does not exist."},
    {"ret", [](Program& p) { at(p, 13).num_args = 1; },
     "In function @f, instruction 13 (ret) returns both a value and a list of values."},
    {"rets",
     [](Program& p) {
       at(p, 0) = at(p, 13);
       at(p, 0).width = 128;
     },
     "In function @f, instruction 13 (ret) returns 1 registers, but another ret of the function 2."},
    {"varargs order", [](Program& p) { p.functions[0].varargs.push_back({11, {}}); },
     "Function @f has variadic calls out of order."},
    {"varargs call", [](Program& p) { p.functions[0].varargs[0].first = 0; },
     "Function @f describes variadic arguments of instruction 0, which is not a call."},
    {"varargs none", [](Program& p) { p.functions[0].varargs[0].second[0].registers = 0; },
     "In function @f, instruction 11 (call) has a variadic argument without registers."},
    {"varargs many", [](Program& p) { p.functions[0].varargs[0].second[0].registers = 4; },
     "In function @f, instruction 11 (call) has 4 variadic registers, but only 3 arguments."},
    {"varargs align", [](Program& p) { p.functions[0].varargs[0].second[0].align = 4; },
     "In function @f, instruction 11 (call) has a variadic argument aligned to 4, not 8 or 16."},
    {"varargs byval", [](Program& p) { p.functions[0].varargs[0].second[0] = {2, 8, 16}; },
     "In function @f, instruction 11 (call) has a variadic argument by value that is not one pointer."},
};
INSTANTIATE_TEST_SUITE_P(Ir, Verifier, ::testing::ValuesIn(kIrVerifier));

const std::vector<Broken> kTablesVerifier = {

    {"parameters", [](Program& p) { p.functions[0].num_params = 17; },
     "Function @f has 17 parameters but only 16 registers."},
    {"function location", [](Program& p) { p.functions[0].loc = 1000; }, "Function @f has location 1000 out of range."},
    {"byval parameter", [](Program& p) { p.functions[0].byval_params[0].first = 2; },
     "Function @f passes %2 by value, not a parameter."},
    {"byval bytes", [](Program& p) { p.functions[0].byval_params[0].second = 0; },
     "Function @f passes %1 by value with no bytes."},
    {"byval twice", [](Program& p) { p.functions[0].byval_params.push_back({1, 8}); },
     "Function @f passes %1 by value twice."},
    {"entry", [](Program& p) { p.entry = kNone; }, "The program has no entry function."},
    {"entry parameters", [](Program& p) { p.entry = 0; },
     "The entry function @f takes parameters; it is started without any."},
    {"file 0", [](Program& p) { p.files[0] = "x"; }, "File 0 must be the unknown one, without a name."},
    {"location 0", [](Program& p) { p.locs[0].line = 1; }, "Location 0 must be the unknown one."},
    {"location's file", [](Program& p) { p.locs[1].file = 3; }, "Location 1 names file 3, but there are 3."},
    {"type 0", [](Program& p) { p.types.clear(); }, "Type 0 must be the unknown one."},
    {"element",
     [](Program& p) {
       p.types.push_back({});
       p.types[1].element = 2;
     },
     "Type 1 (\"\") has element type 2 out of range."},
    {"member",
     [](Program& p) {
       p.types.push_back({});
       p.types[1].members.push_back({"m", 0, 2, 0, 0});
     },
     "Type 1 (\"\") has member \"m\" with its type out of range."},
    {"size", [](Program& p) { p.globals[1].size = (uint64_t{1} << 31) + 1; }, "Global @t is larger than 2^31 bytes."},
    {"alignment", [](Program& p) { p.globals[1].align = 0; }, "Global @t has alignment 0, not a power of two."},
    {"bytes", [](Program& p) { p.globals[0].bytes.pop_back(); }, "Global @x has 63 initial bytes, but its size is 64."},
    {"global location", [](Program& p) { p.globals[0].loc = 1000; }, "Global @x has location 1000 out of range."},
    {"global type", [](Program& p) { p.globals[0].type = 1; }, "Global @x has type 1 out of range."},
    {"relocation range", [](Program& p) { p.globals[0].relocations[1].offset = 57; },
     "Global @x has a relocation at byte 57 that does not lie within its 64 bytes."},
    {"relocation kind", [](Program& p) { p.globals[0].relocations[1].target.kind = Constant::Kind::Int; },
     "Global @x has a relocation at byte 8 that names neither a global nor a function."},
    {"relocation target", [](Program& p) { p.globals[0].relocations[0].target.id = 2; },
     "Global @x has a relocation at byte 0 that names global 2, which does not exist."},
    {"relocation offset", [](Program& p) { p.globals[0].relocations[1].target.value = 1; },
     "Global @x has a relocation at byte 8 that has an offset from function @f."},
    {"relocation overlap", [](Program& p) { p.globals[0].relocations[1].offset = 7; },
     "Global @x has overlapping relocations at bytes 0 and 7."},
};
INSTANTIATE_TEST_SUITE_P(Tables, Verifier, ::testing::ValuesIn(kTablesVerifier));

struct Touched {
  const char* instruction;
  std::vector<uint32_t> uses, defs;
};

class Uses : public ::testing::TestWithParam<Touched> {};

TEST_P(Uses, AreTheRegistersReadAndWritten) {
  const Program p = parsed(in_function(std::string("a: ") + GetParam().instruction + "\nb: ret"));
  const Function& f = p.functions[0];
  std::vector<uint32_t> uses, defs;
  for_each_use(f, f.code[0], [&](uint32_t r) { uses.push_back(r); });
  for_each_def(f.code[0], [&](uint32_t r) { defs.push_back(r); });
  EXPECT_EQ(uses, GetParam().uses) << GetParam().instruction;
  EXPECT_EQ(defs, GetParam().defs) << GetParam().instruction;
}

const std::vector<Touched> kIrUses = {

    {"%9 = mov.64 %1", {1}, {9}},
    {"%9 = mov.80 %1", {1, 2}, {9, 10}},
    {"%9 = add.64 %1, %3", {1, 3}, {9}},
    {"%9 = shl.65 %1, %3", {1, 2, 3, 4}, {9, 10}},
    {"%9 = add.32 %1, 5", {1}, {9}},
    {"%9 = fneg.80 %1", {1, 2}, {9, 10}},
    {"%9 = icmp.eq.128 %1, %3", {1, 2, 3, 4}, {9}},
    {"%9 = fcmp.foeq.80 %1, 1", {1, 2}, {9}},
    {"%9 = overflow.sadd.128 %1, %3", {1, 2, 3, 4}, {9}},
    {"%9 = select.128 %1, %3, %5", {1, 3, 4, 5, 6}, {9, 10}},
    {"%9 = trunc.64 %1 from 128", {1, 2}, {9}},
    {"%9 = zext.128 %1 from 64", {1}, {9, 10}},
    {"%9 = fpconv.64 %1 from 80", {1, 2}, {9}},
    {"%9 = fptosi.128 %1 from 64", {1}, {9, 10}},
    {"%9 = sitofp.80 %1 from 32", {1}, {9, 10}},
    {"%9 = math.fshl.128 %1, %3, %5", {1, 2, 3, 4, 5, 6}, {9, 10}},
    {"%9 = math.isfpclass.80 %1, %3", {1, 2, 3}, {9}},
    {"%9 = math.fsqrt.64 %1", {1}, {9}},
    {"%9 = ptradd %1, %2, 4", {1, 2}, {9}},
    {"%9 = load.128 %1", {1}, {9, 10}},
    {"store.80 %1, %3", {1, 3, 4}, {}},
    {"memcpy %1, %2, %3", {1, 2, 3}, {}},
    {"memset %1, %2, %3", {1, 2, 3}, {}},
    {"%9 = strlen %1", {1}, {9}},
    {"%9 = rmw.xchg.128 %1, %3", {1, 3, 4}, {9, 10}},
    {"%9 = cmpxchg.64 %1, %2, %3", {1, 2, 3}, {9, 10}},
    {"%9 = cmpxchg.128 %1, %3, %5", {1, 3, 4, 5, 6}, {9, 10, 11}},
    {"fence.seq_cst", {}, {}},
    {"%9 = alloca %1", {1}, {9}},
    {"%9 = tlsaddr @t", {}, {9}},
    {"br a", {}, {}},
    {"condbr %1, a, b", {1}, {}},
    {"switch.32 %1, [2: a], b", {1}, {}},
    {"ret", {}, {}},
    {"ret.32 %1", {1}, {}},
    {"ret.128 %1", {1, 2}, {}},
    {"ret (%1, 3, %4)", {1, 4}, {}},
    {"unreachable", {}, {}},
    {"call @f(%1, %1)", {1, 1}, {}},
    {"%9:3 = call @f(%1)", {1}, {9, 10, 11}},
    {"%9 = callind %1(%2)", {1, 2}, {9}},
    {"%9 = sync thread_join(%1)", {1}, {9}},
    {"service free(%1)", {1}, {}},
};
INSTANTIATE_TEST_SUITE_P(Ir, Uses, ::testing::ValuesIn(kIrUses));

TEST(Verifier, KnowsWhichOrdersACompareAndSwapThatFailsCanHave) {
  auto complaints = [](const std::string& orders) {
    return verify(parsed("global @x size 8\nfunc @f(0) {\n %0 = cmpxchg.64" + orders + " @x, 0, 1\n ret\n}\nentry @f"));
  };
  for (const char* orders : {"", ".relaxed", ".acq_rel.relaxed", ".release.acquire", ".relaxed.seq_cst"})
    EXPECT_EQ(complaints(orders), std::vector<std::string>{}) << orders;
  for (const char* orders : {".acq_rel.release", ".seq_cst.acq_rel"})
    EXPECT_EQ(complaints(orders),
              (std::vector<std::string>{"In function @f, instruction 0 (cmpxchg) has no such memory "
                                        "order on failure."}));
}

TEST(Uses, ACallWithADestinationWritesAtLeastOneRegister) {
  Program p = parsed(in_function(" %9 = call @f()\n ret"));
  p.functions[0].code[0].num_results = 0;
  EXPECT_EQ(shape_of(p.functions[0].code[0]).num_defs, 1u);
}

}  // namespace
}  // namespace mover::ir
