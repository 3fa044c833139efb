// Bit-parallel ternary simulation of the steps from given states.
#include "circuit/successors.h"

#include <algorithm>
#include <array>

#include "support/check.h"

namespace mover::circuit {

namespace {

constexpr uint32_t kNoInput = UINT32_MAX;

// Bit j of word i becomes bit i of word j.
void transpose(std::span<uint64_t, 64> m) {
  uint64_t mask = 0x00000000ffffffff;
  for (size_t width = 32; width != 0; width >>= 1, mask ^= mask << width)
    for (size_t i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      const uint64_t swapped = ((m[i] >> width) ^ m[i | width]) & mask;
      m[i] ^= swapped << width;
      m[i | width] ^= swapped;
    }
}

}  // namespace

std::optional<std::vector<Bits>> initial_states(const Circuit& circuit, size_t most) {
  std::vector<Bits> states{Bits(words_for(circuit))};
  for (size_t i = 0; i < circuit.latches().size(); ++i) {
    const Initial initial = circuit.latches()[i].initial;
    if (initial == Initial::Zero) continue;
    const size_t before = states.size();
    if (initial == Initial::Free) {
      if (2 * before > most) return std::nullopt;
      const std::vector<Bits> copies = states;
      states.insert(states.end(), copies.begin(), copies.end());
    }
    for (size_t s = initial == Initial::Free ? before : 0; s < states.size(); ++s)
      states[s][i / 64] |= uint64_t{1} << (i % 64);
  }
  return states;
}

Successors::Successors(const Circuit& circuit)
    : circuit_(circuit),
      first_input_(circuit.node_count(), kNoInput),
      holds_(2 * size_t{circuit.node_count()}),
      next_(words_for(circuit) * kLanes) {
  for (uint32_t node = 1; node < circuit.node_count(); ++node) {
    if (circuit.kind(node) == Kind::Input) first_input_[node] = circuit.index(node);
    if (circuit.kind(node) != Kind::And) continue;
    gates_.push_back({node, circuit.left(node), circuit.right(node)});
    first_input_[node] =
        std::min(first_input_[node_of(circuit.left(node))], first_input_[node_of(circuit.right(node))]);
  }
  holds_[kTrue] = ~uint64_t{0};
}

void Successors::set_latches(std::span<const Cube> lanes, std::span<const std::span<const uint64_t>> states) {
  const auto& latches = circuit_.latches();
  for (size_t word = 0; word * 64 < latches.size(); ++word) {
    std::array<uint64_t, 64> block{};
    for (size_t lane = 0; lane < lanes.size(); ++lane) block[lane] = states[lanes[lane].state][word];
    transpose(block);
    for (size_t i = 0; i < 64 && word * 64 + i < latches.size(); ++i) {
      const Literal latch = 2 * latches[word * 64 + i].node;
      holds_[latch] = block[i];
      holds_[negate(latch)] = ~block[i];
    }
  }
}

void Successors::simulate(std::span<const Cube> lanes, std::span<const std::span<const uint64_t>> states) {
  set_latches(lanes, states);
  for (const Input& input : circuit_.inputs()) holds_[2 * input.node] = holds_[2 * input.node + 1] = 0;
  for (size_t lane = 0; lane < lanes.size(); ++lane)
    for (Literal input : lanes[lane].inputs)
      holds_[2 * circuit_.inputs()[node_of(input)].node ^ (input & 1)] |= uint64_t{1} << lane;
  for (const Gate& gate : gates_) {
    const size_t literal = 2 * size_t{gate.node};
    holds_[literal] = holds_[gate.left] & holds_[gate.right];
    holds_[literal + 1] = holds_[negate(gate.left)] | holds_[negate(gate.right)];
  }
}

// Sets next_ to the next states of all lanes. Only lanes in which all latches are determined have a valid next state.
void Successors::find_next_states() {
  const auto& latches = circuit_.latches();
  for (size_t word = 0; word * 64 < latches.size(); ++word) {
    std::array<uint64_t, 64> block{};
    for (size_t i = 0; i < 64 && word * 64 + i < latches.size(); ++i) block[i] = holds_[latches[word * 64 + i].next];
    transpose(block);
    for (size_t lane = 0; lane < kLanes; ++lane) next_[lane * words_for(circuit_) + word] = block[lane];
  }
}

// An undetermined input on which the step of this lane may depend. Inputs of constraints come first, because
// constraints may exclude steps.
uint32_t Successors::deciding_input(size_t lane) const {
  auto is_open = [&](Literal l) { return (undetermined(l) >> lane & 1) != 0; };
  std::optional<Literal> open;
  auto consider = [&](Literal l) {
    if (!open && is_open(l)) open = l;
  };
  for (Literal constraint : circuit_.constraints()) consider(constraint);
  for (const Bad& bad : circuit_.bads()) consider(bad.literal);
  for (size_t i = 0; i < circuit_.latches().size() && !open; ++i) consider(circuit_.latches()[i].next);
  MOVER_CHECK(open.has_value(), "a step that is not determined depends on an input");
  uint32_t node = node_of(*open);
  while (circuit_.kind(node) == Kind::And) {
    const Literal left = circuit_.left(node), right = circuit_.right(node);
    const bool takes_left =
        is_open(left) && (!is_open(right) || first_input_[node_of(left)] <= first_input_[node_of(right)]);
    node = node_of(takes_left ? left : right);
  }
  MOVER_CHECK(circuit_.kind(node) == Kind::Input, "only inputs are undetermined");
  return circuit_.index(node);
}

Successors::Result Successors::expand(std::span<const std::span<const uint64_t>> states,
                                      const std::function<bool(const Step&)>& f,
                                      const std::function<bool()>& is_expired) {
  std::vector<Cube> open;
  std::vector<size_t> steps(states.size());
  for (size_t given = 0; given < states.size() || !open.empty();) {
    if (is_expired()) return Result::Stopped;
    while (open.size() < kLanes && given < states.size()) open.push_back({given++, {}});
    const size_t count = std::min(open.size(), kLanes);
    std::vector<Cube> lanes(std::make_move_iterator(open.end() - static_cast<ptrdiff_t>(count)),
                            std::make_move_iterator(open.end()));
    open.resize(open.size() - count);
    simulate(lanes, states);
    uint64_t possible = ~uint64_t{0}, impossible = 0, good = ~uint64_t{0}, determined = ~uint64_t{0};
    for (Literal constraint : circuit_.constraints()) {
      possible &= holds_[constraint];
      impossible |= holds_[negate(constraint)];
    }
    for (const Bad& bad : circuit_.bads()) good &= holds_[negate(bad.literal)];
    for (const Latch& latch : circuit_.latches()) determined &= ~undetermined(latch.next);
    find_next_states();
    for (size_t lane = 0; lane < count; ++lane) {
      auto in_lane = [&](uint64_t lanes_of) { return (lanes_of >> lane & 1) != 0; };
      if (in_lane(impossible)) continue;
      Cube& cube = lanes[lane];
      Step step{cube.state, cube.inputs, {}, {}};
      for (uint32_t i = 0; i < circuit_.bads().size() && in_lane(possible) && !step.bad; ++i)
        if (in_lane(holds_[circuit_.bads()[i].literal])) step.bad = i;
      if (step.bad || in_lane(possible & good & determined)) {
        step.next = std::span(next_).subspan(lane * words_for(circuit_), words_for(circuit_));
        if (!f(step)) return Result::Stopped;
        continue;
      }
      if (++steps[cube.state] > kMostSteps) return Result::TooMany;
      const Literal input = 2 * deciding_input(lane);
      open.push_back(cube);
      open.back().inputs.push_back(input);
      cube.inputs.push_back(negate(input));
      open.push_back(std::move(cube));
    }
  }
  return Result::Done;
}

}  // namespace mover::circuit
