// The product is built from the stored state graph [VW86], so that each step of the program is executed once. Its
// cycles have to be accepting and fair.
#include "search/ltl_product.h"

#include "search/linear_time.h"
#include "search/state_graph.h"
#include "support/check.h"

namespace mover {

namespace {

class Product {
 public:
  Product(const StateGraph& graph, const ltl::Automaton& automaton) : graph_(graph), automaton_(automaton) {}

  // Returns whether the search continues.
  bool examine(const MachineFactory& make_machine, SearchRun& run, const std::string& formula) {
    const Fairness fairness = run.options.fairness;
    const Digraph product = build();
    auto marks = [&](const Digraph::Edge& edge) {
      const auto& [number, accepting] = steps_[edge.id];
      const StateGraph::Step& step = graph_.steps[number];
      const StateMarks& from = graph_.states[step.source];
      EdgeMarks result;
      result.accepting = accepting;
      if (graph_.is_stutter(number)) return result;
      result.requires_ = fairness_requires(from, fairness);
      result.satisfies = fairness_satisfied(from, graph_.step_marks[step.marks].thread, fairness);
      return result;
    };
    std::optional<std::vector<uint32_t>> cycle = find_fair_cycle(product, marks, all_sets(automaton_));
    if (!cycle) return true;
    auto step_of = [&](const Digraph::Edge& edge) { return steps_[edge.id].first; };
    Finding finding;
    finding.kind = FindingKind::Ltl;
    finding.fairness = fairness;
    finding.subject = formula;
    add_lasso(make_machine, run, graph_, product, std::move(*cycle), step_of, finding, /*knows_thread=*/false);
    return false;  // one violation of a formula suffices
  }

 private:
  // The part of the product that is reachable from its initial node, which has the number 0.
  Digraph build() {
    const Digraph states = graph_.digraph();
    constexpr uint32_t kNone = UINT32_MAX;
    const size_t width = automaton_.states.size();
    std::vector<uint32_t> numbers(graph_.states.size() * width, kNone);  // by state of the graph and of the automaton
    std::vector<std::pair<uint32_t, uint32_t>> nodes;
    std::vector<Digraph::Edge> edges;
    auto number = [&](uint32_t state, uint32_t q) {
      uint32_t& known = numbers[state * width + q];
      if (known == kNone) {
        known = static_cast<uint32_t>(nodes.size());
        nodes.push_back({state, q});
      }
      return known;
    };
    number(0, automaton_.initial);
    for (uint32_t node = 0; node < nodes.size(); ++node) {
      const auto [state, q] = nodes[node];
      for (const ltl::Edge& edge : automaton_.states[q]) {
        if (!edge.label.holds(graph_.atoms[state])) continue;
        for (uint32_t e = states.first(state); e < states.first(state + 1); ++e) {
          edges.push_back({node, number(states.edges()[e].target, edge.target), static_cast<uint32_t>(steps_.size())});
          steps_.push_back({states.edges()[e].id, edge.accepting});
        }
      }
    }
    return Digraph(static_cast<uint32_t>(nodes.size()), std::move(edges));
  }

  const StateGraph& graph_;
  const ltl::Automaton& automaton_;
  std::vector<std::pair<uint32_t, uint64_t>> steps_;  // by id of an edge: the step, and the acceptance sets
};

}  // namespace

void find_ltl_violations(const MachineFactory& make_machine, SearchRun& run) {
  if (run.options.ltl.empty()) return;
  const Statistics stats = run.result.stats;
  const std::unique_ptr<Machine> machine = make_machine();
  for (const std::string& formula : run.options.ltl) {
    if (run.is_over()) break;
    const std::variant<LinearTime, std::string> made = LinearTime::make(formula, machine->program());
    MOVER_CHECK(std::holds_alternative<LinearTime>(made), "formulas are checked before the search");
    const LinearTime& property = std::get<LinearTime>(made);
    const uint64_t before = run.result.stats.transitions;
    const GraphOptions options{.property = &property, .reduces = run.options.ample_sets && !property.has_next()};
    size_t states = 0;
    const std::string how = explore_graph(make_machine, run, options, [&](const StateGraph& graph) {
      states = graph.states.size();
      return Product(graph, property.violations()).examine(make_machine, run, formula);
    });
    run.result.remarks.push_back("ltl: a further search of " + std::to_string(states) + " states and " +
                                 std::to_string(run.result.stats.transitions - before) + " transitions " + how +
                                 " looked for executions that violate " + formula);
    for (const std::string& warning : property.warnings()) run.result.remarks.push_back("ltl: " + warning);
  }
  run.result.stats = stats;
}

}  // namespace mover
