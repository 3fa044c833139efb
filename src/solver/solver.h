// The common interface of all solvers. A solver finds an execution of a circuit with a bad step, or proves that there
// is none. A step is bad if a bad literal holds in it, otherwise it is good.
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
  const std::atomic<bool>* stop = nullptr;  // if another thread sets it, the solver stops soon
  std::optional<std::chrono::steady_clock::time_point> deadline;
  uint32_t depth = UINT32_MAX;  // the largest number of steps of the explored executions
  bool expired() const;
};

// Clauses whose conjunction is an inductive invariant: it holds in the initial states and is closed under steps. That
// of Proof::Invariant also excludes bad steps. The literals of the clauses are latches and gates that depend only on
// latches, such as the equality of two words. `circuit` is the checked circuit with additional such gates; null: the
// checked circuit itself.
struct Invariant {
  std::vector<std::vector<Literal>> clauses;
  // Conjunctions of latches and inputs. In every step from a state of the invariant, at least one of them holds. The
  // invariant is checked for each of these cases separately, because many easy queries take less time than one hard
  // query. Empty: there is no division into cases.
  std::vector<std::vector<Literal>> cases;
  std::vector<std::string> texts;  // the first clauses as expressions over the names of words; empty: no such text
  std::shared_ptr<const Circuit> circuit;
};

class StateSet;
struct SymbolicStates;

struct Answer {
  enum class Kind { Violated, Proved, Unknown };
  // The kinds of proofs, which check_proof (certificate.h) can check. Invariant: `invariant` excludes bad steps.
  // DepthComplete: the first `depth` steps of every execution are good, and every execution of `depth` steps visits
  // some state twice. Induction: the first `depth` + 1 steps of every execution are good, and after `depth` good steps
  // that visit no state twice, the next step is good. States: `visited` contains all reachable states, and all steps
  // from them are good. SymbolicStates: the same with the states of `symbolic`, which are sets of states.
  enum class Proof { Invariant, DepthComplete, Induction, States, SymbolicStates };
  Kind kind = Kind::Unknown;
  uint32_t bad = 0;  // Violated: the index of the bad literal that holds in the last step of `trace`
  Trace trace;
  Proof proof = Proof::Invariant;
  Invariant invariant;  // for other proofs: an inductive invariant on which the proof relies, or no clauses
  std::shared_ptr<const StateSet> visited;         // for Proof::States
  std::shared_ptr<const SymbolicStates> symbolic;  // for Proof::SymbolicStates
  uint32_t depth = 0;
  std::string reason;  // Unknown: the reason
  std::string solver;  // the name of the solver that gave this answer
  double states = 0;   // the number of reachable states; 0: the solver has not counted them
};

Answer violated(uint32_t bad, Trace trace);
Answer violation_of(const Circuit& circuit, Trace trace);  // ends the trace at its first bad step. REQUIRES: it has one
Answer unknown(std::string reason);
Answer stopped(const Limits& limits);  // unknown, because the limits have been reached

class ModelChecker {
 public:
  virtual ~ModelChecker() = default;
  virtual std::string_view name() const = 0;
  virtual Answer check(const Circuit& circuit, const Limits& limits) = 0;
};

// The solver of this name; null: there is none. It reduces the circuit and checks its own answers (prepared.h).
std::unique_ptr<ModelChecker> make_solver(std::string_view name);
// The algorithm alone, without reduction and checks.
std::unique_ptr<ModelChecker> make_plain_solver(std::string_view name);
std::vector<std::string> solver_names();

}  // namespace mover::solver
