// Tests races by C11's happens-before: the effect of each memory order, in every search. Also tests which atomic
// accesses observe steps that do not happen-before them; only then do searches have to track the order of past
// accesses.
#include <gtest/gtest.h>

#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kGlobals = kBoom +
                             "global @x size 8\nglobal @y size 8\nglobal @f size 4\nglobal @m size 40\n"
                             "global @p size 8\n";

// The verdict on which all searches agree.
std::string verdict_of_all(const std::string& text) {
  const ir::Program p = program(text);
  vm::Options options;
  options.keep_names = true;
  auto make_machine = [&] { return vm::make_machine(p, options); };
  const std::string judge = words(search_stateful(make_machine, all_findings()));
  // The sanitizers check memory handling, and the reference search takes most of the time.
  if (!kSanitized) {
    EXPECT_EQ(words(search_reference(make_machine, all_findings())), judge) << text;
  }
  EXPECT_EQ(words(search_transactions(make_machine, all_findings())), judge) << text;
  EXPECT_EQ(words(search_source_dpor(make_machine, all_findings())), judge) << text;
  return judge;
}

struct Case {
  const char* name;
  const char* sender;    // writes x
  const char* receiver;  // sets %6, a bit; reads x if it is 1
  const char* verdict;
  const char* third = "";
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::string text_of(const Case& c) {
  const bool three = *c.third != 0;
  const std::string receiver = std::string(c.receiver) + "  condbr %6, yes, no\nyes:\n  %7 = load.32 @x\nno:\n  ret 0";
  return kGlobals + thread("s", std::string(c.sender) + "  ret 0") + thread("r", receiver) +
         thread("t", std::string(c.third) + "  ret 0") +
         main_with(three ? std::vector<std::string>{"s", "r", "t"} : std::vector<std::string>{"s", "r"});
}

#define WRITE "  store.32 @x, 1\n"
#define SEEN(order, value) "  %5 = load.32." order " @f\n  %6 = icmp.eq.32 %5, " value "\n"

class Handover : public ::testing::TestWithParam<Case> {};

TEST_P(Handover, RacesOrDoesNot) { EXPECT_EQ(verdict_of_all(text_of(GetParam())), GetParam().verdict); }

INSTANTIATE_TEST_SUITE_P(
    MemoryOrders, Handover,
    ::testing::Values(Case{"relaxed", WRITE "  store.32.relaxed @f, 1\n", SEEN("relaxed", "1"), "race"},
                      Case{"never acquired", WRITE "  store.32.release @f, 1\n", SEEN("relaxed", "1"), "race"},
                      Case{"never released", WRITE "  store.32.relaxed @f, 1\n", SEEN("acquire", "1"), "race"},
                      Case{"released and acquired", WRITE "  store.32.release @f, 1\n", SEEN("acquire", "1"), "safe"},
                      Case{"sequentially consistent", WRITE "  store.32.seq_cst @f, 1\n", SEEN("seq_cst", "1"), "safe"},
                      Case{"fences", WRITE "  fence.release\n  store.32.relaxed @f, 1\n",
                           SEEN("relaxed", "1") "  fence.acquire\n", "safe"},
                      Case{"the fences the wrong way round", WRITE "  fence.acquire\n  store.32.relaxed @f, 1\n",
                           SEEN("relaxed", "1") "  fence.release\n", "race"},
                      Case{"a release fence before the data", "  fence.release\n" WRITE "  store.32.relaxed @f, 1\n",
                           SEEN("acquire", "1"), "race"},
                      Case{"an acquire fence before the flag", WRITE "  store.32.release @f, 1\n",
                           "  fence.acquire\n" SEEN("relaxed", "1"), "race"},
                      Case{"an exchange that does not acquire", WRITE "  store.32.release @f, 1\n",
                           "  %5 = rmw.xchg.32.release @f, 2\n  %6 = icmp.eq.32 %5, 1\n", "race"},
                      Case{"an exchange that does", WRITE "  store.32.release @f, 1\n",
                           "  %5 = rmw.xchg.32.acquire @f, 2\n  %6 = icmp.eq.32 %5, 1\n", "safe"},
                      Case{"a swap that fails without acquiring", WRITE "  store.32.release @f, 1\n",
                           "  %5 = cmpxchg.32.acq_rel.relaxed @f, 0, 2\n  %6 = icmp.eq.32 %5, 1\n", "race"},
                      Case{"a swap that fails and acquires", WRITE "  store.32.release @f, 1\n",
                           "  %5 = cmpxchg.32.acq_rel.acquire @f, 0, 2\n  %6 = icmp.eq.32 %5, 1\n", "safe"},
                      Case{"a relaxed sum in between", WRITE "  store.32.release @f, 1\n", SEEN("acquire", "3"), "safe",
                           "  %5 = rmw.add.32.relaxed @f, 2\n"},
                      Case{"a relaxed store in between", WRITE "  store.32.release @f, 1\n", SEEN("acquire", "3"),
                           "race", "  %5 = load.32.relaxed @f\n  %5 = add.32 %5, 2\n  store.32.relaxed @f, %5\n"},
                      Case{"a relaxed store after the release",
                           WRITE "  store.32.release @f, 1\n  store.32.relaxed @f, 3\n", SEEN("acquire", "3"), "race"},
                      Case{"only what a sum has released", WRITE "  %5 = rmw.add.32.relaxed @f, 1\n",
                           SEEN("acquire", "3"), "race", "  %5 = rmw.add.32.release @f, 2\n"}));

// A private object is initialised, and its address is published.
std::string publication(const std::string& before, const std::string& store, const std::string& load,
                        const std::string& offset) {
  return kGlobals +
         thread("s", "  %2 = service malloc(8, 8)\n  store.32 %2, 1\n" + before + "  store.64." + store +
                         " @p, %2\n  ret 0") +
         thread("r", "  %5 = load.64." + load +
                         " @p\n  %6 = icmp.ne.64 %5, 0\n  condbr %6, yes, no\nyes:\n  %5 = ptradd %5, " + offset +
                         ", 1\n  %7 = load.32 %5\nno:\n  ret 0") +
         main_with({"s", "r"});
}

TEST(Publication, OfPrivateMemoryIsOrderedByTheAtomicsAlone) {
  EXPECT_EQ(verdict_of_all(publication("", "release", "acquire", "0")), "safe");
  EXPECT_EQ(verdict_of_all(publication("", "relaxed", "acquire", "0")), "race");
  EXPECT_EQ(verdict_of_all(publication("", "release", "relaxed", "0")), "race");
  const std::string half_behind = "  fence.release\n  %3 = ptradd %2, 4, 1\n  store.32 %3, 1\n";
  EXPECT_EQ(verdict_of_all(publication(half_behind, "relaxed", "acquire", "0")), "safe");
  EXPECT_EQ(verdict_of_all(publication(half_behind, "relaxed", "acquire", "4")), "race");
}

TEST(Publication, OfALocalVariable) {
  const std::string reader =
      "  %5 = load.64.acquire @p\n  %6 = icmp.ne.64 %5, 0\n  condbr %6, yes, no\nyes:\n  %7 = load.32 %5\nno:\n";
  auto text = [&](const std::string& order) {
    return kGlobals + thread("r", reader + "  ret 0") +
           main_with({"r"}, "  %20 = alloca 4\n  store.32 %20, 1\n  store.64." + order + " @p, %20\n");
  };
  EXPECT_EQ(verdict_of_all(text("release")), "safe");
  EXPECT_EQ(verdict_of_all(text("relaxed")), "race");
}

// ---- Observations of steps that do not happen-before the observing step.

// Whether a search without reduction observes such a step in a program of these two threads.
bool observes(const std::string& one, const std::string& two, const std::string& more = "") {
  const ir::Program p =
      program(kGlobals + more + thread("a", one + "  ret 0") + thread("b", two + "  ret 0") + main_with({"a", "b"}));
  std::unique_ptr<Machine> machine = vm::make_machine(p, {});
  for (ThreadId first : {1u, 2u}) {
    StepResult last = machine->reset();
    auto run = [&](ThreadId t) {
      while (last.kind == StepResult::Kind::Running && machine->enabled(t)) last = machine->step(t, 0);
    };
    run(0), run(first), run(3 - first), run(0);
    EXPECT_EQ(last.kind, StepResult::Kind::Ended);
  }
  return machine->observations().observed_without_ordering();
}

TEST(Observed, IfAReadDoesNotAcquireOrAWriteDoesNotRelease) {
  EXPECT_TRUE(observes("  store.32.release @f, 1\n", "  %5 = load.32.relaxed @f\n"));
  EXPECT_TRUE(observes("  store.32.relaxed @f, 1\n", "  %5 = load.32.acquire @f\n"));
  EXPECT_FALSE(observes("  store.32.release @f, 1\n", "  %5 = load.32.acquire @f\n"));
  EXPECT_TRUE(observes("  store.32.seq_cst @f, 1\n", "  %5 = cmpxchg.32.acq_rel.relaxed @f, 7, 8\n"));
  EXPECT_FALSE(observes("  store.32.seq_cst @f, 1\n", "  %5 = cmpxchg.32.acq_rel.acquire @f, 7, 8\n"));
  EXPECT_TRUE(observes("  store.32.seq_cst @f, 1\n  %5 = load.32.relaxed @x\n",
                       "  sync atomic_begin()\n  store.32 @x, 1\n  sync atomic_end()\n"));
}

TEST(Observed, NotWithoutWrites) {
  EXPECT_FALSE(observes("  %5 = load.32.relaxed @f\n", "  %5 = load.32.relaxed @f\n"));
  EXPECT_FALSE(observes("  %5 = load.32.relaxed @f\n", "  store.32.relaxed @y, 1\n")) << "other bytes";
}

TEST(Observed, NotWhereAThreadReadsItsOwnWritesOnly) {
  EXPECT_FALSE(observes("  %5 = load.32.relaxed @f\n  store.32.release @f, 1\n", "  %5 = load.32.acquire @f\n"));
  EXPECT_TRUE(observes("  %5 = load.32.relaxed @f\n  store.32.release @f, 1\n", "  store.32.release @f, 2\n"));
}

TEST(Observed, NotByCountersThatNoThreadReads) {
  const std::string count = "  %5 = rmw.add.32.relaxed @f, 1\n  %5 = mov.32 0\n";
  EXPECT_FALSE(observes(count, count));
  EXPECT_TRUE(observes(count, count + "  %6 = load.32.seq_cst @f\n")) << "now a thread does";
  EXPECT_TRUE(observes(count, "  %5 = rmw.add.32.relaxed @f, 1\n  store.32.relaxed @y, %5\n"));
  EXPECT_TRUE(observes(count, "  %5 = rmw.add.32.relaxed @f, 1\n  %6 = icmp.eq.32 %5, 1\n  condbr %6, a, b\na:\nb:\n"));
}

TEST(Observed, NotByCountersWhoseResultsAreDropped) {
  const std::string counter =
      "func @count(0) {\n  %0 = rmw.add.32.relaxed @f, 1\n  %1 = add.32 %0, 1\n  br out\nout:\n  ret.32 %1\n}\n"
      "func @more(0) {\n  %0 = call @count()\n  %1 = mov.32 %0\n  ret.32 %1\n}\n";
  EXPECT_FALSE(observes("  %5 = call @count()\n", "  %5 = call @more()\n", counter));
  EXPECT_TRUE(observes("  %5 = call @count()\n", "  %5 = call @more()\n  store.32.relaxed @y, %5\n", counter));
}

TEST(Observed, AnAddressOnlyWhereOneWasRead) {
  auto address = [](const std::string& type, const std::string& value) {
    const ir::Program p = program(
        kGlobals + thread("a", "  %2 = service malloc(8, 8)\n  store." + type + ".relaxed @p, " + value + "\n  ret 0") +
        thread("b", "  %5 = load." + type + ".relaxed @p\n  ret 0") + main_with({"a", "b"}));
    std::unique_ptr<Machine> machine = vm::make_machine(p, {});
    StepResult last = machine->reset();
    for (ThreadId t : {0, 1, 2, 0})
      while (last.kind == StepResult::Kind::Running && machine->enabled(t)) last = machine->step(t, 0);
    EXPECT_TRUE(machine->observations().observed_without_ordering());
    return machine->observations().address_without_ordering();
  };
  EXPECT_TRUE(address("64", "%2"));
  EXPECT_FALSE(address("64", "1"));
}

}  // namespace
}  // namespace mover::test
