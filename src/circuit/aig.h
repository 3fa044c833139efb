// Sequential circuits as and-inverter graphs: inputs, latches, and-gates with two operands, and inverters on the edges.
// Gates are simplified when they are created: structural hashing [KPKG02] finds an equal gate that exists already,
// constants are propagated, and rules over two levels of gates [BB06] replace a gate by a smaller one. The semantics is
// that of AIGER 1.9 [BHW11]. In every step, the inputs have any values for which all constraints hold. Bad literals are
// evaluated in the same step. Then the latches take the values of their next-state functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mover::circuit {

using Literal = uint32_t;  // 2 * node, or 2 * node + 1 if negated; node 0 is the constant false
constexpr Literal kFalse = 0, kTrue = 1;
constexpr Literal negate(Literal l) { return l ^ 1; }
constexpr uint32_t node_of(Literal l) { return l >> 1; }
constexpr bool is_negated(Literal l) { return (l & 1) != 0; }
constexpr bool is_constant(Literal l) { return l <= kTrue; }
constexpr Literal constant(bool value) { return value ? kTrue : kFalse; }

using Word = std::vector<Literal>;  // least significant bit first

enum class Initial : uint8_t { Zero, One, Free };

enum class Kind : uint8_t { Constant, Input, Latch, And };

struct Latch {
  std::string name;
  uint32_t node = 0;
  Initial initial = Initial::Zero;
  Literal next = kFalse;
};

struct Input {
  std::string name;
  uint32_t node = 0;
};

struct Bad {
  std::string name;
  Literal literal = kFalse;
};

// A variable of the program as a word of latches. Bits whose value is known may be constants. Control words, such as
// program counters and owners of locks, have few values, and relations between other words may depend on them.
struct NamedWord {
  enum class Role : uint8_t { Data, Control, ProgramCounter };  // a program counter is control
  std::string name;
  Word bits;
  Role role = Role::Data;
  bool is_control() const { return role != Role::Data; }
};

// An invariant, and its text as an expression over the names of words.
struct Known {
  Literal literal = kTrue;
  std::string text;
};

// An arithmetic operation of the program on two words of latches and gates, modulo 2^width.
struct Arithmetic {
  enum class Operator : uint8_t { Add, Sub, Mul };
  Operator op = Operator::Add;
  Word left, right, result;
};

class Circuit {
 public:
  Circuit();

  Literal input(std::string name);
  Literal latch(std::string name, Initial initial = Initial::Zero);
  void set_next(Literal latch, Literal next);  // REQUIRES: `latch` is a latch that is not negated

  Literal conjunction(Literal a, Literal b);
  Literal disjunction(Literal a, Literal b) { return negate(conjunction(negate(a), negate(b))); }
  Literal exclusive_or(Literal a, Literal b);
  Literal equivalent(Literal a, Literal b) { return negate(exclusive_or(a, b)); }
  Literal implies(Literal a, Literal b) { return negate(conjunction(a, negate(b))); }
  Literal ite(Literal condition, Literal then, Literal otherwise);
  Literal all_of(std::span<const Literal> literals);  // a balanced tree of gates; true if there are no literals
  Literal any_of(std::span<const Literal> literals);

  uint32_t bad(std::string name, Literal literal);  // returns its index in bads()
  // The bad literals. The circuit has none afterwards.
  std::vector<Bad> take_bads() { return std::exchange(bads_, {}); }
  void constrain(Literal literal);  // requires that it holds in every step (AIGER: invariant constraint)

  // Hints for the solvers: words of latches between which relations may hold (candidates.h), and literals over latches
  // that may be invariants. A solver uses a hint only after it has proved it.
  void name_word(std::string name, Word bits, NamedWord::Role role = NamedWord::Role::Data);
  void suggest(Literal invariant);
  // Further hints, for symbolic execution: inputs and latches that are control, such as the scheduler's choice, program
  // counters and addresses, and operations whose results have a normal form (polynomials.h).
  void mark_control(Literal input_or_latch);
  void record(Arithmetic operation);
  // Adds a literal over latches that has been proved to hold in every reachable state, so that solvers may use it.
  void know(Literal invariant, std::string text = {});

  // Access to the parts of the circuit.
  uint32_t node_count() const { return static_cast<uint32_t>(kinds_.size()); }
  uint32_t gate_count() const { return gates_; }
  Kind kind(uint32_t node) const { return kinds_[node]; }
  // The operands of a gate. Their nodes have smaller numbers than the gate: nodes are in topological order.
  Literal left(uint32_t gate) const { return operands_[gate].left; }
  Literal right(uint32_t gate) const { return operands_[gate].right; }
  // The index of an input in inputs(), or of a latch in latches(). REQUIRES: the node is an input or a latch.
  uint32_t index(uint32_t node) const { return operands_[node].left; }
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Latch>& latches() const { return latches_; }
  const std::vector<Bad>& bads() const { return bads_; }
  const std::vector<Literal>& constraints() const { return constraints_; }
  const std::vector<NamedWord>& words() const { return words_; }
  const std::vector<Literal>& suggestions() const { return suggestions_; }
  const std::vector<Literal>& control() const { return control_; }
  const std::vector<Arithmetic>& arithmetic() const { return arithmetic_; }
  const std::vector<Known>& known() const { return known_; }

 private:
  struct Operands {
    Literal left = 0, right = 0;
  };
  uint32_t add_node(Kind kind, Literal left, Literal right);
  bool is_gate(Literal l) const { return kinds_[node_of(l)] == Kind::And; }
  uint32_t& gate_slot(Literal left, Literal right);
  void grow_gate_table();
  // The effect of the rules of [BB06] on the conjunction of two literals. None: no rule applies. Smaller: an operand
  // was replaced by a smaller one. Done: `result` is the conjunction.
  enum class Rewriting { None, Smaller, Done };
  Rewriting rewrite_gate_and_literal(Literal& gate, Literal& other, Literal& result) const;
  Rewriting rewrite_two_gates(Literal& a, Literal& b, Literal& result) const;
  Rewriting rewrite(Literal& a, Literal& b, Literal& result) const;

  std::vector<Kind> kinds_;
  std::vector<Operands> operands_;
  std::vector<uint32_t> gate_table_;  // open addressing by both operands; 0: empty
  uint32_t gates_ = 0;
  std::vector<Input> inputs_;
  std::vector<Latch> latches_;
  std::vector<Bad> bads_;
  std::vector<Literal> constraints_;
  std::vector<NamedWord> words_;
  std::vector<Literal> suggestions_;
  std::vector<Literal> control_;
  std::vector<Arithmetic> arithmetic_;
  std::vector<Known> known_;
};

// The gates on which the literals depend, in topological order.
std::vector<uint32_t> gates_below(const Circuit& circuit, std::span<const Literal> literals);

// An execution of a circuit, up to and including the step in which a bad literal holds.
struct Trace {
  std::vector<bool> initial;              // the initial values of latches
  std::vector<std::vector<bool>> inputs;  // the values of inputs, by step
};

// The values of all nodes in one step.
std::vector<bool> evaluate(const Circuit& circuit, const std::vector<bool>& latches, const std::vector<bool>& inputs);
inline bool value_of(const std::vector<bool>& nodes, Literal l) { return nodes[node_of(l)] != is_negated(l); }

// Whether the trace is an execution of the circuit at the end of which this bad literal holds.
bool replays(const Circuit& circuit, const Trace& trace, uint32_t bad);

// The first step of an execution in which a bad literal holds, and the index of this literal. There is none if the
// trace is not an execution of the circuit.
struct BadStep {
  size_t step = 0;
  uint32_t bad = 0;
};
std::optional<BadStep> first_bad_step(const Circuit& circuit, const Trace& trace);

// The values of the latches before each step of the trace.
std::vector<std::vector<bool>> states_of(const Circuit& circuit, const Trace& trace);

}  // namespace mover::circuit
