// The one interface of all solvers: given a circuit, find an execution that reaches a bad literal, or prove that there
// is none.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "circuit/aig.h"

namespace mover::solver {

using circuit::Circuit;
using circuit::Literal;
using circuit::Trace;
using circuit::Word;

struct Limits {
  const std::atomic<bool>* stop = nullptr;  // set by another thread: give up soon
  std::optional<std::chrono::steady_clock::time_point> deadline;
  uint32_t depth = UINT32_MAX;  // steps of the longest execution that is looked at
  bool expired() const;
};

// Clauses whose conjunction holds in the initial states, is closed under steps and excludes bad states. Their literals
// are those of latches, and of gates over latches: words that are equal, say. `circuit` extends the circuit that was
// checked by such gates; null: the checked circuit itself.
struct Invariant {
  std::vector<std::vector<Literal>> clauses;
  std::vector<std::string> texts;  // of the first clauses: expressions over the names of words, or nothing
  std::shared_ptr<const Circuit> circuit;
};

class StateSet;

struct Answer {
  enum class Kind { Violated, Proved, Unknown };
  // A proof, which check_proof (certificate.h) can repeat. Invariant: `invariant` excludes bad states. DepthComplete:
  // the first `depth` steps of every execution are good, and no execution of `depth` steps visits only different
  // states. Induction: the first `depth` + 1 steps of every execution are good, and no path of `depth` good steps that
  // visits no state twice has a bad successor. States: `visited` contains all reachable states, and their steps are
  // good.
  enum class Proof { Invariant, DepthComplete, Induction, States };
  Kind kind = Kind::Unknown;
  uint32_t bad = 0;  // violated: this literal, at the end of this trace
  Trace trace;
  Proof proof = Proof::Invariant;
  Invariant invariant;  // of other proofs: an inductive invariant that they rely on, or none
  std::shared_ptr<const StateSet> visited;
  uint32_t depth = 0;
  std::string reason;  // unknown: why
  std::string solver;  // the one that answered
  double states = 0;   // reachable states, where the solver counts them; 0: not counted
};

Answer violated(uint32_t bad, Trace trace);
Answer violation_of(const Circuit& circuit, Trace trace);  // cut after its first bad step. REQUIRES: it has one
Answer unknown(std::string reason);
Answer stopped(const Limits& limits);  // unknown, because the limits have been reached

class ModelChecker {
 public:
  virtual ~ModelChecker() = default;
  virtual std::string_view name() const = 0;
  virtual Answer check(const Circuit& circuit, const Limits& limits) = 0;
};

// By name; null for others. It reduces the circuit, and checks its own answers (prepared.h).
std::unique_ptr<ModelChecker> make_solver(std::string_view name);
// The algorithm alone.
std::unique_ptr<ModelChecker> make_plain_solver(std::string_view name);
std::vector<std::string> solver_names();

}  // namespace mover::solver
