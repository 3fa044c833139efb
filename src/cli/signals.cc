#include "cli/signals.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "frontend/process.h"
#include "support/deadline.h"
#include "support/exit_codes.h"

namespace mover::cli {

namespace {

std::atomic<bool> interrupt_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers may only set lock-free atomics");

std::atomic<int64_t> first_interrupt{0};  // in milliseconds of the monotonic clock; 0: none
static_assert(std::atomic<int64_t>::is_always_lock_free);

int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// The first signal ends the search, and the report is still written; a second one ends the process at once. Programs
// such as timeout(1) send a signal both to the process and to its group, so signals at the same time count as one.
void on_interrupt(int) {
  const int64_t now = milliseconds();
  int64_t first = 0;
  if (first_interrupt.compare_exchange_strong(first, now)) {
    interrupt_requested = true;
    return;
  }
  if (now - first < kSameInterrupt.count()) return;
  frontend::abandon_temp_dirs();
  _exit(kExitInterrupted);
}

[[maybe_unused]] void on_crash(int) {  // unused in builds with sanitizers, which report crashes themselves
  constexpr char text[] =
      "mover: internal error: Mover itself has crashed.\n"
      "  This is a bug in Mover, not in the program being checked. Please report it with the input that led here.\n";
  const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  static_cast<void>(written);  // if standard error cannot be written, nothing else can be done
  frontend::abandon_temp_dirs();
  _exit(kExitInternalError);
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
  support::deadline().ask_whether_interrupted([] { return interrupt_requested.load(); });
  handle(SIGINT, on_interrupt, SA_RESTART);
  handle(SIGTERM, on_interrupt, SA_RESTART);
#if !defined(__SANITIZE_ADDRESS__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return;  // the sanitizer's report of a crash is more detailed
#endif
#endif
  // The handlers have a stack of their own, because a crash may be the overflow of the ordinary stack.
  static std::byte stack[64 << 10];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) handle(signal, on_crash, SA_ONSTACK);
#endif
}

const std::atomic<bool>& interrupted() { return interrupt_requested; }

}  // namespace mover::cli
