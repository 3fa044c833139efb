// Tests reports: verdicts and exit codes, the JSON result, text styles, lanes of a fixed replay, whole reports.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "report/explain.h"
#include "report/json.h"
#include "report/lanes.h"
#include "report/outcome.h"
#include "report/progress.h"
#include "report/race.h"
#include "report/rows.h"
#include "report/source.h"
#include "report/style.h"
#include "report/terminal.h"
#include "support/resident.h"

namespace mover {
namespace {

// A replay that is written by hand, without a machine.
class Script {
 public:
  Script() {
    path_ = testing::TempDir() + "lanes.c";
    std::ofstream file(path_);
    for (const char* line : {"int x;", "  x = 1;", "  int y = x;", "  quiet();", "  lock(&m);", "\tassert(y == 0);"})
      file << line << "\n";
    violation_.replay.threads = {{"main", {}, {}},
                                 {"T1 (worker)", Place{path_, 1, 1}, ThreadId{0}},
                                 {"T2 (a)", Place{path_, 1, 1}, ThreadId{0}}};
    positions_.resize(3);
    for (Position& position : positions_) position.status = ThreadStatus::Parked;
  }

  ReplayedStep& step(ThreadId thread, uint32_t line, ActionKind kind = ActionKind::Access) {
    ReplayedStep& step = violation_.replay.steps.emplace_back();
    step.decision.thread = thread;
    step.action.kind = kind;
    step.place = {path_, line, 3};
    step.positions = positions_;
    return step;
  }

  void access(ThreadId thread, uint32_t line, bool write, const char* before, const char* value,
              Address address = 100) {
    ReplayedStep& s = step(thread, line);
    SeenAccess seen;
    seen.access = {address, 4, write, false};
    seen.name = address == 100 ? "x" : "own";
    seen.before = before;
    seen.value = value;
    seen.place = s.place;
    s.accesses.push_back(seen);
  }

  ReportedViolation violation_;
  std::vector<Position> positions_;
  std::string path_;
};

Style plain() {
  Style style;
  style.width = 80;
  return style;
}

TEST(Outcomes, ViolationsDecideThenWhatWasLeftOut) {
  Outcome outcome;
  EXPECT_EQ(verdict_of(outcome), Verdict::Safe);
  outcome.incomplete.push_back("recursion was cut");
  EXPECT_EQ(verdict_of(outcome), Verdict::Unknown);
  outcome.incomplete.clear();
  outcome.stop = Stop::TimeLimit;
  EXPECT_EQ(verdict_of(outcome), Verdict::Unknown);
  outcome.violations.emplace_back();
  EXPECT_EQ(verdict_of(outcome), Verdict::Unsafe);
}

TEST(Outcomes, ExitCodesAreThoseOfTheContract) {
  EXPECT_EQ(property_of(FindingKind::Assertion).exit_code, 10);
  EXPECT_EQ(property_of(FindingKind::Memory).exit_code, 10);
  EXPECT_EQ(property_of(FindingKind::Deadlock).exit_code, 11);
  EXPECT_EQ(property_of(FindingKind::Race).exit_code, 12);
  EXPECT_EQ(property_of(FindingKind::Leak).exit_code, 13);
  Outcome outcome;
  outcome.verdict = Verdict::Safe;
  EXPECT_EQ(exit_code(outcome), 0);
  outcome.verdict = Verdict::Unknown;
  EXPECT_EQ(exit_code(outcome), 2);  // no step was executed
  outcome.stats.transitions = 1;
  EXPECT_EQ(exit_code(outcome), 5);
  outcome.verdict = Verdict::Unsafe;
  outcome.violations.resize(2);
  outcome.violations[0].finding.kind = FindingKind::Race;
  outcome.violations[1].finding.kind = FindingKind::Assertion;
  EXPECT_EQ(exit_code(outcome), 12);
  outcome.stop = Stop::Interrupted;
  EXPECT_EQ(exit_code(outcome), 130);
}

TEST(ResultFile, HasTheKeysThatScriptsRelyOn) {
  Outcome outcome;
  outcome.verdict = Verdict::Unsafe;
  outcome.engine = "stateful";
  outcome.reduction = "none";
  outcome.violations.push_back(
      {{FindingKind::Race, "data race on \xff", 1, 2, {"a.c", 12, 3}, {"b.c", 4, 5}}, {}, "a.trace.json"});
  outcome.stats.states = 4;
  outcome.stats.transitions = 6;
  outcome.stats.store_bytes = 40;
  outcome.incomplete = {"cut"};
  outcome.assumptions = {"assumed"};
  auto json = nlohmann::json::parse(to_json(outcome));
  EXPECT_EQ(json["verdict"], "unsafe");
  EXPECT_EQ(json["engine"], "stateful");
  EXPECT_EQ(json["reduction"], "none");
  EXPECT_EQ(json["violations"][0]["kind"], "race");
  EXPECT_EQ(json["violations"][0]["file"], "a.c");
  EXPECT_EQ(json["violations"][0]["line"], 12);
  EXPECT_EQ(json["violations"][0]["trace"], "a.trace.json");
  EXPECT_EQ(json["violations"][0]["other_line"], 4);
  EXPECT_EQ(json["stats"]["states"], 4);
  EXPECT_EQ(json["stats"]["transitions"], 6);
  EXPECT_EQ(json["stats"]["bytes_per_state"], 10.0);
  for (const char* key : {"executions", "seconds", "peak_rss_kib", "max_depth", "cpu_seconds"})
    EXPECT_TRUE(json["stats"].contains(key)) << key;
  EXPECT_EQ(json["limits"], (std::vector<std::string>{"cut", "assumed"}));
}

TEST(Text, IsMeasuredInCharactersAndCutWithAnEllipsis) {
  Style style = plain();
  EXPECT_EQ(display_width("a→b"), 3u);
  EXPECT_EQ(fit("short", 5, style), "short");
  EXPECT_EQ(fit("longer", 5, style), "long…");
  EXPECT_EQ(fit("→→→→", 3, style), "→→…");
  style.unicode = false;
  EXPECT_EQ(fit("longer", 5, style), "lo...");
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(1234567), "1,234,567");
  EXPECT_EQ(plural(1, "step"), "1 step");
  EXPECT_EQ(plural(2, "switch", "switches"), "2 switches");
}

TEST(Text, IsColouredOnlyWhereAsked) {
  Style style = plain();
  EXPECT_EQ(style.paint(Tone::Error, "x"), "x");
  style.color = true;
  EXPECT_EQ(style.paint(Tone::Error, "x"), "\033[1;31mx\033[0m");
  EXPECT_EQ(style.paint(Tone::Plain, "x"), "x");
}

TEST(Source, LinesComeWithoutIndentationAndMissingOnesAreEmpty) {
  Script script;
  SourceCache source;
  EXPECT_EQ(source.line({script.path_, 6, 1}), "assert(y == 0);");
  EXPECT_EQ(source.line({script.path_, 99, 1}), "");
  EXPECT_EQ(source.line({"/nowhere.c", 1, 1}), "");
}

TEST(Lanes, ShowOneColumnPerThreadWithValuesAndPreemptions) {
  Script script;
  script.access(1, 3, false, "", "0");
  script.access(2, 2, true, "0", "1");
  script.violation_.replay.steps.back().preempts = true;
  script.access(1, 6, false, "", "1");
  script.violation_.finding = {FindingKind::Assertion, "assertion failed", 1, 0, {script.path_, 6, 3}, {}};
  SourceCache source;
  Style style = plain();
  std::vector<Row> rows = rows_of(script.violation_, source, style, true);
  EXPECT_EQ(draw_lanes(rows, script.violation_.replay, {script.path_, 6, 3}, style),
            "  T1 (worker)                   T2 (a)\n"
            "  3  int y = x;                 │                                   x = 0\n"
            "  · preempted                   │\n"
            "  │                             2  x = 1;                           x: 0 → 1\n"
            "  │                             · is enabled\n"
            "✗ 6  assert(y == 0);            │                                   x = 1\n");
}

TEST(Lanes, FitANarrowTerminalInPlainAscii) {
  Script script;
  script.access(1, 3, false, "", "0");
  script.access(2, 2, true, "0", "1");
  script.violation_.finding = {FindingKind::Assertion, "assertion failed", 2, 0, {script.path_, 2, 3}, {}};
  SourceCache source;
  Style style;
  style.width = 40;
  style.unicode = false;
  std::string text = draw_lanes(rows_of(script.violation_, source, style, true), script.violation_.replay,
                                {script.path_, 6, 3}, style);
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 40u) << text;
    begin = end + 1;
  }
  for (char c : text) EXPECT_GE(c, 0) << "ASCII only";
}

TEST(Rows, FoldWhatNoOtherThreadCanNotice) {
  Script script;
  script.access(1, 3, false, "", "0");
  for (uint32_t line : {1, 4, 2}) script.access(1, line, true, "", "5", 200);
  script.access(2, 2, true, "0", "1");
  script.violation_.finding = {FindingKind::Assertion, "assertion failed", 2, 0, {script.path_, 2, 3}, {}};
  SourceCache source;
  std::vector<Row> folded = rows_of(script.violation_, source, plain(), true);
  ASSERT_EQ(folded.size(), 4u);
  EXPECT_EQ(folded[1].kind, Row::Kind::Fold);
  EXPECT_EQ(folded[1].text, "… 3 more steps");
  EXPECT_EQ(rows_of(script.violation_, source, plain(), false).size(), 6u);
}

TEST(Rows, CutALongTurnInTheMiddle) {
  Script script;
  for (int i = 0; i < 40; ++i) script.access(1, i % 2 ? 2 : 3, true, "0", "1");
  script.access(2, 2, true, "0", "1");
  script.violation_.finding = {FindingKind::Assertion, "assertion failed", 2, 0, {script.path_, 2, 3}, {}};
  SourceCache source;
  std::vector<Row> rows = rows_of(script.violation_, source, plain(), true);
  EXPECT_LT(rows.size(), 18u);
  EXPECT_EQ(rows_of(script.violation_, source, plain(), false).size(), 42u);
}

TEST(Rows, CutALongListOfValuesInTheMiddle) {
  Script script;
  for (int i = 0; i < 20; ++i) script.access(1, 2, true, std::to_string(i).c_str(), std::to_string(i + 1).c_str());
  script.violation_.finding = {FindingKind::Assertion, "assertion failed", 1, 0, {script.path_, 2, 3}, {}};
  SourceCache source;
  std::vector<Row> rows = rows_of(script.violation_, source, plain(), true);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].notes, (std::vector<std::string>{"x: 0 → 1", "x: 1 → 2", "x: 2 → 3", "x: 3 → 4", "… 14 more",
                                                     "x: 18 → 19", "x: 19 → 20", "assertion failed"}));
}

TEST(Explanations, SayWhichThreadWaitsForWhich) {
  Script script;
  Replay& replay = script.violation_.replay;
  replay.end = script.positions_;
  replay.end[0].status = ThreadStatus::Ended;
  replay.end[1].waits_for = WaitsFor::Mutex;
  replay.end[1].object = "b";
  replay.end[1].holders = {2};
  replay.end[1].place = {"a.c", 5, 1};
  replay.end[1].held = {{"a", false, {"a.c", 4, 1}}};
  replay.end[2].waits_for = WaitsFor::RwLock;
  replay.end[2].object = "a";
  replay.end[2].place = {"a.c", 9, 1};
  replay.end[2].held = {{"b", true, {"a.c", 8, 1}}, {"c", false, {}}};
  EXPECT_EQ(explain_deadlock(replay, plain()),
            "Blocked threads\n"
            "  T1 (worker) waits for mutex b, held by T2 (a), at a.c:5\n"
            "      and holds a (taken at a.c:4)\n"
            "  T2 (a) waits for rwlock a, at a.c:9\n"
            "      and holds b for reading (taken at a.c:8) and c\n");
}

TEST(Explanations, ShowBothSidesOfARaceAndWhereTheThreadsComeFrom) {
  Script script;
  Replay& replay = script.violation_.replay;
  replay.threads[1].created_at = replay.threads[2].created_at = {"a.c", 20, 1};
  RaceSide first, second;
  first.thread = 1;
  first.place = {"a.c", 5, 1};
  first.access.access = {100, 4, true, false};
  first.access.name = "x";
  first.held = {{"m", false, {"a.c", 4, 1}}};
  second = first;
  second.thread = 2;
  second.access.access.write = false;
  second.access.access.atomic = true;
  second.held.clear();
  replay.race = {first, second};
  first.stack = {{"put", first.place}, {"worker", {"a.c", 30, 1}}};
  second.stack = {{"a", second.place}};
  replay.race = {first, second};
  EXPECT_EQ(explain_race(script.violation_, plain(), false),
            "The two accesses\n"
            "  T1 (worker) writes x (4 bytes) at a.c:5 and holds m (taken at a.c:4)\n"
            "      in put, called at a.c:30 in worker\n"
            "      created at a.c:20 by main\n"
            "  T2 (a) atomically reads x (4 bytes) at a.c:5 and holds no lock\n"
            "      created at a.c:20 by main\n"
            "Why they race\n"
            "  · T2's access is atomic and T1's is not: an atomic access does not order a\n"
            "    plain one\n");
}

TEST(Explanations, FindNoGuardForARaceThatNoTimeWasLeftToReplay) {
  EXPECT_EQ(guard_of(Replay(), {Guard()}, ir::Program()), nullptr);
}

TEST(Explanations, QuoteTheEndOfTheOutputWithoutObeyingIt) {
  EXPECT_EQ(quote_output("", plain()), "");
  EXPECT_EQ(quote_output("a\n\033[2Jb", plain()), "The program printed\n  a\n  ?[2Jb\n");
  std::string many;
  for (int i = 0; i < 30; ++i) many += std::to_string(i) + "\n";
  std::string quoted = quote_output(many, plain());
  EXPECT_NE(quoted.find("… 10 lines before this\n  10\n"), std::string::npos) << quoted;
}

Outcome unsafe(const Script& script) {
  Outcome outcome;
  outcome.verdict = Verdict::Unsafe;
  outcome.program = "lanes.c";
  outcome.violations.push_back(script.violation_);
  outcome.violations[0].trace = "lanes.trace.json";
  outcome.stop = Stop::FirstViolation;
  return outcome;
}

TEST(TerminalReport, BeginsWithThePlaceAndEndsWithHowToReplay) {
  Script script;
  script.access(1, 3, false, "", "0");
  script.violation_.finding = {FindingKind::Assertion, "assertion failed", 1, 0, {script.path_, 3, 7}, {}};
  std::string text = terminal_report(unsafe(script), plain(), {false, false, "./mover"});
  EXPECT_EQ(text.rfind(script.path_ + ":3:7: error: assertion failed\n", 0), 0u) << text;
  std::string last = "replay: ./mover replay lanes.trace.json\n";
  EXPECT_EQ(text.substr(text.size() - last.size()), last);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_EQ(terminal_report(unsafe(script), plain(), {true, false, "./mover"}),
            script.path_ + ":3:7: error: assertion failed\n");
}

TEST(TerminalReport, OfASafeProgramSaysWhatWasCoveredAndAssumed) {
  Outcome outcome;
  outcome.verdict = Verdict::Safe;
  outcome.program = "a.c";
  outcome.checked = {"assertion failure", "deadlock", "data race"};
  outcome.stats.states = 12345;
  outcome.stats.transitions = 23456;
  outcome.stats.max_depth = 77;
  outcome.stats.seconds = 1.5;
  outcome.stats.peak_rss_kib = 10240;
  outcome.stats.store_bytes = 123450;
  outcome.assumptions = {"malloc succeeds"};
  EXPECT_EQ(terminal_report(outcome, plain(), {}),
            "a.c: safe: no assertion failure, deadlock or data race in any interleaving\n"
            "  12,345 states, 23,456 transitions, depth 77, 1.50 s, 10 MiB (10.0 bytes per state)\n"
            "Assumed\n"
            "  · malloc succeeds\n");
}

TEST(TerminalReport, OfAnUnknownOneSaysWhatIsMissingAndWhatToTry) {
  Outcome outcome;
  outcome.program = "a.c";
  outcome.stop = Stop::TimeLimit;
  outcome.incomplete = {"the search stopped at the time limit of 1 s"};
  outcome.advice = {"allow more time: --time-limit=SECONDS"};
  EXPECT_EQ(terminal_report(outcome, plain(), {}),
            "a.c: unknown: nothing was found, but not everything was covered\n"
            "  0 states, 0 transitions, depth 0, 0.00 s, 0 MiB\n"
            "Not covered\n"
            "  · the search stopped at the time limit of 1 s\n"
            "What to try\n"
            "  · allow more time: --time-limit=SECONDS\n");
}

TEST(ProgressLine, SaysStatesDepthRateAndMemory) {
  Statistics stats;
  stats.states = 3000;
  EXPECT_EQ(progress_text(stats, 12, 1.5, 2048), "3,000 states, depth 12, 2,000 states/s, 2 s, 2 MiB");
  stats.states = 0;
  stats.executions = 30;
  EXPECT_EQ(progress_text(stats, 12, 1.5, 2048), "30 executions, depth 12, 20 executions/s, 2 s, 2 MiB");
  EXPECT_EQ(progress_text({}, 0, 12.4, 2048), "12 s, 2 MiB");  // of solvers
  EXPECT_GT(resident_kib(), 0u);
}

}  // namespace
}  // namespace mover
