// An incremental SAT solver: CaDiCaL, which only sat.cc knows.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>

#include "solver/solver.h"

namespace mover::solver {

class Sat {
 public:
  enum class Result { Satisfiable, Unsatisfiable, Stopped };
  // Simplification between calls pays for few hard questions, not for many easy ones.
  enum class Questions { FewHard, ManyEasy };

  explicit Sat(const Limits& limits, Questions questions = Questions::FewHard);
  ~Sat();
  Sat(Sat&&) noexcept;
  Sat& operator=(Sat&&) noexcept;

  void set_limits(const Limits& limits);

  int variable() { return ++variables_; }
  int variables() const { return variables_; }
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }
  // `clause` holds for this call only.
  Result solve(std::span<const int> assumptions = {}, std::span<const int> clause = {});
  Result solve(std::initializer_list<int> assumptions) {
    return solve(std::span(assumptions.begin(), assumptions.size()));
  }
  bool value(int literal) const;                     // after Satisfiable
  bool write_dimacs(const std::string& path) const;  // the clauses, before the first question
  bool failed(int literal) const;                    // after Unsatisfiable: whether the assumption was used

 private:
  struct Cadical;
  std::unique_ptr<Cadical> cadical_;
  int variables_ = 0;
};

}  // namespace mover::solver
