#include "cli/signals.h"

#include <signal.h>
#include <unistd.h>

#include <cstddef>

#include "frontend/process.h"
#include "support/deadline.h"
#include "support/exit_codes.h"

namespace mover::cli {

namespace {

std::atomic<bool> interrupt_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers may only set lock-free atomics");

void on_interrupt(int) {
  if (!interrupt_requested.exchange(true)) return;
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
