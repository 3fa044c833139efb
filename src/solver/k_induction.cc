// The base case and the induction step of k-induction, for growing k.
#include "solver/k_induction.h"

#include "solver/encoder.h"
#include "solver/simple_path.h"
#include "solver/unrolling.h"

namespace mover::solver {

namespace {

// The base case.
class Base {
 public:
  Base(const Circuit& circuit, const Limits& limits)
      : unrolling_(circuit, Unrolling::Start::Initial), sat_(limits), encoder_(unrolling_.circuit(), sat_) {}

  // Whether step k of an execution can be bad after k good steps.
  Sat::Result check(size_t k) {
    unrolling_.step(k);
    for (Literal constraint : unrolling_.step(k).constraints) encoder_.add(constraint);
    int bad = encoder_.literal(unrolling_.step(k).any_bad);
    Sat::Result result = sat_.solve({bad});
    if (result == Sat::Result::Unsatisfiable) sat_.add({-bad});
    return result;
  }

  Answer violation(const Circuit& circuit, size_t k) {
    return violation_of(circuit, unrolling_.trace(k + 1, [&](Literal l) { return encoder_.value(l); }));
  }

 private:
  Unrolling unrolling_;
  Sat sat_;
  Encoder encoder_;
};

// The induction step.
class Step {
 public:
  Step(const Circuit& circuit, const Limits& limits)
      : unrolling_(circuit, Unrolling::Start::Anywhere),
        sat_(limits),
        encoder_(unrolling_.circuit(), sat_),
        path_(unrolling_, encoder_, sat_) {}

  // Whether a bad step can follow k good steps that visit no state twice.
  Sat::Result check(size_t k) {
    unrolling_.step(k);
    for (Literal constraint : unrolling_.step(k).constraints) encoder_.add(constraint);
    int bad = encoder_.literal(unrolling_.step(k).any_bad);
    const int assumption[] = {bad};
    Sat::Result result = path_.solve(k, assumption);
    sat_.add({-bad});
    return result;
  }

 private:
  Unrolling unrolling_;
  Sat sat_;
  Encoder encoder_;
  SimplePath path_;
};

}  // namespace

Answer KInduction::check(const Circuit& circuit, const Limits& limits) {
  Base base(circuit, limits);
  Step step(circuit, limits);
  for (size_t k = 0; k < limits.depth; ++k) {
    Sat::Result result = base.check(k);
    if (result == Sat::Result::Satisfiable) return base.violation(circuit, k);
    if (result == Sat::Result::Unsatisfiable) result = step.check(k);
    if (result == Sat::Result::Stopped) return stopped(limits);
    if (result == Sat::Result::Unsatisfiable) {
      Answer answer;
      answer.kind = Answer::Kind::Proved;
      answer.proof = Answer::Proof::Induction;
      answer.depth = static_cast<uint32_t>(k);
      return answer;
    }
  }
  return unknown("no induction over up to " + std::to_string(limits.depth) + " steps succeeds");
}

}  // namespace mover::solver
