// Tests the signals that interrupt Mover: the first one, and the second one.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "cli/signals.h"
#include "frontend/process.h"
#include "support/exit_codes.h"

namespace mover::cli {
namespace {

// A process with temporary files receives two signals. The first one only sets a flag, the second one ends the process.
[[noreturn]] void is_interrupted_twice(int signal) {
  install_signal_handlers();
  const frontend::TempDir first, second;
  for (const frontend::TempDir* folder : {&first, &second}) {
    std::filesystem::create_directories(folder->file("folder"));
    std::ofstream(folder->file("folder/file")) << "text";
  }
  raise(signal);
  if (!interrupted() || !std::filesystem::exists(second.file("folder/file"))) std::_Exit(1);
  std::this_thread::sleep_for(kSameInterrupt);
  raise(signal);
  std::_Exit(2);
}

// A process is interrupted while a command runs that has a child, as a compiler driver has. The child would write to a
// pipe. If the child has ended, the pipe has no writer, and reading returns nothing.
[[noreturn]] void is_interrupted_in_a_command() {
  constexpr int kPipe = 9;
  install_signal_handlers();
  int ends[2];
  if (pipe(ends) != 0 || dup2(ends[1], kPipe) != kPipe) std::_Exit(2);
  close(ends[1]);
  const frontend::TempDir folder;
  frontend::run({"/bin/sh", "-c", "(sleep 30; echo >&9) & kill -TERM $PPID; wait"}, folder.file("said"));
  close(kPipe);
  char byte = 0;
  std::_Exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);
}

TEST(Signals, EndTheChildrenOfACommand) { EXPECT_EXIT(is_interrupted_in_a_command(), testing::ExitedWithCode(0), ""); }

TEST(Signals, TheSecondOneLeavesNoTemporaryFiles) {
  const char* base = std::getenv("TMPDIR");
  const std::string old_base = base != nullptr ? base : "/tmp";
  const frontend::TempDir folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    setenv("TMPDIR", folder.file("").c_str(), 1);
    EXPECT_EXIT(is_interrupted_twice(signal), testing::ExitedWithCode(kExitInterrupted), "");
    setenv("TMPDIR", old_base.c_str(), 1);
    EXPECT_TRUE(std::filesystem::is_empty(folder.file(""))) << signal;
  }
}

}  // namespace
}  // namespace mover::cli
