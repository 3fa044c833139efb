// The table of all solvers, and the construction of a solver by name.
#include "solver/registry.h"

#include <utility>

#include "solver/bdd.h"
#include "solver/bmc.h"
#include "solver/explicit_states.h"
#include "solver/k_induction.h"
#include "solver/pdr.h"
#include "solver/portfolio.h"
#include "solver/predicate_abstraction.h"
#include "solver/prepared.h"
#include "solver/random_simulation.h"
#include "solver/symbolic_execution.h"

namespace mover::solver {

using namespace std::chrono_literals;

namespace {

template <typename Solver, auto... kArguments>
std::unique_ptr<ModelChecker> make() {
  return std::make_unique<Solver>(kArguments...);
}

constexpr SolverRow kSolvers[] = {
    {"bmc", make<Bmc, Bmc::Depths::OneByOne>, Strengthening::None, false, 0ms, 0},
    {"explicit", make<ExplicitStates>, Strengthening::None, true, 200ms, 0},
    {"simulation", make<RandomSimulation>, Strengthening::None, false, 1000ms, 10},
    {"symbolic-execution", make<SymbolicExecution>, Strengthening::None, false, 0ms, 0},
    {"bmc-oneshot", make<Bmc, Bmc::Depths::Together>, Strengthening::None, false, 2000ms, 10},
    {"k-induction", make<KInduction>, Strengthening::Candidates, false, 3000ms, 10},
    {"pdr", make<Pdr>, Strengthening::Candidates, false, 0ms, 5},
    {"predicates", make<PredicateAbstraction>, Strengthening::None, false, 200ms, 0},
    {"bdd", make<BddReachability, BddReachability::Direction::Forward>, Strengthening::None, true, 500ms, 5},
    {"bdd-backward", make<BddReachability, BddReachability::Direction::Backward>, Strengthening::None, false, 6000ms,
     10},
};

const SolverRow* row_of(std::string_view name) {
  for (const SolverRow& row : kSolvers)
    if (row.name == name) return &row;
  return nullptr;
}

class Prepared : public ModelChecker {
 public:
  explicit Prepared(const SolverRow& row) : row_(row) {}
  std::string_view name() const override { return row_.name; }

  Answer check(const Circuit& original, const Limits& limits) override {
    Preparation preparation(original, limits, row_.counts_states ? circuit::Keep::States : circuit::Keep::Cone);
    Circuit circuit = preparation.reduced();
    Answer answer;
    if (preparation.is_decided() && !row_.counts_states) {
      answer.kind = Answer::Kind::Proved;
    } else {
      if (row_.strengthening == Strengthening::Candidates) circuit = preparation.strengthened(limits);
      answer = row_.make()->check(circuit, limits);
    }
    answer.solver = row_.name;
    return preparation.finish(circuit, std::move(answer), limits);
  }

 private:
  const SolverRow& row_;
};

}  // namespace

std::span<const SolverRow> solver_rows() { return kSolvers; }

std::unique_ptr<ModelChecker> make_solver(std::string_view name) {
  if (name == "portfolio") return std::make_unique<Portfolio>();
  const SolverRow* row = row_of(name);
  return row == nullptr ? nullptr : std::make_unique<Prepared>(*row);
}

std::unique_ptr<ModelChecker> make_plain_solver(std::string_view name) {
  const SolverRow* row = row_of(name);
  return row == nullptr ? nullptr : row->make();
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const SolverRow& row : kSolvers) names.emplace_back(row.name);
  names.emplace_back("portfolio");
  return names;
}

}  // namespace mover::solver
