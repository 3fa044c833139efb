// Tests the canonical form: states have the same form if and only if they behave the same.
#include <gtest/gtest.h>

#include "unit/congruence.h"
#include "unit/random_sync.h"
#include "unit/random_threads.h"
#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

// Whether the machine's states at `yield`, after each of the two choices, are equal.
bool same(const std::string& text) {
  Lab lab(text);
  auto start = lab->snapshot();
  lab.step(0, 0);
  auto first = lab.state();
  lab->restore(*start);
  lab.step(0, 1);
  return first == lab.state();
}

// A program that chooses %0 from 0 and 1, executes `zero` or `one` accordingly, parks at another choice, and continues
// with `then`.
std::string either(const std::string& zero, const std::string& one, const std::string& then,
                   const std::string& more = "") {
  return kBoom + "global @x size 16\nglobal @y size 16\n" + more +
         "func @main(0) regs 30 {\n  %0 = service choose(2)\n  %1 = trunc.1 %0 from 32\n  condbr %1, one, "
         "zero\nzero:\n" +
         zero + "  br on\none:\n" + one + "  br on\non:\n  %2 = service choose(2)\n" + then + "  ret\n}\n";
}

TEST(Canonical, AddressesOfTheHeapDoNotMatter) {
  const std::string a_then_b = "  %10 = service malloc(8, 8)\n  %11 = service malloc(8, 8)\n",
                    b_then_a = "  %11 = service malloc(8, 8)\n  %10 = service malloc(8, 8)\n";
  const std::string keep = "  store.64 @x, %10\n  store.64 @x+8, %11\n", use = "  %12 = load.64 @x\n";
  EXPECT_TRUE(same(either(a_then_b + keep, b_then_a + keep, use)));
  EXPECT_TRUE(same(either(a_then_b, b_then_a, "  store.8 %10, 1\n  store.8 %11, 1\n")));  // also in registers
  EXPECT_FALSE(same(either(a_then_b + keep + "  store.64 %10, 5\n", b_then_a + keep + "  store.64 %11, 5\n", use)));
  EXPECT_FALSE(same(either(a_then_b + keep, b_then_a + "  store.64 @x, %10\n  store.64 @x+8, %10\n", use)));
}

TEST(Canonical, TheTargetAmongEqualObjectsMatters) {
  const std::string two = "  %10 = service calloc(8)\n  %11 = service calloc(8)\n";
  EXPECT_FALSE(same(either(two + "  store.64 @x, %10\n", two + "  store.64 @x, %11\n", "  service free(%10)\n")));
  EXPECT_TRUE(same(either(two + "  store.64 @x, %10\n", two + "  store.64 @x, %11\n", "")));
  EXPECT_FALSE(same(either("  %10 = service calloc(8)\n  %11 = ptradd %10, 0\n",
                           "  %10 = service calloc(8)\n  %11 = ptradd %10, 4\n", "  store.8 %11, 1\n")));
}

TEST(Canonical, DeadRegistersDoNotMatterAndLiveOnesDo) {
  EXPECT_TRUE(same(either("  %10 = mov.64 1\n", "  %10 = mov.64 2\n", "")));
  EXPECT_TRUE(same(either("  %10 = mov.64 1\n", "  %10 = mov.64 2\n", "  %10 = mov.64 3\n  %11 = add.64 %10, 1\n")));
  EXPECT_TRUE(same(either("  %10 = mov.64 1\n", "  %10 = mov.64 2\n", "  %11 = add.64 %10, 1\n")));  // irrelevant
  EXPECT_FALSE(same(either("  %10 = mov.64 1\n", "  %10 = mov.64 2\n", "  %11 = udiv.64 8, %10\n")));
  EXPECT_FALSE(same(either("  %10 = mov.64 0\n", "  %10 = mov.64 undef\n", "  %11 = add.64 %10, 1\n")));
  EXPECT_FALSE(same(either("  %10 = and.64 undef, 1\n", "  %10 = and.64 undef, 2\n", "  %11 = add.64 %10, 1\n")));
}

TEST(Canonical, RegistersOfCallersCountByWhatTheyDoAfterTheCall) {
  auto calling = [](const std::string& after) {
    return "func @f(1) {\n  %1 = service choose(2)\n  ret %1\n}\nfunc @main(0) {\n  %0 = service choose(2)\n  %1 = "
           "mov.64 %0\n  %2 = call @f(5)\n" +
           after + "  ret\n}\n";
  };
  EXPECT_TRUE(same(calling("  %3 = mov.64 %2\n")));
  EXPECT_TRUE(same(calling("  %0 = mov.64 1\n  %3 = mov.64 %0\n")));
  EXPECT_FALSE(same(calling("  %3 = mov.64 %1\n")));
}

TEST(Canonical, GarbageAndFreedMemoryDoNotMatter) {
  EXPECT_TRUE(same(either("", "  %10 = service malloc(8, 8)\n  store.64 %10, 4\n", "")));
  EXPECT_TRUE(same(either("", "  %10 = service malloc(8, 8)\n  service free(%10)\n", "")));
  EXPECT_TRUE(same(either("  %10 = service malloc(8, 8)\n  store.64 %10, 4\n  service free(%10)\n",
                          "  %10 = service malloc(80, 8)\n  service free(%10)\n", "  %11 = icmp.eq.64 %10, 0\n")));
  EXPECT_TRUE(same(either("", "  %10 = alloca 8\n  store.64 %10, 4\n", "")));  // a local that no thread can reach
}

TEST(Canonical, TheEndOfAnObjectMatters) {
  EXPECT_FALSE(same(either("  %10 = service malloc(8, 8)\n", "  %10 = service malloc(8, 8)\n  service free(%10)\n",
                           "  store.8 %10, 1\n")));
  // A dangling pointer equals neither a pointer to a new object, nor null, nor another dangling pointer.
  const std::string gone =
      "  %10 = service malloc(8, 8)\n  service free(%10)\n  %11 = service malloc(8, 8)\n  service free(%11)\n";
  EXPECT_FALSE(
      same(either(gone + "  %12 = mov.64 %10\n", gone + "  %12 = mov.64 %11\n", "  %13 = icmp.eq.64 %10, %12\n")));
  EXPECT_FALSE(same(either("  %10 = service malloc(8, 8)\n  service free(%10)\n", "  %10 = mov.64 0\n",
                           "  %13 = icmp.eq.64 %10, 0\n")));
}

TEST(Canonical, SizesAndWhatIsUndefinedMatter) {
  EXPECT_FALSE(same(either("  %10 = service calloc(8)\n", "  %10 = service calloc(9)\n", "  store.8 %10, 1\n")));
  EXPECT_FALSE(same(either("  %10 = service calloc(8)\n", "  %10 = service malloc(8, 8)\n", "  store.8 %10, 1\n")));
  EXPECT_FALSE(same(either("  %10 = service calloc(0)\n", "  %10 = service calloc(0)\n  service free(%10)\n",
                           "  service free(%10)\n")));
}

TEST(Canonical, AnAddressIsNotANumberThatLooksLikeIt) {
  // 0x70000001 << 32 is the form of a renamed address.
  EXPECT_FALSE(same(either("  %10 = service calloc(8)\n  store.64 @x, %10\n",
                           "  %10 = mov.64 0x7000000180000000\n  store.64 @x, %10\n", "")));
  EXPECT_FALSE(
      same(either("  %10 = service calloc(8)\n", "  %10 = mov.64 0x7000000180000000\n", "  %11 = mov.64 %10\n")));
}

TEST(Canonical, AddressesThatBecameNumbersKeepTheirPlace) {
  const std::string numbered = "  %13 = mul.64 %10, 1\n";
  EXPECT_TRUE(same(either("  %10 = service calloc(8)\n" + numbered, "  %10 = service calloc(8)\n" + numbered,
                          "  store.8 %13, 1\n")));
  EXPECT_FALSE(same(either("  %10 = service calloc(8)\n" + numbered,
                           "  %11 = service calloc(8)\n  %10 = service calloc(8)\n" + numbered, "  store.8 %13, 1\n")));
}

TEST(Canonical, IsTheSameBeforeAndAfterAnObjectBecameANumberElsewhere) {
  // In the restored state x points to a block that was exposed later on the path.
  Lab lab(
      "global @x size 8\nfunc @main(0) regs 8 {\n  %1 = service calloc(8)\n  store.64 @x, %1\n  %0 = service "
      "choose(2)\n  %2 = load.64 @x\n  %3 = mul.64 %2, 3\n  %0 = service choose(2)\n  ret %3\n}\n");
  auto here = lab->snapshot();
  auto before = lab.state();
  lab.step(0);
  EXPECT_NE(lab.state(), before);
  lab->restore(*here);
  EXPECT_EQ(lab.state(), before);
}

TEST(Canonical, TheOwnerOfAPointersLocalMatters) {
  // Two threads publish a local each, or not. The owner of a local matters only after one of them has returned.
  const std::string t = thread("t",
                               "  %2 = alloca 8\n  store.64 %2, 0\n  sync mutex_lock(@m)\n  %3 = load.64 @x\n  %4 = "
                               "icmp.eq.64 %3, 0\n  condbr %4, set, skip\nset:\n  store.64 @x, %2\nskip:\n"
                               "  sync mutex_unlock(@m)\n  sync yield()\n  ret 0");
  for (const char* first : {"%10", "%11"}) {
    const std::string text = kBoom + "global @x size 8\nglobal @m size 40\n" + t +
                             main_with({"t", "t"},
                                       std::string("  sync thread_join(") + first +
                                           ")\n  %20 = load.64 @x\n  %21 = load.64 %20\n  service assert_fail(@boom)\n",
                                       false);
    EXPECT_EQ(verdict(text), "assertion memory") << first;
  }
}

TEST(Canonical, InWhichFrameALocalLivesMatters) {
  // f calls itself. The local of the outer or of the inner call is published, and all other pointers are overwritten.
  const std::string f =
      "func @f(2) {\n  %2 = alloca 8\n  store.64 %2, 0\n  %3 = icmp.eq.64 %0, %1\n  condbr %3, show, hide\nshow:\n  "
      "store.64 @x, %2\nhide:\n  %4 = icmp.eq.64 %0, 0\n"
      "  condbr %4, out, deeper\ndeeper:\n  %5 = sub.64 %0, 1\n  call @f(%5, %1)\n  %6 = load.64 @x\n  %7 = load.64 "
      "%6\n  service assert_fail(@boom)\nout:\n  %8 = service choose(2)\n  ret\n}\n";
  const std::string text =
      kBoom + "global @x size 8\n" + f +
      "func @main(0) {\n  %0 = service choose(2)\n  %0 = zext.64 %0 from 32\n  call @f(1, %0)\n  ret\n}\n";
  EXPECT_FALSE(same(text));
  EXPECT_EQ(verdict(text), "assertion memory");
}

TEST(Canonical, TheSameNumberOfALocalInAnotherFrameIsAnotherLocal) {
  // The second local of the thread: main's if main has two, otherwise f's.
  const std::string text =
      kBoom +
      "global @x size 8\nfunc @f(1) {\n  %1 = alloca 8\n  store.64 %1, 0\n  %2 = icmp.eq.64 %0, 0\n  condbr %2, mine, "
      "wait\nmine:\n  store.64 @x, %1\nwait:\n  %3 = service choose(2)\n  ret\n}\n"
      "func @main(0) {\n  %0 = service choose(2)\n  %0 = zext.64 %0 from 32\n  %1 = alloca 8\n  %2 = icmp.eq.64 %0, "
      "1\n  condbr %2, two, one\ntwo:\n  %3 = alloca 8\n  store.64 %3, 0\n  store.64 @x, %3\none:\n"
      "  call @f(%0)\n  %4 = load.64 @x\n  %5 = load.64 %4\n  service assert_fail(@boom)\n  ret\n}\n";
  EXPECT_FALSE(same(text));
  EXPECT_EQ(verdict(text), "assertion memory");
}

TEST(Canonical, WhetherALocalOutlivesTheEndOfAScopeMatters) {
  const std::string text =
      kBoom +
      "global @x size 8\nfunc @main(0) {\n  %0 = service choose(2)\n  %0 = trunc.1 %0 from 32\n  %1 = alloca 8\n  "
      "store.64 %1, 0\n  %2 = service stack_save()\n  %3 = alloca 8\n  store.64 %3, 0\n"
      "  %4 = select.64 %0, %1, %3\n  store.64 @x, %4\n  %5 = service choose(2)\n  service stack_restore(%2)\n  %6 = "
      "load.64 @x\n  %7 = load.64 %6\n  service assert_fail(@boom)\n  ret\n}\n";
  EXPECT_FALSE(same(text));
  EXPECT_EQ(verdict(text), "assertion memory");
}

TEST(Canonical, ThreadsAtTheSamePlaceWithTheSameValuesAreTheSameWhateverTheirPast) {
  Lab lab("global @x size 8\n" + thread("t", "  %2 = load.64 @x\n  store.64 @x, 1\n  ret 0") + main_with({"t", "t"}));
  lab.steps({0, 0, 1, 2, 1, 1});  // 1 reads 0 and writes; 2 has not read
  auto one = lab.state();
  lab.reset();
  lab.steps({0, 1, 0, 1, 2, 1});
  EXPECT_EQ(lab.state(), one);
}

TEST(Canonical, ThreadLocalMemoryMattersThoughNoRegisterLeadsToIt) {
  const std::string own = "global @own size 8 thread_local\n", touch = "  %10 = tlsaddr @own\n  store.64 %10, ";
  EXPECT_FALSE(same(either(touch + "1\n", touch + "2\n", "  %10 = tlsaddr @own\n  %11 = load.64 %10\n", own)));
  EXPECT_TRUE(same(either(touch + "1\n", touch + "1\n", "  %10 = tlsaddr @own\n", own)));
}

// Whether the states at the ends of the two schedules are equal.
bool same_after(const std::string& text, const Schedule& one, const Schedule& other) {
  Lab lab(text);
  for (const Decision& decision : one) lab.step(decision.thread, decision.choice);
  const auto first = lab.state();
  lab.reset();
  for (const Decision& decision : other) lab.step(decision.thread, decision.choice);
  return first == lab.state();
}

TEST(Canonical, TheResultOfAThreadMattersUntilItIsJoined) {
  const std::string t = thread("t", "  %2 = service choose(2)\n  %2 = zext.64 %2 from 32\n  ret %2");
  EXPECT_FALSE(same_after(t + main_with({"t"}), {{0}, {1}, {1, 0}, {1}}, {{0}, {1}, {1, 1}, {1}}));
  EXPECT_TRUE(same_after(t + main_with({"t"}), {{0}, {1}, {1, 0}, {1}, {0}}, {{0}, {1}, {1, 1}, {1}, {0}}));
}

TEST(Canonical, TheThreadOfAHandleAndItsDetachmentMatter) {
  auto choosing = [](const std::string& with) {
    return "global @x size 8\n" + thread("t", "  sync yield()\n  ret 0") +
           main_with({"t", "t"},
                     "  %20 = service choose(2)\n  %21 = trunc.1 %20 from 32\n  %22 = select.64 %21, %10, %11\n" +
                         with + "  sync yield()\n  ret 0\n",
                     false);
  };
  const Schedule zero{{0}, {0}, {0, 0}}, one{{0}, {0}, {0, 1}};
  EXPECT_FALSE(same_after(choosing("  store.64 @x, %22\n"), {{0}, {0}, {0, 0}, {0}}, {{0}, {0}, {0, 1}, {0}}));
  EXPECT_FALSE(same_after(choosing("  sync thread_detach(%22)\n"), {{0}, {0}, {0, 0}, {0}}, {{0}, {0}, {0, 1}, {0}}));
  EXPECT_TRUE(same_after(choosing(""), zero, one));
}

TEST(Canonical, TheHolderOfAReadSideMatters) {
  const std::string text =
      "global @rw size 56\n" +
      thread("t", "  %2 = sync rw_tryrdlock(@rw)\n  sync yield()\n  sync rw_unlock(@rw)\n  ret 0") +
      main_with({"t", "t"}, "  sync rw_wrlock(@rw)\n  sync rw_unlock(@rw)\n");
  const Schedule before{{0}, {0}, {1}, {2}, {0}};  // main holds the write side
  Schedule one = before, other = before;
  for (ThreadId t : {1, 0, 2}) one.push_back({t, 0});    // 1 fails, then 2 succeeds
  for (ThreadId t : {2, 0, 1}) other.push_back({t, 0});  // the other way round
  EXPECT_FALSE(same_after(text, one, other));
  // Two locks, each held by one thread.
  const std::string two = "global @rw size 56\nglobal @other size 56\n" +
                          thread("t",
                                 "  %2 = service choose(2)\n  %2 = trunc.1 %2 from 32\n  %3 = select.64 %2, @rw, "
                                 "@other\n  sync rw_rdlock(%3)\n  sync yield()\n  sync rw_unlock(@rw)\n  ret 0") +
                          main_with({"t", "t"});
  EXPECT_FALSE(
      same_after(two, {{0}, {0}, {1}, {2}, {1, 0}, {2, 1}, {1}, {2}}, {{0}, {0}, {1}, {2}, {1, 1}, {2, 0}, {1}, {2}}));
}

TEST(Canonical, TheThreadInsideAnAtomicSectionMatters) {
  const std::string text = "global @s size 32\n" +
                           thread("t", "  sync atomic_begin()\n  sync sem_wait(@s)\n  sync atomic_end()\n  ret 0") +
                           main_with({"t", "t"}, "  sync sem_post(@s)\n");
  const Schedule one{{0}, {0}, {1}, {2}, {1}, {2}}, other{{0}, {0}, {1}, {2}, {2}, {1}};  // both are blocked inside
  EXPECT_FALSE(same_after(text, one, other));
}

TEST(Canonical, NamesDoNotDependOnTheOrderOfAllocations) {
  Lab lab("global @x size 16\n" +
          thread("t",
                 "  %2 = service calloc(8)\n  store.64 %2, %0\n  %3 = service calloc(24)\n  store.64 %2, %3\n  sync "
                 "yield()\n  store.8 %2, 1\n  ret 0") +
          main_with({"t", "t"}));
  lab.steps({0, 0, 1, 2});
  auto one = lab.state();
  lab.reset();
  lab.steps({0, 0, 2, 1});
  EXPECT_EQ(lab.state(), one);
}

TEST(Canonical, LeaksArePartOfTheStateOnlyWhereTracked) {
  const std::string text = either("", "  %10 = service malloc(8, 8)\n", "");
  EXPECT_TRUE(same(text));
  vm::Options options;
  options.track_leaks = true;
  Lab lab(text, options);
  auto start = lab->snapshot();
  lab.step(0, 0);
  auto clean = lab.state();
  EXPECT_TRUE(lab->leak_tracking().leaks().empty());
  lab->restore(*start);
  lab.step(0, 1);
  EXPECT_NE(lab.state(), clean);
  EXPECT_EQ(lab->leak_tracking().leaks().size(), 1u);  // a dead register does not keep it reachable
}

TEST(Canonical, ArraysThatStandAsTheirElementsAreToldApart) {
  const std::string types =
      "type 1 signed \"int\" size 4\ntype 2 array \"int[2]\" size 8 element 1\ntype 3 signed \"char\" size 1\ntype 4 "
      "array \"char[8]\" size 8 element 3\n"
      "global @a size 8 type 2\nglobal @b size 8 type 4\n";
  auto writing = [&](const std::string& zero, const std::string& one) { return either(zero, one, "", types); };
  EXPECT_TRUE(same(writing("  store.32 @a, 5\n", "  store.32 @a, 5\n")));
  EXPECT_FALSE(same(writing("  store.32 @a, 5\n", "  store.32 @b, 5\n")));
  EXPECT_FALSE(same(writing("  store.32 @a, 5\n", "  store.32 @a+4, 5\n")));
  EXPECT_FALSE(same(writing("  store.32 @a, 5\n", "  store.32 @a, undef\n")));
  EXPECT_FALSE(same(
      writing("  %10 = service calloc(8)\n  store.64 @a, %10\n", "  %10 = service calloc(8)\n  store.64 @b, %10\n")));
}

// ---- Random programs.

TEST(Random, EqualCanonicalFormsBehaveTheSameWhateverIsDoneWithPointers) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < rounds(300); ++seed) {
    const std::string text = RandomThreads(seed, {.numbers = false}).make();
    Congruence<Nothing> congruence(text, 2000);
    ASSERT_EQ(congruence.check(), "") << "seed " << seed << "\n" << text;
    compared += congruence.compared();
  }
  EXPECT_GT(compared, rounds(10000));
}

TEST(Random, EqualCanonicalFormsBehaveTheSameHoweverThreadsSynchronise) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < rounds(150); ++seed) {
    const std::string text = RandomSync(seed).make();
    Congruence<Nothing> congruence(text, 1000);
    ASSERT_EQ(congruence.check(), "") << "seed " << seed << "\n" << text;
    compared += congruence.compared();
  }
  EXPECT_GT(compared, rounds(10000));
}

// The findings by kind and line. Races are ignored, because additional scheduling points reveal no further races.
std::set<std::pair<FindingKind, uint32_t>> found(const std::string& text) {
  const ir::Program p = program(text);
  SearchOptions options = all_findings();
  options.checks.race = false;
  const SearchResult result = search_stateful([&] { return vm::make_machine(p, {}); }, options);
  EXPECT_EQ(result.stop, Stop::Finished);
  EXPECT_TRUE(result.incomplete.empty());
  std::set<std::pair<FindingKind, uint32_t>> all;
  for (const Violation& v : result.violations) all.insert({v.finding.kind, p.locs[v.finding.loc].line});
  return all;
}

// If an object were wrongly classified as private, a step would contain an access of it that other threads can observe.
// This test detects that.
TEST(Random, SchedulingPointsBeforeEveryInstructionShowNothingNew) {
  size_t findings = 0;
  for (uint64_t seed = 0; seed < rounds(250); ++seed) {
    const std::string text = RandomThreads(seed, {}).make();
    const auto quiet = found(text);
    ASSERT_EQ(quiet, found(RandomThreads(seed, {.noisy = true}).make())) << "seed " << seed << "\n" << text;
    findings += quiet.size();
  }
  EXPECT_GT(findings, rounds(50));
}

}  // namespace
}  // namespace mover::test
