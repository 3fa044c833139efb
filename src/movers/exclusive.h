// Exclusive access predicates [FQ03, section 4]. Protection is not inferred for bytes with a predicate
// (mover_exclusive): an access to them commutes with all steps of other threads, because its thread has exclusive
// access before and after it. This relies on the conditions (i), (ii) and δ of the paper; the machine fails every step
// that violates them.
//
// The search reaches such a violation if there is one. The reason is that an action that writes bytes that a predicate
// reads is not a mover. All other actions change no predicate, so moving them does not change whether the conditions
// hold. [FQ03] is more permissive: an action that begins exclusive access is a right mover, one that ends it a left
// mover. But the paper assumes (i) and (ii). Here the search has to check them, and such a transaction could hide the
// state in which another thread violates them. docs/exclusive.md has the argument.
//
// "No predicate reads the bytes that this action writes" is a fact, assumed until it is refuted. "No predicate is
// declared for these bytes while several threads exist" is another fact, because an access before such a declaration
// does not commute with the declaration.
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

  // Refutes facts that the machine's observations of predicates contradict.
  void catch_up(const Machine& machine);

  // Whether a predicate exists for all bytes of the access.
  bool governs(const Machine& machine, const Access& access);
  // Whether such a predicate gives t exclusive access, so that protection need not be inferred.
  bool grants(const Machine& machine, ThreadId t, const Access& access);

  // Whether predicates allow t's action to be a mover. `touched`: its accesses, including those to synchronisation
  // objects. Adds to `relied` the facts that the result relies on.
  bool may_be_mover(const Machine& machine, ThreadId t, const Action& action, const std::vector<Access>& touched,
                    std::vector<Fact>& relied);

  // Whether no predicate is declared late for these bytes, so that the access commutes with all declarations.
  bool is_settled(const Machine& machine, const Access& access, std::vector<Fact>& relied);

  // Whether the access writes bytes that a predicate has read so far.
  bool writes_read_by_predicate(const Machine& machine, const Access& access) const;

  // Whether some access to bytes with a predicate was not atomic.
  bool governs_plain() const { return governs_plain_; }

 private:
  // The facts about bytes that an action accesses.
  struct Bytes {
    Fact unread = 0;   // no predicate reads these bytes
    Fact settled = 0;  // while several threads exist, no predicates except `late` are declared for these bytes
    std::vector<uint32_t> late{};  // indices into ExclusivePredicates::declared_late()
  };
  Bytes& at(const Machine& machine, const NamedBytes& bytes);
  bool has_access(const Machine& machine, ThreadId t, const Access& access, const Bytes& bytes) const;
  bool holds(Fact fact, std::vector<Fact>& relied) const;

  Facts& facts_;
  const SoundnessRules soundness_;
  std::map<NamedBytes, Bytes> touched_;
  // The numbers of elements of read_by_predicates() and declared_late() that were processed.
  size_t reads_ = 0, declarations_ = 0;
  bool governs_plain_ = false;
};

}  // namespace mover
