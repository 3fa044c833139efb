// Limits and answers of solvers.
#include "solver/solver.h"

#include <utility>

#include "support/check.h"

namespace mover::solver {

bool Limits::expired() const {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) return true;
  return deadline && std::chrono::steady_clock::now() >= *deadline;
}

Answer violated(uint32_t bad, Trace trace) {
  Answer answer;
  answer.kind = Answer::Kind::Violated;
  answer.bad = bad;
  answer.depth = static_cast<uint32_t>(trace.inputs.size());
  answer.trace = std::move(trace);
  return answer;
}

Answer violation_of(const Circuit& circuit, Trace trace) {
  std::optional<circuit::BadStep> found = circuit::first_bad_step(circuit, trace);
  MOVER_CHECK(found.has_value(), "a solution of the SAT solver is an execution with a bad step");
  trace.inputs.resize(found->step + 1);
  return violated(found->bad, std::move(trace));
}

Answer unknown(std::string reason) {
  Answer answer;
  answer.reason = std::move(reason);
  return answer;
}

Answer stopped(const Limits& limits) {
  bool by_another = limits.stop != nullptr && limits.stop->load();
  return unknown(by_another ? "the solver was stopped" : "the time limit has been reached");
}

}  // namespace mover::solver
