// What a machine may be able to do besides executing steps, an interface each. A machine names those that it has when
// it is made (Machine::Capabilities), a search those that it needs (search/registry.h); compare the PINS interface of
// LTSmin, where a model offers matrices and labels and each algorithm uses those that are there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/ir.h"
#include "ir/places.h"
#include "machine/event.h"
#include "machine/finding.h"

namespace mover {

// Stores byte strings once: equal bytes, equal number, and only then.
class ChunkSink {
 public:
  virtual ~ChunkSink() = default;
  virtual uint32_t intern(std::string_view bytes) = 0;
};

// Canonical states: for searches that match states.
class CanonicalStates {
 public:
  virtual ~CanonicalStates() = default;

  // The canonical form of the current state as a tuple of chunks: states that differ only in heap addresses, dead
  // registers or freed memory give the same tuple. Two states of the same program are equal if and only if their
  // tuples are equal. REQUIRES: the same sink in every call (numbers are remembered with what they stand for).
  virtual void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) = 0;

  // How the canonical form just computed writes an address; 0 where nothing can reach its object any more.
  // REQUIRES: canonical_state() was called in this state.
  virtual Address canonical_address(Address) const = 0;

  // What happens from a state on, and is seen of it, depends on its canonical form alone.
  virtual bool states_tell_all() const { return true; }
  // States that differ only in data that no thread will read have the same form.
  virtual bool ignores_dead_data() const { return true; }

  // A search that relies on matching states says so before reset(): to some machines more is part of a state then, and
  // steps are others.
  virtual void compare_states() {}
  virtual bool compares_unasked() const { return true; }  // they can be matched without that
  // How often the machine has learned that still more is part of a state: states that were matched before then count
  // for nothing.
  virtual uint64_t state_refinements() const { return 0; }
};

// What a place is called, whatever the interleaving: a global by itself; all that one line allocates, or declares, by
// one name, which is part of the canonical form.
struct PlaceName {
  uint32_t object = 0;
  uint32_t offset = 0;
  // No other place that threads can reach has this name at the same time, and one and the same thread makes and ends
  // the objects of that name. (As far as has been seen, in all executions: StableNames::names_lost.)
  bool unique = false;
  bool is_global() const { return object < kDynamic; }
  static constexpr uint32_t kDynamic = 0x8000'0000u;
  bool operator==(const PlaceName& other) const { return object == other.object && offset == other.offset; }
};

// Bytes by their name.
struct NamedBytes {
  uint32_t object = 0;
  uint32_t offset = 0;
  uint32_t size = 0;
  bool overlaps(const NamedBytes& other) const {
    return object == other.object && uint64_t{offset} < uint64_t{other.offset} + other.size &&
           uint64_t{other.offset} < uint64_t{offset} + size;
  }
  auto operator<=>(const NamedBytes&) const = default;
};

// Names that do not depend on the interleaving: for inferring what protects what.
class StableNames {
 public:
  virtual ~StableNames() = default;
  virtual PlaceName name(Address) const = 0;
  virtual bool unique(uint32_t object_name) const = 0;
  virtual uint64_t names_lost() const = 0;  // how often a name has stopped being unique, in all executions

  // Of the canonical form just computed: so many chunks at its beginning are globals, and these of them hold the bytes
  // (first and last; REQUIRES: a global's).
  virtual size_t canonical_globals() const = 0;
  virtual std::pair<size_t, size_t> canonical_places(const NamedBytes&) const = 0;

  // Which globals the future of a state depends on: all that steps have read or changed since the last call, whether
  // other threads could see it or not. Off unless asked for.
  virtual void watch_globals(bool) = 0;
  virtual void take_looks(std::vector<NamedBytes>& looks) = 0;
};

// An exclusive access predicate that is in force: a thread has exclusive access to these bytes while `predicate`,
// evaluated as that thread, is true.
struct Exclusive {
  Address address = 0;
  uint64_t size = 0;
  ir::FunctionId predicate = 0;
  ir::LocId loc = 0;     // where it was declared
  uint64_t there = 0;    // as a bit set, the threads that have been asked; only while there are several
  uint64_t holders = 0;  // those of them that have exclusive access
  bool overlaps(const Access& access) const {
    return access.address < address + size && address < access.address + access.size;
  }
  bool covers(const Access& access) const {
    return address <= access.address && access.address + access.size <= address + size;
  }
};

// Exclusive access predicates: a machine that has this was made to check them, and the program declares some. A step
// that goes against one fails.
class ExclusivePredicates {
 public:
  virtual ~ExclusivePredicates() = default;
  virtual std::span<const Exclusive> exclusives() const = 0;
  // In all executions, so they only grow: what predicates have been seen to read, and for what some were declared while
  // other threads were there.
  virtual const std::vector<NamedBytes>& read_by_predicates() const = 0;
  virtual const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const = 0;
};

// Step merging: the machine merges actions that are invisible to other threads into a step: plain accesses to
// memory that is never accessed unordered, unlocking, the end of a thread. Then `happened` has the synchronisation that
// a step went through, recording or not, and the machine itself finds races among the accesses.
class StepMerging {
 public:
  virtual ~StepMerging() = default;
  // That the last step has shown, and breaches of the locking discipline.
  virtual std::vector<Finding> take_races() = 0;
  // The number of refinements: how often it has learned that a merged action must be a step of its own. A search is
  // void then, and restarts with reset().
  virtual uint64_t refinements() const = 0;
};

// Leaks: a machine that has this was made to track them.
class LeakTracking {
 public:
  virtual ~LeakTracking() = default;
  // Where heap memory was allocated that nothing points to any more.
  virtual std::vector<ir::LocId> leaks() = 0;
};

// What of the program's text a thread is in, outermost first. `kept`: how many of them it has been in since before the
// last step, which was its own.
struct Scopes {
  std::vector<ir::FunctionId> functions;
  struct Block {  // mover_atomic_block
    ir::LocId begin = 0;
    std::vector<ir::LocId> acted;  // where the thread has taken steps in it
  };
  std::vector<Block> blocks;
  uint32_t functions_kept = 0, blocks_kept = 0;
};

// The program's text, as far as it is known: of a compiled one, the functions and globals that executions have met.
class ProgramText {
 public:
  virtual ~ProgramText() = default;
  virtual const ir::Program& program() const = 0;
  virtual Scopes scopes(ThreadId) const = 0;
  virtual std::string block_name(ThreadId, size_t block) const = 0;  // of Scopes::blocks
};

// What an object is, for people.
struct ObjectInfo {
  enum class Kind : uint8_t { Unknown, Global, ThreadLocal, Heap, Stack } kind = Kind::Unknown;
  ir::GlobalId global = ir::kNone;  // Global, ThreadLocal
  ir::LocId made_at = 0;            // Heap: where it was allocated; Stack: where it is declared
  ir::TypeId type = 0;              // where known; the object may be an array of it
  std::string name;                 // Stack: of the variable, where known
  uint64_t size = 0;
};

// For people. Every machine has this.
class Description {
 public:
  virtual ~Description() = default;
  virtual ir::Places places() const = 0;  // what locations stand for
  // Some of the code that it runs is not the user's, and has no place.
  virtual bool runs_foreign_code() const { return false; }
  virtual std::string describe(Address,
                               uint64_t size) const = 0;  // "queue.items[3]", "mutex m", "malloc'd at a.c:12, byte 8"
  virtual ObjectInfo object(Address) const = 0;
  virtual bool looks_like_address(uint64_t value, uint64_t size) const = 0;  // rather than like a number
  virtual std::string thread_name(ThreadId) const = 0;                       // "main", "T1 (worker)"
  virtual ir::LocId created_at(ThreadId) const = 0;
  virtual std::vector<ir::LocId> stack(ThreadId) const = 0;  // innermost first, user's code only
};

// What a machine has met so far, in all its executions. Every machine has this.
class Observations {
 public:
  virtual ~Observations() = default;
  virtual const std::vector<std::string>& notes() const = 0;    // standing assumptions
  virtual const std::vector<Omission>& incomplete() const = 0;  // values that were not explored
  // What no execution got to, a sentence each: see Coverage. REQUIRES: all of them were followed
  virtual std::vector<std::string> gaps() const { return {}; }
  struct Unreached {
    std::string name;
    ir::LocId loc = 0;
  };
  virtual std::vector<Unreached> unreached() const = 0;  // mover_reachable("name") that no execution got to

  // A trylock failed, an atomic read did not acquire, and the like: see property/race.h.
  virtual bool observed_without_ordering() const = 0;
  // … and an atomic read may have read an address: the memory there was handed over without synchronising.
  virtual bool address_without_ordering() const = 0;
  // A synchronisation object was initialised, destroyed or freed while other threads were there.
  virtual bool remakes_objects() const { return true; }
  virtual bool reused_numbers() const = 0;        // some thread was created after another one's number had become free
  virtual bool addresses_as_numbers() const = 0;  // some execution computed with an address that depends on the order
};

}  // namespace mover
