// Tests mover guards: the protection of each variable, and the report.
#include "report/guards.h"

#include <gtest/gtest.h>

#include <sstream>

#include "unit/random_sync.h"
#include "unit/random_threads.h"
#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

SearchOptions collecting() {
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false};
  options.keep_going = options.collect_guards = true;
  return options;
}

vm::Options with_names() {
  vm::Options options;
  options.keep_names = true;
  return options;
}

SearchResult explored(const ir::Program& p) {
  return search_transactions([&] { return vm::make_machine(p, with_names()); }, collecting());
}

std::string in_words(const Guard& guard) {
  std::string text;
  for (const GuardLock& lock : guard.locks) text += " " + lock.name + (lock.shared ? " (shared)" : "");
  switch (guard.by) {
    case Guard::By::Lock:
      return "lock" + text;
    case Guard::By::Section:
      return "section";
    case Guard::By::Thread:
      return "thread " + guard.thread;
    case Guard::By::ReadOnly:
      return "read-only";
    case Guard::By::Atomic:
      return "atomic";
    case Guard::By::Nothing:
      return "nothing" + (guard.almost.empty() ? "" : ", almost " + guard.almost);
  }
  return "?";
}

// Every variable with its protection.
std::map<std::string, std::string> guards(const std::string& text) {
  ir::Program p = program(text);
  std::map<std::string, std::string> rows;
  for (const Guard& guard : explored(p).guards) {
    EXPECT_EQ(rows.count(guard.variable), 0u) << guard.variable << " in two rows";
    rows[guard.variable] = in_words(guard);
  }
  return rows;
}

using Rows = std::map<std::string, std::string>;

const std::string kTypes =
    "type 1 signed \"int\" size 4\n"
    "type 2 struct \"pthread_mutex_t\" size 40 members (\"__lock\" at 0 type 1)\n"
    "type 3 struct \"account\" size 48 members (\"lock\" at 0 type 2, \"balance\" at 40 type 1, \"id\" at 44 type 1)\n"
    "type 4 array \"\" size 96 element 3\n"
    "type 5 array \"\" size 16 element 1\n";
const std::string kGlobals = kTypes +
                             "global @x size 4 type 1\nglobal @y size 4 type 1\nglobal @m size 40 type 2\n"
                             "global @n size 40 type 2\nglobal @accounts size 96 type 4\nglobal @table size 16 type 5\n"
                             "global @raw size 16\nglobal @rw size 56\n";

std::string locked(const std::string& lock, const std::string& body) {
  return "  sync mutex_lock(" + lock + ")\n" + body + "  sync mutex_unlock(" + lock + ")\n";
}
std::string increment(const std::string& where) {
  return "  %9 = load.32 " + where + "\n  %9 = add.32 %9, 1\n  store.32 " + where + ", %9\n";
}

Rows of_two_threads(const std::string& body) {
  return guards(kGlobals + thread("t", body + "  ret 0") + main_with({"t", "t"}));
}

TEST(Guards, ALockThatEveryAccessHoldsProtects) {
  EXPECT_EQ(of_two_threads(locked("@m", increment("@x"))), (Rows{{"x", "lock m"}}));
  EXPECT_EQ(of_two_threads(locked("@m", locked("@n", increment("@x")))), (Rows{{"x", "lock m n"}}));
  EXPECT_EQ(of_two_threads(locked("@m", locked("@n", increment("@x"))) + locked("@n", increment("@x"))),
            (Rows{{"x", "lock n"}}));
}

TEST(Guards, OneAccessWithoutTheLockIsTheOddOne) {
  ir::Program p = program(kGlobals + thread("t", locked("@m", increment("@x")) + "  %9 = load.32 @x\n  ret 0") +
                          main_with({"t", "t"}));
  SearchResult result = explored(p);
  ASSERT_EQ(result.guards.size(), 1u);
  const Guard& guard = result.guards[0];
  EXPECT_EQ(in_words(guard), "nothing, almost m");
  size_t odd = 0;
  for (const GuardSite& site : guard.sites) {
    odd += site.breaks;
    EXPECT_EQ(site.breaks, site.locks.empty());
    EXPECT_EQ(p.functions[site.function].name, "t");
  }
  EXPECT_EQ(odd, 2u);  // the load of each thread
  GuardsOutcome outcome{"a.c", &p, result.guards, {}, {}, {}, {}};
  const std::string table = guards_table(outcome, Style{}, false);
  EXPECT_NE(table.find("2 of 3 accesses hold m; this one does not:"), std::string::npos) << table;
  EXPECT_NE(table.find("T1 (t), T2 (t)"), std::string::npos) << table;
}

TEST(Guards, ThreadsReadersAndAtomicsAreToldApart) {
  const std::string first =
      thread("a", increment("@x") + "  %9 = load.32 @y\n  %9 = rmw.add.32.seq_cst @raw, 1\n  ret 0");
  const std::string second = thread("b", "  %9 = load.32 @y\n  %9 = rmw.add.32.seq_cst @raw, 1\n  ret 0");
  EXPECT_EQ(guards(kGlobals + first + second + main_with({"a", "b"})),
            (Rows{{"x", "thread T1 (a)"}, {"y", "read-only"}, {"raw, bytes 0 to 3", "atomic"}}));
}

TEST(Guards, AtomicSectionsProtectLikeALock) {
  EXPECT_EQ(of_two_threads("  sync atomic_begin()\n" + increment("@x") + "  sync atomic_end()\n"),
            (Rows{{"x", "section"}}));
}

TEST(Guards, ReadersMayHoldTheReadSide) {
  const std::string reader = thread("r", "  sync rw_rdlock(@rw)\n  %9 = load.32 @x\n  sync rw_unlock(@rw)\n  ret 0");
  const std::string writer = thread("w", "  sync rw_wrlock(@rw)\n  store.32 @x, 1\n  sync rw_unlock(@rw)\n  ret 0");
  EXPECT_EQ(guards(kGlobals + reader + writer + main_with({"r", "w"})), (Rows{{"x", "lock rw (shared)"}}));
  const std::string careless = thread("w", "  sync rw_rdlock(@rw)\n  store.32 @x, 1\n  sync rw_unlock(@rw)\n  ret 0");
  EXPECT_EQ(guards(kGlobals + reader + careless + main_with({"r", "w"})), (Rows{{"x", "nothing, almost rw"}}));
}

TEST(Guards, FieldsHaveRowsOfTheirOwnAndTheLockBesideThemComesFirst) {
  EXPECT_EQ(of_two_threads(locked("@m", locked("@accounts", increment("@accounts+40")) + increment("@accounts+44"))),
            (Rows{{"accounts[0].balance", "lock accounts[0].lock m"}, {"accounts[0].id", "lock m"}}));
}

TEST(Guards, ElementsThatAreProtectedAlikeAreOneRow) {
  EXPECT_EQ(of_two_threads(locked("@m", increment("@table") + increment("@table+4") + increment("@table+12"))),
            (Rows{{"table[*]", "lock m"}}));
  EXPECT_EQ(of_two_threads(locked("@m", increment("@table")) + locked("@n", increment("@table+4"))),
            (Rows{{"table[0]", "lock m"}, {"table[1]", "lock n"}}));
  // One element is only read under the lock; the other one is read without it.
  EXPECT_EQ(of_two_threads(locked("@m", increment("@table") + "  %9 = load.32 @table+4\n")),
            (Rows{{"table[*]", "lock m"}}));
  EXPECT_EQ(of_two_threads(locked("@m", increment("@table")) + "  %9 = load.32 @table+4\n"),
            (Rows{{"table[0]", "lock m"}, {"table[1]", "read-only"}}));
  // Each element is protected by the lock in the same element.
  EXPECT_EQ(of_two_threads(locked("@accounts", increment("@accounts+40")) +
                           locked("@accounts+48", increment("@accounts+88"))),
            (Rows{{"accounts[*].balance", "lock accounts[*].lock"}}));
}

TEST(Guards, ElementsOfOneThreadEachAreOneRow) {
  const std::string first = thread("a", increment("@table") + "  ret 0");
  const std::string second = thread("b", increment("@table+4") + "  ret 0");
  EXPECT_EQ(guards(kGlobals + first + second + main_with({"a", "b"})),
            (Rows{{"table[*]", "thread one thread for each"}}));
}

TEST(Guards, BytesWithoutTypesAreCutWhereAccessesDiffer) {
  EXPECT_EQ(
      of_two_threads(locked("@m", "  store.64 @raw, 1\n" + increment("@raw+4")) + locked("@n", increment("@raw"))),
      (Rows{{"raw, bytes 0 to 3", "nothing, almost n"}, {"raw, bytes 4 to 7", "lock m"}}));
}

TEST(Guards, MembersOfHeapObjectsAreNamedByTheirType) {
  const std::string global = "file 1 \"a.c\"\nglobal @p size 8\n";
  const std::string body = "  %2 = load.64.ptr @p\n  %3 = ptradd %2, 40\n  sync mutex_lock(%2)\n" + increment("%3") +
                           "  sync mutex_unlock(%2)\n  ret 0";
  std::string main = main_with({"t", "t"});
  const std::string make = "  %1 = service calloc(48) !1:7:3\n  store.64.ptr @p, %1\n";
  main.insert(main.find("  sync thread_create"), make);
  EXPECT_EQ(guards(kTypes + global + thread("t", body) + main),
            (Rows{{"p", "read-only"},
                  {"the memory allocated at a.c:7, bytes 40 to 43", "lock the lock at byte 0 of the same object"}}));
  EXPECT_EQ(guards(kTypes + global + "made \"\" type 3 !1:7:3\n" + thread("t", body) + main),
            (Rows{{"p", "read-only"}, {"account.balance (allocated at a.c:7)", "lock lock of the same object"}}));
}

TEST(Guards, FunctionsAreAskedForLocksThatTheyAlwaysHoldAndNeverTake) {
  const std::string helper = "func @helper(0) regs 20 {\n" + increment("@x") + "  ret\n}\n";
  const std::string both = "func @both(0) regs 20 {\n" + locked("@m", "  call @helper()\n") + "  ret\n}\n";
  ir::Program p = program(kGlobals + helper + both + thread("t", "  call @both()\n  ret 0") + main_with({"t", "t"}));
  SearchResult result = explored(p);
  ASSERT_EQ(result.function_guards.size(), 1u);
  EXPECT_EQ(p.functions[result.function_guards[0].function].name, "helper");
  EXPECT_EQ(result.function_guards[0].lock.name, "m");
  EXPECT_TRUE(result.function_guards[0].always);
}

TEST(Guards, WaitingOnAConditionDoesNotCountAsGivingUpTheLock) {
  const std::string waiter = "func @waiter(0) regs 20 {\n" + increment("@x") + "  sync cond_wait(@raw48, @m)\n" +
                             increment("@x") + "  ret\n}\n";
  ir::Program p = program(
      kGlobals + "global @raw48 size 48\n" + waiter + thread("t", locked("@m", "  call @waiter()\n") + "  ret 0") +
      thread("s", locked("@m", increment("@x") + "  sync cond_signal(@raw48)\n") + "  ret 0") + main_with({"t", "s"}));
  SearchResult result = explored(p);
  ASSERT_EQ(result.function_guards.size(), 1u);
  EXPECT_EQ(p.functions[result.function_guards[0].function].name, "waiter");
}

TEST(Guards, TheResultFileHasEveryAccess) {
  ir::Program p = program(kGlobals + thread("t", locked("@m", increment("@x")) + "  ret 0") + main_with({"t", "t"}));
  SearchResult result = explored(p);
  GuardsOutcome outcome{"a.c", &p, result.guards, {{"t", 0, false, 1, 2}}, {"time"}, {}, result.stats};
  const std::string json = guards_json(outcome);
  for (const char* part : {"\"protection\": \"lock\"", "\"name\": \"m\"", "\"complete\": false",
                           "\"thread\": \"T2 (t)\"", "\"one_transaction\": false", "\"committed_at\""})
    EXPECT_NE(json.find(part), std::string::npos) << part << " in\n" << json;
  const std::string table = guards_table(outcome, Style{}, true);
  EXPECT_NE(table.find("as far as explored"), std::string::npos) << table;
  EXPECT_NE(table.find("commit point at"), std::string::npos) << table;
}

// Expects that the variables of all races have no protection: two racing accesses have no common lock. Returns the
// number of races.
size_t expect_races_unprotected(const std::string& text) {
  size_t races = 0;
  ir::Program p = program(text);
  const std::vector<Guard> rows = explored(p).guards;
  for (const Violation& violation : stateful(text).violations) {
    if (violation.finding.kind != FindingKind::Race) continue;
    ++races;
    bool found = std::any_of(rows.begin(), rows.end(), [&](const Guard& guard) {
      auto has = [&](ir::LocId loc) {
        return std::any_of(guard.sites.begin(), guard.sites.end(),
                           [&](const GuardSite& site) { return site.loc == loc; });
      };
      return guard.by == Guard::By::Nothing && has(violation.finding.loc) && has(violation.finding.other_loc);
    });
    EXPECT_TRUE(found) << violation.finding.message << " in\n" << text;
  }
  return races;
}

TEST(Guards, RacingVariablesAreUnprotected) {
  size_t races = 0;
  for (uint64_t seed = 0; seed < rounds(60); ++seed) {
    races += expect_races_unprotected(RandomThreads(seed, {}).make());
    races += expect_races_unprotected(RandomSync(seed).make());
  }
  EXPECT_GT(races, rounds(20));
}

TEST(Guards, RowsFitTheWidth) {
  ir::Program p = program(kGlobals + thread("t", locked("@m", increment("@table")) + increment("@x") + "  ret 0") +
                          main_with({"t", "t"}));
  GuardsOutcome outcome{"a.c", &p, explored(p).guards, {}, {}, {}, {}};
  Style narrow;
  narrow.width = 40;
  std::istringstream lines(guards_table(outcome, narrow, true));
  std::string line;
  std::getline(lines, line);  // the title
  while (std::getline(lines, line)) EXPECT_LE(display_width(line), 40u) << line;
}

}  // namespace
}  // namespace mover::test
