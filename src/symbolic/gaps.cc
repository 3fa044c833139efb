// Finds unreached parts of the program by asking a solver for executions that reach parts not reached before.
#include "symbolic/gaps.h"

#include "circuit/simulate.h"
#include "ir/names.h"
#include "machine/coverage.h"

namespace mover::symbolic {

namespace {

using What = Model::Covered::What;

bool has_assumptions(const ValueAnalysis& values) {
  for (ThreadIndex t = 0; t < values.threads().size(); ++t)
    for (NodeId node = 0; node < values.threads()[t].num_nodes(); ++node) {
      const ir::Instr& in = values.instr(t, node);
      if (values.reached(t, node) && in.op == ir::Op::Service &&
          static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::Assume)
        return true;
    }
  return false;
}

// The indices in Model::covered of the parts that the execution reaches.
std::set<size_t> reached_in(const Model& model, const circuit::Trace& trace) {
  std::set<size_t> result;
  const std::vector<std::vector<bool>> states = circuit::states_of(model.circuit, trace);
  for (size_t step = 0; step < trace.inputs.size(); ++step) {
    const std::vector<bool> nodes = circuit::evaluate(model.circuit, states[step], trace.inputs[step]);
    for (size_t i = 0; i < model.covered.size(); ++i)
      if (circuit::value_of(nodes, model.covered[i].literal)) result.insert(i);
  }
  return result;
}

ir::FunctionId entry_of(const ValueAnalysis& values, ThreadIndex t) {
  return values.threads()[t].contexts.front().function;
}

// Records in `coverage` whether an execution reaches `covered`.
void record(const ValueAnalysis& values, const Model::Covered& covered, bool reached, Coverage& coverage) {
  switch (covered.what) {
    case What::Holds:
      if (reached) coverage.assumed(covered.loc, true);
      return;
    case What::Fails:
      if (!reached) return;
      coverage.assumed(covered.loc, false);
      return coverage.cut(entry_of(values, covered.thread), covered.loc);
    case What::Creates:
      if (reached) coverage.created_thread();
      return;
    case What::ThreadEnds:
      if (reached) coverage.ended_thread(entry_of(values, covered.thread));
      return;
    case What::ProgramEnds:
      if (reached) coverage.ended_program();
      return;
    case What::Reaches:  // reached_places()
      return;
  }
}

}  // namespace

std::vector<std::string> gaps_of(const ValueAnalysis& values,
                                 const std::function<Model(const CheckedProperties&)>& build,
                                 const std::function<solver::Answer(const circuit::Circuit&)>& check) {
  Coverage coverage;
  if (!has_assumptions(values)) {
    if (values.threads().size() > 1) coverage.created_thread();
    coverage.ended_program();
  } else {
    CheckedProperties checked;
    checked.coverage = true;
    bool is_known = true;
    Model model = build(checked);
    while (checked.covered.size() < model.covered.size()) {
      const solver::Answer answer = check(model.circuit);
      is_known = answer.kind != solver::Answer::Kind::Unknown;
      if (answer.kind != solver::Answer::Kind::Violated) break;
      checked.covered.merge(reached_in(model, answer.trace));
      model = build(checked);
    }
    for (size_t i = 0; i < model.covered.size(); ++i)
      record(values, model.covered[i], !is_known || checked.covered.contains(i), coverage);
  }
  const ir::Program& program = values.program();
  return coverage.gaps([&](ir::LocId loc) { return ir::place_in_words(program, loc); },
                       [&](uint64_t function) { return program.functions[function].name; });
}

std::optional<std::set<ir::LocId>> reached_places(const std::function<Model(const CheckedProperties&)>& build,
                                                  const std::function<solver::Answer(const circuit::Circuit&)>& check) {
  CheckedProperties checked;
  checked.coverage = true;
  Model model = build(checked);
  // Results of printf, comparisons with addresses of ended objects, branches on values that may be undefined and the
  // bits of NaNs are arbitrary in the circuit, so it may have executions that the program does not have.
  for (const circuit::Input& input : model.circuit.inputs())
    for (const char* arbitrary : {"printed", "reused", "alternative", "nan"})
      if (input.name.starts_with(arbitrary)) return std::nullopt;
  std::set<ir::LocId> reached;
  auto is_complete = [&] {
    bool result = true;
    for (size_t i = 0; i < model.covered.size(); ++i) {
      if (model.covered[i].what != What::Reaches) continue;
      if (checked.covered.contains(i)) reached.insert(model.covered[i].loc);
      result &= checked.covered.contains(i);
    }
    return result;
  };
  while (!is_complete()) {
    const solver::Answer answer = check(model.circuit);
    if (answer.kind == solver::Answer::Kind::Unknown) return std::nullopt;
    if (answer.kind == solver::Answer::Kind::Proved) break;
    checked.covered.merge(reached_in(model, answer.trace));
    model = build(checked);
  }
  return reached;
}

}  // namespace mover::symbolic
