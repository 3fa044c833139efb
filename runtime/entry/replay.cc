#include "entry/replay.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "memory/access.h"

MOVER_EXPORT void mover_switch(int thread, const char* what);
MOVER_EXPORT void mover_stop(int thread, const char* what);

// Read by the debugger: where each thread is parked, and the action that it is about to take.
struct mover_parked_thread {
  uint64_t place;
  const char* action;
};
extern "C" __attribute__((visibility("default"))) mover_parked_thread mover_parked[64];
mover_parked_thread mover_parked[64];

namespace mover::runtime {

namespace {

constexpr int kNoThread = -1;
int announced = 0;  // the thread that was announced last; main runs first

std::string contents(const char* path) {
  std::string text;
  const long fd = ::syscall(SYS_open, path, O_RDONLY);
  char buffer[4096];
  for (long n; fd >= 0 && (n = ::syscall(SYS_read, fd, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(n));
  if (fd >= 0) ::syscall(SYS_close, fd);
  return text;
}

void say(const char* sentence) {
  const std::string text = std::string("mover: ") + sentence + "\n";
  ::syscall(SYS_write, STDERR_FILENO, text.data(), text.size());
}

const char* in_words(const Operation& operation) {
  if (operation.message != nullptr) return operation.message;
  switch (operation.kind) {
    case ActionKind::Sync:
      return ir::to_text(operation.sync);
    case ActionKind::Access:
      if (operation.call != nullptr) return "uses a descriptor";
      return operation.access.write ? "writes memory" : "reads memory";
    case ActionKind::Choice:
      return "chooses";
    default:
      return "continues";
  }
}

[[noreturn]] void end(const char* why) {
  say(why);
  mover_switch(kNoThread, why);
  ::syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

}  // namespace

void announce(const Operation& operation) {
  const int thread = static_cast<int>(world.current_number());
  if (thread == announced && operation.message == nullptr) return;
  announced = thread;
  const bool begins = operation.message == nullptr && world.current().steps == 1;
  mover_switch(thread, begins ? "begins" : in_words(operation));
}

void note_parked(const Operation& operation) {
  const uint32_t thread = world.current_number();
  if (thread >= std::size(mover_parked)) return;
  const std::vector<Address>& places = program_counters();
  mover_parked[thread] = {operation.loc < places.size() ? places[operation.loc] : 0, in_words(operation)};
}

void show_to_debugger(const Operation& operation) {
  mover_stop(static_cast<int>(world.current_number()), in_words(operation));
}

// Shows the threads that the file names after the schedule.
static void show_threads(const char* line) {
  const size_t length = std::strlen(native::kShowsThread);
  while ((line = std::strstr(line, native::kShowsThread)) != nullptr) {
    line += length;
    const auto t = static_cast<uint32_t>(std::strtoul(line, nullptr, 10));
    if (t >= world.num_threads()) continue;
    const Life life = world.thread(t).life;
    if (life != Life::Absent && life != Life::Fresh && life != Life::Ended) world.show(t);
  }
}

void follow_schedule(const char* file, NativeMachine& machine, void (*teach)(const std::string&)) {
  const std::string text = contents(file);
  constexpr const char* kLearned = "learned ";
  const char* line = text.c_str();
  if (std::strncmp(line, kLearned, std::strlen(kLearned)) == 0) {
    const size_t end_of_line = std::min(text.find('\n'), text.size());
    teach(text.substr(std::strlen(kLearned), end_of_line - std::strlen(kLearned)));
    line += std::min(end_of_line + 1, text.size());
  }
  StepResult last = machine.reset();
  auto has_step = [&] { return *line >= '0' && *line <= '9'; };
  while (has_step() && last.kind == StepResult::Kind::Running) {
    char* rest = nullptr;
    const auto thread = static_cast<ThreadId>(std::strtoul(line, &rest, 10));
    const auto choice = static_cast<uint32_t>(std::strtoul(rest, &rest, 10));
    line = *rest == 0 ? rest : rest + 1;
    if (!machine.enabled(thread) || choice >= machine.choices(thread))
      end("the program does not follow the recorded schedule any further");
    last = machine.step(thread, choice);
  }
  show_threads(line);
  if (last.kind == StepResult::Kind::Running) say("the recorded schedule ends here; the threads continue in any order");
  while (last.kind == StepResult::Kind::Running) {
    ThreadId t = 0;
    while (t < machine.num_threads() && !machine.enabled(t)) ++t;
    if (t == machine.num_threads()) end("no thread is enabled");
    last = machine.step(t, 0);
  }
  end(last.kind == StepResult::Kind::Failed ? last.finding.message.c_str() : "the execution has ended");
}

}  // namespace mover::runtime
