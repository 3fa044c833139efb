#include "cli/symbolic_beside.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "cli/signals.h"
#include "support/deadline.h"
#include "support/exit_codes.h"

namespace mover::cli {

namespace {

constexpr int kSecondsBefore = 5;  // processor time of the explicit search after which the symbolic engine begins
constexpr int kSecondsAfter = 30;  // the time for the symbolic engine after the end of the explicit search

bool is_definite(int exit_code) {
  return exit_code == kExitSafe || (exit_code >= kExitCrash && exit_code <= kExitOtherProperty);
}

// The processor time that the process has used, in milliseconds.
int time_used_by(pid_t process) {
  clockid_t clock;
  timespec used;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return kSecondsBefore * 1000;
  return static_cast<int>(used.tv_sec * 1000 + used.tv_nsec / 1'000'000);
}

// Runs in the new process: waits until the explicit search in the parent has used kSecondsBefore of processor time, or
// until a byte arrives through the pipe, which means that the explicit search has ended without a definite verdict.
// Returns whether the explicit search has ended. If the pipe is closed, the process ends. Processor time is used, so
// that the verdict does not depend on the load of the machine.
bool wait_to_begin(int begin) {
  pollfd waited{begin, POLLIN, 0};
  while (true) {
    const int left = kSecondsBefore * 1000 - time_used_by(getppid());
    if (left <= 0) return false;
    if (poll(&waited, 1, left) > 0) break;
  }
  char byte = 0;
  if (read(begin, &byte, 1) != 1) _exit(kExitUnknown);
  return true;
}

}  // namespace

SymbolicBeside::SymbolicBeside(const std::function<int(bool)>& check) {
  int ends[2];
  output_ = memfd_create("report", MFD_CLOEXEC);
  if (output_ < 0 || pipe2(ends, O_CLOEXEC) != 0) return;
  std::fflush(nullptr);
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[1]);
    const bool explicit_ended = wait_to_begin(ends[0]);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(output_, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);  // the explicit search shows its progress on standard error
    const int code = check(explicit_ended);
    std::fflush(nullptr);
    _exit(code);
  }
  close(ends[0]);
  begin_ = ends[1];
  if (process_ > 0) relay_ = std::thread([this] { relay(); });
}

SymbolicBeside::~SymbolicBeside() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    relay_.join();
  }
  if (begin_ >= 0) close(begin_);
  if (output_ >= 0) close(output_);
}

void SymbolicBeside::relay() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0)
    if (errno != EINTR) return;
  has_ended_ = true;
  if (!WIFEXITED(status) || !is_definite(WEXITSTATUS(status)) || is_claimed_.exchange(true)) return;
  char bytes[1 << 14];
  lseek(output_, 0, SEEK_SET);
  for (ssize_t count = 0; (count = read(output_, bytes, sizeof bytes)) > 0;)
    std::fwrite(bytes, 1, static_cast<size_t>(count), stdout);
  std::fflush(stdout);
  _exit(WEXITSTATUS(status));
}

void SymbolicBeside::wait_for_verdict() {
  if (process_ <= 0) return;
  if (write(begin_, "b", 1) != 1) return;
  for (int tenths = 0; tenths < kSecondsAfter * 10 && !has_ended_; ++tenths) {
    if (interrupted() || support::deadline().reached()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

void SymbolicBeside::claim_report() {
  if (is_claimed_.exchange(true))
    while (true) pause();  // relay() ends this process
}

}  // namespace mover::cli
