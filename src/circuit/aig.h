// Sequential circuits as and-inverter graphs: inputs, latches, gates with two inputs, inverters on the edges. A gate is
// made once: structural hashing [KPKG02] finds the gate that is there already, constants are propagated, and the rules
// that look at two levels of gates [BB06] replace a gate by a smaller one. The meaning is that of AIGER 1.9 [BHW11]: in
// every step the inputs take any values for which all constraints hold, bad literals are read in the same step, then
// the latches take the values of their next-state functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mover::circuit {

using Literal = uint32_t;  // 2 * node + 1 if negated; node 0 is the constant
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

// A variable of the program: latches, possibly with constants among them where the range is known. Control words
// (program counters, owners of locks) have few values, on which relations of the other words depend.
struct NamedWord {
  std::string name;
  Word bits;
  bool control = false;
};

struct Known {
  Literal literal = kTrue;
  std::string text;
};

class Circuit {
 public:
  Circuit();

  Literal input(std::string name);
  Literal latch(std::string name, Initial initial = Initial::Zero);
  void set_next(Literal latch, Literal next);  // REQUIRES: latch is one, not negated

  Literal conjunction(Literal a, Literal b);
  Literal disjunction(Literal a, Literal b) { return negate(conjunction(negate(a), negate(b))); }
  Literal exclusive_or(Literal a, Literal b);
  Literal equivalent(Literal a, Literal b) { return negate(exclusive_or(a, b)); }
  Literal implies(Literal a, Literal b) { return negate(conjunction(a, negate(b))); }
  Literal ite(Literal condition, Literal then, Literal otherwise);
  Literal all_of(std::span<const Literal> literals);  // balanced; true if there are none
  Literal any_of(std::span<const Literal> literals);

  uint32_t bad(std::string name, Literal literal);  // its number
  void constrain(Literal literal);                  // holds in every step, as an invariant constraint of AIGER

  // Hints for the solvers, which prove what they use of them: words of latches that may be related (candidates.h), and
  // literals over latches (no inputs) that may be invariants.
  void name_word(std::string name, Word bits, bool control = false);
  void suggest(Literal invariant);
  // A literal over latches that has been proved to hold in every reachable state. Solvers may use it. The text is an
  // expression over the names of words.
  void know(Literal invariant, std::string text = {});

  // Reading.
  uint32_t node_count() const { return static_cast<uint32_t>(kinds_.size()); }
  uint32_t gate_count() const { return gates_; }
  Kind kind(uint32_t node) const { return kinds_[node]; }
  // REQUIRES: a gate. Both lie below it: nodes are in topological order.
  Literal left(uint32_t gate) const { return operands_[gate].left; }
  Literal right(uint32_t gate) const { return operands_[gate].right; }
  // REQUIRES: an input or a latch. Its place in inputs() or latches().
  uint32_t index(uint32_t node) const { return operands_[node].left; }
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Latch>& latches() const { return latches_; }
  const std::vector<Bad>& bads() const { return bads_; }
  const std::vector<Literal>& constraints() const { return constraints_; }
  const std::vector<NamedWord>& words() const { return words_; }
  const std::vector<Literal>& suggestions() const { return suggestions_; }
  const std::vector<Known>& known() const { return known_; }

 private:
  struct Operands {
    Literal left = 0, right = 0;
  };
  uint32_t add_node(Kind kind, Literal left, Literal right);
  bool is_gate(Literal l) const { return kinds_[node_of(l)] == Kind::And; }
  uint32_t& gate_slot(Literal left, Literal right);
  void grow_gate_table();
  // The rules either give the result, or make an operand smaller, or have nothing to say.
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
  std::vector<Known> known_;
};

// An execution of a circuit, up to the step in which a bad literal holds.
struct Trace {
  std::vector<bool> initial;              // per latch
  std::vector<std::vector<bool>> inputs;  // per step, per input
};

// The values of all nodes in one step.
std::vector<bool> evaluate(const Circuit& circuit, const std::vector<bool>& latches, const std::vector<bool>& inputs);
inline bool value_of(const std::vector<bool>& nodes, Literal l) { return nodes[node_of(l)] != is_negated(l); }

// Whether the trace is an execution of the circuit at the end of which this bad literal holds.
bool replays(const Circuit& circuit, const Trace& trace, uint32_t bad);

// The first step of an execution in which a bad literal holds, and which; a trace that is none has no such step.
struct BadStep {
  size_t step = 0;
  uint32_t bad = 0;
};
std::optional<BadStep> first_bad_step(const Circuit& circuit, const Trace& trace);

// The values of the latches before every step of the trace (as many as it has steps).
std::vector<std::vector<bool>> states_of(const Circuit& circuit, const Trace& trace);

}  // namespace mover::circuit
