// Runs all solvers in threads, with the delays of registry.h.
#include "solver/portfolio.h"

#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "solver/prepared.h"
#include "solver/registry.h"

namespace mover::solver {

namespace {

class Race {
 public:
  Race(const Circuit& circuit, const Limits& limits) : preparation_(circuit, limits), outer_(limits), inner_(limits) {
    inner_.stop = &stop_;
  }

  Answer run() {
    if (preparation_.is_decided()) {
      Answer answer;
      answer.kind = Answer::Kind::Proved;
      answer.solver = "reduction";
      return preparation_.finish(preparation_.reduced(), std::move(answer), outer_);
    }
    std::vector<std::thread> threads;
    for (const SolverRow& row : solver_rows())
      if (row.strengthening == Strengthening::None)
        threads.emplace_back([&] { run_solver(row, preparation_.reduced()); });
    threads.emplace_back([&] { strengthen_and_run(); });
    wait(threads.size());
    stop_ = true;
    for (std::thread& thread : threads) thread.join();
    if (answer_.kind == Answer::Kind::Unknown && !outer_.expired()) answer_.reason = reasons_;
    return answer_;
  }

 private:
  void strengthen_and_run() {
    Circuit circuit = preparation_.strengthened(inner_);
    std::vector<std::thread> threads;
    for (const SolverRow& row : solver_rows())
      if (row.strengthening == Strengthening::Candidates) threads.emplace_back([&] { run_solver(row, circuit); });
    for (std::thread& thread : threads) thread.join();
    finish();
  }

  void run_solver(const SolverRow& row, const Circuit& circuit) {
    wait_for(row.delay);
    if (nice(row.niceness) == -1) errno = 0;  // on Linux, of this thread alone; the priority is only a preference
    std::unique_ptr<ModelChecker> solver = row.make();
    Answer answer = solver->check(circuit, inner_);
    answer.solver = row.name;
    // The first answer stops the other solvers, because its check needs the processor.
    if (answer.kind != Answer::Kind::Unknown && stop_.exchange(true)) answer = unknown("another solver has answered");
    answer = preparation_.finish(circuit, std::move(answer), outer_);
    std::lock_guard lock(mutex_);
    if (answer.kind == Answer::Kind::Unknown) {
      reasons_ += (reasons_.empty() ? "" : "; ") + std::string(row.name) + ": " + answer.reason;
      if (answer_.kind == Answer::Kind::Unknown && answer_.reason.empty()) answer_.reason = answer.reason;
    } else if (answer_.kind == Answer::Kind::Unknown) {
      answer_ = std::move(answer);
    }
    if (row.strengthening == Strengthening::None) ++finished_;
    changed_.notify_all();
  }

  // Waits for the delay, or until a solver has answered.
  void wait_for(std::chrono::milliseconds delay) {
    std::unique_lock lock(mutex_);
    auto start = std::chrono::steady_clock::now();
    while (!stop_ && std::chrono::steady_clock::now() < start + delay)
      changed_.wait_for(lock, std::chrono::milliseconds(20));
  }

  void finish() {
    std::lock_guard lock(mutex_);
    ++finished_;
    changed_.notify_all();
  }

  // Waits until a solver has answered, all solvers have stopped without an answer, or the limits are reached.
  void wait(size_t threads) {
    std::unique_lock lock(mutex_);
    while (finished_ < threads && answer_.kind == Answer::Kind::Unknown && !outer_.expired())
      changed_.wait_for(lock, std::chrono::milliseconds(20));
  }

  Preparation preparation_;
  const Limits& outer_;
  Limits inner_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t finished_ = 0;  // the number of threads of run() that have finished
  Answer answer_;
  std::string reasons_;
};

}  // namespace

Answer Portfolio::check(const Circuit& circuit, const Limits& limits) { return Race(circuit, limits).run(); }

}  // namespace mover::solver
