// Runs a plan. Worker processes divide the programs among themselves, and write their progress into memory that they
// share with the parent process. If a worker dies, the parent shrinks the worker's current program, like that of any
// other disagreement, and starts a new worker with the next program.
#include "differential/campaign.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <new>

#include "differential/emit.h"
#include "differential/shrink.h"
#include "ir/text.h"
#include "support/check.h"

namespace mover::differential {
namespace {

struct Counts {
  uint32_t run = 0, failed = 0, skipped = 0, failing = 0, deadlocked = 0, racing = 0;
};

// The progress of one worker.
struct Notes {
  uint32_t current = 0;  // the number of its current program
  bool done = false;
  Counts counts[kSources];
};

constexpr uint32_t kMaxJobs = 16;
constexpr uint32_t kEnoughFailures = 10;  // a worker stops after so many disagreements

void keep(const Program& program, Form form, const Settings& settings) {
  if (settings.kept.empty()) return;
  std::filesystem::create_directories(settings.kept);
  const std::string stem = settings.kept + "/" + program.name;
  std::ofstream(stem + ".mir") << ir::print(emit_ir(program));
  if (form == Form::C) std::ofstream(stem + ".c") << emit_c(program);
  std::printf("kept as %s.mir\n", stem.c_str());
}

void show(const Program& program, const Trial& trial) {
  std::printf("%s: %s\n%s", to_text(trial.outcome), trial.reason.c_str(), trial.answers.c_str());
  std::printf("--- as C\n%s--- as IR\n%s---\n", emit_c(program).c_str(), ir::print(emit_ir(program)).c_str());
}

void shrink_and_report(const Program& program, Form form, const Trial& trial, const Rules& rules,
                       const Settings& settings) {
  std::printf("\nFAILED %s: %s: %s\n", program.name.c_str(), to_text(trial.outcome), trial.reason.c_str());
  std::fflush(stdout);
  auto same = [&](const Program& candidate) { return run_isolated(candidate, form, rules).outcome == trial.outcome; };
  const Program small = trial.outcome == Outcome::Hang || !same(program) ? program : shrink(program, same);
  show(small, run_isolated(small, form, rules));
  keep(small, form, settings);
  std::fflush(stdout);
}

void count(const Trial& trial, Counts& counts) {
  ++counts.run;
  if (trial.outcome == Outcome::Skipped) ++counts.skipped;
  if (trial.outcome == Outcome::Disagree) ++counts.failed;
  if (trial.outcome != Outcome::Agree) return;
  counts.failing += trial.fails;
  counts.deadlocked += trial.deadlocks;
  counts.racing += trial.races;
}

void work(const Plan& plan, const Settings& settings, uint32_t first, Notes& notes) {
  uint32_t failures = 0;
  for (uint32_t i = first; i < plan.size() && failures < kEnoughFailures; i += settings.jobs) {
    notes.current = i;
    set_alarm(kMostSeconds);
    Counts& counts = notes.counts[static_cast<uint32_t>(plan.source(i))];
    if (plan.source(i) == Source::Kept) {
      const Trial trial = run_file(plan.kept_file(i), settings.rules);
      count(trial, counts);
      if (trial.outcome == Outcome::Disagree)
        std::printf("\nFAILED %s: %s\n%s", plan.kept_file(i).c_str(), trial.reason.c_str(), trial.answers.c_str());
      failures += trial.outcome == Outcome::Disagree;
      continue;
    }
    const Program program = plan.program(i);
    const Trial trial = run(program, plan.form(i), plan.rules(i));
    count(trial, counts);
    if (trial.outcome != Outcome::Disagree) continue;
    ++failures;
    set_alarm(0);
    shrink_and_report(program, plan.form(i), trial, plan.rules(i), settings);
  }
  notes.done = true;
}

class Supervisor {
 public:
  Supervisor(const Plan& plan, const Settings& settings) : plan_(plan), settings_(settings) {
    void* memory = mmap(nullptr, sizeof(Notes) * kMaxJobs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    MOVER_CHECK(memory != MAP_FAILED, "memory can be shared with the workers");
    notes_ = new (memory) Notes[kMaxJobs];
  }

  bool run() {
    pid_t workers[kMaxJobs];
    for (uint32_t w = 0; w < settings_.jobs; ++w) workers[w] = start(w, w);
    for (uint32_t w = 0; w < settings_.jobs; ++w) {
      for (uint32_t deaths = 0;;) {
        int status = 0;
        MOVER_CHECK(waitpid(workers[w], &status, 0) == workers[w], "a worker can be waited for");
        if (notes_[w].done) break;
        report_death(w, status);
        const uint32_t next = notes_[w].current + settings_.jobs;
        if (++deaths == kEnoughFailures || next >= plan_.size()) break;
        workers[w] = start(w, next);
      }
    }
    return sum_up();
  }

 private:
  pid_t start(uint32_t w, uint32_t first) {
    std::fflush(stdout);
    const pid_t child = fork();
    MOVER_CHECK(child >= 0, "a worker can be started");
    if (child != 0) return child;
    work(plan_, settings_, first, notes_[w]);
    std::fflush(stdout);
    _exit(0);
  }

  void report_death(uint32_t w, int status) {
    const uint32_t i = notes_[w].current;
    Counts& counts = notes_[w].counts[static_cast<uint32_t>(plan_.source(i))];
    ++counts.run;
    ++counts.failed;
    Trial trial;
    trial.outcome = outcome_of_death(status, trial.reason);
    if (plan_.source(i) == Source::Kept)
      std::printf("\nFAILED %s: %s\n", plan_.kept_file(i).c_str(), trial.reason.c_str());
    else
      shrink_and_report(plan_.program(i), plan_.form(i), trial, plan_.rules(i), settings_);
  }

  bool sum_up() const {
    uint32_t passed = 0, failed = 0;
    for (uint32_t s = 0; s < kSources; ++s) {
      Counts sum;
      for (uint32_t w = 0; w < settings_.jobs; ++w) {
        const Counts& part = notes_[w].counts[s];
        sum.run += part.run, sum.failed += part.failed, sum.skipped += part.skipped;
        sum.failing += part.failing, sum.deadlocked += part.deadlocked, sum.racing += part.racing;
      }
      if (sum.run == 0) continue;
      std::printf("%-20s %6u programs: %u with failures, %u with deadlocks, %u with races; %u skipped\n",
                  to_text(static_cast<Source>(s)), sum.run, sum.failing, sum.deadlocked, sum.racing, sum.skipped);
      passed += sum.run - sum.failed - sum.skipped;
      failed += sum.failed;
      if (sum.skipped * 5 < sum.run) continue;
      std::printf("FAILED: a fifth of them or more was skipped: raise the budget, or make the programs smaller\n");
      ++failed;
    }
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed == 0;
  }

  const Plan& plan_;
  const Settings& settings_;
  Notes* notes_;
};

bool run_one(const Plan& plan, const Settings& settings) {
  for (uint32_t i = 0; i < plan.size(); ++i) {
    if (plan.name(i) != settings.only) continue;
    if (plan.source(i) == Source::Kept) {
      const Trial trial = run_file(plan.kept_file(i), settings.rules);
      std::printf("%s: %s\n%s", to_text(trial.outcome), trial.reason.c_str(), trial.answers.c_str());
      return trial.outcome == Outcome::Agree;
    }
    const Program program = plan.program(i);
    const Trial trial = run_isolated(program, plan.form(i), plan.rules(i));
    show(program, trial);
    return trial.outcome == Outcome::Agree;
  }
  std::printf("no program is called %s in this run; --full has all enumerated ones\n", settings.only.c_str());
  return false;
}

}  // namespace

bool run_campaign(const Settings& settings) {
  MOVER_CHECK(settings.jobs >= 1 && settings.jobs <= kMaxJobs, "every worker has a record of its progress");
  const Plan plan(settings);
  if (!settings.only.empty()) return run_one(plan, settings);
  return Supervisor(plan, settings).run();
}

}  // namespace mover::differential
