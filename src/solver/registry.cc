#include <functional>

#include "solver/bmc.h"
#include "solver/k_induction.h"
#include "solver/pdr.h"
#include "solver/solver.h"

namespace mover::solver {

namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<ModelChecker> (*make)();
};

const Row kSolvers[] = {
    {"bmc", []() -> std::unique_ptr<ModelChecker> { return std::make_unique<Bmc>(Bmc::Depths::OneByOne); }},
    {"bmc-oneshot", []() -> std::unique_ptr<ModelChecker> { return std::make_unique<Bmc>(Bmc::Depths::Together); }},
    {"k-induction", []() -> std::unique_ptr<ModelChecker> { return std::make_unique<KInduction>(); }},
    {"pdr", []() -> std::unique_ptr<ModelChecker> { return std::make_unique<Pdr>(); }},
};

}  // namespace

std::unique_ptr<ModelChecker> make_solver(std::string_view name) {
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
