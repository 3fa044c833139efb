// Bounded model checking by an incremental SAT solver.
#include "solver/bmc.h"

#include <algorithm>
#include <optional>

#include "solver/encoder.h"
#include "solver/located_unrolling.h"
#include "solver/simple_path.h"
#include "solver/unrolling.h"

namespace mover::solver {

namespace {

// The executions from the initial states, and an incremental SAT solver for them, which keeps its learned clauses. The
// unrolling is by locations, or by whole copies of the circuit if there are too many locations.
class DepthSearch {
 public:
  DepthSearch(const Circuit& circuit, const Limits& limits) : circuit_(circuit), limits_(limits) {
    located_.emplace(circuit, limits);
    if (!located_->has_locations()) located_.reset();
    restart();
  }

  // Whether one of the steps from..to-1 of an execution can be bad. If not, later calls consider only executions that
  // have all these steps. A bad step needs only the constraints up to itself: constraints of later steps, which may be
  // unsatisfiable, must not exclude it.
  Sat::Result check_steps(size_t from, size_t to) {
    if (!extend(from, to)) return Sat::Result::Stopped;
    std::vector<Literal> bads;
    Literal possible = circuit::kTrue;
    for (size_t i = from; i < to; ++i) {
      possible = graph().conjunction(possible, possible_at(i));
      bads.push_back(graph().conjunction(possible, bad_at(i)));
    }
    const Literal any = graph().any_of(bads);
    if (any != circuit::kFalse) {
      int literal = encoder_->literal(any);
      Sat::Result result = sat_->solve({literal});
      if (result != Sat::Result::Unsatisfiable) return result;
      sat_->add({-literal});
    }
    encoder_->add(possible);
    return Sat::Result::Unsatisfiable;
  }

  Answer violation(size_t to) {
    auto value = [&](Literal l) { return encoder_->value(l); };
    return violation_of(circuit_, located_ ? located_->trace(to, value) : unrolling_->trace(to, value));
  }

  // Whether there is an execution of `to` steps, where check_steps(…, to) was the last call.
  Sat::Result exists() { return sat_->solve(); }

 private:
  void restart() {
    if (!located_) unrolling_.emplace(circuit_, Unrolling::Start::Initial);
    sat_.emplace(limits_, located_ ? Sat::Questions::ManyEasy : Sat::Questions::FewHard);
    encoder_.emplace(graph(), *sat_);
  }

  // Adds the steps up to to-1, where those before `from` are known to be good. Returns false if a limit was reached.
  bool extend(size_t from, size_t to) {
    while (located_ && located_->size() < to) {
      if (located_->add_step([&](Literal l) { return is_possible(l); }) != nullptr) continue;
      if (limits_.expired()) return false;
      located_.reset();
      restart();
      for (size_t i = 0; i < from; ++i) encoder_->add(possible_at(i));
    }
    return true;
  }

  // Whether the literal can hold in an execution. If not, the solver learns that.
  bool is_possible(Literal l) {
    const Sat::Result result = sat_->solve({encoder_->literal(l)});
    if (result == Sat::Result::Unsatisfiable) encoder_->add(circuit::negate(l));
    return result != Sat::Result::Unsatisfiable;
  }

  Circuit& graph() { return located_ ? located_->circuit() : unrolling_->circuit(); }
  Literal possible_at(size_t i) {
    return located_ ? located_->step(i).possible : graph().all_of(unrolling_->step(i).constraints);
  }
  Literal bad_at(size_t i) { return located_ ? located_->step(i).bad : unrolling_->step(i).any_bad; }

  const Circuit& circuit_;
  const Limits& limits_;
  std::optional<LocatedUnrolling> located_;
  std::optional<Unrolling> unrolling_;
  std::optional<Sat> sat_;
  std::optional<Encoder> encoder_;
};

// If the unrolling has more gates than this, the recurrence diameter is not searched for, because that needs a second
// unrolling.
constexpr size_t kLargeUnrolling = 2'000'000;

// The executions that visit no state twice. If there is none of some length, the first bad step has a smaller depth.
class Recurrence {
 public:
  Recurrence(const Circuit& circuit, const Limits& limits)
      : unrolling_(circuit, Unrolling::Start::Initial),
        sat_(limits),
        encoder_(unrolling_.circuit(), sat_),
        path_(unrolling_, encoder_, sat_) {}

  // Whether it has been proved that no execution of `steps` steps visits only different states.
  bool exceeded(size_t steps, const Limits& limits) {
    sat_.set_limits(limits);
    for (; required_ < steps; ++required_) {
      unrolling_.step(required_);
      for (Literal constraint : unrolling_.step(required_).constraints) encoder_.add(constraint);
    }
    return path_.solve(steps, {}) == Sat::Result::Unsatisfiable;
  }

 private:
  Unrolling unrolling_;
  Sat sat_;
  Encoder encoder_;
  SimplePath path_;
  size_t required_ = 0;
};

// A path that visits no state twice may be much harder to find than a violation. So its search gets a fifth of the time
// that has been used so far.
Limits share_of(const Limits& limits, std::chrono::steady_clock::time_point start) {
  Limits share = limits;
  auto now = std::chrono::steady_clock::now();
  auto end = now + (now - start) / 5 + std::chrono::milliseconds(20);
  if (!share.deadline || *share.deadline > end) share.deadline = end;
  return share;
}

Answer complete(size_t depth) {
  Answer answer;
  answer.kind = Answer::Kind::Proved;
  answer.proof = Answer::Proof::DepthComplete;
  answer.depth = static_cast<uint32_t>(depth);
  return answer;
}

}  // namespace

Answer Bmc::check(const Circuit& circuit, const Limits& limits) {
  auto start = std::chrono::steady_clock::now();
  DepthSearch search(circuit, limits);
  Recurrence recurrence(circuit, limits);
  size_t chunk = depths_ == Depths::OneByOne ? 1 : 8;
  size_t next_end_check = 1;  // the next depth at which bmc tries to prove its completeness; it grows geometrically
  for (size_t depth = 0; depth < limits.depth;) {
    size_t end = std::min<size_t>(depth + chunk, limits.depth);
    Sat::Result result = search.check_steps(depth, end);
    if (result == Sat::Result::Satisfiable) return search.violation(end);
    if (result == Sat::Result::Stopped || limits.expired()) return stopped(limits);
    depth = end;
    if (depths_ == Depths::Together) chunk *= 2;
    if (depth < next_end_check) continue;
    next_end_check = depth + 1 + depth / 2;
    if (search.exists() == Sat::Result::Unsatisfiable) return complete(depth);
    if (depth * circuit.gate_count() > kLargeUnrolling) continue;
    if (recurrence.exceeded(depth, share_of(limits, start))) return complete(depth);
  }
  if (limits.expired()) return stopped(limits);
  return unknown("executions of up to " + std::to_string(limits.depth) + " steps have been explored");
}

}  // namespace mover::solver
