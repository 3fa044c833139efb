// Property directed reachability with one SAT solver for each frame.
#include "solver/pdr.h"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <tuple>

#include "solver/encoder.h"
#include "solver/justification.h"

namespace mover::solver {

using circuit::Initial;

namespace {

// A set of states: the sorted literals of a conjunction. The literal 2 * i means that the latch with index i is 1, and
// 2 * i + 1 means that it is 0.
using Cube = std::vector<uint32_t>;

// Whether the cube `small`, which has fewer literals, contains all states of the cube `large`.
bool subsumes(const Cube& small, const Cube& large) {
  return small.size() <= large.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
}

struct Stopped {};  // thrown if a limit interrupts a SAT solver

// A proof obligation: states that must be excluded, because a bad step is reachable from them. A step with these inputs
// leads into the cube of obligation number `next`; -1: this step itself is bad.
struct Obligation {
  Cube cube;
  std::vector<bool> inputs;
  int next = -1;
};

// The SAT solver of a frame: its clauses, and the transition relation.
struct Frame {
  Sat sat;
  Encoder encoder;
  Frame(const Circuit& circuit, const Limits& limits) : sat(limits, Sat::Questions::ManyEasy), encoder(circuit, sat) {}
};

class FrameSearch {
 public:
  FrameSearch(const Circuit& circuit, const Limits& limits)
      : circuit_(circuit), limits_(limits), justification_(circuit) {
    activity_.resize(2 * circuit.latches().size());
    add_frame();
    for (const circuit::Latch& latch : circuit.latches())
      if (latch.initial != Initial::Free)
        frames_[0]->encoder.add(2 * latch.node ^ (latch.initial == Initial::Zero ? 1 : 0));
  }

  Answer run() {
    for (level_ = 0; level_ < limits_.depth; ++level_) {
      if (level_ > 0) add_frame();
      while (find_bad_state())
        if (!block()) return counterexample();
      if (level_ > 0 && propagate()) return proof();
    }
    return unknown("no invariant after " + std::to_string(limits_.depth) + " frames");
  }

 private:
  // Adds an empty frame after the last one.
  void add_frame() {
    frames_.push_back(std::make_unique<Frame>(circuit_, limits_));
    cubes_.emplace_back();
    Encoder& encoder = frames_.back()->encoder;
    for (Literal constraint : circuit_.constraints()) encoder.add(constraint);
    for (const circuit::Known& known : circuit_.known()) encoder.add(known.literal);
    for (const circuit::Latch& latch : circuit_.latches()) encoder.literal(2 * latch.node), encoder.literal(latch.next);
  }
  Literal now(uint32_t literal) const { return 2 * circuit_.latches()[literal >> 1].node ^ (literal & 1); }
  Literal next(uint32_t literal) const { return circuit_.latches()[literal >> 1].next ^ (literal & 1); }

  bool is_initial(const Cube& cube) const {
    for (uint32_t l : cube) {
      Initial initial = circuit_.latches()[l >> 1].initial;
      if (initial != Initial::Free && (initial == Initial::One) != ((l & 1) == 0)) return false;
    }
    return true;
  }

  // If the cube contains an initial state, adds a literal of `from` that excludes all initial states.
  void exclude_initial(Cube& cube, const Cube& from) const {
    if (!is_initial(cube)) return;
    for (uint32_t l : from) {
      if (is_initial({l})) continue;
      cube.insert(std::lower_bound(cube.begin(), cube.end(), l), l);
      return;
    }
  }

  bool decide(Sat::Result result) {
    if (result == Sat::Result::Stopped) throw Stopped();
    return result == Sat::Result::Satisfiable;
  }

  // Whether a step leads from a state of frame `level` into the cube. With `outside`, only states outside of the cube
  // count. If there is such a step, it is the model of the frame's solver. Otherwise `core` is set to a subset of the
  // cube's literals for which there is no such step either.
  bool has_predecessor(const Cube& cube, size_t level, Cube* core, bool outside = true) {
    Frame& frame = *frames_[level];
    assumptions_.clear();
    clause_.clear();
    for (uint32_t l : cube) assumptions_.push_back(frame.encoder.literal(next(l)));
    if (outside)
      for (uint32_t l : cube) clause_.push_back(-frame.encoder.literal(now(l)));
    if (decide(frame.sat.solve(assumptions_, clause_))) return true;
    if (core != nullptr) {
      core->clear();
      for (size_t i = 0; i < cube.size(); ++i)
        if (frame.sat.failed(assumptions_[i])) core->push_back(cube[i]);
      exclude_initial(*core, cube);
    }
    return false;
  }

  // Copies the model of a frame's solver to state_ and inputs_.
  void read_model(size_t level) {
    Frame& frame = *frames_[level];
    state_.clear();
    inputs_.clear();
    for (const circuit::Latch& latch : circuit_.latches()) state_.push_back(frame.encoder.value(2 * latch.node));
    for (const circuit::Input& input : circuit_.inputs()) inputs_.push_back(frame.encoder.value(2 * input.node));
  }

  // Generalises state_ to a cube of states for which, with the same inputs, the roots and the constraints have the same
  // values.
  Cube lift(std::vector<Literal> roots) {
    roots.insert(roots.end(), circuit_.constraints().begin(), circuit_.constraints().end());
    Cube cube;
    for (uint32_t latch : justification_.latches(state_, inputs_, roots))
      cube.push_back(2 * latch + (state_[latch] ? 0 : 1));
    std::sort(cube.begin(), cube.end());
    return cube;
  }

  Cube lift_predecessor(const Cube& cube) {
    std::vector<Literal> roots;
    for (uint32_t l : cube) roots.push_back(next(l));
    return lift(std::move(roots));
  }

  // Searches for a bad step from a state of frame `level_`. If there is one, it becomes the first proof obligation.
  bool find_bad_state() {
    Encoder& encoder = frames_[level_]->encoder;
    for (uint32_t bad = 0; bad < circuit_.bads().size(); ++bad) {
      Literal literal = circuit_.bads()[bad].literal;
      if (literal == circuit::kFalse) continue;
      int assumption = encoder.literal(literal);
      if (!decide(frames_[level_]->sat.solve({assumption}))) continue;
      read_model(level_);
      obligations_.clear();
      obligations_.push_back({lift({literal}), inputs_, -1});
      bad_ = bad;
      return true;
    }
    return false;
  }

  // Excludes the states of obligations_[0] from the last frame. Returns false if this is impossible: then the
  // obligations from `last_` on are a path from an initial state to a bad step.
  bool block() {
    using Entry = std::tuple<size_t, size_t, int>;  // level, number of literals, obligation; smallest first
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    auto push = [&](size_t level, int which) {
      queue.emplace(level, obligations_[static_cast<size_t>(which)].cube.size(), which);
    };
    if (is_initial(obligations_[0].cube)) return last_ = 0, false;
    push(level_, 0);
    while (!queue.empty()) {
      auto [level, size, which] = queue.top();
      queue.pop();
      Cube cube = obligations_[static_cast<size_t>(which)].cube;
      if (size_t blocked = blocked_up_to(cube, level)) {
        if (blocked < level_) push(blocked + 1, which);
        continue;
      }
      Cube core;
      if (has_predecessor(cube, level - 1, &core)) {
        read_model(level - 1);
        obligations_.push_back({lift_predecessor(cube), inputs_, which});
        last_ = static_cast<int>(obligations_.size()) - 1;
        if (is_initial(obligations_.back().cube)) return false;
        push(level - 1, last_);
        push(level, which);
        continue;
      }
      generalise(core, level);
      size_t highest = raise(core, level);
      learn(core, highest);
      if (highest < level_) push(highest + 1, which);
    }
    return true;
  }

  // The highest level, at least `level`, at which a blocked cube subsumes this one; 0: there is none.
  size_t blocked_up_to(const Cube& cube, size_t level) const {
    for (size_t i = level_ + 1; i-- > level;)
      for (const Cube& blocked : cubes_[i])
        if (subsumes(blocked, cube)) return i;
    return 0;
  }

  // The highest level at which the cube, which is blocked at `level`, can be blocked, too. Literals of the cube may
  // be dropped.
  size_t raise(Cube& cube, size_t level) {
    Cube core;
    while (level < level_ && !has_predecessor(cube, level, &core)) {
      cube = core;
      ++level;
    }
    return level;
  }

  void learn(const Cube& cube, size_t level) {
    for (size_t i = 1; i <= level; ++i) {
      std::erase_if(cubes_[i], [&](const Cube& other) { return subsumes(cube, other); });
      add_clause(cube, i);
    }
    cubes_[level].push_back(cube);
    for (uint32_t l : cube) activity_[l] += 1;
    if (++learned_ % 256 == 0)
      for (double& activity : activity_) activity *= 0.5;
  }

  void add_clause(const Cube& cube, size_t level) {
    clause_.clear();
    for (uint32_t l : cube) clause_.push_back(-frames_[level]->encoder.literal(now(l)));
    frames_[level]->sat.add(clause_);
  }

  // Drops literals as long as the negated cube remains inductive relative to the frame below `level` [Bra11, section
  // 3]. Literals that occur in few learned clauses are dropped first. The additional blocking of counterexamples to
  // generalisation was slower on most of the six measured circuits.
  void generalise(Cube& cube, size_t level) {
    std::vector<uint32_t> order = cube;
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(activity_[a], a) < std::pair(activity_[b], b); });
    for (uint32_t l : order) {
      if (cube.size() == 1) break;
      auto place = std::lower_bound(cube.begin(), cube.end(), l);
      if (place == cube.end() || *place != l) continue;  // dropped together with another literal
      Cube smaller = cube, core;
      smaller.erase(smaller.begin() + (place - cube.begin()));
      if (!is_initial(smaller) && !has_predecessor(smaller, level - 1, &core)) cube = std::move(core);
    }
  }

  // Moves each clause to the next frame if it holds there. Returns whether two consecutive frames are equal.
  bool propagate() {
    for (size_t i = 1; i < level_; ++i) {
      std::vector<Cube> cubes = cubes_[i];
      for (const Cube& cube : cubes) {
        if (std::find(cubes_[i].begin(), cubes_[i].end(), cube) == cubes_[i].end()) continue;  // a new cube subsumes it
        Cube core;
        if (!has_predecessor(cube, i, &core, false)) learn_above(cube, core, i);
      }
      if (cubes_[i].empty()) return fixed_point_ = i, true;
    }
    return false;
  }

  void learn_above(const Cube& cube, const Cube& core, size_t level) {
    std::erase(cubes_[level], cube);
    if (core.size() < cube.size()) return learn(core, level + 1);
    std::erase_if(cubes_[level + 1], [&](const Cube& other) { return subsumes(cube, other); });
    cubes_[level + 1].push_back(cube);
    add_clause(cube, level + 1);
  }

  Answer proof() const {
    Answer answer;
    answer.kind = Answer::Kind::Proved;
    answer.proof = Answer::Proof::Invariant;
    for (size_t i = fixed_point_ + 1; i < cubes_.size(); ++i)
      for (const Cube& cube : cubes_[i]) {
        std::vector<Literal> clause;
        for (uint32_t l : cube) clause.push_back(circuit::negate(now(l)));
        answer.invariant.clauses.push_back(std::move(clause));
      }
    answer.depth = static_cast<uint32_t>(level_);
    return answer;
  }

  Answer counterexample() const {
    Trace trace;
    for (const circuit::Latch& latch : circuit_.latches()) trace.initial.push_back(latch.initial == Initial::One);
    for (uint32_t l : obligations_[static_cast<size_t>(last_)].cube) trace.initial[l >> 1] = (l & 1) == 0;
    for (int i = last_; i >= 0; i = obligations_[static_cast<size_t>(i)].next)
      trace.inputs.push_back(obligations_[static_cast<size_t>(i)].inputs);
    return violated(bad_, std::move(trace));
  }

  const Circuit& circuit_;
  const Limits& limits_;
  Justification justification_;
  size_t level_ = 0, fixed_point_ = 0;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<std::vector<Cube>> cubes_;  // by the highest level at which the cube is known to be blocked
  std::vector<double> activity_;          // by literal: how often recently learned clauses contain it
  uint64_t learned_ = 0;
  std::deque<Obligation> obligations_;
  int last_ = -1;
  uint32_t bad_ = 0;
  std::vector<bool> state_, inputs_;
  std::vector<int> assumptions_, clause_;
};

}  // namespace

Answer Pdr::check(const Circuit& circuit, const Limits& limits) {
  try {
    return FrameSearch(circuit, limits).run();
  } catch (const Stopped&) {
    return stopped(limits);
  }
}

}  // namespace mover::solver
