// Tests exclusive access predicates in the interpreter: which thread has exclusive access, which steps fail, and that
// their evaluation has no side effects.
#include <gtest/gtest.h>

#include "analysis/predicates.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

vm::Options checking() {
  vm::Options options;
  options.check_exclusives = true;
  return options;
}

const std::string kGlobals =
    kBoom +
    "global @x size 8\nglobal @g size 8\nglobal @owner size 8\nglobal @m size 40\nglobal @mine size 8 thread_local\n";
const std::string kMine =
    "func @p(0) {\n  %0 = tlsaddr @mine\n  %1 = load.64 %0\n  %2 = icmp.ne.64 %1, 0\n  ret.32 %2\n}\n";
const std::string kOwner =
    "func @p(0) {\n  %0 = service thread_self()\n  %1 = load.64.seq_cst @owner\n  %2 = icmp.eq.64 %0, %1\n"
    "  ret.32 %2\n}\n";
const std::string kDeclare = "  service exclusive(@x, 8, @p)\n";

std::string set_mine(int value) { return "  %3 = tlsaddr @mine\n  store.64 %3, " + std::to_string(value) + "\n"; }

// main declares the predicate, creates the threads t (and u), executes `then`, and joins.
std::string program_of(const std::string& predicate, const std::string& t, const std::string& then,
                       const std::string& u = "") {
  std::string text = kGlobals + predicate + thread("t", t + "  ret 0");
  if (!u.empty()) text += thread("u", u + "  ret 0");
  std::string main = main_with(u.empty() ? std::vector<std::string>{"t"} : std::vector<std::string>{"t", "u"}, then);
  return text + main.insert(main.find("  %0 = alloca"), kDeclare);
}

uint64_t holders(Lab& lab) { return lab->exclusives()[0].holders; }

TEST(Exclusive, ThePredicateDecidesWhichThreadHasAccess) {
  Lab lab(program_of(kMine, set_mine(1) + "  store.64 @x, 1\n" + set_mine(0), set_mine(1) + set_mine(0)), checking());
  ASSERT_EQ(lab->exclusives().size(), 1u);
  EXPECT_EQ(lab->exclusives()[0].evaluated, 0u);  // there is no other thread
  lab.steps({0, 1});
  EXPECT_EQ(holders(lab), 0u);
  lab.step(1);
  EXPECT_EQ(holders(lab), 2u);
  lab.steps({1, 1});
  EXPECT_EQ(holders(lab), 0u);
  lab.step(0);
  EXPECT_EQ(holders(lab), 1u);
}

TEST(Exclusive, PredicatesAreEvaluatedAsTheThreadInQuestion) {
  const std::string take = "  %2 = service thread_self()\n  store.64.seq_cst @owner, %2\n";
  Lab lab(program_of(kOwner, take + "  store.64 @x, 1\n  store.64.seq_cst @owner, 0\n", take), checking());
  lab.steps({0, 1, 1});
  EXPECT_EQ(holders(lab), 2u);
  lab.steps({1, 1, 0});
  EXPECT_EQ(holders(lab), 1u);
}

TEST(Exclusive, AnAccessWhileAnotherThreadHasItFailsAndIsNotCarriedOut) {
  Lab lab(program_of(kMine, "  store.64 @x, 5\n", set_mine(1)), checking());
  lab.steps({0, 1, 0});
  const auto before = lab.state();
  StepResult result = lab.step(1);
  EXPECT_EQ(message_of(result),
            "x is accessed by T1 (t) while main has exclusive access: predicate `p` is true for main");
  EXPECT_EQ(result.finding.kind, FindingKind::Discipline);
  EXPECT_EQ(result.finding.thread, 1u);
  EXPECT_EQ(lab.state(), before);
  EXPECT_TRUE(lab->happened().empty());
}

TEST(Exclusive, AnAccessIsSafeWhileNoThreadHasIt) {
  Lab lab(program_of(kMine, "  store.64 @x, 5\n", ""), checking());
  lab.steps({0, 1});
  EXPECT_EQ(message_of(lab.step(1)), "");
}

TEST(Exclusive, ACompareAndSwapThatFailsOnWhatThePredicateReadsIsBlocked) {
  const std::string take = "  %2 = service thread_self()\n  store.64.seq_cst @owner, %2\n";
  const std::string swap = "  %4 = cmpxchg.64.seq_cst @owner, 0, 1\n";
  auto result_of = [&](const std::string& tried, const std::string& where) {
    std::string text = program_of(kOwner, tried, take);
    text.replace(text.find("exclusive(@x"), 12, "exclusive(@" + where);
    Lab lab(text, checking());
    lab.steps({0, 1, 0});
    return message_of(lab.step(1));
  };
  EXPECT_EQ(result_of(swap, "owner"), "");
  EXPECT_NE(result_of("  %4 = load.64.seq_cst @owner\n", "owner"), "");
  EXPECT_NE(result_of("  %4 = cmpxchg.64.seq_cst @owner, 1, 0\n  store.64.seq_cst @owner, 0\n", "x"), "never");
  EXPECT_NE(result_of("  %4 = cmpxchg.64.seq_cst @x, 7, 8\n", "x"), "");
}

TEST(Exclusive, WhileThereIsOneThreadEveryAccessIsFine) {
  EXPECT_EQ(
      message_of(run(kGlobals + kMine + "func @main(0) {\n" + kDeclare + "  store.64 @x, 1\n  ret 0\n}\n", checking())),
      "");
}

TEST(Exclusive, NoThreadGivesAccessToAnotherOrTakesItAway) {
  const std::string handle = "  store.64.seq_cst @owner, %10\n";
  const std::string take = "  %2 = service thread_self()\n  store.64.seq_cst @owner, %2\n";
  Lab given(program_of(kOwner, "  %2 = load.64.seq_cst @g\n", handle), checking());
  given.step(0);
  EXPECT_EQ(message_of(given.step(0)), "main gives T1 (t) exclusive access to x: predicate `p` becomes true for it");
  Lab taken(program_of(kOwner, take, "  store.64.seq_cst @owner, 0\n"), checking());
  taken.steps({0, 1, 1});
  EXPECT_EQ(message_of(taken.step(0)),
            "main takes exclusive access to x away from T1 (t): predicate `p` becomes false for it");
}

TEST(Exclusive, TwoThreadsNeverHaveItAtOnce) {
  Lab lab(program_of(kMine, set_mine(1), set_mine(1)), checking());
  lab.steps({0, 1, 1});
  StepResult result = lab.step(0);
  EXPECT_EQ(message_of(result),
            "main and T1 (t) have exclusive access to x at the same time: predicate `p` is true for both");
  EXPECT_EQ(result.finding.thread, 0u);
}

TEST(Exclusive, AThreadMayHaveItFromItsStartIfNoOtherThreadHas) {
  Lab all(program_of("func @p(0) {\n  ret.32 1\n}\n", "", ""), checking());
  EXPECT_EQ(message_of(all.step(0)),
            "main and T1 (t) have exclusive access to x at the same time: predicate `p` is true for both");
  const std::string not_owner =
      "func @p(0) {\n  %0 = service thread_self()\n  %1 = load.64.seq_cst @owner\n  %2 = icmp.ne.64 %0, %1\n"
      "  ret.32 %2\n}\n";
  std::string text = program_of(not_owner, "", "", "  sync yield()\n");
  text.insert(text.find("  sync thread_create"), "  %2 = service thread_self()\n  store.64 @owner, %2\n");
  Lab lab(text, checking());
  lab.step(0);
  EXPECT_EQ(holders(lab), 2u);
  EXPECT_EQ(message_of(lab.step(0)),
            "T1 (t) and T2 (u) have exclusive access to x at the same time: predicate `p` is true for both");
}

TEST(Exclusive, AThreadThatEndsHasItNoLonger) {
  Lab lab(program_of(kMine, set_mine(1), set_mine(1)), checking());
  lab.steps({0, 1, 1});
  EXPECT_EQ(holders(lab), 2u);
  lab.step(1);
  EXPECT_EQ(lab->status(1), ThreadStatus::Ended);
  EXPECT_EQ(holders(lab), 0u);
  EXPECT_EQ(lab.step(0).kind, StepResult::Kind::Running);
  EXPECT_EQ(holders(lab), 1u);
}

TEST(Exclusive, APredicateThatDoesMoreThanReadIsABreach) {
  const std::string ret = "  ret.32 0\n";
  const std::pair<std::string, std::string> impure[] = {
      {"  store.64 @g, 1\n" + ret, "writes to g"},
      {"  %0 = tlsaddr @mine\n  store.64 %0, 1\n" + ret, "writes to mine of main"},
      {"  %0 = rmw.add.64.seq_cst @g, 1\n" + ret, "writes to g"},
      {"  sync mutex_lock(@m)\n" + ret, "synchronises"},
      {"  sync atomic_begin()\n" + ret, "synchronises"},
      {"  %0 = service malloc(8, 8)\n" + ret, "allocates or frees memory"},
      {"  %0 = service choose(2)\n" + ret, "chooses"},
      {"  service write(1, @g, 8)\n" + ret, "writes output"},
      {"  service assume(0)\n" + ret, "does more than read and compute"},
      {"  service assert_fail(@boom)\n" + ret, "does more than read and compute"},
      {"  %0 = load.64 0\n" + ret, "reads through a null pointer"},
      {"  %0 = service thread_self()\n  %0 = mul.64 %0, 3\n" + ret, "computes with an address as with a number"},
      {"loop:\n  br loop\n", "does not end within 20000 steps"},
      {"  %0 = call @p()\n" + ret, "goes too deep"},
      {"  ret\n", "returns no value, or an uninitialised one"},
      {"  ret.32 %1\n", "returns no value, or an uninitialised one"},
  };
  for (const auto& [body, what] : impure) {
    Lab lab(program_of("func @p(0) regs 4 {\n" + body + "}\n", "", ""), checking());
    const std::string message = message_of(lab.step(0)),
                      start = "the predicate `p` of mover_exclusive is not pure: it ";
    EXPECT_EQ(message.substr(0, start.size() + what.size()), start + what) << message;
  }
}

TEST(Exclusive, HelpersLocalsAndAtomicLoadsArePure) {
  const std::string helper =
      "func @same(1) {\n  %1 = alloca 8\n  store.64 %1, %0\n  %2 = load.64 %1\n  ret.64 %2\n}\n"
      "func @p(0) {\n  fence.seq_cst\n  %0 = load.64.seq_cst @g\n  %1 = call @same(%0)\n  %2 = icmp.eq.64 %1, 1\n"
      "  ret.32 %2\n}\n";
  Lab lab(program_of(helper, "  %2 = load.64.seq_cst @g\n", ""), checking());
  lab.steps({0, 1});
  EXPECT_EQ(lab.step(1).kind, StepResult::Kind::Running);
}

TEST(Exclusive, EvaluatingLeavesNoTrace) {
  const std::string text = program_of(kMine, "  %2 = load.64.seq_cst @g\n", "");
  Lab checked(text, checking()), plain(text, {});
  for (ThreadId t : {0u, 1u, 1u, 1u}) {
    checked.step(t), plain.step(t);
    EXPECT_EQ(checked->num_threads(), plain->num_threads());
    EXPECT_EQ(checked->happened().size(), plain->happened().size());
  }
  EXPECT_EQ(checked->observations().notes(), plain->observations().notes());
  EXPECT_EQ(checked->names().names_lost(), plain->names().names_lost());
  EXPECT_FALSE(checked->observations().addresses_as_numbers());
}

TEST(Exclusive, CachedValuesOfPredicatesAreRestoredWithTheState) {
  Lab lab(program_of(kMine, set_mine(1) + set_mine(0) + set_mine(1), ""), checking());
  lab.steps({0, 1});
  std::vector<std::shared_ptr<const Machine::Snapshot>> states;
  const uint64_t expected[] = {0, 2, 0, 2};
  for (uint64_t i = 0; i < 4; ++i) {
    states.push_back(lab->snapshot());
    if (i < 3) lab.step(1);
  }
  for (size_t i : {2u, 0u, 3u, 1u, 0u, 2u}) {
    lab->restore(*states[i]);
    EXPECT_EQ(holders(lab), expected[i]);
    if (i == 3) continue;
    lab->step(1, 0);
    EXPECT_EQ(holders(lab), expected[i + 1]);
  }
}

TEST(Exclusive, DeclarationsArePartOfTheStateInWhateverOrder) {
  const std::string one = "  service exclusive(@x, 8, @p)\n", two = "  service exclusive(@g, 8, @p)\n";
  auto after = [&](const std::string& declarations) {
    std::string text = kGlobals + kMine + thread("t", "  ret 0") + main_with({"t"}, declarations + "  sync yield()\n");
    auto lab = std::make_unique<Lab>(text, checking());
    while (lab->operator*().pending(0).kind != ActionKind::Sync || (*lab)->pending(0).sync != ir::SyncOp::Yield)
      lab->step(0);
    return lab;
  };
  // Chunks of different machines cannot be compared, so only the sizes are.
  EXPECT_EQ((*after(one))->exclusives().size(), 1u);
  EXPECT_EQ((*after(one + one))->exclusives().size(), 1u);
  EXPECT_EQ((*after(one + two))->exclusives().size(), 2u);
  // Two threads declare predicates. The states after both orders are equal.
  const std::string text = kGlobals + kMine + thread("t", one + "  sync yield()\n  ret 0") +
                           thread("u", two + "  sync yield()\n  ret 0") + main_with({"t", "u"});
  Lab lab(text, checking());
  lab.steps({0, 0, 1, 2});
  auto here = lab->snapshot();
  const auto undeclared = lab.state();
  lab.steps({1, 2});
  const auto t_first = lab.state();
  lab->restore(*here);
  lab.steps({2, 1});
  EXPECT_EQ(lab.state(), t_first);
  EXPECT_NE(lab.state(), undeclared);
  EXPECT_EQ(lab->exclusives().size(), 2u);
}

TEST(Exclusive, ADeclarationEndsWithItsObject) {
  Lab lab(kGlobals + kMine + thread("t", "  ret 0") +
              main_with({"t"},
                        "  %20 = service malloc(8, 8)\n  service exclusive(%20, 8, @p)\n  sync yield()\n"
                        "  service free(%20)\n  sync yield()\n"),
          checking());
  lab.steps({0, 0});
  EXPECT_EQ(lab->exclusives().size(), 1u);
  lab.step(0);
  EXPECT_EQ(lab->exclusives().size(), 0u);
}

TEST(Exclusive, OnlyMemoryAndFunctionsCanBeDeclared) {
  for (const char* arguments : {"0, 8, @p", "@x, 0, @p", "@x, 8, @x", "@p, 8, @p", "@x, 9, @p"})
    EXPECT_EQ(
        run(kGlobals + kMine + "func @main(0) {\n  service exclusive(" + arguments + ")\n  ret 0\n}\n", checking())
            .kind,
        StepResult::Kind::Failed)
        << arguments;
}

TEST(Exclusive, NothingIsCheckedUnlessAskedFor) {
  Lab lab(program_of("func @p(0) {\n  store.64 @g, 1\n  ret.32 1\n}\n", "  store.64 @x, 1\n", ""), {});
  EXPECT_FALSE(lab->has().predicates != nullptr);
  lab.steps({0, 1, 1, 1, 0});
  EXPECT_EQ(lab.run_alone().kind, StepResult::Kind::Ended);
  EXPECT_TRUE(lab->exclusives().empty());
}

TEST(Exclusive, ThreadLocalVariablesThatPredicatesReadAreAsGoodAsShared) {
  const std::string helper =
      "global @other size 8 thread_local\nfunc @help(0) {\n  %0 = tlsaddr @mine\n  %1 = load.64 %0\n  ret.64 %1\n}\n"
      "func @p(0) {\n  %0 = call @help()\n  ret.32 %0\n}\n";
  const ir::Program p =
      program(program_of(helper, set_mine(1) + "  %3 = tlsaddr @other\n  store.64 %3, 1\n" + set_mine(0), ""));
  const std::vector<bool> shared = analysis::thread_locals_of_predicates(p);
  for (ir::GlobalId id = 0; id < p.globals.size(); ++id)
    EXPECT_EQ(shared[id], p.globals[id].name == "mine") << p.globals[id].name;
  // A program that declares no predicate has none.
  EXPECT_TRUE(analysis::predicates(program(kGlobals + "func @main(0) {\n  ret 0\n}\n")).empty());
}

}  // namespace
}  // namespace mover::test
