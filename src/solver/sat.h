// An incremental SAT solver. It wraps CaDiCaL, whose interface only sat.cc uses.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>

#include "solver/solver.h"

namespace mover::solver {

class Sat {
 public:
  enum class Result { Satisfiable, Unsatisfiable, Stopped };
  // The expected calls of solve(). Simplification between calls is worth its time only if the calls are few and hard.
  enum class Questions { FewHard, ManyEasy };

  explicit Sat(const Limits& limits, Questions questions = Questions::FewHard);
  ~Sat();
  Sat(Sat&&) noexcept;
  Sat& operator=(Sat&&) noexcept;

  void set_limits(const Limits& limits);
  void set_most_conflicts(int conflicts) { most_conflicts_ = conflicts; }  // the limit of each call of solve()

  int variable() { return ++variables_; }
  int variables() const { return variables_; }
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }
  // `clause` holds for this call only.
  Result solve(std::span<const int> assumptions = {}, std::span<const int> clause = {});
  Result solve(std::initializer_list<int> assumptions) {
    return solve(std::span(assumptions.begin(), assumptions.size()));
  }
  bool value(int literal) const;                     // its value in the solution. REQUIRES: the result is Satisfiable
  bool write_dimacs(const std::string& path) const;  // writes the clauses. REQUIRES: solve() has not been called
  bool failed(int literal) const;  // the proof uses this assumption. REQUIRES: the result is Unsatisfiable

 private:
  struct Cadical;
  std::unique_ptr<Cadical> cadical_;
  int variables_ = 0, most_conflicts_ = -1;
};

}  // namespace mover::solver
