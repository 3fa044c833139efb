// What exclusive access predicates say about movers [FQ03, section 4]. The bytes for which the program has declared one
// (mover_exclusive) are not subject to inference: an access to them commutes with all steps of other threads, because
// its thread has exclusive access, before and after it. The machine fails the steps that violate the conditions (i),
// (ii) and δ under which that is true, so a search in which no step fails so may rely on it.
//
// The search reaches such a step whenever there is one, because actions that write what a predicate reads are no
// movers. All others change no predicate, for any thread, so wherever they are moved to, the same conditions hold.
// [FQ03] is more permissive: there, an action that begins exclusive access is a right mover, one that ends it a left
// mover. But there (i) and (ii) are known beforehand; here such a transaction could hide the very state in which
// another thread violates them. docs/exclusive.md has the argument.
//
// What predicates read is not known beforehand: that none reads what an action writes is a fact, until it is refuted.
// So it is with predicates that are declared while there are several threads: an earlier access to such bytes does
// not commute with the declaration.
#pragma once

#include <map>
#include <vector>

#include "machine/machine.h"
#include "movers/facts.h"
#include "movers/soundness_rules.h"

namespace mover {

class Exclusives {
 public:
  Exclusives(Facts& facts, const SoundnessRules& soundness) : facts_(facts), soundness_(soundness) {}

  // Takes over what predicates have been seen to read.
  void catch_up(const Machine& machine);

  // Whether all bytes of the access are subject to a predicate, and so not to inference.
  bool governs(const Machine& machine, const Access& access);

  // Whether t's action, which accesses these bytes (those of synchronisation objects among them), may be a mover as far
  // as predicates are concerned. Adds to `relied` the facts that this relies on.
  bool may_move(const Machine& machine, ThreadId t, const Action& action, const std::vector<Access>& touched,
                std::vector<Fact>& relied);

  // Whether the access writes what a predicate reads, as far as is known.
  bool disturbs(const Machine& machine, const Access& access) const;

  // Some access to bytes that are subject to a predicate was not atomic.
  bool governs_plain() const { return governs_plain_; }

 private:
  // What is known about bytes that an action accesses.
  struct Bytes {
    Fact unread = 0;               // no predicate reads them
    Fact settled = 0;              // no predicates are declared late for them but these
    std::vector<uint32_t> late{};  // of Machine::declared_late
  };
  Bytes& at(const Machine& machine, const NamedBytes& bytes);
  bool has_access(const Machine& machine, ThreadId t, const Access& access, const Bytes& bytes) const;
  bool holds(Fact fact, std::vector<Fact>& relied) const;

  Facts& facts_;
  const SoundnessRules soundness_;
  std::map<NamedBytes, Bytes> touched_;
  size_t reads_ = 0, declarations_ = 0;  // that have been taken over
  bool governs_plain_ = false;
};

}  // namespace mover
