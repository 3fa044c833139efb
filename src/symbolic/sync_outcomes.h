// The outcomes of a synchronisation operation by the rules of sync/rules.h. For each kind of outcome, a literal says
// whether the operation has this outcome. The objects are those after the operation.
#pragma once

#include <string>

#include "symbolic/sync_words.h"

namespace mover::symbolic {

struct SyncOutcomes {
  using Literal = circuit::Literal;
  SyncObject object, mutex;
  Literal blocks = circuit::kFalse, waits = circuit::kFalse, fails = circuit::kFalse;
  Literal wakes_one = circuit::kFalse, wakes_all = circuit::kFalse, observes = circuit::kFalse;
  Literal acquires = circuit::kFalse, releases = circuit::kFalse;  // happens-before edges; sync::Edge
  Literal acquires_shared = circuit::kFalse, releases_shared = circuit::kFalse;
  Circuits::Word result{0};
  std::string failure;

  SyncOutcomes(circuit::Circuit& c, ir::SyncOp op, sync::Phase phase, const SyncView& view)
      : object(view.object), mutex(view.mutex) {
    const Circuits::Scope scope(c);
    Literal rest = circuit::kTrue;
    sync::Rules<Circuits>::of(op, phase, view, [&](const sync::Rule& rule, Circuits::Bool guard, auto effect) {
      const Literal applies = c.conjunction(rest, guard.literal);
      rest = c.conjunction(rest, circuit::negate(guard.literal));
      if (applies == circuit::kFalse) return;
      SyncObject next = view.object, next_mutex = view.mutex;
      effect(next, next_mutex);
      object = symbolic::select(applies, next, object);
      mutex = symbolic::select(applies, next_mutex, mutex);
      classify(c, rule, applies);
      const Circuits::Word value = rule.returns_count ? view.object.count
                                   : rule.result == sync::kRunInitialiser
                                       ? Circuits::Word(1)
                                       : Circuits::Word(static_cast<uint32_t>(rule.result));
      result = Circuits::select(Circuits::Bool::make(applies), value, result);
    });
  }

 private:
  void classify(circuit::Circuit& c, const sync::Rule& rule, Literal applies) {
    using sync::Edge;
    auto add = [&](Literal& to) { to = c.disjunction(to, applies); };
    if (rule.outcome == sync::Outcome::Blocks) add(blocks);
    if (rule.outcome == sync::Outcome::Waits) add(waits);
    if (rule.outcome == sync::Outcome::Fails) add(fails), failure = rule.failure;
    if (rule.wakes == sync::Wakes::One) add(wakes_one);
    if (rule.wakes == sync::Wakes::All) add(wakes_all);
    if (rule.edge == Edge::Observes || rule.edge == Edge::Reads) add(observes);
    if (rule.edge == Edge::Acquire || rule.edge == Edge::ReleaseAcquire) add(acquires);
    if (rule.edge == Edge::Release || rule.edge == Edge::ReleaseAcquire) add(releases);
    if (rule.edge == Edge::AcquireShared) add(acquires_shared);
    if (rule.edge == Edge::ReleaseShared) add(releases_shared);
  }
};

}  // namespace mover::symbolic
