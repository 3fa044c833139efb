// Tests machines in other processes: the interpreter at the other end of a socket has the same search results, replays
// and shortened schedules as the interpreter in this process.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <semaphore>
#include <thread>

#include "frontend/frontend.h"
#include "native/remote.h"
#include "native/server.h"
#include "small_programs.h"
#include "trace/race_order.h"
#include "trace/replay.h"
#include "trace/shorten.h"

namespace mover::native {
namespace {

constexpr const char* kReduction = "source-dpor";

// The interpreter at one end of a socket, and its client.
class Process {
 public:
  explicit Process(const ir::Program& program) : program_(program) {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0);
    services_.searches[kReduction] = [this](const SearchOptions& options) {
      return search_source_dpor([this] { return vm::make_machine(program_, {}); }, options);
    };
    services_.searches["endless"] = [](const SearchOptions& options) {
      SearchResult result;
      while (!*options.interrupted) ++result.stats.transitions, options.progress(result.stats, 0);
      result.stop = Stop::Interrupted;
      return result;
    };
    services_.searches["deaf"] = [this](const SearchOptions&) {
      deaf_.acquire();
      return SearchResult();
    };
    services_.searches["finds-and-hangs"] = [this](const SearchOptions& options) {
      const Violation first{{.message = "found first"}, {{0, 0}}},
          second{{.message = "found second"}, {{0, 0}, {1, 2}}};
      options.found(&first);
      options.found(nullptr);
      options.found(&second);
      deaf_.acquire();
      return SearchResult();
    };
    services_.shorten = [this](const Violation& violation, const ShortenBudget& budget) {
      return shorten([this] { return vm::make_machine(program_, {}); }, violation, budget);
    };
    server_ = std::thread([this] {
      std::unique_ptr<Machine> machine = vm::make_machine(program_, {});
      serve(ends_[1], *machine, services_);
      close(ends_[1]);
    });
    remote_.emplace(ends_[0], program, [](Loss) { return "it is gone"; });
    EXPECT_TRUE(remote_->greet());
  }
  ~Process() {
    deaf_.release();
    remote_.reset();
    server_.join();
  }
  Remote& remote() { return *remote_; }
  MachineFactory factory() {
    return [this] { return remote_->machine(); };
  }

 private:
  const ir::Program& program_;
  int ends_[2] = {-1, -1};
  Services services_;
  std::binary_semaphore deaf_{0};  // released when the process ends
  std::thread server_;
  std::optional<Remote> remote_;
};

SearchResult search_here(const ir::Program& program, const SearchOptions& options) {
  return search_source_dpor([&] { return vm::make_machine(program, {}); }, options);
}

ir::Program load(const std::string& name) {
  auto result = frontend::load({{MOVER_TEST_PROGRAMS + name}, {}, ""});
  if (auto* error = std::get_if<frontend::Error>(&result)) {
    ADD_FAILURE() << error->message;
    return {};
  }
  return std::get<ir::Program>(std::move(result));
}

void expect_same(const Finding& a, const Finding& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.message, b.message);
  EXPECT_EQ(std::tie(a.thread, a.loc, a.other_thread, a.other_loc),
            std::tie(b.thread, b.loc, b.other_thread, b.other_loc));
}

// Compares the parts of replays that are not in the trace.
void expect_same(const Replay& a, const Replay& b) {
  EXPECT_EQ(a.shows_finding, b.shows_finding);
  EXPECT_EQ(a.divergence, b.divergence);
  EXPECT_EQ(a.output, b.output);
  EXPECT_EQ(steps_of(a), steps_of(b));
  expect_same(a.finding, b.finding);
  ASSERT_EQ(a.threads.size(), b.threads.size());
  for (size_t t = 0; t < a.threads.size(); ++t) {
    EXPECT_EQ(a.threads[t].name, b.threads[t].name);
    EXPECT_EQ(a.threads[t].created_at, b.threads[t].created_at);
  }
  ASSERT_EQ(a.race.size(), b.race.size());
  for (size_t side = 0; side < a.race.size(); ++side) {
    EXPECT_EQ(a.race[side].access.name, b.race[side].access.name);
    EXPECT_EQ(a.race[side].stack, b.race[side].stack);
    EXPECT_EQ(a.race[side].object.kind, b.race[side].object.kind);
    EXPECT_EQ(a.race[side].object.global, b.race[side].object.global);
    ASSERT_EQ(a.race[side].held.size(), b.race[side].held.size());
    for (size_t i = 0; i < a.race[side].held.size(); ++i)
      EXPECT_EQ(a.race[side].held[i].name, b.race[side].held[i].name);
  }
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (size_t i = 0; i < a.steps.size(); ++i) {
    ASSERT_EQ(a.steps[i].accesses.size(), b.steps[i].accesses.size());
    for (size_t j = 0; j < a.steps[i].accesses.size(); ++j) {
      EXPECT_EQ(a.steps[i].accesses[j].name, b.steps[i].accesses[j].name);
      EXPECT_EQ(a.steps[i].accesses[j].value, b.steps[i].accesses[j].value);
    }
    ASSERT_EQ(a.steps[i].positions.size(), b.steps[i].positions.size());
    for (size_t t = 0; t < a.steps[i].positions.size(); ++t) {
      EXPECT_EQ(a.steps[i].positions[t].object, b.steps[i].positions[t].object);
      EXPECT_EQ(a.steps[i].positions[t].holders, b.steps[i].positions[t].holders);
    }
  }
}

class SameAnswers : public testing::TestWithParam<const char*> {};

TEST_P(SameAnswers, OfSearchReplayAndShortening) {
  const ir::Program program = load(GetParam());
  SearchOptions options;
  options.collect_races = true;
  const SearchResult here = search_here(program, options);
  Process process(program);
  const SearchResult there = process.remote().search(kReduction, options);
  EXPECT_EQ(here.stop, there.stop);
  EXPECT_EQ(here.stats.transitions, there.stats.transitions);
  EXPECT_EQ(here.stats.executions, there.stats.executions);
  EXPECT_EQ(here.incomplete, there.incomplete);
  EXPECT_EQ(here.assumptions, there.assumptions);
  ASSERT_EQ(here.violations.size(), there.violations.size());
  std::unique_ptr<Machine> local = vm::make_machine(program, {}), remote = process.remote().machine();
  for (size_t i = 0; i < here.violations.size(); ++i) {
    const Violation& violation = there.violations[i];
    expect_same(here.violations[i].finding, violation.finding);
    EXPECT_EQ(here.violations[i].schedule, violation.schedule);
    if (!violation.has_schedule) continue;
    EXPECT_TRUE(replays(*remote, violation));
    const Violation shorter = process.remote().shorten(violation, {.replays = 40});
    EXPECT_EQ(shorter.schedule,
              shorten([&] { return vm::make_machine(program, {}); }, violation, {.replays = 40}).schedule);
    EXPECT_LE(count_switches(shorter.schedule), count_switches(violation.schedule));
    EXPECT_TRUE(replays(*local, shorter));
    const Replay replayed = replay(*local, shorter.schedule, shorter.finding);
    expect_same(replayed, replay(*remote, shorter.schedule, shorter.finding));
    const uint64_t exchanges = process.remote().exchanges();
    expect_same(replayed, process.remote().replay(shorter));
    EXPECT_EQ(process.remote().exchanges(), exchanges + 1);
    if (violation.finding.kind != FindingKind::Race) continue;
    const RaceOrder order = try_both_orders(*vm::make_machine(program, {}), shorter);
    const RaceOrder order_there = try_both_orders(*process.remote().machine(), shorter);
    EXPECT_EQ(process.remote().try_both_orders(shorter).sentence, order.sentence);
    // Only a comparison of states shows that there is no difference.
    if (order_there.effect != RaceOrder::Effect::Untried) {
      EXPECT_EQ(order.sentence, order_there.sentence);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SameAnswers,
                         testing::Values("mutex/counter-safe/main.c", "mutex/counter-race-unsafe/main.c",
                                         "mutex/counter-unsafe/main.c", "mutex/relock-unsafe/main.c",
                                         "races/two-locks-unsafe/main.c", "races/heap-unsafe/main.c",
                                         "races/all-collected-unsafe/main.c", "races/printf-argument-unsafe/main.c"));

// Violations that were found before the process dies are kept.
TEST(Remote, KeepsViolationsFoundBeforeTheProcessDies) {
  const ir::Program program = load("mutex/counter-unsafe/main.c");
  Process process(program);
  process.remote().set_timeouts({.step = 0.2, .stop = 0.2});
  const SearchResult result = process.remote().search("finds-and-hangs", {});
  EXPECT_FALSE(process.remote().loss().empty());
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].finding.message, "found second");
  EXPECT_EQ(result.violations[0].schedule, Schedule({{0, 0}, {1, 2}}));
}

TEST(Remote, RestoresSnapshotsByNumber) {
  const ir::Program program = load("mutex/counter-unsafe/main.c");
  Process process(program);
  std::unique_ptr<Machine> local = vm::make_machine(program, {}), remote = process.remote().machine();
  local->reset();
  remote->reset();
  auto pending = [](const Machine& machine) {
    std::string text;
    for (ThreadId t = 0; t < machine.num_threads(); ++t)
      if (machine.status(t) == ThreadStatus::Parked) text += std::to_string(machine.pending(t).loc) + " ";
    return text;
  };
  auto saved = remote->snapshot();
  auto saved_here = local->snapshot();
  for (int i = 0; i < 4; ++i) local->step(0, 0), remote->step(0, 0);
  EXPECT_EQ(pending(*local), pending(*remote));
  local->restore(*saved_here);
  remote->restore(*saved);
  EXPECT_EQ(pending(*local), pending(*remote));
}

TEST(Remote, StopsASearchThatWouldNotEnd) {
  const ir::Program program = load("mutex/counter-safe/main.c");
  Process process(program);
  SearchOptions options;
  std::atomic<bool> interrupted{false};
  options.interrupted = &interrupted;
  uint64_t seen = 0;
  options.progress = [&](const Statistics& stats, uint64_t) {
    seen = stats.transitions;
    interrupted = seen > 2;
  };
  const SearchResult result = process.remote().search("endless", options);
  EXPECT_EQ(result.stop, Stop::Interrupted);
  EXPECT_GE(result.stats.transitions, seen);
  EXPECT_EQ(process.remote().loss(), "");
  EXPECT_EQ(process.remote().machine()->reset().kind, StepResult::Kind::Running);
}

// A program that computes endlessly must not block Mover.
TEST(Remote, GivesUpASearchThatDoesNotStop) {
  const ir::Program program = load("mutex/counter-safe/main.c");
  Process process(program);
  process.remote().set_timeouts({.step = 1e9, .stop = 0});
  SearchOptions options;
  std::atomic<bool> interrupted{true};
  options.interrupted = &interrupted;
  const SearchResult result = process.remote().search("deaf", options);
  EXPECT_EQ(result.stop, Stop::Interrupted);
  EXPECT_EQ(result.incomplete, std::vector<Omission>{omission("it is gone")});
  interrupted = false;
  options.time_limit = 1e-9;
  Process another(program);
  another.remote().set_timeouts({.step = 1e9, .stop = 0});
  EXPECT_EQ(another.remote().search("deaf", options).stop, Stop::TimeLimit);
  Process third(program);
  third.remote().set_timeouts({.step = 0, .stop = 1e9});
  const SearchResult silent = third.remote().search("deaf", {});
  EXPECT_EQ(silent.stop, Stop::Finished);
  Process fourth(program);
  options = {};
  options.memory_limit_mib = 100;
  fourth.remote().set_timeouts({.step = 1e9, .stop = 1e9});
  fourth.remote().set_memory_meter([] { return 113; });
  EXPECT_EQ(fourth.remote().search("deaf", options).stop, Stop::MemoryLimit);
  EXPECT_EQ(silent.incomplete, std::vector<Omission>{omission("it is gone")});
}

TEST(Remote, SaysWhenItIsLost) {
  const ir::Program program = load("mutex/counter-safe/main.c");
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Remote remote(ends[0], program, [](Loss how) { return how == Loss::Gone ? "it is gone" : "it is silent"; });
  close(ends[1]);
  EXPECT_FALSE(remote.greet());
  EXPECT_EQ(remote.loss(), "it is gone");
  const SearchResult result = remote.search(kReduction, {});
  EXPECT_EQ(result.incomplete, std::vector<Omission>{omission("it is gone")});
  std::unique_ptr<Machine> machine = remote.machine();
  const StepResult last = machine->reset();
  EXPECT_EQ(last.kind, StepResult::Kind::Limit);
  EXPECT_EQ(last.limit, omission("it is gone"));
}

TEST(Marks, AreFoundWhereverTheyStand) {
  const std::string text = "race on " + data_mark(0x4010) + ", locked at " + loc_mark(7);
  Mark mark{};
  size_t begin = 0, end = 0;
  ASSERT_TRUE(find_mark(text, mark, begin, end));
  EXPECT_EQ(mark.kind, Mark::Kind::Data);
  EXPECT_EQ(mark.value, 0x4010u);
  EXPECT_EQ(text.substr(0, begin), "race on ");
  EXPECT_EQ(text.substr(end, 2), ", ");
  EXPECT_FALSE(find_mark("\x01 nothing of ours \x02", mark, begin, end));
}

TEST(Archive, NoticesThatBytesAreMissing) {
  View view;
  view.threads.resize(3);
  const std::string bytes = Writer()(view).bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    View read;
    EXPECT_FALSE(Reader(std::string_view(bytes).substr(0, size))(read).ok()) << size;
  }
  View read;
  EXPECT_TRUE(Reader(bytes)(read).ok());
  EXPECT_EQ(read.threads.size(), 3u);
}

}  // namespace
}  // namespace mover::native
