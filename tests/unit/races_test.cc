// Tests the report of races: the collection of all races, both sides, whether their order matters, and the access
// without the lock that most accesses hold.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/json.h"
#include "report/race.h"
#include "report/terminal.h"
#include "search/findings.h"
#include "trace/race_order.h"
#include "trace/replay.h"
#include "trace/shorten.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kGlobals =
    kBoom + "global @x size 8\nglobal @y size 8\nglobal @m size 40\nglobal @n size 40\nglobal @r size 56\n";

SearchOptions collecting() {
  SearchOptions options;
  options.collect_races = true;
  return options;
}

using Search = SearchResult (*)(const MachineFactory&, const SearchOptions&);
const std::vector<Search> kSearches = {search_stateful, search_reference, search_transactions, search_source_dpor};

SearchResult found(Search search, const ir::Program& p, const SearchOptions& options = collecting()) {
  vm::Options with_names;
  with_names.keep_names = true;
  return search([&] { return vm::make_machine(p, with_names); }, options);
}

// The first race that is found, shortened and confirmed.
struct Confirmed {
  explicit Confirmed(const std::string& text, Search search = search_stateful) : code(program(text)) {
    MachineFactory make = [this] { return vm::make_machine(code, {}); };
    for (const Violation& violation : found(search, code).violations) {
      if (violation.finding.kind != FindingKind::Race) continue;
      auto machine = make();
      EXPECT_TRUE(replays(*machine, violation));
      race = shorten(make, violation);
      report.replay = replay(*machine, race.schedule, race.finding);
      EXPECT_TRUE(report.replay.shows_finding);
      report.finding = to_trace(code, report.replay.finding);
      report.order = try_both_orders(*make(), race);
      return;
    }
    ADD_FAILURE() << "no race in\n" << text;
  }
  ir::Program code;
  Violation race;
  ReportedViolation report;
};

const std::string kTwoRaces = kGlobals + thread("t", "  store.64 @x, 1\n  store.64 @y, 1\n  ret 0") +
                              main_with({"t"}, "  store.64 @x, 2\n  store.64 @y, 2\n");

TEST(Races, AreAllCollectedWithoutKeepingGoing) {
  ir::Program p = program(kTwoRaces);
  for (Search search : kSearches) {
    SearchResult all = found(search, p), first = found(search, p, {});
    EXPECT_EQ(messages(all, FindingKind::Race).size(), 2u);
    EXPECT_EQ(all.violations.size(), 2u);
    EXPECT_EQ(all.stop, Stop::Finished);
    EXPECT_EQ(first.violations.size(), 1u);
    EXPECT_EQ(first.stop, Stop::FirstViolation);
  }
}

TEST(Races, AreLookedForAsLongAgainAndNoLonger) {
  // There are infinitely many states after the race.
  ir::Program p =
      program(kGlobals + thread("t", "  store.64 @x, 1\nagain:\n  %2 = rmw.add.64.seq_cst @y, 1\n  br again") +
              main_with({"t"}, "  store.64 @x, 2\n"));
  for (Search search : {search_stateful, search_transactions, search_source_dpor}) {
    SearchResult result = found(search, p), again = found(search, p);
    EXPECT_EQ(result.stop, Stop::FirstViolation);
    EXPECT_EQ(result.violations.size(), 1u);
    EXPECT_GE(result.stats.transitions, Findings::kStepsForRaces);
    EXPECT_LE(result.stats.transitions, 2 * Findings::kStepsForRaces);
    EXPECT_EQ(result.stats.transitions, again.stats.transitions);
  }
}

TEST(Races, AFailureAfterThemEndsTheSearch) {
  ir::Program p = program(kGlobals + thread("t", "  store.64 @x, 1\n  ret 0") +
                          main_with({"t"}, "  store.64 @x, 2\n  service assert_fail(@boom)\n"));
  for (Search search : kSearches) {
    SearchResult result = found(search, p);
    EXPECT_EQ(result.stop, Stop::FirstViolation);
    EXPECT_EQ(result.violations.back().finding.kind, FindingKind::Assertion);
  }
}

TEST(Races, AreReportedAbsentOnlyIfAllExecutionsWereCovered) {
  auto says_so = [](const SearchResult& result) {
    return std::any_of(result.remarks.begin(), result.remarks.end(),
                       [](const std::string& text) { return text.starts_with("races: none possible"); });
  };
  const std::string safe = kGlobals + thread("t", "  %2 = rmw.add.64.seq_cst @x, 1\n  ret 0");
  EXPECT_TRUE(says_so(found(search_transactions, program(safe + main_with({"t"})))));
  SearchOptions cut = collecting();
  cut.step_limit = 3;
  SearchResult result = found(search_transactions, program(safe + main_with({"t", "t"})), cut);
  EXPECT_EQ(result.stop, Stop::TimeLimit);
  EXPECT_FALSE(says_so(result));
  SearchOptions unsound = collecting();
  unsound.ignoring = Ignoring::Unsound;
  EXPECT_FALSE(says_so(found(search_transactions, program(safe + main_with({"t"})), unsound)));
}

// ---- Both sides.

TEST(RaceSides, HaveTheirStacks) {
  Confirmed race(kGlobals + "func @put(1) regs 2 {\n  store.64 @x, %0\n  ret 0\n}\n" +
                 thread("t", "  %2 = call @put(1)\n  ret 0") + main_with({"t"}, "  store.64 @x, 2\n"));
  ASSERT_EQ(race.report.replay.race.size(), 2u);
  std::vector<std::string> functions;
  for (const RaceSide& side : race.report.replay.race) {
    EXPECT_FALSE(side.has_happened);
    for (const StackFrame& frame : side.stack) functions.push_back(frame.function);
    ASSERT_FALSE(side.stack.empty());
    EXPECT_EQ(side.stack.front().place, side.place);
  }
  EXPECT_EQ(functions, (std::vector<std::string>{"put", "t", "main"}));
}

TEST(RaceSides, TheMissingOrderDependsOnWhatTheyHold) {
  auto missing = [](const std::string& one, const std::string& two) {
    Confirmed race(kGlobals + thread("t", one + "  ret 0") + thread("u", two + "  ret 0") + main_with({"t", "u"}));
    return missing_order(race.report.replay);
  };
  const std::string write = "  store.64 @x, 1\n";
  EXPECT_EQ(missing(write, write), "nothing orders them: neither holds a lock");
  EXPECT_EQ(missing("  sync mutex_lock(@m)\n" + write, write), "nothing orders them: T1 holds m, T2 holds no lock");
  EXPECT_EQ(missing("  sync mutex_lock(@m)\n" + write, "  sync mutex_lock(@n)\n" + write),
            "both hold locks, but different ones: T1 holds m, T2 holds n");
  EXPECT_EQ(missing("  sync rw_rdlock(@r)\n" + write, "  sync rw_rdlock(@r)\n  %2 = load.64 @x\n"),
            "both hold only the read side of r, and T1 writes");
  EXPECT_EQ(missing("  store.64.seq_cst @x, 1\n", "  %2 = load.64 @x\n"),
            "T1's access is atomic and T2's is not: an atomic access does not order a plain one");
  EXPECT_EQ(missing_order(Confirmed(kTwoRaces).report.replay),
            "nothing orders them: neither holds a lock, and main has not yet joined T1");
}

// ---- Order along the path.

// A failed trylock observes that the mutex is held, but does not order the threads.
const std::string kFailedTry =
    kGlobals + thread("t", "  store.64 @x, 1\n  sync mutex_lock(@m)\n  ret 0") +
    main_with({"t"},
              "  %20 = sync mutex_trylock(@m)\n  %21 = icmp.eq.32 %20, 0\n  condbr %21, got, not\nnot:\n"
              "  %22 = load.64 @x\n  br out\ngot:\n  sync mutex_unlock(@m)\n  br out\nout:\n");

TEST(RaceAlongPath, IsShortenedAsWell) {
  for (Search search : kSearches) {
    Confirmed race(kFailedTry, search);
    EXPECT_LE(count_switches(race.race.schedule), 2u);
    EXPECT_TRUE(race.report.replay.race[0].has_happened);
    EXPECT_EQ(race.report.order.effect, RaceOrder::Effect::Untried);
    EXPECT_TRUE(missing_order(race.report.replay).starts_with("one precedes the other here"))
        << race.report.replay.race.size();
  }
}

TEST(RaceAlongPath, IsNoneWhereALockOrdersTheTwo) {
  // The thread's critical section, then main's.
  const std::string section = "  sync mutex_lock(@m)\n  store.64 @x, 1\n  sync mutex_unlock(@m)\n";
  ir::Program p = program(kGlobals + thread("t", section + "  ret 0") + main_with({"t"}, section));
  auto machine = vm::make_machine(p, {});
  Violation claim;
  claim.finding.kind = FindingKind::Race;
  std::map<ThreadId, ir::LocId> stores;
  StepResult last = machine->reset();
  auto step = [&](ThreadId t) {
    const Action action = machine->pending(t);
    if (action.kind == ActionKind::Access && machine->description().describe(action.accesses[0].address, 8) == "x")
      stores[t] = action.loc;
    last = machine->step(t, 0);
    claim.schedule.push_back({t, 0});
  };
  step(0);
  while (machine->status(1) == ThreadStatus::Parked) step(1);
  while (last.kind == StepResult::Kind::Running) step(0);
  ASSERT_EQ(stores.size(), 2u);
  claim.finding.thread = 1, claim.finding.loc = stores[1];
  claim.finding.other_thread = 0, claim.finding.other_loc = stores[0];
  EXPECT_FALSE(replays(*machine, claim));
}

// ---- Whether the order matters.

TEST(RaceOrder, IsTriedBothWays) {
  auto effect = [](const std::string& one, const std::string& two) {
    return Confirmed(kGlobals + thread("t", one + "  ret 0") + thread("u", two + "  ret 0") + main_with({"t", "u"}))
        .report.order;
  };
  RaceOrder writes = effect("  store.64 @x, 1\n", "  store.64 @x, 2\n");
  EXPECT_EQ(writes.effect, RaceOrder::Effect::Differs);
  EXPECT_EQ(writes.sentence, "x ends as 1 or 2, depending on which access comes first");
  EXPECT_EQ(effect("  store.64 @x, 7\n", "  %2 = load.64 @x\n").sentence,
            "T2 reads 7 or 0, depending on which access comes first");
  RaceOrder same = effect("  store.64 @x, 7\n", "  store.64 @x, 7\n");
  EXPECT_EQ(same.effect, RaceOrder::Effect::Same);
  EXPECT_EQ(same.sentence, "both orders give the same values here");
  // Writes the value that is already there.
  EXPECT_EQ(effect("  store.64 @x, 0\n", "  %2 = load.64 @x\n").effect, RaceOrder::Effect::Same);
  // Overwrites half of the other access's bytes.
  EXPECT_EQ(effect("  store.64 @x, 1\n", "  store.32 @x, 2\n").sentence,
            "the execution continues differently, depending on which access comes first");
}

// ---- The lock that most accesses hold.

MajorityLock missing(size_t holding, std::vector<MajorityLock::Access> accesses) {
  return {"x", "mu", holding + accesses.size(), holding, std::move(accesses)};
}

TEST(MajorityLock, IsDescribedInOneSentence) {
  const MajorityLock::Access a{{"a.c", 34, 3}, {"T1 (w)"}}, b{{"a.c", 40, 3}, {"T2 (w)"}},
      c{{"a.c", 50, 3}, {"T2 (w)"}};
  MajorityLock::Access elsewhere = a, shared = a;
  elsewhere.place.column = 9;
  shared.ambiguous = true;
  EXPECT_EQ(in_words(missing(7, {a})), "7 of 8 accesses to x hold mu; a.c:34 does not");
  EXPECT_EQ(in_words(missing(6, {a, elsewhere})), "6 of 8 accesses to x hold mu; a.c:34 does not");
  EXPECT_EQ(in_words(missing(6, {a, b})), "6 of 8 accesses to x hold mu; a.c:34, a.c:40 do not");
  EXPECT_EQ(in_words(missing(7, {shared})), "7 of 8 accesses to x hold mu; a.c:34 in T1 (w) does not");
  MajorityLock::Access d = c, e = c;
  d.place.line = 60, e.place.line = 70;
  EXPECT_EQ(in_words(missing(9, {a, b, c, d, e})),
            "9 of 14 accesses to x hold mu; a.c:34, a.c:40, a.c:50, 2 others do not");
}

TEST(MajorityLock, IsThatOfTheRacingVariable) {
  const std::string locked = "  sync mutex_lock(@m)\n  %2 = load.64 @x\n  store.64 @x, 1\n  sync mutex_unlock(@m)\n";
  Confirmed race(kGlobals + thread("t", "  store.64 @y, 1\n" + locked + "  ret 0") +
                 thread("u", "  store.64 @x, 2\n  ret 0") + main_with({"t", "u"}));
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false};
  options.keep_going = options.collect_guards = true;
  std::vector<Guard> guards = found(search_transactions, race.code, options).guards;
  const Guard* guard = guard_of(race.report.replay, guards, race.code);
  ASSERT_NE(guard, nullptr);
  EXPECT_EQ(guard->variable, "x");
  std::optional<MajorityLock> majority = majority_lock(*guard, race.code);
  ASSERT_TRUE(majority.has_value());
  EXPECT_EQ(majority->lock, "m");
  EXPECT_EQ(majority->holding, 2u);
  EXPECT_EQ(majority->accesses, 3u);
  ASSERT_EQ(majority->without.size(), 1u);
  EXPECT_EQ(majority->without[0].threads, std::vector<std::string>{"T2 (u)"});
  // Half of the accesses are not a majority.
  Guard half = *guard;
  half.sites.erase(std::find_if(half.sites.begin(), half.sites.end(), [](const GuardSite& s) { return !s.breaks; }));
  EXPECT_FALSE(majority_lock(half, race.code).has_value());
}

// ---- The report.

TEST(RaceReport, OfSeveralDescribesTheFirstInFullAndTheOthersInShort) {
  Outcome outcome;
  outcome.verdict = Verdict::Unsafe;
  outcome.program = "a.c";
  for (int i = 0; i < 13; ++i) {
    outcome.violations.push_back(Confirmed(kTwoRaces).report);
    outcome.violations.back().trace = "a." + std::to_string(i + 1) + ".trace.json";
  }
  auto count = [](const std::string& text, const std::string& part) {
    size_t n = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
  };
  std::string text = terminal_report(outcome, Style(), {});
  EXPECT_EQ(count(text, "error: data race on x"), 13u);
  EXPECT_EQ(count(text, "context switch"), 1u);
  EXPECT_EQ(count(text, "x ends as"), 10u);
  EXPECT_EQ(count(text, "replay: ./mover replay"), 10u);
  EXPECT_EQ(count(text, "and 3 more, up to a.13.trace.json"), 1u);
  EXPECT_EQ(count(text, "13 races found in"), 1u);
  EXPECT_EQ(count(text, "; the search was finished"), 1u);
  outcome.stop = Stop::FirstViolation;
  text = terminal_report(outcome, Style(), {.verbose = true});
  EXPECT_EQ(count(text, "context switch"), 13u);
  EXPECT_EQ(count(text, "; the search was finished"), 0u);
}

TEST(RaceReport, IsInTheResultFileToo) {
  Confirmed race(kGlobals + thread("t", "  sync mutex_lock(@m)\n  store.64 @x, 1\n  ret 0") +
                 main_with({"t"}, "  store.64 @x, 2\n"));
  race.report.guard = missing(7, {{{"a.c", 34, 3}, {"T1 (w)"}}});
  Outcome outcome;
  outcome.verdict = Verdict::Unsafe;
  outcome.violations = {race.report};
  auto json = nlohmann::json::parse(to_json(outcome));
  EXPECT_EQ(json["search_finished"], true);
  auto violation = json["violations"][0];
  ASSERT_EQ(violation["sides"].size(), 2u);
  auto side = violation["sides"][violation["sides"][0]["thread"] == "main" ? 1 : 0];
  EXPECT_EQ(side["thread"], "T1 (t)");
  EXPECT_EQ(side["variable"], "x");
  EXPECT_EQ(side["write"], true);
  EXPECT_EQ(side["stack"][0]["function"], "t");
  EXPECT_EQ(side["locks"][0]["name"], "m");
  EXPECT_GT(side["created_at"]["line"], 0);
  EXPECT_EQ(violation["missing_order"], missing_order(race.report.replay));
  EXPECT_EQ(violation["order_matters"], true);
  EXPECT_EQ(violation["effect"], race.report.order.sentence);
  EXPECT_EQ(violation["guard"]["lock"], "mu");
  EXPECT_EQ(violation["guard"]["holding"], 7);
  EXPECT_EQ(violation["guard"]["odd"][0]["line"], 34);
  outcome.violations[0].order = {};
  outcome.stop = Stop::FirstViolation;
  json = nlohmann::json::parse(to_json(outcome));
  EXPECT_EQ(json["search_finished"], false);
  EXPECT_TRUE(json["violations"][0]["order_matters"].is_null());
}

}  // namespace
}  // namespace mover::test
