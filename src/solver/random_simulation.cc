// Simulates with one seed after the other, and repeats the simulation that has found a bad step to record its inputs.
#include "solver/random_simulation.h"

#include <algorithm>

#include "circuit/simulate.h"

namespace mover::solver {

using circuit::Simulation;

namespace {

constexpr uint64_t kMostWork = 10'000'000'000;  // evaluated gates; this takes some seconds
constexpr unsigned kMostIdleSteps = 64;         // if no execution takes so many steps, all executions have ended

// The executions in which the last step was bad, one bit for each.
uint64_t bad_lanes(const Circuit& circuit, const Simulation& simulation) {
  uint64_t lanes = 0;
  for (const circuit::Bad& bad : circuit.bads()) lanes |= simulation.value(bad.literal);
  return lanes & simulation.advanced();
}

// Repeats the first steps of a simulation and records one of its executions.
Trace record(const Circuit& circuit, uint64_t seed, uint64_t steps, unsigned lane) {
  Simulation simulation(circuit, seed);
  Trace trace;
  auto bit = [&](uint64_t lanes) { return (lanes >> lane & 1) != 0; };
  for (uint32_t i = 0; i < circuit.latches().size(); ++i) trace.initial.push_back(bit(simulation.latch(i)));
  for (uint64_t step = 0; step < steps; ++step) {
    simulation.step();
    if (!bit(simulation.advanced())) continue;
    trace.inputs.emplace_back();
    for (const circuit::Input& input : circuit.inputs())
      trace.inputs.back().push_back(bit(simulation.value(2 * input.node)));
  }
  return trace;
}

}  // namespace

Answer RandomSimulation::check(const Circuit& circuit, const Limits& limits) {
  uint64_t work = 0;
  for (uint64_t seed = 1; work < kMostWork; ++seed) {
    Simulation simulation(circuit, seed);
    // Executions may be endless, so a simulation ends after a number of steps that grows.
    const uint64_t most = std::min<uint64_t>(uint64_t{256} * seed, limits.depth);
    unsigned idle = 0;
    for (uint64_t step = 1; step <= most && idle < kMostIdleSteps; ++step) {
      if (limits.expired()) return stopped(limits);
      simulation.step();
      work += circuit.node_count();
      idle = simulation.advanced() == 0 ? idle + 1 : 0;
      const uint64_t lanes = bad_lanes(circuit, simulation);
      if (lanes != 0)
        return violation_of(circuit, record(circuit, seed, step, static_cast<unsigned>(__builtin_ctzll(lanes))));
    }
  }
  return unknown("random executions have no violation");
}

}  // namespace mover::solver
