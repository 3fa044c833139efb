// The construction of and-inverter graphs, and the evaluation of executions.
#include "circuit/aig.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "support/check.h"

namespace mover::circuit {

Circuit::Circuit() : gate_table_(1024, 0) { add_node(Kind::Constant, 0, 0); }

uint32_t Circuit::add_node(Kind kind, Literal left, Literal right) {
  MOVER_CHECK(kinds_.size() < (1u << 31), "a circuit has fewer than 2^31 nodes");
  kinds_.push_back(kind);
  operands_.push_back({left, right});
  return static_cast<uint32_t>(kinds_.size() - 1);
}

Literal Circuit::input(std::string name) {
  uint32_t node = add_node(Kind::Input, static_cast<uint32_t>(inputs_.size()), 0);
  inputs_.push_back({std::move(name), node});
  return 2 * node;
}

Literal Circuit::latch(std::string name, Initial initial) {
  uint32_t node = add_node(Kind::Latch, static_cast<uint32_t>(latches_.size()), 0);
  latches_.push_back({std::move(name), node, initial, kFalse});
  return 2 * node;
}

void Circuit::set_next(Literal latch, Literal next) {
  MOVER_CHECK(kinds_[node_of(latch)] == Kind::Latch && !is_negated(latch), "only latches have next-state functions");
  latches_[index(node_of(latch))].next = next;
}

// Structural hashing [KPKG02].

uint32_t& Circuit::gate_slot(Literal left, Literal right) {
  // Many gates share an operand, such as the guard of a step, so every bit of both operands must influence the position
  // in the table.
  uint64_t hash = ((static_cast<uint64_t>(left) << 32) | right) * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15ull;
  size_t mask = gate_table_.size() - 1;
  size_t place = (hash >> 32) & mask;
  while (gate_table_[place] != 0) {
    const Operands& there = operands_[gate_table_[place]];
    if (there.left == left && there.right == right) break;
    place = (place + 1) & mask;
  }
  return gate_table_[place];
}

void Circuit::grow_gate_table() {
  gate_table_.assign(gate_table_.size() * 2, 0);
  for (uint32_t node = 1; node < node_count(); ++node)
    if (kinds_[node] == Kind::And) gate_slot(operands_[node].left, operands_[node].right) = node;
}

// The rules of [BB06, figures 2 and 3] that never add gates, with the names of the paper: contradiction, idempotence,
// subsumption, substitution, resolution.

Circuit::Rewriting Circuit::rewrite_gate_and_literal(Literal& gate, Literal& other, Literal& result) const {
  if (!is_gate(gate)) return Rewriting::None;
  Literal x = left(node_of(gate)), y = right(node_of(gate));
  if (!is_negated(gate)) {
    if (x == negate(other) || y == negate(other)) return result = kFalse, Rewriting::Done;  // contradiction
    if (x == other || y == other) return result = gate, Rewriting::Done;                    // idempotence
    return Rewriting::None;
  }
  if (x == negate(other) || y == negate(other)) return result = other, Rewriting::Done;  // subsumption
  if (x == other) return gate = negate(y), Rewriting::Smaller;                           // substitution
  if (y == other) return gate = negate(x), Rewriting::Smaller;
  return Rewriting::None;
}

Circuit::Rewriting Circuit::rewrite_two_gates(Literal& a, Literal& b, Literal& result) const {
  if (!is_gate(a) || !is_gate(b)) return Rewriting::None;
  if (is_negated(a) && !is_negated(b)) return rewrite_two_gates(b, a, result);
  const Literal as[] = {left(node_of(a)), right(node_of(a))}, bs[] = {left(node_of(b)), right(node_of(b))};
  if (!is_negated(a)) {
    for (Literal x : as)
      for (Literal y : bs)
        if (x == negate(y)) return result = is_negated(b) ? a : kFalse, Rewriting::Done;  // contradiction, subsumption
    for (Literal x : as)
      for (int i = 0; i < 2; ++i)
        if (x == bs[i])  // idempotence, substitution
          return b = is_negated(b) ? negate(bs[1 - i]) : bs[1 - i], Rewriting::Smaller;
    return Rewriting::None;
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (as[i] == bs[j] && as[1 - i] == negate(bs[1 - j]))
        return result = negate(as[i]), Rewriting::Done;  // resolution
  return Rewriting::None;
}

Circuit::Rewriting Circuit::rewrite(Literal& a, Literal& b, Literal& result) const {
  if (a > b) std::swap(a, b);
  if (a == kFalse || a == negate(b)) return result = kFalse, Rewriting::Done;
  if (a == kTrue || a == b) return result = b, Rewriting::Done;
  Rewriting found = rewrite_gate_and_literal(b, a, result);
  if (found == Rewriting::None) found = rewrite_gate_and_literal(a, b, result);
  if (found == Rewriting::None) found = rewrite_two_gates(a, b, result);
  return found;
}

Literal Circuit::conjunction(Literal a, Literal b) {
  Literal result;
  for (;;) {
    Rewriting found = rewrite(a, b, result);
    if (found == Rewriting::Done) return result;
    if (found == Rewriting::None) break;
  }
  if (a > b) std::swap(a, b);
  if (uint32_t there = gate_slot(a, b)) return 2 * there;
  if (2 * (gates_ + 1) > gate_table_.size()) grow_gate_table();
  uint32_t node = add_node(Kind::And, a, b);
  gate_slot(a, b) = node;
  ++gates_;
  return 2 * node;
}

Literal Circuit::exclusive_or(Literal a, Literal b) {
  return conjunction(negate(conjunction(a, b)), negate(conjunction(negate(a), negate(b))));
}

Literal Circuit::ite(Literal condition, Literal then, Literal otherwise) {
  if (then == otherwise) return then;
  return negate(conjunction(negate(conjunction(condition, then)), negate(conjunction(negate(condition), otherwise))));
}

Literal Circuit::all_of(std::span<const Literal> literals) {
  std::vector<Literal> level(literals.begin(), literals.end());
  if (level.empty()) return kTrue;
  while (level.size() > 1) {
    size_t count = 0;
    for (size_t i = 0; i < level.size(); i += 2)
      level[count++] = i + 1 < level.size() ? conjunction(level[i], level[i + 1]) : level[i];
    level.resize(count);
  }
  return level[0];
}

Literal Circuit::any_of(std::span<const Literal> literals) {
  std::vector<Literal> negated(literals.begin(), literals.end());
  for (Literal& l : negated) l = negate(l);
  return negate(all_of(negated));
}

uint32_t Circuit::bad(std::string name, Literal literal) {
  bads_.push_back({std::move(name), literal});
  return static_cast<uint32_t>(bads_.size() - 1);
}

void Circuit::constrain(Literal literal) {
  if (literal != kTrue) constraints_.push_back(literal);
}

void Circuit::name_word(std::string name, Word bits, NamedWord::Role role) {
  words_.push_back({std::move(name), std::move(bits), role});
}

void Circuit::suggest(Literal invariant) {
  if (!is_constant(invariant)) suggestions_.push_back(invariant);
}

void Circuit::mark_control(Literal input_or_latch) {
  const Kind kind = kinds_[node_of(input_or_latch)];
  if (kind == Kind::Input || kind == Kind::Latch) control_.push_back(2 * node_of(input_or_latch));
}

void Circuit::record(Arithmetic operation) { arithmetic_.push_back(std::move(operation)); }

void Circuit::know(Literal invariant, std::string text) {
  if (!is_constant(invariant)) known_.push_back({invariant, std::move(text)});
}

std::vector<uint32_t> gates_below(const Circuit& circuit, std::span<const Literal> literals) {
  std::vector<uint32_t> gates;
  std::unordered_set<uint32_t> seen;
  auto need = [&](Literal l) {
    if (circuit.kind(node_of(l)) == Kind::And && seen.insert(node_of(l)).second) gates.push_back(node_of(l));
  };
  for (Literal l : literals) need(l);
  for (size_t i = 0; i < gates.size(); ++i) {
    const uint32_t gate = gates[i];
    need(circuit.left(gate));
    need(circuit.right(gate));
  }
  std::sort(gates.begin(), gates.end());
  return gates;
}

std::vector<bool> evaluate(const Circuit& circuit, const std::vector<bool>& latches, const std::vector<bool>& inputs) {
  std::vector<bool> values(circuit.node_count());
  for (uint32_t node = 1; node < circuit.node_count(); ++node) switch (circuit.kind(node)) {
      case Kind::Constant:
        break;
      case Kind::Input:
        values[node] = inputs[circuit.index(node)];
        break;
      case Kind::Latch:
        values[node] = latches[circuit.index(node)];
        break;
      case Kind::And:
        values[node] = value_of(values, circuit.left(node)) && value_of(values, circuit.right(node));
        break;
    }
  return values;
}

namespace {

std::vector<bool> next_state(const Circuit& circuit, const std::vector<bool>& values) {
  std::vector<bool> next;
  next.reserve(circuit.latches().size());
  for (const Latch& latch : circuit.latches()) next.push_back(value_of(values, latch.next));
  return next;
}

bool starts_initially(const Circuit& circuit, const Trace& trace) {
  if (trace.initial.size() != circuit.latches().size()) return false;
  for (size_t i = 0; i < trace.initial.size(); ++i) {
    Initial initial = circuit.latches()[i].initial;
    if (initial != Initial::Free && trace.initial[i] != (initial == Initial::One)) return false;
  }
  return true;
}

}  // namespace

bool replays(const Circuit& circuit, const Trace& trace, uint32_t bad) {
  if (!starts_initially(circuit, trace) || trace.inputs.empty() || bad >= circuit.bads().size()) return false;
  std::vector<bool> state = trace.initial, values;
  for (const std::vector<bool>& inputs : trace.inputs) {
    if (inputs.size() != circuit.inputs().size()) return false;
    values = evaluate(circuit, state, inputs);
    for (Literal constraint : circuit.constraints())
      if (!value_of(values, constraint)) return false;
    state = next_state(circuit, values);
  }
  return value_of(values, circuit.bads()[bad].literal);
}

std::optional<BadStep> first_bad_step(const Circuit& circuit, const Trace& trace) {
  if (!starts_initially(circuit, trace)) return std::nullopt;
  std::vector<bool> state = trace.initial;
  for (size_t step = 0; step < trace.inputs.size(); ++step) {
    std::vector<bool> values = evaluate(circuit, state, trace.inputs[step]);
    for (Literal constraint : circuit.constraints())
      if (!value_of(values, constraint)) return std::nullopt;
    for (uint32_t bad = 0; bad < circuit.bads().size(); ++bad)
      if (value_of(values, circuit.bads()[bad].literal)) return BadStep{step, bad};
    state = next_state(circuit, values);
  }
  return std::nullopt;
}

std::vector<std::vector<bool>> states_of(const Circuit& circuit, const Trace& trace) {
  std::vector<std::vector<bool>> states;
  std::vector<bool> state = trace.initial;
  for (const std::vector<bool>& inputs : trace.inputs) {
    states.push_back(state);
    state = next_state(circuit, evaluate(circuit, state, inputs));
  }
  return states;
}

}  // namespace mover::circuit
