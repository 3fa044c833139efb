// Sets of states of a circuit as functions of free variables, and the steps from them. A symbolic state has a literal
// for each latch, over the inputs of one growing combinational circuit (the graph), and conditions on these variables.
// A step substitutes the literals into the next-state functions. Because equal gates of the graph are hash-consed and
// constants are propagated, the control of a program usually becomes constant, and its data small expressions.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "circuit/polynomials.h"
#include "solver/implied.h"
#include "solver/path_conditions.h"
#include "solver/solver.h"

namespace mover::solver {

// The set of all values of the latches under assignments to the variables that satisfy all conditions.
struct SymbolicState {
  std::vector<Literal> latches;
  std::vector<Literal> conditions;  // ascending
  bool operator==(const SymbolicState&) const = default;
};

// By input of the circuit: variables of the graph that stand for it in different steps.
using Variables = std::vector<std::vector<Literal>>;

// The proof of symbolic execution (Answer::Proof::SymbolicStates): the first `initial` symbolic states contain all
// initial states, and every step from a state in a symbolic state leads to a state in one of its successors.
struct SymbolicStates {
  Circuit graph;
  Variables variables;
  std::vector<Literal> initial_latches;  // constants, and distinct variables for latches whose initial value is free
  std::vector<SymbolicState> states;
  std::vector<std::vector<uint32_t>> successors;  // by symbolic state: the numbers of its successors, ascending
  uint32_t initial = 0;
};

class SymbolicStep {
 public:
  SymbolicStep(const Circuit& source, Circuit& graph, Variables& variables, const Limits& limits);

  std::vector<Literal> initial_latches();
  // A literal for each input of the next step. Control inputs are false, and other inputs are variables on which the
  // state's latches and conditions do not depend.
  std::vector<Literal> unused_inputs(const SymbolicState& state);
  // The control inputs have 2^control_bits() values. Each of them is a choice, by which the steps from a state are
  // distinguished.
  size_t control_bits() const { return control_inputs_.size(); }
  std::map<size_t, bool> chosen(uint64_t choice) const;  // the values of control inputs, by index of the input

  struct Result {
    std::vector<Literal> conditions;      // of the state, and the circuit's constraints, except for constants
    Literal constraint = circuit::kTrue;  // the conjunction of the constraints
    std::vector<Literal> bads, latches;
    Literal any_bad = circuit::kFalse;
  };
  // The step from a state with these inputs. The result is empty if a constraint is constant false.
  std::optional<Result> step(const SymbolicState& state, std::span<const Literal> inputs, const Implied& implied);

 private:
  static constexpr uint32_t kGate = UINT32_MAX;
  struct Action {
    uint32_t node = 0;
    uint32_t operation = kGate;  // the index of the operation that computes the node; kGate: it is an ordinary gate
  };
  struct Operation {
    circuit::Arithmetic arithmetic;
    std::vector<size_t> replaced;  // the bits of the result that are computed from the operands, not as gates
  };
  void find_operations(const Limits& limits);
  std::vector<size_t> replaced_bits(const circuit::Arithmetic& operation) const;
  void plan(std::vector<Action>& actions, const std::vector<Literal>& roots);
  void execute(const std::vector<Action>& actions, const Implied& implied);
  Literal of(Literal l) const { return of_node_[circuit::node_of(l)] ^ (l & 1); }

  const Circuit& source_;
  Circuit& graph_;
  Variables& variables_;
  circuit::Polynomials polynomials_;
  std::vector<uint32_t> control_inputs_;              // indices of inputs
  std::vector<Operation> operations_;                 // those of the source whose results are correct for all operands
  std::vector<std::vector<uint32_t>> computed_by_;    // by node of the source: the operations that replace it
  std::vector<bool> planned_;                         // by node of the source
  std::vector<Action> constraints_, bads_, latches_;  // the nodes to compute for them, in order
  std::vector<Literal> of_node_;
  Supports supports_;
};

// The conjuncts of the literals, ascending, without constants. The result is empty if one of them is constant false.
std::optional<std::vector<Literal>> conjuncts_of(const Circuit& graph, std::vector<Literal> literals);

// Whether the proof holds for the circuit. If not, `why` is the part that does not hold.
bool check_symbolic_states(const Circuit& circuit, const SymbolicStates& proof, const Limits& limits, std::string& why);

}  // namespace mover::solver
