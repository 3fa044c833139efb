// Tests the inputs of the front end: several files, flags, C++, bitcode and LLVM text, and rejected inputs.
#include "unit/frontend_fixture.h"

namespace mover::frontend {
namespace {

// --- The start function, C++, several files

TEST_F(FrontendTest, ConstructorsRunInOrderOfPriorityBeforeMain) {
  auto program = load_c(
      "__attribute__((constructor(300))) void late(void) {} __attribute__((constructor(200))) void early(void) {}"
      "int main(int argc, char **argv) { return argc; }");
  const auto& start = program.functions[program.entry];
  EXPECT_EQ(start.name, "__mover_start");
  std::vector<std::string> called;
  for (const auto& call : all(start, Op::Call)) called.push_back(program.functions[static_cast<size_t>(call.imm)].name);
  ASSERT_GE(called.size(), 3u);
  EXPECT_EQ(called[0], "early");
  EXPECT_EQ(called[1], "late");
  EXPECT_EQ(called[2], "main");
  EXPECT_EQ(all(start, Op::Call)[2].num_args, 2u);
}

TEST_F(FrontendTest, CxxClassesTemplatesAndVirtualCallsWork) {
  auto program = load_cxx(
      "struct B { virtual int f() { return 1; } }; struct D : B { int f() override { return 2; } };"
      "template <class T> T twice(T x) { return x + x; }"
      "int g(B& b) { auto h = [&](int k) { return b.f() + k; }; return h(twice(3)); }"
      "int main() { D d; return g(d); }");
  size_t indirect = 0;
  for (const auto& f : program.functions) indirect += f.is_library ? 0 : count(f, Op::CallInd);
  EXPECT_EQ(indirect, 1u);
}

TEST_F(FrontendTest, ThrowingAndCatchingAreSupported) {
  auto program = load_cxx(
      "int f(int x) { if (x) throw 1; return 2; } struct S { ~S() {} };"
      "int main() { S s; try { return f(0); } catch (...) { return 3; } }");
  EXPECT_TRUE(unsupported_in(program, "main").empty());
  EXPECT_TRUE(unsupported_in(program, "_Z1fi").empty());
}

TEST_F(FrontendTest, SeveralFilesAreLinked) {
  auto a = write("a.c", "int twice(int); extern int n; int main(void) { return twice(n); }");
  auto b = write("b.cc", "extern \"C\" { int n = 4; int twice(int x) { return 2 * x; } }");
  auto program = load_files({a, b}, {"-std=c++17", "-std=c11"});
  EXPECT_EQ(global(program, "n").bytes[0], 4u);
}

TEST_F(FrontendTest, FlagsReachTheCompiler) {
  write("inc/my.h", "#define VALUE 7\n");
  auto program =
      load_c("#include <my.h>\nint main(void) { return VALUE + MORE; }", {"-I" + folder_ + "/inc", "-DMORE=1"});
  const auto& main = function(program, "main");
  EXPECT_EQ(constant(main, all(main, Op::Ret)[0].a).value, 8u);
}

TEST_F(FrontendTest, CompileCommandsGiveTheFlagsOfEachFile) {
  auto source = write("src/a.c", "#include \"v.h\"\nint main(void) { return V + W; }");
  write("src/inc/v.h", "#define V 3\n");
  write("build/compile_commands.json", "[{\"directory\": \"" + folder_ +
                                           "/src\", \"file\": \"a.c\", \"command\": "
                                           "\"cc -Iinc -DW=\\\"4\\\" -O3 -g -Wall -c -o a.o a.c\"}]");
  auto result = load({{source}, {}, folder_ + "/build"});
  ASSERT_TRUE(std::holds_alternative<ir::Program>(result)) << std::get<Error>(result).message;
  const auto& program = std::get<ir::Program>(result);
  const auto& main = function(program, "main");
  EXPECT_EQ(constant(main, all(main, Op::Ret)[0].a).value, 7u);
}

TEST_F(FrontendTest, LlvmAssemblyIsReadDirectly) {
  auto file = write("a.ll",
                    "@t = thread_local global i32 5\n"
                    "define i32 @main() {\n  %v = load i32, ptr @t\n  ret i32 %v\n}\n");
  auto program = load_files({file});
  EXPECT_EQ(count(function(program, "main"), Op::TlsAddr), 1u);
  ASSERT_EQ(program.warnings.size(), 1u);
  EXPECT_NE(program.warnings[0].find("no debug information"), std::string::npos);
}

TEST_F(FrontendTest, OptimisedBitcodeIsReadWithAWarning) {
  auto file = write("a.ll", R"(
define i32 @main() { ret i32 0 }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
)");
  auto program = load_files({file});
  ASSERT_EQ(program.warnings.size(), 1u);
  EXPECT_NE(program.warnings[0].find("was compiled with optimisation"), std::string::npos);
}

TEST_F(FrontendTest, ValuesWithoutRepresentationAreReportedWhenReached) {
  auto file = write("a.ll",
                    "define i32 @main(i32 %c) {\n  %h = sitofp i32 %c to half\n  %w = zext i32 %c to i200\n"
                    "  %i = fptosi half %h to i32\n  ret i32 %i\n}\n");
  auto program = load_files({file});
  EXPECT_EQ(unsupported_in(program, "main").size(), 3u);
}

// Features of LLVM that C does not have. The translation must be well-formed with each of them (load_files runs the
// verifier).
TEST_F(FrontendTest, WhateverLlvmAcceptsIsTranslatedOrReported) {
  auto file = write("odd.ll", R"(
%pair = type { i32, [2 x { i8, i64 }], <2 x float> }
@g = global %pair { i32 1, [2 x { i8, i64 }] [{ i8, i64 } { i8 2, i64 ptrtoint (ptr @g to i64) },
                    { i8, i64 } zeroinitializer], <2 x float> <float 1.0, float 2.0> }
@bits = global <4 x i1> <i1 1, i1 0, i1 1, i1 1>
@t = thread_local global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@alias = alias i32, getelementptr (i8, ptr @g, i64 16)
@thread_alias = thread_local alias i32, ptr @t
@indirect = ifunc i32 (i32), ptr @resolver
@opaque = external global %opaque
%opaque = type opaque
@empty = global {} zeroinitializer
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare float @llvm.vector.reduce.fmax.v2f32(<2 x float>)
declare i128 @llvm.sadd.sat.i128(i128, i128)
define ptr @resolver() { ret ptr @f }
define i32 @f(i32 %x) { ret i32 %x }
define %pair @aggregates(%pair %p, i1 %c) {
  %a = insertvalue %pair %p, i64 7, 1, 1, 1
  %b = extractvalue %pair %a, 1
  %s = select i1 %c, %pair %a, %pair %p
  %l = load %pair, ptr @g
  store %pair %s, ptr @g
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %phi = phi %pair [ %l, %0 ], [ %s, %x ]
  ret %pair %phi
}
define <4 x ptr> @lanes(<4 x ptr> %p, <4 x i64> %i, ptr %q, <8 x i16> %w) {
  %a = getelementptr { i32, [4 x i16] }, <4 x ptr> %p, <4 x i64> %i, i32 1, i64 2
  %b = getelementptr i32, ptr %q, <4 x i64> %i
  %c = icmp ult <4 x ptr> %a, %b
  %n = bitcast <4 x i1> %c to i4
  %m = bitcast <8 x i16> %w to i128
  %k = bitcast i128 %m to <16 x i8>
  %e = extractelement <16 x i8> %k, i4 %n
  %d = select <4 x i1> %c, <4 x ptr> %a, <4 x ptr> %b
  ret <4 x ptr> %d
}
define void @odd(i128 %x, ptr %p) personality ptr @f {
  %v = load <4 x i1>, ptr @bits
  %scalable = alloca <vscale x 4 x i32>
  %unknown = load <vscale x 4 x i32>, ptr %scalable
  %far = addrspacecast ptr %p to ptr addrspace(270)
  %r = atomicrmw fmax ptr %p, float 1.0 seq_cst
  %va = va_arg ptr %p, i32
  %i = call i32 @indirect(i32 3)
  %asm = call { i32, i64 } asm "xchg $0, $1", "=r,=r,0,1"(i32 1, i64 2)
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> zeroinitializer)
  %most = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> zeroinitializer)
  %sat = call i128 @llvm.sadd.sat.i128(i128 %x, i128 1)
  %t1 = load i32, ptr @thread_alias
  %t2 = load i32, ptr inttoptr (i64 add (i64 ptrtoint (ptr @t to i64), i64 4) to ptr)
  %low = add i32 trunc (i64 ptrtoint (ptr @g to i64) to i32), 1
  call void null(i32 4)
  %poison = call i32 poison(i32 1)
  %outside = extractelement <2 x i32> zeroinitializer, i32 7
  %dynamic = alloca i16, i128 %x, align 64
  %quad = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000003FFF000000000000
  %invoked = invoke i32 @f(i32 1) to label %ok unwind label %pad
ok:
  switch i128 %x, label %end [ i128 1, label %more ]
more:
  indirectbr ptr blockaddress(@odd, %last), [label %last, label %end]
last:
  callbr void asm "", "!i"() to label %end [label %other]
other:
  unreachable
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define void @main() {
  %r = call %pair @aggregates(%pair zeroinitializer, i1 1)
  %s = call <4 x ptr> @lanes(<4 x ptr> zeroinitializer, <4 x i64> zeroinitializer, ptr null, <8 x i16> zeroinitializer)
  call void @odd(i128 1, ptr null)
  %y = call i64 @f(i64 5, i64 6)
  %z = call { i32, i32 } @f()
  %e = load {}, ptr @empty
  %a = load i32, ptr @alias
  %o = load i8, ptr @opaque
  ret void
}
)");
  auto program = load_files({file});
  EXPECT_EQ(all(function(program, "aggregates"), Op::Load).size(), 7u) << "one load for each scalar";
  auto reported = unsupported_in(program, "odd");
  for (const char* expected : {"a vector of bits in memory", "a value of LLVM's type <vscale x 4 x i32>",
                               "a value of LLVM's type ptr addrspace(270)", "atomic operation fmax",
                               "instruction va_arg", "indirect", "inline assembly", "llvm.vector.reduce.fmax",
                               "a value of LLVM's type fp128", "switch on an integer wider than 64 bits"})
    EXPECT_EQ(std::count(reported.begin(), reported.end(), expected), 1) << expected;
}

// --- Errors

TEST_F(FrontendTest, CompilerErrorsComeAsClangPrintsThem) {
  auto file = write("bad.c", "int main(void) {\n  return y;\n}\n");
  std::string message = error_of({{file}, {}, ""});
  EXPECT_NE(message.find("bad.c:2:10: error: use of undeclared identifier 'y'"), std::string::npos) << message;
}

TEST_F(FrontendTest, AProgramWithoutMainIsRefused) {
  auto file = write("a.c", "int f(void) { return 0; }");
  EXPECT_EQ(error_of({{file}, {}, ""}), "no function main in " + file);
}

TEST_F(FrontendTest, TwoDefinitionsAreRefusedByName) {
  auto a = write("a.c", "int f(void) { return 0; } int main(void) { return f(); }");
  auto b = write("b.c", "int f(void) { return 1; }");
  EXPECT_EQ(error_of({{a, b}, {}, ""}), b + ": function 'f' is also defined in " + a);
}

TEST_F(FrontendTest, BrokenBitcodeIsRefused) {
  auto text = write("a.ll", "define i32 @main( {");
  EXPECT_NE(error_of({{text}, {}, ""}).find("not a valid LLVM 19 module"), std::string::npos);
  auto invalid = write("b.ll", "define i32 @main() {\n %a = add i32 %b, 1\n %b = add i32 %a, 1\n ret i32 %a\n}");
  EXPECT_NE(error_of({{invalid}, {}, ""}).find("not a valid LLVM 19 module"), std::string::npos);
  auto bytes = write("c.bc", "BC\xC0\xDE garbage");
  EXPECT_NE(error_of({{bytes}, {}, ""}).find("not a valid LLVM 19 module"), std::string::npos);
}

TEST_F(FrontendTest, OtherTargetsAreRefused) {
  auto file = write("a.ll", "target datalayout = \"e-m:e-p:32:32-i64:64\"\ndefine i32 @main() {\n ret i32 0\n}");
  EXPECT_NE(error_of({{file}, {}, ""}).find("not compiled for 64-bit x86-64"), std::string::npos);
}

TEST_F(FrontendTest, MissingAndUnknownFilesAreRefused) {
  EXPECT_EQ(error_of({{folder_ + "/none.c"}, {}, ""}), folder_ + "/none.c: no such file");
  auto file = write("a.txt", "");
  EXPECT_NE(error_of({{file}, {}, ""}).find("not an input that Mover knows"), std::string::npos);
  auto source = write("a.c", "int main(void) { return 0; }");
  EXPECT_NE(error_of({{source}, {}, folder_ + "/nowhere"}).find("compile_commands.json: no such file"),
            std::string::npos);
}

TEST_F(FrontendTest, TemporaryFilesAreRemoved) {
  std::string temp = folder_ + "/tmp";
  std::filesystem::create_directory(temp);
  setenv("TMPDIR", temp.c_str(), 1);
  load_c("int main(void) { return 0; }");
  error_of({{write("bad.c", "int main(void) { return y; }")}, {}, ""});
  unsetenv("TMPDIR");
  EXPECT_TRUE(std::filesystem::is_empty(temp));
}

}  // namespace
}  // namespace mover::frontend
