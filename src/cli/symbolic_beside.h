// Runs the symbolic engine in parallel with an explicit search, in a process of its own. The symbolic engine begins
// when the explicit search has taken some seconds, or when that search has ended without a definite verdict because it
// could not try all values. The first definite verdict (safe or unsafe) is reported.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <thread>

namespace mover::cli {

class SymbolicBeside {
 public:
  // Forks. In the new process, `check` explores, reports and returns the exit code. If it has no definite verdict, it
  // must not report anything. `explicit_ended`: whether the explicit search has ended. REQUIRES: this process has one
  // thread.
  explicit SymbolicBeside(const std::function<int(bool explicit_ended)>& check);
  ~SymbolicBeside();  // kills the new process
  SymbolicBeside(const SymbolicBeside&) = delete;
  SymbolicBeside& operator=(const SymbolicBeside&) = delete;

  // For an explicit search that has ended without a definite verdict: waits some time for the verdict of the symbolic
  // engine. If there is one, it is reported, and this process ends. Afterwards, the caller calls claim_report().
  void wait_for_verdict();
  // Reserves the report for the explicit search. If the symbolic engine is already reporting its verdict, this process
  // ends, and the call does not return.
  void claim_report();

 private:
  void relay();  // runs in relay_: waits for the new process, prints its report, and ends this process

  pid_t process_ = -1;                    // -1: it could not be created
  int begin_ = -1;                        // a pipe; one byte makes the new process begin before its time
  int output_ = -1;                       // a file in memory with the standard output of the new process
  std::atomic<bool> is_claimed_ = false;  // one of the two engines has claimed the report
  std::atomic<bool> has_ended_ = false;   // the new process has ended
  std::thread relay_;
};

}  // namespace mover::cli
