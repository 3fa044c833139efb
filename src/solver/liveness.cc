// Fair executions: the check of lassos, the choice of the solver, and the work before and after it.
#include "solver/liveness.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "solver/emerson_lei.h"
#include "solver/k_liveness.h"
#include "solver/liveness_to_safety.h"
#include "solver/prepared.h"
#include "support/check.h"

namespace mover::solver {

bool is_fair(const Circuit& fair, const Lasso& lasso) {
  const Trace& trace = lasso.trace;
  if (lasso.loop >= trace.inputs.size()) return false;
  // The execution and the first step of the second round.
  Trace around = trace;
  around.inputs.push_back(trace.inputs[lasso.loop]);
  Circuit any_step = fair;
  const std::vector<circuit::Bad> justice = any_step.take_bads();
  const uint32_t always = any_step.bad("any step", circuit::kTrue);
  if (!circuit::replays(any_step, around, always)) return false;
  const std::vector<std::vector<bool>> states = circuit::states_of(fair, around);
  if (states.back() != states[lasso.loop]) return false;
  std::vector<bool> seen(justice.size());
  for (size_t i = lasso.loop; i < trace.inputs.size(); ++i) {
    const std::vector<bool> values = circuit::evaluate(fair, states[i], trace.inputs[i]);
    for (size_t j = 0; j < justice.size(); ++j)
      if (circuit::value_of(values, justice[j].literal)) seen[j] = true;
  }
  for (bool one : seen)
    if (!one) return false;
  return true;
}

namespace {

// Repeats the loop until all latches have the values that they had before an earlier round, also those that the
// reduction has removed. The result is empty if that would take very long.
std::optional<Lasso> closed(const Circuit& circuit, const Lasso& lasso) {
  constexpr size_t kMostSteps = 20'000;
  const size_t length = lasso.trace.inputs.size() - lasso.loop;
  Lasso result = lasso;
  std::vector<bool> state = circuit::states_of(circuit, lasso.trace)[lasso.loop];
  std::map<std::vector<bool>, size_t> begins;  // by state: the step with which a round begins
  for (result.trace.inputs.resize(lasso.loop); result.trace.inputs.size() < lasso.loop + kMostSteps;) {
    const auto [begin, is_new] = begins.try_emplace(state, result.trace.inputs.size());
    if (!is_new) {
      result.loop = begin->second;
      return result;
    }
    Trace round;
    round.initial = state;
    for (size_t i = 0; i < length; ++i) round.inputs.push_back(lasso.trace.inputs[lasso.loop + i]);
    result.trace.inputs.insert(result.trace.inputs.end(), round.inputs.begin(), round.inputs.end());
    round.inputs.push_back(round.inputs[0]);  // for the state after the last step
    state = circuit::states_of(circuit, round).back();
  }
  return std::nullopt;
}

FairAnswer by_safety(const Circuit& fair, const std::string& solver, const Limits& limits) {
  FairAnswer result;
  const std::unique_ptr<ModelChecker> checker = make_solver(solver);
  if (!checker) {
    result.reason = "there is no solver " + solver;
    return result;
  }
  const Answer answer = checker->check(liveness_to_safety(fair), limits);
  result.kind = answer.kind;
  result.reason = answer.reason;
  result.solver = answer.solver + " on the circuit that searches for lassos";
  result.proof = "no state is reached a second time after all justice conditions have been satisfied";
  if (answer.kind == Answer::Kind::Violated) result.lasso = lasso_of(fair, answer.trace);
  return result;
}

FairAnswer by(const std::string& solver, const Circuit& fair, const Limits& limits) {
  if (solver != "k-liveness" && solver != "bdd") return by_safety(fair, solver, limits);
  FairAnswer result = solver == "bdd" ? emerson_lei(fair, limits) : k_liveness(fair, limits);
  result.solver = solver;
  return result;
}

// The first answer of several solvers in threads.
FairAnswer first_answer(const std::vector<std::string>& solvers, const Circuit& fair, const Limits& limits) {
  std::atomic<bool> stop = false;
  Limits inner = limits;
  inner.stop = &stop;
  std::mutex mutex;
  std::condition_variable changed;
  FairAnswer first;
  std::string reasons;
  size_t finished = 0;
  std::vector<std::thread> threads;
  for (const std::string& solver : solvers)
    threads.emplace_back([&, solver] {
      FairAnswer answer = by(solver, fair, inner);
      const std::lock_guard lock(mutex);
      ++finished;
      if (answer.kind == Answer::Kind::Unknown)
        reasons += (reasons.empty() ? "" : "; ") + solver + ": " + answer.reason;
      else if (first.kind == Answer::Kind::Unknown)
        first = std::move(answer);
      changed.notify_all();
    });
  {
    std::unique_lock lock(mutex);
    while (finished < threads.size() && first.kind == Answer::Kind::Unknown && !limits.expired())
      changed.wait_for(lock, std::chrono::milliseconds(20));
    stop = true;
  }
  for (std::thread& thread : threads) thread.join();
  if (first.kind == Answer::Kind::Unknown) first.reason = limits.expired() ? stopped(limits).reason : reasons;
  return first;
}

}  // namespace

FairAnswer find_fair_execution(const Circuit& fair, const std::string& solver, const Limits& limits) {
  const Preparation preparation(fair, limits);
  const Circuit& reduced = preparation.reduced();
  FairAnswer result;
  for (const circuit::Bad& condition : reduced.bads())
    if (condition.literal == circuit::kFalse) {
      result.kind = Answer::Kind::Proved;
      result.solver = "reduction";
      result.proof = "a justice condition never holds";
    }
  if (result.kind == Answer::Kind::Unknown)
    result = solver == "portfolio" ? first_answer({"bmc", "pdr", "k-liveness", "bdd"}, reduced, limits)
                                   : by(solver, reduced, limits);
  if (result.kind == Answer::Kind::Violated) {
    MOVER_CHECK(is_fair(reduced, result.lasso), "a solver's lasso is a fair execution of the circuit");
    result.lasso.trace = preparation.restore(result.lasso.trace);
    const std::optional<Lasso> whole = closed(fair, result.lasso);
    if (!whole) {
      result = {};
      result.reason = "a fair execution was found that does not come back to a state for very long";
      return result;
    }
    MOVER_CHECK(is_fair(fair, *whole), "a solver's lasso is a fair execution of the original circuit");
    result.lasso = *whole;
  }
  if (result.kind == Answer::Kind::Proved)
    if (std::string why; !preparation.is_justified(limits, why)) {
      MOVER_CHECK(limits.expired(), "the reduction of a fair circuit is justified, but " + why);
      result = {};
      result.reason = stopped(limits).reason;
    }
  return result;
}

}  // namespace mover::solver
