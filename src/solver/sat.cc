// The SAT solver, by CaDiCaL.
#include "solver/sat.h"

#include <cadical.hpp>
#include <cstdlib>

namespace mover::solver {

struct Sat::Cadical : CaDiCaL::Terminator {
  CaDiCaL::Solver solver;
  Limits limits;
  bool terminate() override { return limits.expired(); }
};

Sat::Sat(const Limits& limits, Questions questions) : cadical_(std::make_unique<Cadical>()) {
  cadical_->limits = limits;
  cadical_->solver.set("quiet", 1);
  if (questions == Questions::ManyEasy) {
    cadical_->solver.configure("plain");
    cadical_->solver.set("lucky", 0);
    cadical_->solver.set("walk", 0);
  }
  cadical_->solver.connect_terminator(cadical_.get());
}

Sat::~Sat() {
  if (cadical_) cadical_->solver.disconnect_terminator();
}
Sat::Sat(Sat&&) noexcept = default;
Sat& Sat::operator=(Sat&&) noexcept = default;

void Sat::set_limits(const Limits& limits) { cadical_->limits = limits; }

void Sat::add(std::span<const int> clause) {
  for (int literal : clause) cadical_->solver.add(literal);
  cadical_->solver.add(0);
}

Sat::Result Sat::solve(std::span<const int> assumptions, std::span<const int> clause) {
  if (cadical_->limits.expired()) return Result::Stopped;  // CaDiCaL does not call terminate() in short calls
  for (int literal : assumptions) cadical_->solver.assume(literal);
  if (!clause.empty()) {
    for (int literal : clause) cadical_->solver.constrain(literal);
    cadical_->solver.constrain(0);
  }
  cadical_->solver.limit("conflicts", most_conflicts_);
  switch (cadical_->solver.solve()) {
    case 10:
      return Result::Satisfiable;
    case 20:
      return Result::Unsatisfiable;
    default:
      return Result::Stopped;
  }
}

// Versions of CaDiCaL differ in the result of val() for a negated variable, but agree for a variable.
bool Sat::value(int literal) const { return (cadical_->solver.val(std::abs(literal)) > 0) == (literal > 0); }
bool Sat::write_dimacs(const std::string& path) const {
  return cadical_->solver.write_dimacs(path.c_str(), variables_) == nullptr;
}
bool Sat::failed(int literal) const { return cadical_->solver.failed(literal); }

}  // namespace mover::solver
