// Tests the translation of C and C++ by the front end.
#include <map>

#include "unit/frontend_fixture.h"

namespace mover::frontend {
namespace {

// --- Accesses: every access of the source is explored

TEST_F(FrontendTest, AnIncrementIsOneLoadAndOneStore) {
  auto program = load_c("int x; void f(void) { x = x + 1; } int main(void) { f(); return 0; }");
  const auto& f = function(program, "f");
  EXPECT_EQ(count(f, Op::Load), 1u);
  EXPECT_EQ(count(f, Op::Store), 1u);
}

TEST_F(FrontendTest, TwoReadsAreTwoLoadsWhateverTheFlagsSay) {
  auto program =
      load_c("int x; int f(void) { return x + x; } int main(void) { return f(); }", {"-O2", "-fsanitize=thread"});
  EXPECT_EQ(count(function(program, "f"), Op::Load), 2u);
}

TEST_F(FrontendTest, LocalsThatDoNotEscapeAreRegisters) {
  auto program = load_c(
      "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }"
      "int main(void) { return f(3); }");
  const auto& f = function(program, "f");
  EXPECT_EQ(count(f, Op::Load) + count(f, Op::Store) + count(f, Op::Alloca), 0u);
}

TEST_F(FrontendTest, LocalsWhoseAddressIsTakenStayInMemory) {
  auto program =
      load_c("void g(int *p) { *p = 1; } int f(void) { int a; g(&a); return a; } int main(void) { return f(); }");
  EXPECT_EQ(count(function(program, "f"), Op::Alloca), 1u);
  EXPECT_EQ(count(function(program, "f"), Op::Load), 1u);
}

TEST_F(FrontendTest, VolatileLocalsStayInMemory) {
  auto program = load_c("int main(void) { volatile int a = 1; return a; }");
  auto loads = all(function(program, "main"), Op::Load);
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_TRUE(loads[0].is_volatile);
}

TEST_F(FrontendTest, AStructCopyIsOneMemCpy) {
  auto program = load_c("struct s { long a, b, c; } x, y; void f(void) { x = y; } int main(void) { f(); }");
  const auto& f = function(program, "f");
  auto copies = all(f, Op::MemCpy);
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(constant(f, copies[0].c).value, 24u);
  EXPECT_EQ(count(f, Op::Load) + count(f, Op::Store), 0u);
}

TEST_F(FrontendTest, ALocalWrittenOnOnePathOnlyIsUndefinedOnTheOther) {
  auto program =
      load_c("int f(int c) { int x; if (c) x = 1; if (x) return 2; return 3; } int main(void) { return f(0); }");
  const auto& f = function(program, "f");
  auto moves = all(f, Op::Mov);
  EXPECT_TRUE(std::any_of(moves.begin(), moves.end(), [&](const ir::Instr& mov) {
    return mov.a < 0 && constant(f, mov.a).kind == ir::Constant::Kind::Undef;
  }));
}

TEST_F(FrontendTest, ABitFieldIsReadModifiedAndWrittenInItsOwnBytes) {
  auto program =
      load_c("struct { unsigned a : 3, b : 5; int c; } x; void f(void) { x.b = 2; } int main(void) { f(); }");
  const auto& f = function(program, "f");
  ASSERT_EQ(count(f, Op::Load), 1u);
  ASSERT_EQ(count(f, Op::Store), 1u);
  EXPECT_EQ(all(f, Op::Store)[0].width, 8u);
}

TEST_F(FrontendTest, AtomicsKeepTheirOrder) {
  auto program = load_c(
      "#include <stdatomic.h>\n_Atomic int x; int y; void f(void) {"
      "  atomic_store_explicit(&x, 1, memory_order_release);"
      "  (void)atomic_load_explicit(&x, memory_order_relaxed);"
      "  x++; int e = 3; atomic_compare_exchange_strong(&x, &e, 4);"
      "  __atomic_fetch_nand(&y, 5, __ATOMIC_ACQ_REL);"
      "  atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_seq_cst); }"
      "int main(void) { f(); }");
  const auto& f = function(program, "f");
  auto rmws = all(f, Op::Rmw);
  ASSERT_EQ(rmws.size(), 2u);
  EXPECT_EQ(rmws[0].order, ir::Order::SeqCst);
  EXPECT_EQ(rmws[0].sub, static_cast<uint8_t>(ir::RmwOp::Add));
  EXPECT_EQ(rmws[1].order, ir::Order::AcqRel);
  EXPECT_EQ(count(f, Op::CmpXchg), 1u);
  EXPECT_EQ(ir::order_on_failure(all(f, Op::CmpXchg)[0]), ir::Order::SeqCst);
  EXPECT_EQ(count(f, Op::Fence), 1u) << "a signal fence is for the compiler only";
  auto stores = all(f, Op::Store);
  EXPECT_TRUE(std::any_of(stores.begin(), stores.end(), [](const auto& i) { return i.order == ir::Order::Release; }));
  auto loads = all(f, Op::Load);
  EXPECT_TRUE(std::any_of(loads.begin(), loads.end(), [](const auto& i) { return i.order == ir::Order::Relaxed; }));
}

// --- Control flow

TEST_F(FrontendTest, PhisThatSwapSaveOneRegister) {
  auto program = load_c(
      "int f(int n) { int a = 1, b = 2; while (n--) { int c = a; a = b; b = c; } return a - b; }"
      "int main(void) { return f(3); }");
  const auto& f = function(program, "f");
  // The loop contains the moves t = p, p = q, q = t.
  bool found = false;
  for (size_t i = 0; i + 2 < f.code.size(); ++i) {
    const auto &x = f.code[i], &y = f.code[i + 1], &z = f.code[i + 2];
    if (x.op != Op::Mov || y.op != Op::Mov || z.op != Op::Mov) continue;
    found |= x.a == y.dst && y.a == z.dst && z.a == x.dst;
  }
  EXPECT_TRUE(found);
}

TEST_F(FrontendTest, ASwitchIsATable) {
  auto program = load_c(
      "int f(char c) { switch (c) { case 'a': return 1; case -1: return 2; default: return 3; } }"
      "int main(void) { return f('a'); }");
  const auto& f = function(program, "f");
  ASSERT_EQ(f.switches.size(), 1u);
  ASSERT_EQ(f.switches[0].cases.size(), 2u);
  EXPECT_EQ(f.switches[0].cases[0].first, 97u);
  EXPECT_EQ(f.switches[0].cases[1].first, 0xffffffffu) << "the case value has the width of the promoted type";
}

TEST_F(FrontendTest, AComputedGotoIsASwitch) {
  auto program = load_c(
      "int f(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }"
      "int main(void) { return f(0); }");
  EXPECT_EQ(count(function(program, "f"), Op::Switch), 1u);
}

TEST_F(FrontendTest, AnEndlessLoopStays) {
  auto program = load_c("int main(void) { while (1); }");
  const auto& main = function(program, "main");
  ASSERT_EQ(main.code.size(), 1u);
  EXPECT_EQ(main.code[0].op, Op::Br);
  EXPECT_EQ(main.code[0].target[0], 0u);
}

// --- Functions, arguments, structs by value

TEST_F(FrontendTest, VariadicArgumentsAreDescribed) {
  auto program = load_c(
      "struct big { long a[4]; }; void v(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); "
      "__builtin_va_end(ap); }"
      "int main(void) { struct big b = {{1}}; struct { float x, y; } p = {1, 2};"
      " v(1, 2, 3.5, b, 1.0L, p); return 0; }");
  const auto& main = function(program, "main");
  ASSERT_EQ(main.varargs.size(), 1u);
  const auto& described = main.varargs[0].second;
  const std::vector<ir::VarArg> expected = {{1, 8, 0}, {1, 8, 0}, {1, 8, 32}, {2, 16, 0}, {1, 8, 0}};
  EXPECT_EQ(described, expected);
  EXPECT_EQ(main.code[main.varargs[0].first].num_args, 7u) << "one fixed register, six variable ones";
  const auto& v = function(program, "v");
  EXPECT_TRUE(v.is_variadic);
  EXPECT_EQ(all(v, ServiceOp::VaStart).size(), 1u);
}

TEST_F(FrontendTest, LargeStructsAreCopiedByTheCallee) {
  auto program = load_c(
      "struct big { char c[40]; }; int f(int a, struct big b) { return b.c[a]; }"
      "int main(void) { struct big b = {{0}}; return f(1, b); }");
  const auto& f = function(program, "f");
  ASSERT_EQ(f.byval_params.size(), 1u);
  EXPECT_EQ(f.byval_params[0], (std::pair<uint32_t, uint32_t>{1, 40}));
}

TEST_F(FrontendTest, SmallStructsTravelInRegisters) {
  auto program = load_c(
      "struct p { void *p; int n; }; struct p f(struct p a) { return a; }"
      "int main(void) { struct p a = {0, 1}; a = f(a); return a.n; }");
  const auto& f = function(program, "f");
  EXPECT_EQ(f.num_params, 2u);
  auto calls = all(function(program, "main"), Op::Call);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].num_args, 2u);
  EXPECT_EQ(calls[0].num_results, 2u);
  auto rets = all(f, Op::Ret);
  ASSERT_EQ(rets.size(), 1u);
  EXPECT_EQ(rets[0].num_args, 2u);
}

TEST_F(FrontendTest, WideValuesTakeTwoRegisters) {
  auto program = load_c(
      "__int128 f(__int128 a, long double b) { return a * 3 + (__int128)b; }"
      "int main(void) { return (int)f(1, 2); }");
  const auto& f = function(program, "f");
  EXPECT_EQ(f.num_params, 4u);
  EXPECT_EQ(all(f, Op::Mul)[0].width, 128u);
  EXPECT_EQ(all(f, Op::FPToSI)[0].imm, 80);
  EXPECT_EQ(all(function(program, "main"), Op::Call)[0].num_results, 2u);
}

TEST_F(FrontendTest, OldStyleCallsPassAsManyArgumentsAsTheFunctionHas) {
  auto program =
      load_c("int f(); int main(void) { return f(1, 2) + f(1, 2, 3, 4); } int f(a, b, c) int a, b, c; { return a; }");
  for (const auto& call : all(function(program, "main"), Op::Call)) {
    EXPECT_EQ(call.num_args, 3u);
    EXPECT_EQ(call.num_results, 1u);
  }
  EXPECT_TRUE(function(program, "main").varargs.empty());
}

TEST_F(FrontendTest, CallsThroughPointersAreIndirect) {
  auto program = load_c("int f(int a) { return a; } int (*p)(int) = f; int main(void) { return p(1); }");
  EXPECT_EQ(count(function(program, "main"), Op::CallInd), 1u);
  const auto& p = global(program, "p");
  ASSERT_EQ(p.relocations.size(), 1u);
  EXPECT_EQ(p.relocations[0].target.kind, ir::Constant::Kind::Function);
  EXPECT_EQ(program.functions[p.relocations[0].target.id].name, "f");
}

TEST_F(FrontendTest, OnlyWhatCanBeReachedIsTranslated) {
  auto program =
      load_c("int used, unused; void g(void) { unused = 1; } void f(void) { used = 1; } int main(void) { f(); }");
  EXPECT_EQ(program.find_function("g"), nullptr);
  EXPECT_TRUE(
      std::none_of(program.globals.begin(), program.globals.end(), [](const auto& g) { return g.name == "unused"; }));
}

// --- Variables

TEST_F(FrontendTest, InitialisersAreBytesAndRelocations) {
  auto program = load_c(
      "struct s { char c; short d; struct s *next; } a, b = {1, 2, &a}; int n[3] = {7};"
      "int *end = n + 2; double d = 1.5; int main(void) { return b.c + n[0] + *end + (int)d; }");
  const auto& b = global(program, "b");
  ASSERT_EQ(b.bytes.size(), 16u);
  EXPECT_EQ(b.bytes[0], 1u);
  EXPECT_EQ(b.bytes[2], 2u);
  ASSERT_EQ(b.relocations.size(), 1u);
  EXPECT_EQ(b.relocations[0].offset, 8u);
  const auto& end = global(program, "end");
  ASSERT_EQ(end.relocations.size(), 1u);
  EXPECT_EQ(end.relocations[0].target.value, 8u);
  EXPECT_EQ(program.globals[end.relocations[0].target.id].name, "n");
  EXPECT_TRUE(global(program, "a").bytes.empty()) << "zeros need no bytes";
}

TEST_F(FrontendTest, ThreadLocalVariablesAreAddressedThroughTheThread) {
  auto program = load_c("_Thread_local int t = 3; int main(void) { return t++; }");
  EXPECT_TRUE(global(program, "t").is_thread_local);
  EXPECT_GE(count(function(program, "main"), Op::TlsAddr), 1u);
}

TEST_F(FrontendTest, VariablesHaveTypesAndPlaces) {
  auto program = load_c(
      "typedef struct node { struct node *next; unsigned key : 5; float w[2][3]; } node_t;\n"
      "static node_t n;\nint main(void) { return n.key; }");
  const auto& n = global(program, "n");
  EXPECT_EQ(program.locs[n.loc].line, 2u);
  const auto& type = program.types[n.type];
  EXPECT_EQ(type.kind, ir::DebugType::Kind::Struct);
  EXPECT_EQ(type.name, "node");
  ASSERT_EQ(type.members.size(), 3u);
  EXPECT_EQ(program.types[type.members[0].type].kind, ir::DebugType::Kind::Pointer);
  EXPECT_EQ(program.types[type.members[0].type].element, n.type) << "the type leads back to itself";
  EXPECT_EQ(type.members[1].offset, 8u);
  EXPECT_EQ(type.members[1].bit_size, 5u);
  const auto& array = program.types[type.members[2].type];
  EXPECT_EQ(array.kind, ir::DebugType::Kind::Array);
  EXPECT_EQ(array.size, 24u);
  EXPECT_EQ(program.types[array.element].size, 12u);
}

TEST_F(FrontendTest, CreatedObjectsHaveTheTypeOfTheSource) {
  const auto program = load_c(
      "#include <stdlib.h>\n"
      "struct node { struct node *next; int value; } *global;\n"
      "struct node *make(void) { return malloc(sizeof(struct node)); }\n"
      "void use(struct node *);\n"
      "void use(struct node *n) { global = n; }\n"
      "int main(void) {\n"
      "  struct node local = {0};\n"
      "  struct node *n = calloc(1, sizeof *n);\n"
      "  global = malloc(16);\n"
      "  void *raw = malloc(16);\n"
      "  use(&local); use(n); use(make());\n"
      "  return raw != 0;\n"
      "}\n");
  std::map<uint32_t, std::string> made;  // by line
  for (const ir::Made& m : program.made) made[program.locs[m.loc].line] = program.types[m.type].name + " " + m.name;
  EXPECT_EQ(made, (std::map<uint32_t, std::string>{{3, "node "}, {7, "node local"}, {8, "node "}, {9, "node "}}));
}

TEST_F(FrontendTest, StaticLocalsAreNamedByTheirFunctionOnlyWhereTheNameIsShared) {
  auto program = load_c("int x; int f(void) { static int x, y; return x++ + y++; } int main(void) { return x + f(); }");
  global(program, "x");
  global(program, "f::x");
  global(program, "y");
}

TEST_F(FrontendTest, LocationsNameTheFileAsTheUserDid) {
  auto old = std::filesystem::current_path();
  write("sub/a.c", "int x;\nint main(void) {\n  x = 1;\n  return 0;\n}\n");
  std::filesystem::current_path(folder_);
  auto program = load_files({"sub/a.c"});
  std::filesystem::current_path(old);
  auto stores = all(function(program, "main"), Op::Store);
  ASSERT_EQ(stores.size(), 1u);
  const auto& loc = program.locs[stores[0].loc];
  EXPECT_EQ(program.files[loc.file], "sub/a.c");
  EXPECT_EQ(loc.line, 3u);
}

// --- The library

TEST_F(FrontendTest, PthreadFunctionsAreActions) {
  auto program = load_c(
      "#include <pthread.h>\n#include <semaphore.h>\npthread_mutex_t m; pthread_cond_t c; sem_t s;"
      "int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);"
      " pthread_mutex_unlock(&m); return sem_wait(&s); }");
  const auto& main = function(program, "main");
  EXPECT_EQ(count(main, SyncOp::MutexLock), 1u);
  EXPECT_EQ(count(main, SyncOp::CondWait), 1u);
  EXPECT_EQ(count(main, SyncOp::MutexUnlock), 1u);
  EXPECT_EQ(count(main, SyncOp::SemWait), 1u);
  EXPECT_EQ(count(main, Op::Call), 0u);
}

TEST_F(FrontendTest, AProgramsOwnDefinitionWins) {
  auto program = load_c("int sem_post(int *s) { return *s; } int main(void) { int a = 1; return sem_post(&a); }");
  EXPECT_EQ(count(function(program, "main"), Op::Call), 1u);
  EXPECT_FALSE(function(program, "sem_post").is_library);
}

TEST_F(FrontendTest, AddressesOfLibraryFunctionsCanBeTaken) {
  auto program = load_c(
      "#include <pthread.h>\npthread_mutex_t m; int (*lock)(pthread_mutex_t *) = pthread_mutex_lock;"
      "int main(void) { return lock(&m); }");
  const auto& stand_in = function(program, "pthread_mutex_lock");
  EXPECT_EQ(count(stand_in, SyncOp::MutexLock), 1u);
  EXPECT_TRUE(stand_in.is_library);
}

TEST_F(FrontendTest, UndefinedFunctionsAreReportedWhenReached) {
  auto program = load_c(
      "int no_such_function(int); extern int no_such_variable;\nint main(int c, char **v) {\n"
      " if (c > 1) return no_such_function(c);\n if (c > 2) __asm__(\"hlt\"); return no_such_variable; }");
  auto names = unsupported_in(program, "main");
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(names[0], "the undefined function no_such_function");
  EXPECT_EQ(names[1], "inline assembly");
  EXPECT_EQ(names[2], "the undefined variable no_such_variable");
  EXPECT_EQ(program.locs[all(function(program, "main"), ServiceOp::Unsupported)[0].loc].line, 3u);
}

TEST_F(FrontendTest, ACompareAndSwapHasAnOrderOfItsOwnForWhenItFails) {
  auto program = load_c(
      "#include <stdatomic.h>\n_Atomic int x; int main(void) { int e = 3;"
      "  atomic_compare_exchange_strong_explicit(&x, &e, 4, memory_order_acq_rel, memory_order_relaxed);"
      "  atomic_compare_exchange_weak_explicit(&x, &e, 5, memory_order_release, memory_order_acquire); }");
  const auto swaps = all(function(program, "main"), Op::CmpXchg);
  ASSERT_EQ(swaps.size(), 2u);
  EXPECT_EQ(swaps[0].order, ir::Order::AcqRel);
  EXPECT_EQ(ir::order_on_failure(swaps[0]), ir::Order::Relaxed);
  EXPECT_EQ(swaps[1].order, ir::Order::Release);
  EXPECT_EQ(ir::order_on_failure(swaps[1]), ir::Order::Acquire);
}

TEST_F(FrontendTest, BarriersAndPausesInAssemblyAreUnderstood) {
  auto program = load_c(
      "int main(void) { int x = 4; __asm__ volatile(\"\" ::: \"memory\"); __asm__ volatile(\"rep; nop\");"
      "__asm__ volatile(\"mfence\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); return x; }");
  const auto& main = function(program, "main");
  EXPECT_EQ(count(main, Op::Fence), 1u);
  EXPECT_EQ(all(main, ServiceOp::Unsupported).size(), 0u);
  EXPECT_EQ(constant(main, all(main, Op::Ret)[0].a).value, 4u);
}

TEST_F(FrontendTest, VerifierNamesWorkUndeclaredInC) {
  auto program = load_c(
      "void __VERIFIER_atomic_inc(int *p) { ++*p; }"
      "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); int y = 0;"
      " __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); __VERIFIER_atomic_inc(&y);"
      " if (x < 3) reach_error(); return x + __VERIFIER_nondet_bool(); }");
  const auto& main = function(program, "main");
  auto nondets = all(main, ServiceOp::Nondet);
  ASSERT_EQ(nondets.size(), 2u);
  EXPECT_EQ(constant(main, main.args[nondets[0].first_arg]).value, 32u);
  EXPECT_EQ(constant(main, main.args[nondets[1].first_arg]).value, 1u);
  EXPECT_EQ(all(main, ServiceOp::Assume).size(), 1u);
  EXPECT_EQ(count(main, SyncOp::AtomicBegin), 1u);
  ASSERT_EQ(all(main, ServiceOp::AssertFail).size(), 1u);
  EXPECT_EQ(text_of(program, main, all(main, ServiceOp::AssertFail)[0]), "reach_error() was called");
  EXPECT_TRUE(function(program, "__VERIFIER_atomic_inc").is_atomic);
  EXPECT_FALSE(main.is_atomic);
}

TEST_F(FrontendTest, VerifierNamesWorkInCxxUndeclaredAndDeclared) {
  auto undeclared =
      load_cxx("int main() { if (__VERIFIER_nondet_uint() == 3u) reach_error(); return __VERIFIER_nondet_char(); }");
  EXPECT_EQ(all(function(undeclared, "main"), ServiceOp::Nondet).size(), 2u);
  EXPECT_EQ(all(function(undeclared, "main"), ServiceOp::AssertFail).size(), 1u);
  auto declared = load_cxx(
      "int __VERIFIER_nondet_int(); void reach_error(); int main() { if (__VERIFIER_nondet_int()) reach_error(); }");
  EXPECT_EQ(all(function(declared, "main"), ServiceOp::Nondet).size(), 1u);
  EXPECT_EQ(all(function(declared, "main"), ServiceOp::AssertFail).size(), 1u);
}

TEST_F(FrontendTest, ReachingAReachErrorWithABodyIsTheViolation) {
  auto program = load_c("int x; void reach_error(void) { x = 1; } int main(void) { reach_error(); }");
  const auto& f = function(program, "reach_error");
  ASSERT_FALSE(f.code.empty());
  EXPECT_EQ(f.code[0].op, Op::Service);
  EXPECT_EQ(f.code[0].sub, static_cast<uint8_t>(ServiceOp::AssertFail));
}

}  // namespace
}  // namespace mover::frontend
