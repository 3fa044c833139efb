// What exclusive access predicates say about movers [FQ03, section 4]. The bytes for which the program has declared one
// (mover_exclusive) are not subject to inference: an access to them commutes with whatever other threads do, because
// its thread has exclusive access, before and after it. The machine fails the steps that go against the conditions (i),
// (ii) and δ under which that is true, so a search that meets no such step may rely on it.
//
// It meets one whenever there is one, because actions that write what a predicate reads are no movers at all. All
// others leave every predicate as it is, for every thread, so wherever they are moved to, the same conditions hold.
// [FQ03] is more generous: there, what gives a thread exclusive access is a right mover, and what ends it a left mover.
// But there (i) and (ii) are known beforehand; here such a transaction could hide the very state in which another
// thread breaks them. docs/exclusive.md has the argument.
//
// What predicates read is not known beforehand: that none reads what an action writes is a fact, until it is seen to be
// wrong. So it is with predicates that are declared when several threads are there already: whoever touches such bytes
// before that does not commute with the declaration.
#pragma once

#include <map>
#include <vector>

#include "machine/machine.h"
#include "movers/cures.h"
#include "movers/facts.h"

namespace mover {

class Exclusives {
 public:
  Exclusives(Facts& facts, const Cures& cures) : facts_(facts), cures_(cures) {}

  // Takes over what predicates have been seen to read.
  void catch_up(const Machine& machine);

  // Whether all bytes of the access are subject to a predicate. Inference need not look at them.
  bool governs(const Machine& machine, const Access& access);

  // Whether t's action, which touches these bytes (those of synchronisation objects among them), may be a mover as far
  // as predicates are concerned. Adds to `relied` what that relies on.
  bool may_move(const Machine& machine, ThreadId t, const Action& action, const std::vector<Access>& touched,
                std::vector<Fact>& relied);

  // Whether the access writes what a predicate reads, as far as has been seen.
  bool disturbs(const Machine& machine, const Access& access) const;

  // Some access to bytes that are subject to a predicate was not atomic.
  bool governs_plain() const { return governs_plain_; }

 private:
  // What is known about bytes that an action touches.
  struct Bytes {
    Fact unread = 0;               // no predicate reads them
    Fact settled = 0;              // no predicates are declared late for them but these
    std::vector<uint32_t> late{};  // of Machine::declared_late
  };
  Bytes& at(const Machine& machine, const NamedBytes& bytes);
  bool has_access(const Machine& machine, ThreadId t, const Access& access, const Bytes& bytes) const;
  bool holds(Fact fact, std::vector<Fact>& relied) const;

  Facts& facts_;
  const Cures cures_;
  std::map<NamedBytes, Bytes> touched_;
  size_t reads_ = 0, declarations_ = 0;  // that have been taken over
  bool governs_plain_ = false;
};

}  // namespace mover
