// Computes all steps of a circuit from given states by ternary simulation, 64 in parallel. At first, all inputs are
// undetermined. If a step depends on an undetermined input, both of its values are simulated. So the number of
// simulations depends on the inputs on which the steps from a state depend, not on all inputs of the circuit.
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

// All initial states; nullopt: there are more than `most`.
std::optional<std::vector<Bits>> initial_states(const Circuit& circuit, size_t most);

class Successors {
 public:
  explicit Successors(const Circuit& circuit);

  struct Step {
    size_t from = 0;  // the index of the state before the step
    // The inputs on which the step depends: 2 * i means that the input with index i is 1, and 2 * i + 1 that it is 0.
    std::span<const Literal> inputs{};
    std::optional<uint32_t> bad{};     // the index of a bad literal that holds in the step
    std::span<const uint64_t> next{};  // the next state, if the step is not bad
  };
  enum class Result { Done, TooMany, Stopped };
  // Calls f(step) for all steps from these states. Stopped: f has returned false, or is_expired() true. TooMany: one of
  // the states has more than kMostSteps steps.
  Result expand(std::span<const std::span<const uint64_t>> states, const std::function<bool(const Step&)>& f,
                const std::function<bool()>& is_expired);

 private:
  static constexpr size_t kLanes = 64, kMostSteps = 4096;
  // A set of steps: the index of a state, and the values of some inputs.
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
  std::vector<uint32_t> first_input_;  // by node: the smallest index of the inputs on which it depends
  std::vector<uint64_t> holds_;        // by literal: the lanes in which it holds for all values of undetermined inputs
  std::vector<uint64_t> next_;         // by lane, then by word: the next states
};

}  // namespace mover::circuit
