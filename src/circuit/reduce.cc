// Constant latches, equal latches and the cone of influence.
#include "circuit/reduce.h"

#include <algorithm>
#include <map>

#include "circuit/simulate.h"
#include "support/check.h"

namespace mover::circuit {

namespace {

enum class Ternary : uint8_t { Zero, One, Unknown };

Ternary invert(Ternary v) { return v == Ternary::Unknown ? v : v == Ternary::Zero ? Ternary::One : Ternary::Zero; }

// The latches that have one value in all executions. Ternary simulation with unknown inputs joins the values of each
// latch over all steps, until a fixpoint is reached. If it is stopped before, no latch counts as constant.
std::vector<Ternary> constant_latches(const Circuit& c, const Stop& stop) {
  std::vector<Ternary> state, values(c.node_count(), Ternary::Unknown);
  for (const Latch& latch : c.latches())
    state.push_back(latch.initial == Initial::Free  ? Ternary::Unknown
                    : latch.initial == Initial::One ? Ternary::One
                                                    : Ternary::Zero);
  auto of = [&](Literal l) { return is_negated(l) ? invert(values[node_of(l)]) : values[node_of(l)]; };
  values[0] = Ternary::Zero;
  for (bool changed = true; changed;) {
    if (stop && stop()) return std::vector<Ternary>(state.size(), Ternary::Unknown);
    for (uint32_t node = 1; node < c.node_count(); ++node) {
      if (c.kind(node) == Kind::Latch) values[node] = state[c.index(node)];
      if (c.kind(node) != Kind::And) continue;
      Ternary l = of(c.left(node)), r = of(c.right(node));
      if (l == Ternary::Zero || r == Ternary::Zero)
        values[node] = Ternary::Zero;
      else
        values[node] = l == Ternary::One && r == Ternary::One ? Ternary::One : Ternary::Unknown;
    }
    changed = false;
    for (size_t i = 0; i < state.size(); ++i) {
      if (state[i] == Ternary::Unknown || of(c.latches()[i].next) == state[i]) continue;
      state[i] = Ternary::Unknown;
      changed = true;
    }
  }
  return state;
}

// A copy of a circuit in which some nodes are replaced by literals of other nodes. Its gates are simplified again.
struct Copy {
  Circuit circuit;
  std::vector<Literal> of_node;
  Literal of(Literal l) const { return of_node[node_of(l)] ^ (l & 1); }
};

// The copy has all latches and inputs of the circuit, in the same order.
Copy copy_with(const Circuit& c, const Substitution& substitution) {
  Copy copy;
  copy.of_node.resize(c.node_count());
  std::vector<Literal> latches;
  for (const Latch& latch : c.latches()) latches.push_back(copy.circuit.latch(latch.name, latch.initial));
  for (uint32_t node = 1; node < c.node_count(); ++node) {
    const bool replaced = substitution[node] != 2 * node;
    if (replaced) copy.of_node[node] = copy.of(substitution[node]);
    switch (c.kind(node)) {
      case Kind::Constant:
        break;
      case Kind::Input:
        copy.of_node[node] = copy.circuit.input(c.inputs()[c.index(node)].name);
        break;
      case Kind::Latch:
        if (!replaced) copy.of_node[node] = latches[c.index(node)];
        break;
      case Kind::And:
        if (!replaced) copy.of_node[node] = copy.circuit.conjunction(copy.of(c.left(node)), copy.of(c.right(node)));
        break;
    }
  }
  return copy;
}

constexpr uint64_t kMostCopied = 20'000'000;  // nodes that are copied in all rounds, which takes a few seconds

// Merges latches that are equal in all executions [Eij00]. At first, latches that are equal in some random executions
// form a class. Then a class is split if its latches have different next-state functions, where all latches of a class
// are regarded as equal. This is repeated until no class is split.
void merge_equal_latches(const Circuit& c, Substitution& substitution, const Stop& stop) {
  auto is_excluded = [&](uint32_t i) {
    return is_constant(substitution[c.latches()[i].node]) || c.latches()[i].initial == Initial::Free;
  };
  std::vector<uint32_t> classes(c.latches().size());  // by latch: the representative of its class
  std::vector<std::vector<uint64_t>> seen(classes.size());
  Simulation simulation(c);
  for (int step = 0; step < 64; ++step) {
    for (uint32_t i = 0; i < classes.size(); ++i) seen[i].push_back(simulation.latch(i));
    simulation.step();
  }
  std::map<std::vector<uint64_t>, uint32_t> first;
  for (uint32_t i = 0; i < classes.size(); ++i)
    classes[i] = is_excluded(i) ? i : first.emplace(std::move(seen[i]), i).first->second;
  uint64_t copied = 0;
  for (bool split = true; split;) {
    copied += c.node_count();
    const bool gives_up =
        copied > kMostCopied || (stop && stop());  // a chain of latches may need as many rounds as it has latches
    for (uint32_t i = 0; i < classes.size(); ++i)
      if (!is_excluded(i)) substitution[c.latches()[i].node] = 2 * c.latches()[gives_up ? i : classes[i]].node;
    if (gives_up) return;
    Copy copy = copy_with(c, substitution);
    std::map<std::pair<uint32_t, Literal>, uint32_t> parts;
    split = false;
    std::vector<uint32_t> finer(classes.size());
    for (uint32_t i = 0; i < classes.size(); ++i) {
      finer[i] = parts.emplace(std::pair(classes[i], copy.of(c.latches()[i].next)), i).first->second;
      split |= finer[i] != classes[i];
    }
    classes = std::move(finer);
  }
}

std::vector<bool> cone_of_influence(const Circuit& c, const std::vector<Literal>& roots) {
  std::vector<bool> wanted(c.node_count());
  std::vector<uint32_t> stack;
  auto want = [&](Literal l) {
    if (wanted[node_of(l)]) return;
    wanted[node_of(l)] = true;
    stack.push_back(node_of(l));
  };
  for (Literal root : roots) want(root);
  while (!stack.empty()) {
    uint32_t node = stack.back();
    stack.pop_back();
    if (c.kind(node) == Kind::Latch) want(c.latches()[c.index(node)].next);
    if (c.kind(node) == Kind::And) want(c.left(node)), want(c.right(node));
  }
  return wanted;
}

std::vector<std::vector<Literal>> facts_of(const Circuit& c, const Substitution& substitution) {
  std::vector<std::vector<Literal>> facts;
  for (uint32_t node = 1; node < c.node_count(); ++node) {
    const Literal other = substitution[node];
    if (other == 2 * node) continue;
    if (is_constant(other)) {
      facts.push_back({other == kTrue ? 2 * node : negate(2 * node)});
    } else {
      facts.push_back({negate(2 * node), other});
      facts.push_back({2 * node, negate(other)});
    }
  }
  return facts;
}

}  // namespace

Substitution identity(const Circuit& circuit) {
  Substitution result(circuit.node_count());
  for (uint32_t node = 0; node < circuit.node_count(); ++node) result[node] = 2 * node;
  return result;
}

Reduction reduce(const Circuit& original, Keep keep, const Stop& stop) {
  Substitution substitution = identity(original);
  std::vector<Ternary> constants = constant_latches(original, stop);
  for (uint32_t i = 0; i < constants.size(); ++i)
    if (constants[i] != Ternary::Unknown)
      substitution[original.latches()[i].node] = constant(constants[i] == Ternary::One);
  merge_equal_latches(original, substitution, stop);
  return reduce(original, substitution, keep);
}

Reduction reduce(const Circuit& original, const Substitution& substitution, Keep keep) {
  Copy whole = copy_with(original, substitution);
  std::vector<Literal> roots;
  for (const Bad& bad : original.bads()) roots.push_back(whole.of(bad.literal));
  for (Literal constraint : original.constraints()) roots.push_back(whole.of(constraint));
  if (keep == Keep::States)
    for (const Latch& latch : original.latches()) roots.push_back(whole.of(2 * latch.node));
  for (size_t i = 0; i < original.latches().size(); ++i)
    whole.circuit.set_next(2 * whole.circuit.latches()[i].node, whole.of(original.latches()[i].next));
  std::vector<bool> wanted = cone_of_influence(whole.circuit, roots);

  Reduction reduction;
  reduction.facts = facts_of(original, substitution);
  for (uint32_t i = 0; i < original.latches().size(); ++i)
    if (substitution[original.latches()[i].node] == 2 * original.latches()[i].node)
      reduction.same_states &= wanted[whole.circuit.latches()[i].node];
  std::vector<Literal> small(whole.circuit.node_count());
  auto of = [&](Literal l) { return small[node_of(l)] ^ (l & 1); };
  for (uint32_t node = 1; node < whole.circuit.node_count(); ++node) {
    if (!wanted[node]) continue;
    if (whole.circuit.kind(node) == Kind::Input) {
      uint32_t index = whole.circuit.index(node);
      small[node] = reduction.circuit.input(whole.circuit.inputs()[index].name);
      reduction.input_of.push_back(index);
    } else if (whole.circuit.kind(node) == Kind::Latch) {
      uint32_t index = whole.circuit.index(node);
      small[node] =
          reduction.circuit.latch(whole.circuit.latches()[index].name, whole.circuit.latches()[index].initial);
      reduction.latch_of.push_back(index);
    } else {
      small[node] = reduction.circuit.conjunction(of(whole.circuit.left(node)), of(whole.circuit.right(node)));
    }
  }
  for (const Latch& latch : whole.circuit.latches())
    if (wanted[latch.node]) reduction.circuit.set_next(small[latch.node], of(latch.next));
  for (const Bad& bad : original.bads()) reduction.circuit.bad(bad.name, of(whole.of(bad.literal)));
  for (Literal constraint : original.constraints()) reduction.circuit.constrain(of(whole.of(constraint)));
  auto is_left = [&](Literal l) { return is_constant(whole.of(l)) || wanted[node_of(whole.of(l))]; };
  for (const NamedWord& word : original.words()) {
    Word bits;  // the low bits of the word, up to the first one that is not in the cone
    for (Literal l : word.bits) {
      if (!is_left(l)) break;
      bits.push_back(of(whole.of(l)));
    }
    if (!bits.empty()) reduction.circuit.name_word(word.name, bits, word.role);
  }
  for (Literal l : original.control())
    if (is_left(l)) reduction.circuit.mark_control(of(whole.of(l)));
  for (const Arithmetic& operation : original.arithmetic()) {
    Arithmetic low{operation.op, {}, {}, {}};  // the low bits, which depend only on the low bits of the operands
    for (size_t i = 0; i < operation.result.size(); ++i) {
      const Literal bits[] = {operation.left[i], operation.right[i], operation.result[i]};
      if (!std::all_of(std::begin(bits), std::end(bits), is_left)) break;
      low.left.push_back(of(whole.of(bits[0])));
      low.right.push_back(of(whole.of(bits[1])));
      low.result.push_back(of(whole.of(bits[2])));
    }
    if (!low.result.empty()) reduction.circuit.record(std::move(low));
  }
  // A suggested invariant over latches of the cone may contain gates that are not in the cone.
  for (Literal suggestion : original.suggestions()) {
    std::vector<Literal> of_node(original.node_count());
    std::vector<uint32_t> stack = {node_of(suggestion)};
    std::vector<uint32_t> below;
    std::vector<bool> seen(original.node_count());
    bool possible = true;
    while (!stack.empty()) {
      uint32_t node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      below.push_back(node);
      if (original.kind(node) == Kind::And) {
        stack.push_back(node_of(original.left(node)));
        stack.push_back(node_of(original.right(node)));
      } else {
        possible &= original.kind(node) != Kind::Input && is_left(2 * node);
      }
    }
    if (!possible) continue;
    std::sort(below.begin(), below.end());
    auto translated = [&](Literal l) { return of_node[node_of(l)] ^ (l & 1); };
    for (uint32_t node : below)
      of_node[node] = original.kind(node) == Kind::And ? reduction.circuit.conjunction(translated(original.left(node)),
                                                                                       translated(original.right(node)))
                                                       : of(whole.of(2 * node));
    reduction.circuit.suggest(translated(suggestion));
  }
  return reduction;
}

Trace restore(const Circuit& original, const Reduction& reduction, const Trace& trace) {
  Trace result;
  for (const Latch& latch : original.latches()) result.initial.push_back(latch.initial == Initial::One);
  for (size_t i = 0; i < trace.initial.size(); ++i)
    if (original.latches()[reduction.latch_of[i]].initial == Initial::Free)
      result.initial[reduction.latch_of[i]] = trace.initial[i];
  for (const std::vector<bool>& inputs : trace.inputs) {
    result.inputs.emplace_back(original.inputs().size());
    for (size_t i = 0; i < inputs.size(); ++i) result.inputs.back()[reduction.input_of[i]] = inputs[i];
  }
  return result;
}

std::vector<Literal> restore(const Reduction& reduction, const Circuit& extension, const std::vector<Literal>& literals,
                             Circuit& target) {
  std::vector<bool> wanted(extension.node_count());
  for (Literal l : literals) wanted[node_of(l)] = true;
  for (uint32_t node = extension.node_count(); node-- > 1;)
    if (wanted[node] && extension.kind(node) == Kind::And)
      wanted[node_of(extension.left(node))] = wanted[node_of(extension.right(node))] = true;
  std::vector<Literal> of_node(extension.node_count());
  auto of = [&](Literal l) { return of_node[node_of(l)] ^ (l & 1); };
  for (uint32_t node = 1; node < extension.node_count(); ++node) {
    if (!wanted[node]) continue;
    MOVER_CHECK(extension.kind(node) != Kind::Input, "an invariant is a function of latches");
    if (extension.kind(node) == Kind::Latch)
      of_node[node] = 2 * target.latches()[reduction.latch_of[extension.index(node)]].node;
    else
      of_node[node] = target.conjunction(of(extension.left(node)), of(extension.right(node)));
  }
  std::vector<Literal> result;
  for (Literal l : literals) result.push_back(of(l));
  return result;
}

std::vector<Literal> after_a_step(Circuit& circuit, const std::vector<Literal>& roots) {
  uint32_t count = circuit.node_count();
  std::vector<Literal> of_node(count);
  std::vector<bool> wanted(count);
  for (Literal root : roots) wanted[node_of(root)] = true;
  for (uint32_t node = count; node-- > 1;)
    if (wanted[node] && circuit.kind(node) == Kind::And)
      wanted[node_of(circuit.left(node))] = wanted[node_of(circuit.right(node))] = true;
  auto of = [&](Literal l) { return of_node[node_of(l)] ^ (l & 1); };
  for (uint32_t node = 1; node < count; ++node) {
    if (!wanted[node]) continue;
    MOVER_CHECK(circuit.kind(node) != Kind::Input, "a function of latches is wanted after a step");
    if (circuit.kind(node) == Kind::Latch)
      of_node[node] = circuit.latches()[circuit.index(node)].next;
    else
      of_node[node] = circuit.conjunction(of(circuit.left(node)), of(circuit.right(node)));
  }
  std::vector<Literal> result;
  for (Literal root : roots) result.push_back(of(root));
  return result;
}

}  // namespace mover::circuit
