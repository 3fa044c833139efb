// Which steps of different threads do not commute, and in which order the dependent ones of an execution came. For
// every past step that may matter there is a set of threads and steps through which it is ordered before what comes:
// the locksets of [EQT06] for the order that every dependence makes, as if each object were a lock that is taken for a
// moment (section 4 on volatile variables).
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "machine/machine.h"
#include "property/lockset_table.h"

namespace mover {

// What a step does to one object: bytes of memory, a synchronisation object's or those of something else that threads
// share (the table of threads, the right to be in an atomic section).
struct Touch {
  enum class Kind : uint8_t {
    Read,
    Write,          // and all that cannot be told better
    Acquire,        // blocks until a Release
    AcquireShared,  // several at a time
    Release,
    ReleaseShared,
  } kind = Kind::Read;
  Address object = 0;
  uint64_t size = 1;
};
using Footprint = std::vector<Touch>;

// Of the step that the thread is at, enabled or not.
Footprint footprint(const Machine& machine, ThreadId t);

bool dependent(const Touch& one, const Touch& other);
bool dependent(const Footprint& one, const Footprint& other);
// Dependent, and there can be a state in which both are enabled: a release and the acquisition that waits for it never
// are.
bool compete(const Touch& earlier, const Touch& later);

class DependenceOrder {
 public:
  explicit DependenceOrder(LocksetTable& table) : sets_(table) {}

  // The latest past step that competes with what t is at, and is not ordered before it: the number that it was
  // executed with.
  std::optional<size_t> latest_competitor(ThreadId t, const Footprint& next) const;
  void execute(ThreadId t, const Footprint& step, size_t number);
  // What t has done so far comes before all that `other` will do.
  void precedes(ThreadId t, ThreadId other) { sets_.pass(t, other); }
  // An earlier thread of that number has been forgotten.
  void begins(ThreadId t) { sets_.drop(t); }

 private:
  struct Record {
    Touch touch;
    ThreadId thread = 0;
    SetsInUse::Index ordered = 0;
    LocksetTable::Element channel = 0;  // its own name in sets
    size_t number = 0;
  };
  LocksetTable::Element channel_of(ThreadId t, const Touch& touch);

  SetsInUse sets_;
  std::vector<Record> records_;
};

}  // namespace mover
