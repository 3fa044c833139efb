// Tests traces: writing, reading, replaying on the machine, shortening, and translating to another machine.
#include "trace/trace.h"

#include <gtest/gtest.h>

#include <functional>

#include "ir/text.h"
#include "ir/verify.h"
#include "property/deadlock.h"
#include "property/race.h"
#include "support/deadline.h"
#include "trace/evidence.h"
#include "trace/replay.h"
#include "trace/shorten.h"
#include "trace/translate.h"
#include "trace/words.h"
#include "vm/vm.h"

namespace mover {
namespace {

ir::Program parsed(const std::string& text) {
  auto result = ir::parse(text, "test.mir");
  if (auto* error = std::get_if<ir::ParseError>(&result)) ADD_FAILURE() << error->line << ": " << error->message;
  ir::Program program = std::get<ir::Program>(std::move(result));
  for (const std::string& problem : ir::verify(program)) ADD_FAILURE() << problem;
  return program;
}

MachineFactory factory(const ir::Program& program) {
  return [&program] { return vm::make_machine(program, {}); };
}

// Two threads that each add 1 to x without a lock; main checks that x is 2. Line numbers matter below.
constexpr const char* kCounter =
    "global @x size 4 align 4\n"
    "global @message size 7 align 1 constant = \"x == 2\\00\"\n"
    "func @worker(2) regs 4 {\n"
    "  %2 = load.32 @x\n"  // line 4
    "  %3 = add.32 %2, 1\n"
    "  store.32 @x, %3\n"  // line 6
    "  ret 0\n"
    "}\n"
    "func @main(0) regs 6 {\n"
    "  %0 = alloca 8 align 8\n"
    "  %1 = alloca 8 align 8\n"
    "  %2 = sync thread_create(%0, @worker, 0, 0, 0)\n"
    "  %2 = sync thread_create(%1, @worker, 0, 0, 0)\n"
    "  %3 = load.64.ptr %0\n"
    "  %4 = sync thread_join(%3)\n"
    "  %3 = load.64.ptr %1\n"
    "  %4 = sync thread_join(%3)\n"
    "  %4 = load.32 @x\n"
    "  %5 = icmp.eq.32 %4, 2\n"
    "  condbr %5, fine, broken\n"
    "fine:\n"
    "  ret\n"
    "broken:\n"
    "  service assert_fail(@message)\n"  // line 24
    "  unreachable\n"
    "}\n"
    "entry @main\n";

// Two mutexes acquired in opposite order.
constexpr const char* kDeadlock =
    "global @a size 40 align 8\n"
    "global @b size 40 align 8\n"
    "func @one(2) regs 3 {\n"
    "  %2 = sync mutex_lock(@a)\n"  // line 4
    "  %2 = sync mutex_lock(@b)\n"  // line 5
    "  %2 = sync mutex_unlock(@b)\n"
    "  %2 = sync mutex_unlock(@a)\n"
    "  ret 0\n"
    "}\n"
    "func @main(0) regs 3 {\n"
    "  %0 = alloca 8 align 8\n"
    "  %1 = sync thread_create(%0, @one, 0, 0, 0)\n"
    "  %1 = sync mutex_lock(@b)\n"
    "  %1 = sync mutex_lock(@a)\n"  // line 14
    "  ret\n"
    "}\n"
    "entry @main\n";

// Searches all schedules depth-first, with many context switches, so that the result can be shortened a lot.
std::optional<Violation> find(Machine& machine,
                              const std::function<std::optional<Finding>(const StepResult&)>& wanted) {
  Violation violation;
  std::function<bool(const StepResult&)> explore = [&](const StepResult& result) {
    if (auto finding = wanted(result)) {
      violation.finding = *finding;
      return true;
    }
    if (result.kind != StepResult::Kind::Running || violation.schedule.size() > 60) return false;
    auto here = machine.snapshot();
    for (ThreadId t = machine.num_threads(); t-- > 0;) {
      if (!machine.enabled(t)) continue;
      // Prefers a thread other than that of the last step.
      bool moved_last = !violation.schedule.empty() && violation.schedule.back().thread == t;
      bool alone = true;
      for (ThreadId other = 0; other < machine.num_threads(); ++other) alone &= other == t || !machine.enabled(other);
      if (moved_last && !alone) continue;
      violation.schedule.push_back({t, 0});
      if (explore(machine.step(t, 0))) return true;
      violation.schedule.pop_back();
      machine.restore(*here);
    }
    return false;
  };
  return explore(machine.reset()) ? std::optional(violation) : std::nullopt;
}

std::optional<Finding> failure(const StepResult& result) {
  return result.kind == StepResult::Kind::Failed ? std::optional(result.finding) : std::nullopt;
}

Violation lost_update(const ir::Program& program) {
  auto machine = vm::make_machine(program, {});
  auto violation = find(*machine, failure);
  EXPECT_TRUE(violation.has_value());
  return violation.value_or(Violation{});
}

Trace example() {
  Trace trace;
  trace.directory = "/somewhere";
  trace.inputs = {"a.c", "b \"quoted\".c"};
  trace.compiler_flags = {"-DX=1"};
  trace.compile_commands = "build";
  trace.args = {"program", "one two"};
  trace.nondet_rand = true;
  trace.spurious_wakeups = trace.spurious_failures = true;
  trace.max_frames = 5000;
  trace.max_heap_bytes = uint64_t{1} << 40;
  trace.max_threads = 64;
  trace.finding = {FindingKind::Race, "data race on x", 1, 2, {"a.c", 3, 4}, {"b.c", 5, 6}};
  trace.steps = {{{0, 0}, "creates a thread", {"a.c", 9, 0}}, {{1, 2}, "reads x", {"b.c", 5, 0}}};
  return trace;
}

TEST(TraceFile, ReadsBackAsItWasWritten) {
  ParsedTrace parsed = trace_from_json(trace_to_json(example()));
  EXPECT_EQ(parsed.error, "");
  EXPECT_TRUE(parsed.trace == example());
  Trace without_steps = example();
  without_steps.steps.clear();
  EXPECT_TRUE(trace_from_json(trace_to_json(without_steps)).trace == without_steps);
}

TEST(TraceFile, SurvivesBytesThatAreNotText) {
  Trace trace = example();
  trace.finding.message = "prints \xff\xfe";
  EXPECT_EQ(trace_from_json(trace_to_json(trace)).error, "");
}

TEST(TraceFile, SaysInOneSentenceWhatIsWrongWithAnotherFile) {
  auto error = [](std::string_view text) { return trace_from_json(text).error; };
  EXPECT_EQ(error(""), "not a trace of Mover: it is not JSON");
  EXPECT_EQ(error("[1, 2]"), "not a trace of Mover: 'format' is missing");
  EXPECT_EQ(error("{\"format\": 3}"), "not a trace of Mover: 'format' must be a text");
  EXPECT_EQ(error("{\"format\": \"other\", \"version\": 1}"), "not a trace of Mover: 'format' must be 'mover-trace'");
  EXPECT_EQ(error("{\"format\": \"mover-trace\", \"version\": 7}"),
            "not a trace of Mover: it was written by another version of Mover");
  EXPECT_EQ(error("{\"format\": \"mover-trace\", \"version\": 1}"), "not a trace of Mover: 'program' is missing");
  std::string text = trace_to_json(example());
  auto broken = [&](const std::string& from, const std::string& to) {
    std::string copy = text;
    return error(copy.replace(copy.find(from), from.size(), to));
  };
  EXPECT_EQ(broken("\"race\"", "\"rage\""), "not a trace of Mover: 'rage' is no kind of violation");
  EXPECT_EQ(broken("\"choice\":2", "\"choice\":-2"), "not a trace of Mover: 'choice' must be a whole number");
  EXPECT_EQ(broken("\"choice\":2", "\"choice\":4294967296"), "not a trace of Mover: 'choice' is too large");
  EXPECT_EQ(broken("\"thread\":1", "\"threat\":1"), "not a trace of Mover: 'thread' is missing");
  EXPECT_EQ(read_trace("/nowhere/x.json").error, "/nowhere/x.json: cannot be read");
}

TEST(TraceFile, HoldsOneStepALine) {
  std::string text = trace_to_json(example());
  EXPECT_NE(text.find("\n  {\"thread\":1,\"choice\":2,\"action\":\"reads x\",\"file\":\"b.c\",\"line\":5}\n"),
            std::string::npos)
      << text;
}

TEST(Replay, ShowsTheFindingAgainWithValuesAndNames) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  auto machine = vm::make_machine(program, {});
  EXPECT_TRUE(replays(*machine, violation));
  Replay record = replay(*machine, violation.schedule, violation.finding);
  ASSERT_TRUE(record.shows_finding);
  ASSERT_EQ(record.threads.size(), 3u);
  EXPECT_EQ(record.threads[1].name, "T1 (worker)");
  EXPECT_EQ(to_text(record.threads[1].created_at), "test.mir:12");
  EXPECT_EQ(record.threads[1].creator, ThreadId{0});
  std::vector<std::string> values;
  for (const ReplayedStep& step : record.steps) {
    for (const SeenAccess& seen : step.accesses) {
      if (seen.access.write && seen.name == "x") values.push_back(seen.before + " to " + seen.value);
    }
  }
  EXPECT_EQ(values, (std::vector<std::string>{"0 to 1", "1 to 1"}));
}

TEST(Replay, RefusesAFindingThatIsNotThere) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  auto machine = vm::make_machine(program, {});
  Violation wrong_thread = violation, wrong_kind = violation, wrong_place = violation, cut = violation;
  wrong_thread.finding.thread = 1;
  wrong_kind.finding.kind = FindingKind::Deadlock;
  wrong_place.finding.loc = 0;
  cut.schedule.pop_back();
  for (const Violation& claim : {wrong_thread, wrong_kind, wrong_place, cut}) EXPECT_FALSE(replays(*machine, claim));
}

TEST(Replay, SaysWhereAScheduleCannotBeFollowed) {
  ir::Program program = parsed(kCounter);
  auto machine = vm::make_machine(program, {});
  EXPECT_EQ(replay(*machine, {{7, 0}}, {}).divergence, "step 1 belongs to a thread that does not exist");
  EXPECT_EQ(replay(*machine, {{0, 1}}, {}).divergence, "step 1 takes an alternative that does not exist");
  EXPECT_EQ(divergence_in_words(replay(*machine, {{0, 0}, {0, 0}, {0, 0}}, {})),
            "main cannot take step 3: it is blocked at test.mir:15");
}

// After the deadline, a violation is still reported, but with less detail.
class WithoutTime : public testing::Test {
 protected:
  ~WithoutTime() override { support::deadline().clear(); }
  static void leave(uint64_t polls) {
    support::deadline().clear();
    support::deadline().limit_polls(polls);
  }
};

TEST_F(WithoutTime, AReplayIsCutShortAndSaysSo) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  auto machine = vm::make_machine(program, {});
  leave(1);
  const Replay cut = replay(*machine, violation.schedule, violation.finding);
  EXPECT_TRUE(cut.cut_short);
  EXPECT_FALSE(cut.shows_finding);
  EXPECT_LE(cut.steps.size(), 2u);
  leave(1);
  EXPECT_EQ(judge(*machine, violation), Shown::OutOfTime);
  leave(1000);
  EXPECT_EQ(judge(*machine, violation), Shown::Yes);
}

TEST_F(WithoutTime, ShorteningKeepsTheScheduleAtHand) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  MachineFactory make_machine = [&] { return vm::make_machine(program, {}); };
  for (uint64_t questions : {1u, 3u, 10u, 30u, 100u}) {
    leave(questions);
    const Violation shorter = shorten(make_machine, violation);
    support::deadline().clear();
    EXPECT_TRUE(replays(*make_machine(), shorter)) << questions;
    EXPECT_LE(count_switches(shorter.schedule), count_switches(violation.schedule)) << questions;
  }
}

TEST_F(WithoutTime, ADeadlineIsReachedBeforeItIsOver) {
  support::Deadline& deadline = support::deadline();
  leave(2);
  EXPECT_FALSE(deadline.reached());
  EXPECT_FALSE(deadline.over());
  EXPECT_TRUE(deadline.reached());
  EXPECT_EQ(deadline.reason(), support::Deadline::Reason::Time);
  EXPECT_FALSE(deadline.over());
  EXPECT_TRUE(deadline.over());
  deadline.clear();
  bool interrupted = false;
  deadline.ask_whether_interrupted([&] { return interrupted; });
  EXPECT_FALSE(deadline.reached());
  {
    const support::Deadline::Tighter none(0);
    EXPECT_TRUE(deadline.reached());
  }
  EXPECT_FALSE(deadline.reached());  // only the tighter deadline was reached
  interrupted = true;
  while (!deadline.reached()) {
  }
  EXPECT_EQ(deadline.reason(), support::Deadline::Reason::Interrupted);
}

TEST(Replay, RecordsLocksAndWaitingThreadsOfADeadlock) {
  ir::Program program = parsed(kDeadlock);
  auto machine = vm::make_machine(program, {});
  auto violation = find(*machine, [&](const StepResult& result) {
    bool stuck = result.kind == StepResult::Kind::Running && is_deadlock(*machine);
    return stuck ? std::optional(deadlock_finding(*machine)) : std::nullopt;
  });
  ASSERT_TRUE(violation.has_value());
  Replay record = replay(*machine, violation->schedule, violation->finding);
  ASSERT_TRUE(record.shows_finding);
  ASSERT_EQ(record.end.size(), 2u);
  EXPECT_EQ(record.end[0].object, "a");
  EXPECT_EQ(record.end[0].holders, std::vector<ThreadId>{1});
  ASSERT_EQ(record.end[1].held.size(), 1u);
  EXPECT_EQ(record.end[1].held[0].name, "a");
  EXPECT_EQ(to_text(record.end[1].held[0].taken_at), "test.mir:4");
  EXPECT_EQ(record.end[1].waits_for, WaitsFor::Mutex);
}

TEST(Replay, TellsBothSidesOfARace) {
  ir::Program program = parsed(kCounter);
  auto machine = vm::make_machine(program, {});
  auto violation = find(*machine, [&](const StepResult& result) -> std::optional<Finding> {
    if (result.kind != StepResult::Kind::Running) return std::nullopt;
    Observed observed;
    observe_races(*machine, observed);
    const std::vector<Finding>& races = observed.findings;
    return races.empty() ? std::nullopt : std::optional(races.front());
  });
  ASSERT_TRUE(violation.has_value());
  Violation shorter = shorten(factory(program), *violation);
  Replay record = replay(*machine, shorter.schedule, shorter.finding);
  ASSERT_TRUE(record.shows_finding);
  ASSERT_EQ(record.race.size(), 2u);
  EXPECT_EQ(record.race[0].access.name, "x");
  EXPECT_TRUE(record.race[0].access.access.write || record.race[1].access.access.write);
  EXPECT_NE(record.race[0].thread, record.race[1].thread);
  // After both accesses have been executed, happens-before along the path shows the same race.
  Schedule further = shorter.schedule;
  further.push_back({shorter.finding.thread, 0});
  further.push_back({shorter.finding.other_thread, 0});
  EXPECT_TRUE(replays(*machine, {shorter.finding, further}));
}

TEST(Replay, FindsThePlaceOfATraceInTheProgramAtHand) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  TraceFinding finding = to_trace(program, violation.finding);
  EXPECT_EQ(to_text(finding.place), "test.mir:24");
  auto found = finding_of(program, finding);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(program.locs[found->loc] == program.locs[violation.finding.loc]);
  finding.place.line = 99;
  EXPECT_FALSE(finding_of(program, finding).has_value());
}

// Translates a violation to another program, on a machine of its own.
Translated translated(const ir::Program& program, const Violation& violation, const ir::Program& other) {
  auto machine = vm::make_machine(program, {}), other_machine = vm::make_machine(other, {});
  return translate(replay(*machine, violation.schedule, violation.finding), to_trace(program, violation.finding),
                   *other_machine);
}

TEST(Translate, TakesTheStepsThatTheGuideTakes) {
  const ir::Program program = parsed(kCounter);
  const Violation violation = lost_update(program);
  const Translated result = translated(program, violation, program);
  EXPECT_EQ(result.difference, "");
  EXPECT_EQ(result.violation.schedule, violation.schedule);
  EXPECT_EQ(result.violation.finding.loc, violation.finding.loc);
}

// Actions of this machine that do not occur in the guide are executed, and steps of the guide that do not occur on this
// machine are skipped.
TEST(Translate, SkipsActionsOfOnlyOneMachine) {
  auto with = [](const std::string& line) {
    std::string text = kCounter;
    return parsed(text.insert(text.find("  %3 = add"), line + "\n"));
  };
  const ir::Program plain = with(""), yields = with("  sync yield()");
  const Violation violation = lost_update(plain), yielding = lost_update(yields);
  ASSERT_NE(violation.schedule.size(), yielding.schedule.size());
  const Translated more = translated(plain, violation, yields), less = translated(yields, yielding, plain);
  EXPECT_EQ(more.difference, "");
  EXPECT_EQ(less.difference, "");
  EXPECT_TRUE(replays(*vm::make_machine(yields, {}), more.violation));
  EXPECT_TRUE(replays(*vm::make_machine(plain, {}), less.violation));
}

TEST(Translate, SaysWhatTheOtherProgramDoesInstead) {
  const ir::Program program = parsed(kCounter);
  std::string adds_two = kCounter;
  adds_two.replace(adds_two.find("%2, 1"), 5, "%2, 2");  // two of two updates are lost, as the finding requires
  EXPECT_EQ(translated(program, lost_update(program), parsed(adds_two)).difference,
            "the compiled program ends without the violation");
}

TEST(Shorten, FindsTheFewestSwitches) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  Violation shorter = shorten(factory(program), violation);
  // main | T1 reads | T2 runs | T1 writes | main: four context switches, and no superfluous step.
  EXPECT_GT(count_switches(violation.schedule), 4u);
  EXPECT_EQ(count_switches(shorter.schedule), 4u);
  auto machine = vm::make_machine(program, {});
  EXPECT_TRUE(replays(*machine, shorter));
}

TEST(Shorten, ImprovesTheScheduleAtHandWhereTheSearchIsTooLong) {
  ir::Program program = parsed(kCounter);
  Violation violation = lost_update(program);
  ShortenBudget budget;
  budget.steps = 1;
  Violation shorter = shorten(factory(program), violation, budget);
  EXPECT_LT(count_switches(shorter.schedule), count_switches(violation.schedule));
  auto machine = vm::make_machine(program, {});
  EXPECT_TRUE(replays(*machine, shorter));
  budget.replays = 0;
  EXPECT_EQ(shorten(factory(program), violation, budget).schedule, violation.schedule);
}

TEST(Words, NameActionsAndValues) {
  ir::Program program = parsed(kDeadlock);
  auto machine = vm::make_machine(program, {});
  machine->reset();
  EXPECT_EQ(action_in_words(*machine, 0, 0), "creates a thread");
  machine->step(0, 0);
  EXPECT_EQ(action_in_words(*machine, 0, 0), "locks b");
  EXPECT_EQ(action_in_words(*machine, 1, 0), "starts");
  EXPECT_EQ(value_in_words(*machine, 0xffffffff, 4), "-1");
  EXPECT_EQ(value_in_words(*machine, 0x80000000, 4), "2147483648");
  EXPECT_EQ(value_in_words(*machine, 255, 1), "255");
  EXPECT_EQ(value_in_words(*machine, machine->pending(0).object, 8), "&b");
}

}  // namespace
}  // namespace mover
