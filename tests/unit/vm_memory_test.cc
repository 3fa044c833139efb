// Tests objects and accesses: memory errors, and reachability from other threads.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/small_programs.h"

namespace mover::test {
namespace {

std::string in_main(const std::string& body) {
  return "global @x size 8 align 8\nglobal @c constant = i64 5\nglobal @text constant = bytes 61626300\nfunc @f(0) {\n "
         " ret\n}\n"
         "func @main(0) regs 20 {\n" +
         body + "\n  ret\n}\n";
}
std::string outcome(const std::string& body, const vm::Options& options = {}) {
  return message_of(run(in_main(body), options));
}

struct Mistake {
  const char* body;
  const char* message;  // a prefix of the message
};

class MemoryErrors : public ::testing::TestWithParam<Mistake> {};

TEST_P(MemoryErrors, AreFoundAndSaidInOneSentence) {
  StepResult result = run(in_main(GetParam().body));
  EXPECT_EQ(result.kind, StepResult::Kind::Failed);
  EXPECT_EQ(result.finding.kind, FindingKind::Memory);
  EXPECT_EQ(result.finding.message.substr(0, std::string(GetParam().message).size()), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Each, MemoryErrors,
    ::testing::Values(
        Mistake{"  %0 = load.64 0", "reads through a null pointer"},
        Mistake{"  store.32 8, 1", "writes through a null pointer (offset 8)"},
        Mistake{"  %0 = load.8 0x1234567890123", "reads through an invalid pointer"},
        Mistake{"  %0 = load.64 undef", "reads through an uninitialised pointer"},
        Mistake{"  %0 = load.64 @x+1", "reads 8 bytes out of bounds, at offset 1 of x, which has 8"},
        Mistake{"  %0 = load.8 @x-1", "reads 1 byte out of bounds, at offset -1 of x"},
        Mistake{"  store.64 @c, 1", "writes to constant memory: c"},
        Mistake{"  %0 = load.64 @f", "reads memory that is a function"},
        Mistake{"  %0 = service thread_self()\n  store.8 %0, 1", "writes memory that is a thread's handle"},
        Mistake{"  %0 = service malloc(8, 8)\n  service free(%0)\n  %1 = load.8 %0", "reads memory after it was freed"},
        Mistake{"  %0 = service malloc(8, 8)\n  service free(%0)\n  service free(%0)", "frees memory a second time"},
        Mistake{"  %0 = service malloc(8, 8)\n  %0 = ptradd %0, 1\n  service free(%0)",
                "frees a pointer into the middle of"},
        Mistake{"  service free(@x)", "frees memory that was not allocated on the heap: x"},
        Mistake{"  service free(0x1200000000)", "frees a pointer that is not to heap memory"},
        Mistake{"  service free(undef)", "frees an uninitialised pointer"},
        Mistake{"  %0 = service usable_size(@x)", "reallocates memory that was not allocated on the heap"},
        Mistake{"  %0 = service malloc(undef, 8)", "allocates an uninitialised number of bytes"},
        Mistake{"  %0 = alloca undef", "declares an array of uninitialised size"},
        Mistake{"  memcpy @x, @c, 9", "reads 9 bytes out of bounds"},
        Mistake{"  memcpy @x, @c, undef", "copies an uninitialised number of bytes"},
        Mistake{"  memcpy @c, @x, 4", "writes to constant memory"},
        Mistake{"  memset @x+4, 0, 5", "writes 5 bytes out of bounds"},
        Mistake{"  memset @x, 0, undef", "sets an uninitialised number of bytes"},
        Mistake{"  store.64 @x, 0x4141414141414141\n  %0 = strlen @x", "reads out of bounds: no terminating NUL in x"},
        Mistake{"  %0 = alloca 4\n  %1 = strlen %0", "reads an uninitialised byte of a string, at offset 0"},
        Mistake{"  callind 0()", "calls through a null function pointer"},
        Mistake{"  callind undef()", "calls through an uninitialised function pointer"},
        Mistake{"  callind @x()", "calls through a pointer that is not a function's address"},
        Mistake{"  %0 = udiv.32 1, 0", "divides by zero"},
        Mistake{"  %0 = srem.32 0x80000000, -1", "overflows in a division"},
        Mistake{"  %0 = sdiv.32 1, undef", "divides by an uninitialised value"},
        Mistake{"  %0 = alloca 4\n  %1 = load.32 %0\n  %2 = icmp.eq.32 %1, 0\n  condbr %2, a, a\na:",
                "a branch depends on an uninitialised value"},
        Mistake{"  switch.32 undef, [1: a], a\na:", "a switch depends on an uninitialised value"},
        Mistake{"  %0 = select.32 undef, 1, 2", "decides on an uninitialised value"},
        Mistake{"  service assume(undef)", "an assumption depends on an uninitialised value"},
        Mistake{"  %0 = alloca 8\n  %1 = cmpxchg.64.seq_cst %0, 0, 1",
                "compares an uninitialised value in a compare-and-swap"},
        Mistake{"  %0 = fptosi.32 1e30 from 64",
                "converts a floating-point number to an integer type that cannot hold it"},
        Mistake{"  unreachable", "reaches code that the compiler takes to be unreachable"}));

TEST(Memory, ALocalIsGoneWhenItsFunctionHasReturned) {
  const std::string text =
      "func @f(0) {\n  %0 = alloca 4\n  store.32 %0, 1\n  ret %0\n}\n"
      "func @main(0) {\n  %0 = call @f()\n  %1 = load.32 %0\n  ret\n}\n";
  EXPECT_EQ(message_of(run(text)), "reads a local variable after its function has returned: a local variable (<ir>:2)");
}

TEST(Memory, AVlaIsGoneAtTheEndOfItsScope) {
  const std::string text =
      "func @main(0) {\n  %0 = alloca 4\n  %1 = service stack_save()\n  %2 = alloca 4\n  store.32 %2, 1\n  service "
      "stack_restore(%1)\n  store.32 %0, 1\n  %3 = load.32 %2\n  ret\n}\n";
  EXPECT_EQ(message_of(run(text)), "reads a local variable after its function has returned: a local variable (<ir>:4)");
}

TEST(Memory, AByvalParameterIsACopyOfItsOwn) {
  EXPECT_EQ(
      message_of(run(kBoom +
                     "global @x size 8\nfunc @f(1) byval (%0: 8) {\n  store.64 %0, 7\n  ret %0\n}\nfunc @main(0) {\n"
                     "  %0 = call @f(@x)\n  %1 = load.64 @x\n  %2 = icmp.eq.64 %1, 0\n" +
                     claim("%2") + "  %3 = load.8 %0\n  ret\n}\n")),
      "reads a local variable after its function has returned: a local variable (<ir>:8)");
}

TEST(Memory, ObjectsDoNotRunIntoEachOther) {
  EXPECT_EQ(outcome("  %0 = service malloc(8, 8)\n  %1 = service malloc(8, 8)\n  %2 = ptradd %0, 8\n  store.8 %2, 1")
                .substr(0, 42),
            "writes 1 byte out of bounds, at offset 8 o");
  EXPECT_EQ(outcome("  %0 = service malloc(0, 8)\n  %1 = service malloc(0, 8)\n  service free(%0)\n  service free(%1)"),
            "");
}

TEST(Memory, CopiesMayOverlap) {
  EXPECT_EQ(
      message_of(run(kBoom +
                     "global @x = bytes 0102030405060708\nfunc @main(0) {\n  memcpy @x+1, @x, 7\n  %0 = load.64 @x\n"
                     "  %1 = icmp.eq.64 %0, 0x0706050403020101\n" +
                     claim("%1") + "  ret\n}\n")),
      "");
}

TEST(Memory, ACopyCarriesWhatIsUndefinedBitByBit) {
  const std::string copy = "  %0 = alloca 8\n  %1 = alloca 8\n  store.8 %0, 3\n  memcpy %1, %0, 8\n";
  EXPECT_EQ(outcome(copy + "  %2 = load.8 %1\n  %3 = icmp.eq.8 %2, 3\n  condbr %3, a, a\na:"), "");
  EXPECT_EQ(outcome(copy + "  %2 = load.16 %1\n  %3 = icmp.eq.16 %2, 3\n  condbr %3, a, a\na:"),
            "a branch depends on an uninitialised value");
  // If defined bytes differ, the comparison does not depend on the undefined ones.
  EXPECT_EQ(outcome(copy + "  %2 = load.16 %1\n  %3 = icmp.eq.16 %2, 4\n  condbr %3, a, a\na:"), "");
  EXPECT_EQ(outcome(copy + "  memset %1, 0, 8\n  %2 = load.64 %1\n  %3 = icmp.eq.64 %2, 0\n  condbr %3, a, a\na:"), "");
}

TEST(Memory, VariadicArgumentsAreAdjacentInTheOverflowArea) {
  const std::string text =
      kBoom +
      "global @s = i64 7, 8\n"
      "func @f(1, ...) regs 12 {\n  %1 = alloca 24\n  service va_start(%1)\n  %2 = ptradd %1, 8\n  %3 = load.64 %2\n"
      "  %4 = load.64 %3\n  %5 = icmp.eq.64 %4, 11\n" +
      claim("%5", 1) + "  %3 = ptradd %3, 16\n  %4 = load.64 %3\n  %5 = icmp.eq.64 %4, 7\n" + claim("%5", 2) +
      "  %3 = ptradd %3, 8\n  %4 = load.64 %3\n  %5 = icmp.eq.64 %4, 8\n" + claim("%5", 3) +
      "  %3 = ptradd %3, 8\n  %4 = load.64 %3\n  ret\n}\n"
      "func @main(0) {\n  call @f(1, 11, @s) varargs (1, 1 align 16 byval 16)\n  ret\n}\n";
  EXPECT_EQ(message_of(run(text)).substr(0, 31),
            "reads 8 bytes out of bounds, at");  // no access after the last element
}

TEST(Memory, ThreadLocalsAreFreshInEveryThreadAndGoneWithIt) {
  const std::string text =
      kBoom + "global @own thread_local = i64 3\nglobal @g size 8\n" +
      thread("t", "  %2 = tlsaddr @own\n  %3 = load.64 %2\n  %4 = icmp.eq.64 %3, 3\n" + claim("%4") +
                      "  store.64 %2, 9\n  store.64.seq_cst @g, %2\n  ret 0") +
      main_with({"t"},
                "  %20 = tlsaddr @own\n  %21 = load.64 %20\n  %22 = icmp.eq.64 %21, 3\n" + claim("%22", 1) +
                    "  sync thread_join(%10)\n  %23 = load.64 @g\n  %24 = load.64 %23\n",
                false);
  SearchResult result = stateful(text);
  EXPECT_EQ(messages(result, FindingKind::Memory),
            (std::set<std::string>{"reads a thread-local variable after its thread has ended: own"}));
  EXPECT_FALSE(finds(result, FindingKind::Assertion));
}

TEST(Memory, ArgumentsOfTheProgramCanBeReadAndChanged) {
  vm::Options options;
  options.args = {"prog", "ab"};
  const std::string text =
      kBoom + "func @main(0) {\n  %0 = service argc()\n  %1 = icmp.eq.64 %0, 2\n" + claim("%1", 1) +
      "  %2 = service argv()\n  %3 = ptradd %2, 8\n  %4 = load.64 %3\n  %5 = strlen %4\n  %6 = icmp.eq.64 %5, 2\n" +
      claim("%6", 2) + "  store.8 %4, 0\n  %7 = ptradd %2, 16\n  %8 = load.64 %7\n  %9 = icmp.eq.64 %8, 0\n" +
      claim("%9", 3) + "  ret\n}\n";
  EXPECT_EQ(message_of(run(text, options)), "");
}

std::string limit_of(const std::string& text, const vm::Options& options) {
  Lab lab(text, options);
  lab.run_alone();
  EXPECT_EQ(lab.last().kind, StepResult::Kind::Limit);
  return in_words(lab.code(), lab.last().limit);
}

TEST(Memory, EndlessAllocationHitsALimitThatNamesItsOption) {
  vm::Options options;
  options.max_heap_bytes = 1 << 20;
  options.max_frames = 100;
  EXPECT_EQ(limit_of("func @main(0) {\nagain:\n  %0 = service malloc(65536, 8)\n  br again\n}\n", options),
            "the program allocates more than 1 MiB (--max-heap), at <ir>:3");
  EXPECT_EQ(
      limit_of("func @f(0) {\n  %0 = alloca 65536\n  call @f()\n  ret\n}\nfunc @main(0) {\n  call @f()\n  ret\n}\n",
               options),
      "the program's local variables and heap take more than 1 MiB (--max-heap), at <ir>:2");
  EXPECT_EQ(limit_of("func @f(0) {\n  call @f()\n  ret\n}\nfunc @main(0) {\n  call @f()\n  ret\n}\n", options),
            "the recursion in f goes deeper than 100 calls (--max-recursion), at <ir>:2");
  EXPECT_EQ(limit_of(in_main("  %0 = service malloc(0xffffffffffffffff, 8)"), options),
            "the program allocates more than 1 MiB (--max-heap), at <ir>:8");
}

TEST(Memory, FreedMemoryMayBeAllocatedAgainWithoutEnd) {
  vm::Options options;
  options.max_heap_bytes = 1 << 20;
  const std::string f =
      "func @f(0) {\n  %0 = alloca 60000\n  %1 = service malloc(60000, 8)\n  service free(%1)\n  ret\n}\n";
  SearchResult result = stateful(f + "func @main(0) {\nagain:\n  call @f()\n  br again\n}\n", options);
  EXPECT_EQ(result.stop, Stop::Finished);
  EXPECT_TRUE(result.incomplete.empty());
  EXPECT_TRUE(result.violations.empty());
}

TEST(Memory, MallocFailsOnlyWhereAsked) {
  const std::string text = "func @main(0) {\n  %0 = service malloc(8, 8)\n  store.8 %0, 1\n  ret\n}\n";
  EXPECT_EQ(verdict(text), "safe");
  vm::Options options;
  options.malloc_may_fail = true;
  EXPECT_EQ(verdict(text, options), "memory");
}

// ---- Reachability. Main passes a private block to a thread, then reads it twice; the thread writes it once. The two
// reads differ in some interleaving if and only if the block is known to be shared.

struct Way {
  const char* name;
  const char* give;  // main: %20 is the block
  const char* take;  // the thread: leaves the block in %5, or 0
};
void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

class Publishing : public ::testing::TestWithParam<Way> {};

TEST_P(Publishing, LetsOthersSeeTheBlock) {
  const std::string text =
      kBoom +
      "global @g size 32\nglobal @own size 8 thread_local\n"
      "func @variadic(0, ...) {\n  %0 = alloca 24\n  service va_start(%0)\n  %1 = ptradd %0, 8\n  %2 = load.64 %1\n  "
      "store.64.seq_cst @g, %2\n"
      "  %3 = load.64 %2\n  %4 = load.64.seq_cst %3\n  %5 = load.64.seq_cst %3\n  %6 = icmp.eq.64 %4, %5\n" +
      claim("%6") +
      "  ret\n}\n"
      "func @byval(1) byval (%0: 8) {\n  store.64.seq_cst @g, %0\n"
      "  %3 = load.64 %0\n  %4 = load.64.seq_cst %3\n  %5 = load.64.seq_cst %3\n  %6 = icmp.eq.64 %4, %5\n" +
      claim("%6") +
      "  ret\n}\n"
      "func @same(1) {\n  ret %0\n}\n" +
      thread("t",
             std::string(GetParam().take) +
                 "\n  %6 = icmp.ne.64 %5, 0\n  condbr %6, have, not\nhave:\n  store.64.seq_cst %5, 5\nnot:\n  ret 0") +
      "func @main(0) regs 40 {\n  %0 = alloca 8\n  %1 = alloca 8\n  store.64 %1, 0\n  sync thread_create(%0, @t, %1, "
      "0, 0)\n"
      "  %20 = service calloc(8)\n" +
      GetParam().give + "\n  %30 = load.64.seq_cst %20\n  %31 = load.64.seq_cst %20\n  %32 = icmp.eq.64 %30, %31\n" +
      claim("%32") + "  ret\n}\n";
  EXPECT_TRUE(finds(stateful(text), FindingKind::Assertion)) << text;
}

const char* const kFromG = "  %5 = load.64.seq_cst @g";
const char* const kThroughG =
    "  %4 = load.64.seq_cst @g\n  %5 = mov.64 0\n  %7 = icmp.ne.64 %4, 0\n  condbr %7, look, none\nlook:\n  %5 = "
    "load.64.seq_cst %4\nnone:";

INSTANTIATE_TEST_SUITE_P(
    Each, Publishing,
    ::testing::Values(
        Way{"an argument of a new thread", "  sync thread_create(%0, @t, %20, 7, 0)",
            "  %7 = icmp.eq.64 %1, 7\n  condbr %7, second, first\nfirst:\n  ret 0\nsecond:\n  %5 = mov.64 %0"},
        Way{"the second argument of a new thread", "  sync thread_create(%0, @t, 0, %20, 0)", "  %5 = mov.64 %1"},
        Way{"a store into a global", "  store.64.seq_cst @g, %20", kFromG},
        Way{"a wide store", "  %22 = mov.64 %20\n  %23 = mov.64 0\n  store.128.seq_cst @g, %22", kFromG},
        Way{"an unaligned store", "  store.64.seq_cst @g+3, %20", "  %5 = load.64.seq_cst @g+3"},
        Way{"an exchange", "  %21 = rmw.xchg.64.seq_cst @g, %20", kFromG},
        Way{"an addition to a global", "  %21 = rmw.add.64.seq_cst @g, %20", kFromG},
        Way{"a compare-and-swap", "  %21 = cmpxchg.64.seq_cst @g, 0, %20", kFromG},
        Way{"a wide compare-and-swap", "  %24 = mov.64 %20\n  %25 = mov.64 0\n  %21 = cmpxchg.128.seq_cst @g, 0, %24",
            kFromG},
        Way{"a copy", "  %21 = alloca 8\n  store.64 %21, %20\n  memcpy.seq_cst @g, %21, 8", kFromG},
        Way{"copies of its halves",
            "  %21 = alloca 8\n  store.64 %21, %20\n  memcpy.seq_cst @g, %21, 4\n  %22 = ptradd %21, 4\n  "
            "memcpy.seq_cst @g+4, %22, 4",
            "  %5 = load.64.seq_cst @g\n  %7 = lshr.64 %5, 32\n  %7 = icmp.ne.64 %7, 0\n  %5 = select.64 %7, %5, 0"},
        Way{"a copy to another alignment", "  %21 = alloca 8\n  store.64 %21, %20\n  memcpy.seq_cst @g+1, %21, 8",
            "  %5 = load.64.seq_cst @g+1"},
        Way{"a number", "  %21 = mul.64 %20, 1\n  store.64.seq_cst @g, %21", kFromG},
        Way{"a number that hides it", "  %21 = xor.64 %20, -1\n  store.64.seq_cst @g, %21",
            "  %5 = load.64.seq_cst @g\n  %7 = icmp.ne.64 %5, 0\n  %4 = xor.64 %5, -1\n  %5 = select.64 %7, %4, 0"},
        Way{"its upper half and what all have in common",
            "  %21 = lshr.64 %20, 32\n  %21 = trunc.32 %21 from 64\n  store.32.seq_cst @g, %21",
            "  %4 = load.32.seq_cst @g\n  %4 = zext.64 %4 from 32\n  %7 = icmp.ne.64 %4, 0\n  %4 = shl.64 %4, 32\n  %4 "
            "= add.64 %4, 0x80000000\n  %5 = select.64 %7, %4, 0"},
        Way{"a double with its bits", "  %21 = fneg.64 %20\n  store.64.seq_cst @g, %21",
            "  %5 = load.64.seq_cst @g\n  %7 = icmp.ne.64 %5, 0\n  %4 = fneg.64 %5\n  %5 = select.64 %7, %4, 0"},
        Way{"a block that is shared later",
            "  %21 = service calloc(8)\n  store.64 %21, %20\n  store.64.seq_cst @g, %21", kThroughG},
        Way{"a block that was shared before",
            "  %21 = service calloc(8)\n  store.64.seq_cst @g, %21\n  store.64.seq_cst %21, %20", kThroughG},
        Way{"a list that is shared at its head",
            "  %21 = service calloc(8)\n  %22 = service calloc(8)\n  store.64 %21, %22\n  store.64 %22, %20\n  "
            "store.64.seq_cst @g, %21",
            "  %4 = load.64.seq_cst @g\n  %5 = mov.64 0\n  %7 = icmp.ne.64 %4, 0\n  condbr %7, look, none\nlook:\n  %4 "
            "= load.64 %4\n  %5 = load.64 %4\nnone:"},
        Way{"a local of its own that the thread got as an argument", "  store.64.seq_cst %1, %20",
            "  %5 = load.64.seq_cst %0"},
        Way{"thread-local memory whose address is known",
            "  %21 = tlsaddr @own\n  store.64.seq_cst @g, %21\n  store.64.seq_cst %21, %20", kThroughG},
        Way{"thread-local memory that is shown later",
            "  %21 = tlsaddr @own\n  store.64 %21, %20\n  store.64.seq_cst @g, %21", kThroughG},
        Way{"variadic arguments", "  call @variadic(%20) varargs (1)", kThroughG},
        Way{"a struct passed by value", "  %21 = alloca 8\n  store.64 %21, %20\n  call @byval(%21)", kThroughG},
        Way{"a variadic struct passed by value",
            "  %21 = alloca 8\n  store.64 %21, %20\n  call @variadic(%21) varargs (1 byval 8)", kThroughG},
        Way{"what a function gives back", "  %21 = call @same(%20)\n  store.64.seq_cst @g, %21", kFromG},
        Way{"argv", "  %21 = service argv()\n  store.64.seq_cst %21, %20",
            "  %4 = service argv()\n  %5 = load.64.seq_cst %4\n  %7 = load.8 %5\n  %7 = icmp.eq.8 %7, 0x70\n  %5 = "
            "select.64 %7, 0, %5"}));

TEST(Publishing, AccessesToUnsharedBlocksAreNoSteps) {
  Lab lab("global @g size 8\n" + thread("t", "  ret 0") +
          main_with({"t"},
                    "  %20 = service calloc(8)\n  %21 = alloca 8\n  store.64 %21, %20\n  %22 = load.64 %21\n  store.64 "
                    "%22, 3\n  store.64.seq_cst @g, %20\n"));
  lab.step(0);  // creates the thread, and runs up to the store into g
  EXPECT_EQ(lab->pending(0).kind, ActionKind::Access);
  EXPECT_EQ(lab->description().describe(lab->pending(0).accesses[0].address, 8), "g");
}

TEST(Publishing, TheEndOfALocalThatOthersReachIsAStep) {
  // Main may access the local before its function returns; afterwards an access is an error.
  const std::string text =
      kBoom +
      "global @g size 8\nfunc @f(0) {\n  %0 = alloca 8\n  store.64 %0, 7\n  store.64.seq_cst @g, %0\n  ret\n}\n" +
      thread("t", "  call @f()\n  ret 0") +
      main_with(
          {"t"},
          "  %20 = load.64.seq_cst @g\n  %21 = icmp.ne.64 %20, 0\n  condbr %21, yes, no\nyes:\n  %22 = load.64 %20\n"
          "  service assert_fail(@boom)\nno:\n");
  EXPECT_EQ(verdict(text), "assertion memory");
}

TEST(Publishing, WithOneThreadNothingIsAStep) {
  Lab lab(
      "global @x size 8\nglobal @m size 40\nfunc @main(0) {\n  sync mutex_lock(@m)\n  store.64 @x, 1\n  sync "
      "mutex_unlock(@m)\n  sync yield()\n  ret\n}\n");
  EXPECT_EQ(lab->pending(0).kind, ActionKind::Exit);
  EXPECT_EQ(lab.step(0).kind, StepResult::Kind::Ended);
}

TEST(Memory, StructsPassedByValueAreReadWhereTheyAreCalledFor) {
  for (const char* call :
       {"  call @f(@s)\n", "  %20 = mov.64 @f\n  callind %20(@s)\n", "  call @v(@s) varargs (1 byval 8)\n"}) {
    const std::string text = "global @s size 8\nfunc @f(1) byval (%0: 8) {\n  ret\n}\nfunc @v(0, ...) {\n  ret\n}\n" +
                             thread("t", "  store.64 @s, 1\n  ret 0") + main_with({"t"}, call);
    EXPECT_EQ(verdict(text), "race") << call;
    Lab lab(text);
    lab->record_events(true);
    lab.reset();
    lab.step(0);
    lab.step(0);
    const auto& events = lab->happened();
    EXPECT_TRUE(std::any_of(events.begin(), events.end(), [](const Event& e) {
      return e.kind == Event::Kind::Access && e.access.size == 8 && !e.access.write;
    })) << call;
  }
}

// ---- Garbage collection: unreachable objects are removed, and all others are kept.

struct Root {
  const char* name;
  const char* keep;  // %1 is the block, which is dropped afterwards
  const char* find;  // into %2
};
void PrintTo(const Root& root, std::ostream* out) { *out << root.name; }

class Garbage : public ::testing::TestWithParam<Root> {};

TEST_P(Garbage, IsNotWhatCanStillBeFound) {
  const std::string litter =
      "  %20 = mov.64 0\nagain:\n  %21 = service malloc(24, 8)\n  store.64 %21, 9\n  %22 = service choose(2)\n  %20 = "
      "add.64 %20, 1\n  %23 = icmp.eq.64 %20, 400\n  condbr %23, done, again\ndone:\n";
  const std::string text = kBoom + "global @x size 8\nglobal @own size 8 thread_local\nfunc @litter(0) regs 30 {\n" +
                           litter +
                           "  ret\n}\nfunc @within(1) {\n  call @litter()\n  %1 = load.64 %0\n  ret %1\n}\n"
                           "func @main(0) regs 30 {\n  %1 = service malloc(8, 8)\n  store.64 %1, 42\n" +
                           std::string(GetParam().keep) + "\n  %1 = mov.64 0\n  call @litter()\n" + GetParam().find +
                           "\n  %3 = load.64 %2\n  %4 = icmp.eq.64 %3, 42\n" + claim("%4") + "  ret\n}\n";
  EXPECT_EQ(message_of(run(text)), "");
}

INSTANTIATE_TEST_SUITE_P(Each, Garbage,
                         ::testing::Values(Root{"a register", "  %5 = mov.64 %1", "  %2 = mov.64 %5"},
                                           Root{"a local", "  %5 = alloca 8\n  store.64 %5, %1", "  %2 = load.64 %5"},
                                           Root{"a global", "  store.64 @x, %1", "  %2 = load.64 @x"},
                                           Root{"thread-local memory", "  %5 = tlsaddr @own\n  store.64 %5, %1",
                                                "  %5 = tlsaddr @own\n  %2 = load.64 %5"},
                                           Root{"another block",
                                                "  %5 = service malloc(8, 8)\n  store.64 %5, %1\n  store.64 @x, %5",
                                                "  %5 = load.64 @x\n  %2 = load.64 %5"},
                                           Root{"argv", "  %5 = service argv()\n  store.64 %5, %1",
                                                "  %5 = service argv()\n  %2 = load.64 %5"},
                                           Root{"a number", "  %5 = mul.64 %1, 3", "  %2 = udiv.64 %5, 3"},
                                           Root{"the middle of it", "  %5 = ptradd %1, 4", "  %2 = ptradd %5, -4"}));

TEST(Garbage, MakesRoomForMore) {
  // Each block is dropped at once: the addresses must be reused.
  Lab lab(
      "global @x size 8\n" +
      thread("t",
             "again:\n  %2 = service malloc(8, 8)\n  store.64.seq_cst @x, %2\n  store.64.seq_cst %2, 1\n  br again") +
      main_with({"t"}));
  lab.steps({0, 1});
  Address highest = 0;
  for (int i = 0; i < 3000; ++i) {
    Action action = lab->pending(1);
    if (!action.accesses.empty()) highest = std::max(highest, action.accesses[0].address);
    lab.step(1);
  }
  EXPECT_LT(highest >> 32, 200u);
}

}  // namespace
}  // namespace mover::test
