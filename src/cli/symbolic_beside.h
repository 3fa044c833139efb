// The symbolic engine beside an explicit search, in a process of its own on another core. It begins when the explicit
// search has taken some seconds, or has ended without an answer because it could not try all values. The first definite
// answer is reported.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <thread>

namespace mover::cli {

class SymbolicBeside {
 public:
  // In the new process, `check` explores, reports and returns the exit code; without an answer it reports nothing.
  // Its parameter tells whether the explicit search has ended. REQUIRES: this process has one thread.
  explicit SymbolicBeside(const std::function<int(bool explicit_ended)>& check);
  ~SymbolicBeside();  // ends the process
  SymbolicBeside(const SymbolicBeside&) = delete;
  SymbolicBeside& operator=(const SymbolicBeside&) = delete;

  // The explicit search has ended without an answer: waits for an answer of the symbolic engine. If there is one, it is
  // reported, and this call does not return.
  void wait();
  // The explicit search has an answer. Does not return if the symbolic engine was faster.
  void forgo();

 private:
  void relay();  // the thread that waits for the process

  pid_t process_ = -1;
  int begin_ = -1, output_ = -1;
  std::atomic<bool> is_answered_ = false, has_ended_ = false;
  std::thread relay_;
};

}  // namespace mover::cli
