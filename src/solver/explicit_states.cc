// Breadth-first search with a set of visited states.
#include "solver/explicit_states.h"

#include <algorithm>

#include "circuit/successors.h"
#include "solver/state_set.h"

namespace mover::solver {

namespace {

constexpr size_t kMostInitialStates = 4096;
constexpr size_t kMostBytesOfStates = size_t{512} << 20;  // of the visited states

class StateSearch {
 public:
  StateSearch(const Circuit& circuit, const Limits& limits)
      : circuit_(circuit),
        limits_(limits),
        successors_(circuit),
        visited_(std::make_shared<StateSet>(circuit::words_for(circuit))) {}

  Answer run() {
    const auto initial = circuit::initial_states(circuit_, kMostInitialStates);
    if (!initial) return unknown("there are too many initial states");
    for (const circuit::Bits& state : *initial) visit(state, kNone, {});
    uint32_t depth = 0;
    for (size_t begin = 0; begin < visited_->size(); ++depth) {
      if (depth == limits_.depth) return unknown("executions may be longer than " + std::to_string(depth) + " steps");
      const size_t end = visited_->size();
      if (std::optional<Answer> answer = expand(begin, end)) return *answer;
      begin = end;
    }
    Answer answer;
    answer.kind = Answer::Kind::Proved;
    answer.proof = Answer::Proof::States;
    answer.depth = depth;
    answer.states = static_cast<double>(visited_->size());
    answer.visited = visited_;
    return answer;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kChunk = 1024;  // states that are copied out of the set while it grows
  struct Origin {
    uint32_t from = kNone;        // the number of the predecessor; kNone: the state is initial
    std::vector<Literal> inputs;  // the inputs of the step from it: see circuit::Successors::Step
  };

  void visit(std::span<const uint64_t> state, uint32_t from, std::span<const Literal> inputs) {
    if (visited_->insert(state)) origins_.push_back({from, {inputs.begin(), inputs.end()}});
  }

  // Takes all steps from the states with the numbers begin..end-1. Returns an answer if the search ends.
  std::optional<Answer> expand(size_t begin, size_t end) {
    for (; begin < end; begin += kChunk) {
      std::vector<circuit::Bits> copies;
      for (size_t i = begin; i < std::min(end, begin + kChunk); ++i)
        copies.emplace_back((*visited_)[i].begin(), (*visited_)[i].end());
      const std::vector<std::span<const uint64_t>> states(copies.begin(), copies.end());
      std::optional<Answer> answer;
      auto take = [&](const circuit::Successors::Step& step) {
        const auto from = static_cast<uint32_t>(begin + step.from);
        if (step.bad)
          answer = violated(*step.bad, trace_to(from, step.inputs));
        else
          visit(step.next, from, step.inputs);
        if (visited_->bytes() > kMostBytesOfStates) answer = unknown("the reachable states do not fit into memory");
        return !answer.has_value();
      };
      const auto result = successors_.expand(states, take, [&] { return limits_.expired(); });
      if (answer) return answer;
      if (result == circuit::Successors::Result::TooMany) return unknown("a state has too many successors");
      if (result == circuit::Successors::Result::Stopped) return stopped(limits_);
    }
    return std::nullopt;
  }

  std::vector<bool> inputs_of(std::span<const Literal> literals) const {
    std::vector<bool> inputs(circuit_.inputs().size());
    for (Literal l : literals) inputs[circuit::node_of(l)] = !circuit::is_negated(l);
    return inputs;
  }

  Trace trace_to(uint32_t last, std::span<const Literal> inputs) const {
    Trace trace;
    trace.inputs.push_back(inputs_of(inputs));
    uint32_t state = last;
    for (; origins_[state].from != kNone; state = origins_[state].from)
      trace.inputs.push_back(inputs_of(origins_[state].inputs));
    std::reverse(trace.inputs.begin(), trace.inputs.end());
    for (size_t i = 0; i < circuit_.latches().size(); ++i)
      trace.initial.push_back(((*visited_)[state][i / 64] >> (i % 64) & 1) != 0);
    return trace;
  }

  const Circuit& circuit_;
  const Limits& limits_;
  circuit::Successors successors_;
  std::shared_ptr<StateSet> visited_;
  std::vector<Origin> origins_;  // by number of the state
};

}  // namespace

Answer ExplicitStates::check(const Circuit& circuit, const Limits& limits) {
  return StateSearch(circuit, limits).run();
}

}  // namespace mover::solver
