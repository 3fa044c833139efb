// Explores all states of the circuit of a small program explicitly.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "symbolic/model.h"

namespace mover::test {

using circuit::Literal;
using circuit::value_of;

struct CircuitStates {
  bool complete = false;  // false: there are too many states, or inputs with too many values
  uint64_t states = 0;
  uint64_t enabled = 0, explored = 0;  // the numbers of enabled and of explored threads, summed over all states
  // The violations in all states: names of bad literals, and the places where executions end.
  std::set<std::string> wrong;
  symbolic::Refuted unguarded;  // the accesses without their guard
  double average() const { return enabled == 0 ? 1 : static_cast<double>(explored) / static_cast<double>(enabled); }
};

inline bool is_ending(const std::string& wrong) { return wrong.front() == 'T'; }

class CircuitExplorer {
 public:
  // `threads`: the literals of the threads among which the scheduler chooses, Model::explored or Model::enabled.
  CircuitExplorer(const symbolic::Model& model, const std::vector<Literal>& threads)
      : model_(model), threads_(threads) {
    const circuit::Circuit& c = model.circuit;
    for (uint32_t i = 0; i < c.inputs().size(); ++i) {
      const std::string& name = c.inputs()[i].name;
      const size_t at = name.find(" at T");
      if (at == std::string::npos) continue;
      const auto thread = static_cast<uint32_t>(std::stoul(name.substr(at + 5)));
      choices_[thread][name.substr(0, name.rfind('['))].push_back(i);
    }
  }

  // Calls f(nodes) for each state, with the values of all nodes.
  template <typename F>
  CircuitStates explore(size_t most, F f) {
    CircuitStates result;
    const circuit::Circuit& c = model_.circuit;
    std::vector<bool> initial;
    for (const circuit::Latch& latch : c.latches()) initial.push_back(latch.initial == circuit::Initial::One);
    std::unordered_set<std::vector<bool>> seen{initial};
    std::deque<std::vector<bool>> work{initial};
    while (!work.empty()) {
      const std::vector<bool> state = std::move(work.front());
      work.pop_front();
      std::vector<bool> inputs(c.inputs().size(), false);
      const std::vector<bool> nodes = circuit::evaluate(c, state, inputs);
      f(nodes);
      count(nodes, result);
      for (const circuit::Bad& bad : c.bads())
        if (value_of(nodes, bad.literal)) result.wrong.insert(bad.name);
      for (uint32_t t = 0; t < threads_.size(); ++t) {
        if (!value_of(nodes, threads_[t])) continue;
        for (size_t bit = 0; bit < model_.scheduled.size(); ++bit)
          inputs[c.index(circuit::node_of(model_.scheduled[bit]))] = (t >> bit & 1) != 0;
        for (const std::vector<bool>& chosen : alternatives(t, inputs)) {
          std::optional<std::vector<bool>> next = step(t, state, chosen, result);
          if (!next || !seen.insert(*next).second) continue;
          if (seen.size() > most) return result;
          work.push_back(std::move(*next));
        }
      }
    }
    result.states = seen.size();
    result.complete = !too_many_values_;
    return result;
  }
  CircuitStates explore(size_t most) {
    return explore(most, [](const std::vector<bool>&) {});
  }

 private:
  void count(const std::vector<bool>& nodes, CircuitStates& result) const {
    for (uint32_t t = 0; t < threads_.size(); ++t) {
      result.enabled += value_of(nodes, model_.enabled[t]);
      result.explored += value_of(nodes, threads_[t]);
    }
  }

  // The inputs with all values of the choices in the thread's next step. Of a large word only three values are tried.
  std::vector<std::vector<bool>> alternatives(uint32_t t, const std::vector<bool>& inputs) {
    std::vector<std::vector<bool>> result{inputs};
    for (const auto& [name, bits] : choices_[t]) {
      const uint32_t values = bits.size() > 2 ? 3 : 1u << bits.size();
      std::vector<std::vector<bool>> extended;
      for (const std::vector<bool>& one : result)
        for (uint32_t value = 0; value < values; ++value) {
          extended.push_back(one);
          for (size_t bit = 0; bit < bits.size(); ++bit)
            extended.back()[bits[bit]] = bit < 2 && (value >> bit & 1) != 0;
        }
      if (extended.size() > kMostAlternatives) {
        too_many_values_ = true;
        return {inputs};
      }
      result = std::move(extended);
    }
    return result;
  }

  // The next state; empty if a constraint other than the scheduler's forbids these inputs.
  std::optional<std::vector<bool>> step(uint32_t t, const std::vector<bool>& state, const std::vector<bool>& inputs,
                                        CircuitStates& result) const {
    const circuit::Circuit& c = model_.circuit;
    const std::vector<bool> nodes = circuit::evaluate(c, state, inputs);
    for (size_t i = 1; i < c.constraints().size(); ++i)  // the first one is the scheduler's
      if (!value_of(nodes, c.constraints()[i])) return std::nullopt;
    for (const symbolic::Ending& ending : model_.endings)
      if (ending.thread == t && value_of(nodes, ending.guard)) {
        result.wrong.insert("T" + std::to_string(t) + ":" + std::to_string(ending.node) + " " + ending.message);
        result.unguarded.add(ending.unguarded, t);
      }
    std::vector<bool> next;
    next.reserve(c.latches().size());
    for (const circuit::Latch& latch : c.latches()) next.push_back(value_of(nodes, latch.next));
    return next;
  }

  static constexpr size_t kMostAlternatives = 64;
  const symbolic::Model& model_;
  const std::vector<Literal> threads_;
  std::map<uint32_t, std::map<std::string, std::vector<uint32_t>>> choices_;  // by thread: input words
  bool too_many_values_ = false;
};

}  // namespace mover::test
