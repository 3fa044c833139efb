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

// Clauses over the latches of a circuit whose conjunction contains the initial states, is closed under steps and
// excludes bad ones. A clause is a list of literals of latches.
struct Invariant {
  std::vector<std::vector<Literal>> clauses;
  // Gates that the clauses may mention besides latches belong to this circuit, which extends the one that was checked:
  // candidates between words are such gates. Empty: the checked circuit itself.
  std::shared_ptr<const Circuit> circuit;
};

struct Answer {
  enum class Kind { Violated, Proved, Unknown };
  Kind kind = Kind::Unknown;
  uint32_t bad = 0;  // violated: which, and how
  Trace trace;
  std::optional<Invariant> invariant;  // proved: by an invariant, or
  uint32_t depth = 0;                  // because no execution is longer than this (depth complete)
  std::string reason;                  // unknown: why
  std::string solver;                  // the one that answered
  uint64_t states = 0;                 // reachable states, if the solver counts them (BDD); 0: not counted
};

class ModelChecker {
 public:
  virtual ~ModelChecker() = default;
  virtual std::string_view name() const = 0;
  virtual Answer check(const Circuit& circuit, const Limits& limits) = 0;
};

// bmc, bmc-oneshot, k-induction, pdr, bdd, bdd-backward, portfolio; null for other names.
std::unique_ptr<ModelChecker> make_solver(std::string_view name);
std::vector<std::string> solver_names();

}  // namespace mover::solver
