// The steps of a circuit from given states, by ternary simulation, 64 at once. Inputs are undetermined at first; where
// the step depends on one, both of its values are tried. So the number of simulations depends on the inputs that matter
// in a state, not on all inputs of the circuit.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "circuit/aig.h"

namespace mover::circuit {

// A state: the latches as bits, 64 in a word.
using Bits = std::vector<uint64_t>;
inline size_t words_for(const Circuit& circuit) { return (circuit.latches().size() + 63) / 64; }

// All initial states, unless they are more than `most`.
std::optional<std::vector<Bits>> initial_states(const Circuit& circuit, size_t most);

class Successors {
 public:
  explicit Successors(const Circuit& circuit);

  struct Step {
    size_t from = 0;                    // which of the given states
    std::span<const Literal> inputs{};  // the inputs that matter, by index: 2 * input + 1 if it is 0
    std::optional<uint32_t> bad{};      // a bad literal that holds in the step
    std::span<const uint64_t> next{};   // if none does: the next state
  };
  enum class Result { Done, TooMany, Stopped };
  // f(step) for all steps from these states, until it returns false. TooMany: one of the states has more steps than
  // kMostSteps.
  Result expand(std::span<const std::span<const uint64_t>> states, const std::function<bool(const Step&)>& f,
                const std::function<bool()>& is_expired);

 private:
  static constexpr size_t kLanes = 64, kMostSteps = 4096;
  // A set of steps: a state, and the values of some inputs.
  struct Cube {
    size_t state = 0;
    std::vector<Literal> inputs;
  };
  struct Gate {
    uint32_t node = 0;
    Literal left = 0, right = 0;
  };

  void simulate(std::span<const Cube> lanes, std::span<const std::span<const uint64_t>> states);
  void set_latches(std::span<const Cube> lanes, std::span<const std::span<const uint64_t>> states);
  uint64_t undetermined(Literal l) const { return ~(holds_[l] | holds_[negate(l)]); }
  uint32_t deciding_input(size_t lane) const;
  void find_next_states();

  const Circuit& circuit_;
  std::vector<Gate> gates_;
  std::vector<uint32_t> first_input_;  // by node: the least index of the inputs that it depends on
  std::vector<uint64_t> holds_;        // by literal: the lanes in which it holds whatever the undetermined inputs are
  std::vector<uint64_t> next_;         // by word of a state and lane
};

}  // namespace mover::circuit
