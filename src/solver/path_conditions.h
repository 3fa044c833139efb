// The SAT queries of symbolic execution: whether a literal can hold together with conditions on variables. Many
// schedules lead to the same queries. As in KLEE [CDE08], a query contains only the conditions that share variables
// with the literal, directly or through other conditions, and answers are cached.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/encoder.h"

namespace mover::solver {

// The inputs of a circuit on which literals depend. Gates may be added to the circuit later.
class Supports {
 public:
  explicit Supports(const Circuit& graph) : graph_(graph) {}
  std::vector<uint32_t> of(std::span<const Literal> literals);   // nodes, ascending
  const std::vector<uint32_t>& of_condition(Literal condition);  // the same, stored

 private:
  const Circuit& graph_;
  std::vector<uint32_t> seen_;  // by node: the last call of of() that has seen it
  uint32_t calls_ = 0;
  std::unordered_map<uint32_t, std::vector<uint32_t>> stored_;  // by node
};

class PathConditions {
 public:
  PathConditions(const Circuit& graph, const Limits& limits) : graph_(graph), limits_(limits), supports_(graph) {}

  // Whether the literal and all conditions can hold. REQUIRES: the conditions can hold; otherwise, the result may be
  // Satisfiable although they cannot.
  Sat::Result solve(const std::vector<Literal>& conditions, Literal literal);

  // The conditions that share variables with the literals, directly or through other conditions, in ascending order. If
  // all conditions can hold, the others can hold for all values of these variables.
  std::vector<Literal> relevant(const std::vector<Literal>& conditions, std::span<const Literal> literals);

 private:
  struct Hash {
    size_t operator()(const std::vector<Literal>& literals) const;
  };
  struct Solver {
    Sat sat;
    Encoder encoder;
    Solver(const Circuit& graph, const Limits& limits) : sat(limits, Sat::Questions::FewHard), encoder(graph, sat) {}
  };

  const Circuit& graph_;
  const Limits& limits_;
  Supports supports_;
  std::unique_ptr<Solver> solver_;
  std::unordered_map<std::vector<Literal>, bool, Hash> answers_;  // by conditions and literal: whether they can hold
};

uint64_t hash_of(const std::vector<Literal>& literals);

}  // namespace mover::solver
