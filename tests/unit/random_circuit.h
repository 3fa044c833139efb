// Random sequential circuits that are small enough to enumerate all their states, and that enumeration.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "circuit/aig.h"
#include "circuit/polynomials.h"

namespace mover::test {

inline circuit::Circuit random_circuit(std::mt19937& random) {
  circuit::Circuit c;
  size_t latches = 1 + random() % 7, inputs = random() % 4, gates = random() % 40;
  std::vector<circuit::Literal> pool = {circuit::kTrue}, states;
  for (size_t i = 0; i < latches; ++i) {
    auto initial = static_cast<circuit::Initial>(random() % 8 == 0 ? 2 : random() % 2);
    states.push_back(c.latch("l" + std::to_string(i), initial));
    pool.push_back(states.back());
  }
  for (size_t i = 0; i < inputs; ++i) pool.push_back(c.input("i" + std::to_string(i)));
  auto pick = [&]() -> circuit::Literal { return pool[random() % pool.size()] ^ (random() % 2); };
  auto recent = [&] { return pool[pool.size() - 1 - random() % std::min<size_t>(pool.size(), 12)] ^ (random() % 2); };
  for (size_t i = 0; i < gates; ++i)
    pool.push_back(random() % 4 == 0 ? c.exclusive_or(pick(), recent()) : c.conjunction(pick(), recent()));
  for (circuit::Literal latch : states) c.set_next(latch, random() % 5 == 0 ? c.exclusive_or(latch, pick()) : pick());
  // Adds latches that are equal to others, words, and suggested invariants, some of which are wrong.
  for (size_t i = 0; i < latches && random() % 3 == 0; ++i) {
    circuit::Latch like = c.latches()[i];
    circuit::Literal twin = c.latch("twin" + std::to_string(i), like.initial);
    c.set_next(twin, like.next);
    pool.push_back(twin);
  }
  auto state = [&] { return random() % 2 ? states[random() % latches] : circuit::negate(states[random() % latches]); };
  for (size_t i = 0; i < random() % 4; ++i)
    c.name_word("w", {state(), state()}, static_cast<circuit::NamedWord::Role>(random() % 3));
  for (size_t i = 0; i < random() % 4; ++i) c.suggest(c.disjunction(state(), state()));
  size_t bads = 1 + random() % 2;
  for (size_t i = 0; i < bads; ++i) {
    circuit::Literal bad = pick();
    while (random() % 4 != 0)
      bad = c.conjunction(bad, random() % 2 ? pick() : states[random() % latches] ^ (random() % 2));
    c.bad("b" + std::to_string(i), bad);
  }
  // Hints: control inputs and latches, and arithmetic operations, some of which have wrong results.
  for (const circuit::Input& input : c.inputs())
    if (random() % 2) c.mark_control(2 * input.node);
  const auto is_control = random() % 4;  // that many of three latches
  for (circuit::Literal latch : states)
    if (random() % 3 < is_control) c.mark_control(latch);
  for (size_t i = 0; i < random() % 3; ++i) {
    const circuit::Word a = {state(), pick()}, b = {pick(), state()};
    const auto op = static_cast<circuit::Arithmetic::Operator>(random() % 3);
    circuit::Word result = circuit::apply(c, op, a, b);
    if (random() % 3 == 0) result[1] = circuit::negate(result[1]);
    c.record({op, a, b, result});
    c.set_next(states[random() % latches], result[random() % 2]);
    pool.insert(pool.end(), result.begin(), result.end());
  }
  if (random() % 3 == 0) c.constrain(c.disjunction(pick(), pick()));
  if (random() % 6 == 0) c.constrain(pick());
  return c;
}

struct Enumerated {
  bool violated = false;
  size_t depth = 0;   // the number of steps of the shortest execution that ends in a bad step
  size_t states = 0;  // the number of states that are reachable by steps that satisfy the constraints
};

inline Enumerated enumerate(const circuit::Circuit& c) {
  size_t latches = c.latches().size(), inputs = c.inputs().size();
  auto bits = [](uint64_t value, size_t count) {
    std::vector<bool> result(count);
    for (size_t i = 0; i < count; ++i) result[i] = (value >> i) & 1;
    return result;
  };
  Enumerated result;
  std::vector<size_t> depth(size_t{1} << latches);  // 0: not reached
  std::deque<uint64_t> queue;
  for (uint64_t state = 0; state < depth.size(); ++state) {
    bool initial = true;
    for (size_t i = 0; i < latches; ++i) {
      circuit::Initial value = c.latches()[i].initial;
      initial &= value == circuit::Initial::Free || ((state >> i) & 1) == (value == circuit::Initial::One);
    }
    if (initial) depth[state] = 1, queue.push_back(state);
  }
  while (!queue.empty()) {
    uint64_t state = queue.front();
    queue.pop_front();
    ++result.states;
    for (uint64_t choice = 0; choice < uint64_t{1} << inputs; ++choice) {
      std::vector<bool> values = circuit::evaluate(c, bits(state, latches), bits(choice, inputs));
      bool possible = true;
      for (circuit::Literal constraint : c.constraints()) possible &= circuit::value_of(values, constraint);
      if (!possible) continue;
      for (const circuit::Bad& bad : c.bads())
        if (circuit::value_of(values, bad.literal) && !result.violated)
          result.violated = true, result.depth = depth[state];
      uint64_t next = 0;
      for (size_t i = 0; i < latches; ++i) next |= uint64_t{circuit::value_of(values, c.latches()[i].next)} << i;
      if (depth[next] == 0) depth[next] = depth[state] + 1, queue.push_back(next);
    }
  }
  return result;
}

}  // namespace mover::test
