#include "solver/bmc.h"
#include "solver/k_induction.h"
#include "solver/pdr.h"
#include "solver/prepared.h"
#include "solver/solver.h"

namespace mover::solver {

namespace {

template <typename Solver, auto... kArguments>
std::unique_ptr<ModelChecker> make() {
  return std::make_unique<Solver>(kArguments...);
}

struct Row {
  std::string_view name;
  std::unique_ptr<ModelChecker> (*make)();
  Strengthening strengthening;
};

constexpr Row kSolvers[] = {
    {"bmc", make<Bmc, Bmc::Depths::OneByOne>, Strengthening::None},
    {"bmc-oneshot", make<Bmc, Bmc::Depths::Together>, Strengthening::None},
    {"k-induction", make<KInduction>, Strengthening::Candidates},
    {"pdr", make<Pdr>, Strengthening::Candidates},
};

class Prepared : public ModelChecker {
 public:
  explicit Prepared(const Row& row) : row_(row), solver_(row.make()) {}
  std::string_view name() const override { return row_.name; }
  Answer check(const Circuit& circuit, const Limits& limits) override {
    return check_prepared(*solver_, circuit, limits, row_.strengthening);
  }

 private:
  const Row& row_;
  std::unique_ptr<ModelChecker> solver_;
};

}  // namespace

std::unique_ptr<ModelChecker> make_solver(std::string_view name) {
  for (const Row& row : kSolvers)
    if (row.name == name) return std::make_unique<Prepared>(row);
  return nullptr;
}

std::unique_ptr<ModelChecker> make_plain_solver(std::string_view name) {
  for (const Row& row : kSolvers)
    if (row.name == name) return row.make();
  return nullptr;
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const Row& row : kSolvers) names.emplace_back(row.name);
  return names;
}

}  // namespace mover::solver
