// Capabilities that a machine may have besides executing steps. Each capability is one interface. When a machine is
// constructed, it declares the capabilities that it has (Machine::Capabilities). Each search declares the capabilities
// that it needs (search/registry.h). This follows LTSmin's PINS interface, in which a model provides matrices and
// labels, and each algorithm uses those that exist.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/ir.h"
#include "ir/places.h"
#include "machine/event.h"
#include "machine/finding.h"
#include "machine/loop_use.h"
#include "machine/object_numbers.h"

namespace mover {

// Interns byte strings: two strings have equal numbers if and only if they are equal.
class ChunkSink {
 public:
  virtual ~ChunkSink() = default;
  virtual uint32_t intern(std::string_view bytes) = 0;
};

// Canonical forms of states, for searches that match states.
class CanonicalStates {
 public:
  virtual ~CanonicalStates() = default;

  // Sets `tuple` to the canonical form of the current state, as numbers of chunks. Two states have equal forms if and
  // only if they differ at most in heap addresses, dead registers and freed memory. REQUIRES: the same sink in every
  // call since forget_chunks(), because the machine caches the numbers of chunks.
  virtual void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) = 0;

  // Symmetry reduction (docs/symmetry.md). Threads that run the same function on the same arguments are found while
  // executions run, and taken for interchangeable once adopt_symmetry() was called: then the forms of states that
  // differ only by a permutation of such threads may be equal. When threads are found, or have turned out not to be
  // interchangeable, state_refinements() grows. REQUIRES: adopt_symmetry() is called before reset(), with no state of
  // the machine in use; a search reports no violation kinds that depend on the identity of threads.
  virtual void use_symmetry(bool) {}
  virtual void adopt_symmetry() {}
  // The thread is interchangeable with others that may exist.
  virtual bool is_interchangeable(ThreadId) const { return false; }
  // The permutation of the last canonical_state(), by thread; empty: the identity.
  virtual std::span<const ThreadId> canonical_threads() const { return {}; }
  virtual std::set<std::string> interchangeable_functions() const { return {}; }
  ThreadId canonical_thread(ThreadId t) const {
    const std::span<const ThreadId> threads = canonical_threads();
    return t < threads.size() ? threads[t] : t;
  }

  // The next call of canonical_state may have another sink. REQUIRES: the machine has ControlFlow or LoopReports.
  virtual void forget_chunks() {}

  // The address as it is renamed in the canonical form; 0 if its object is unreachable. REQUIRES: canonical_state() was
  // called in this state.
  virtual Address canonical_address(Address) const = 0;

  // Whether the future of a state, and all events in it, depend on the state's canonical form alone.
  virtual bool canonical_form_is_complete() const { return true; }
  // Whether states that differ only in data that no thread will read have the same form.
  virtual bool ignores_dead_data() const { return true; }

  // To be called before reset() if the search matches states. Some machines then add data to the canonical form and end
  // steps at other actions.
  virtual void prepare_matching() {}
  // Whether states can be matched without prepare_matching().
  virtual bool matches_unprepared() const { return true; }
  // The number of times the machine has added data to the canonical form. An increase invalidates earlier matches.
  virtual uint64_t state_refinements() const { return 0; }
};

// A name of an address that does not depend on the interleaving. Each global has a name of its own. All objects that
// one line allocates or declares share one name, which is part of the canonical form.
struct AddressName {
  uint32_t object = 0;
  uint32_t offset = 0;
  // No other reachable address has this name at the same time, and one thread creates and destroys all objects of this
  // name. (This holds for the executions so far: see StableNames::names_lost.)
  bool unique = false;
  bool is_global() const { return object < kDynamic; }
  // Not 0: the object was given to this thread, which is interchangeable with others when it was created. The objects
  // of these other threads have the same name, so that names do not depend on which of the threads is which.
  ThreadId belongs_to = 0;
  static constexpr uint32_t kDynamic = 0x8000'0000u;  // the first name of an object that is not a global
  bool operator==(const AddressName& other) const { return object == other.object && offset == other.offset; }
};

// Bytes of an object, by its interleaving-independent name.
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

// Interleaving-independent names, for the inference of protection.
class StableNames {
 public:
  virtual ~StableNames() = default;
  virtual AddressName name(Address) const = 0;
  virtual bool unique(uint32_t object_name) const = 0;
  virtual uint64_t names_lost() const = 0;  // the number of names that have stopped being unique, over all executions

  // The number of chunks at the beginning of the canonical form that hold globals. REQUIRES, for both functions:
  // canonical_state() was called in this state.
  virtual size_t canonical_globals() const = 0;
  // The indices of the first and the last chunk that hold these bytes. REQUIRES: they are bytes of a global.
  virtual std::pair<size_t, size_t> canonical_places(const NamedBytes&) const = 0;

  // Accesses to globals, on which the future of a state depends. After watch_globals(true), take_accessed_globals()
  // returns all bytes of globals that steps have read or changed since its last call, whether or not another thread can
  // reach the bytes. Off by default.
  virtual void watch_globals(bool) = 0;
  virtual void take_accessed_globals(std::vector<NamedBytes>& accessed) = 0;
};

// An exclusive access predicate that is in force: a thread has exclusive access to these bytes while `predicate`,
// evaluated as that thread, is true.
struct Exclusive {
  Address address = 0;
  uint64_t size = 0;
  ir::FunctionId predicate = 0;
  ir::LocId loc = 0;  // the declaration
  // Bit set of the threads for which `predicate` was evaluated; used only while there are several threads.
  uint64_t evaluated = 0;
  uint64_t holders = 0;  // the subset of `evaluated` that has exclusive access
  bool overlaps(const Access& access) const {
    return access.address < address + size && address < access.address + access.size;
  }
  bool covers(const Access& access) const {
    return address <= access.address && access.address + access.size <= address + size;
  }
};

// Exclusive access predicates. A machine has this capability if it checks predicates and the program declares some. A
// step that violates a predicate fails.
class ExclusivePredicates {
 public:
  virtual ~ExclusivePredicates() = default;
  virtual std::span<const Exclusive> exclusives() const = 0;
  // The bytes that predicates have read, and the bytes for which a predicate was declared while several threads
  // existed, with the predicate. Both lists grow over all executions.
  virtual const std::vector<NamedBytes>& read_by_predicates() const = 0;
  virtual const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const = 0;

  // A word of a global variable, or a lock in one, that is all that some predicates depend on.
  struct LockWord {
    Address address = 0;
    uint64_t size = 0;
    std::vector<ir::FunctionId> predicates;
    uint32_t values = 0;   // the number of its values for which a predicate was true for some thread
    bool is_lock = false;  // the first byte of a lock instead: the predicates depend on whether a thread holds it
    bool is_lost = false;  // a predicate that reads some of its bytes also depends on something else
  };
  // The list grows over all executions.
  virtual std::span<const LockWord> lock_words() const = 0;
  // Whether the pending action of t is a compare-and-swap of this element of lock_words() that, if it found any value
  // by which another thread has held the word so far, would leave the thread at the same action in the same state.
  virtual bool retries(ThreadId t, const LockWord& word) const = 0;
};

// Step merging: the machine merges actions that are invisible to other threads into one step. These are plain accesses
// to memory whose accesses are all ordered by happens-before, unlocking, and the end of a thread. For such a machine,
// `happened` contains the synchronisation of a step even if events are not recorded, and the machine itself detects
// races between accesses.
class StepMerging {
 public:
  virtual ~StepMerging() = default;
  // The races and violations of the locking discipline that the last step has shown.
  virtual std::vector<Finding> take_races() = 0;
  // The number of refinements. A refinement is the discovery that a merged action must be a step of its own. It
  // invalidates the search, which restarts with reset().
  virtual uint64_t refinements() const = 0;
};

// The control flow of steps, which shows in which loops a thread stays, and which marks it passes.
class ControlFlow {
 public:
  virtual ~ControlFlow() = default;
  struct Jump {
    uint32_t frame = 0;  // the number of the frame on the thread's stack; 0 is the outermost one
    ir::FunctionId function = 0;
    uint32_t from = 0, to = 0;  // instructions
    auto operator<=>(const Jump&) const = default;
  };
  // After watch_jumps(true), jumps() returns the distinct jumps of the last step inside frames that existed before the
  // step. Off by default.
  virtual void watch_jumps(bool) = 0;
  virtual const std::set<Jump>& jumps() const = 0;
  // The number of outermost frames that existed before the last step and have not returned in it.
  virtual uint32_t frames_kept() const = 0;

  virtual bool progressed() const = 0;  // the last step has passed mover_progress()
  // Operations: mover_lock_free(), mover_wait_free(). REQUIRES: the machine was constructed to track them.
  struct Operation {
    std::string name;
    bool is_wait_free = false;
    auto operator<=>(const Operation&) const = default;
  };
  virtual const std::vector<Operation>& completed() const = 0;    // in the last step
  virtual std::vector<Operation> operations(ThreadId) const = 0;  // that the thread is in, outermost first
  // The number of outermost operations that the thread of the last step was in throughout the step.
  virtual uint32_t operations_kept() const = 0;
};

// The loops of compiled code, as its instrumentation reports them. (The interpreter has ControlFlow.)
class LoopReports {
 public:
  virtual ~LoopReports() = default;
  virtual void watch_loops(bool) = 0;                  // off by default
  virtual std::span<const LoopUse> loops() const = 0;  // of the last step
};

// The part of a state that a linear-time property observes. Actions that may change it are steps of their own, even
// while there is only one thread, so that no change is lost between two states.
struct Inspected {
  bool memory = false;             // all memory that several threads can reach, and the locks in it
  std::set<ir::GlobalId> globals;  // thread-local variables included
  std::set<ir::LocId> locals;      // local variables, by the places of their declarations
  // Sets of places, as bits: `at` has the sets to which an instruction belongs, by function and instruction, and `in`
  // has those to which a function as a whole belongs. A thread is in a set if one of its frames is.
  std::vector<std::vector<uint64_t>> at;
  std::vector<uint64_t> in;
};

// Reading the current state.
class Inspection {
 public:
  virtual ~Inspection() = default;
  // To be called before reset().
  virtual void inspect(const Inspected& inspected) = 0;
  // The bytes as a number; no value if there is no such memory, its lifetime has ended, or it is not initialised.
  // REQUIRES: size <= 8.
  virtual std::optional<uint64_t> read(Address address, uint64_t size) const = 0;
  virtual Address address_of_global(ir::GlobalId global) const = 0;  // REQUIRES: it is not thread-local
  // The thread's copy of an inspected thread-local variable; 0 if there is no such thread, or if it has ended.
  virtual Address address_of_copy(ThreadId thread, ir::GlobalId global) const = 0;
  // The innermost local variable of the thread that is declared at one of the places; 0 if there is none.
  virtual Address address_of_local(ThreadId thread, const std::set<ir::LocId>& declarations) const = 0;
  // Whether the thread can take a step; false for all threads after the last step of the execution.
  virtual bool can_take_step(ThreadId thread) const = 0;
  virtual uint64_t places(ThreadId thread) const = 0;  // the sets of Inspected in which the thread is
};

// Leak tracking. A machine has this capability if it was constructed to track leaks.
class LeakTracking {
 public:
  virtual ~LeakTracking() = default;
  // The allocation sites of heap memory that is unreachable.
  virtual std::vector<ir::LocId> leaks() = 0;
};

// The functions and atomic blocks that a thread is in, outermost first.
struct Scopes {
  std::vector<ir::FunctionId> functions;
  std::vector<uint32_t> pcs;  // by function: its current instruction. Empty for a compiled program
  struct Block {              // mover_atomic_block
    ir::LocId begin = 0;
    std::vector<ir::LocId> acted;  // the places of the thread's steps in the block
  };
  std::vector<Block> blocks;
  // The numbers of outermost functions and blocks that the thread was already in before its last step.
  uint32_t functions_kept = 0, blocks_kept = 0;
};

// The program's functions and globals. In a compiled program, only those that executions have reached are known.
class ProgramText {
 public:
  virtual ~ProgramText() = default;
  virtual const ir::Program& program() const = 0;
  virtual Scopes scopes(ThreadId) const = 0;
  virtual std::string block_name(ThreadId, size_t block) const = 0;  // `block` is an index into Scopes::blocks
};

// An object as a report describes it.
struct ObjectInfo {
  enum class Kind : uint8_t { Unknown, Global, ThreadLocal, Heap, Stack } kind = Kind::Unknown;
  ir::GlobalId global = ir::kNone;  // Global, ThreadLocal
  ir::LocId made_at = 0;            // Heap: the place of its allocation; Stack: the place of its declaration
  ir::TypeId type = 0;              // 0: unknown; the object may be an array of this type
  std::string name;                 // Stack: the variable's name; empty: unknown
  std::string function;             // Stack: the function that declares it; empty: unknown
  uint64_t size = 0;
};

// Descriptions for reports. Every machine has this capability.
class Description {
 public:
  virtual ~Description() = default;
  virtual ir::Places places() const = 0;  // resolves locations
  // Whether some of the executed code does not belong to the user, and so has no place.
  virtual bool runs_foreign_code() const { return false; }
  // "queue.items[3]", "mutex m", "malloc'd at a.c:12, byte 8"
  virtual std::string describe(Address, uint64_t size) const = 0;
  virtual ObjectInfo object(Address) const = 0;
  // The name that objects of this kind share, without the number of this one; empty: the object gets no number.
  virtual std::string common_name(Address) const { return ""; }
  ObjectNumbers& object_numbers() const { return numbers_; }
  // Whether the value is more likely an address than a number.
  virtual bool looks_like_address(uint64_t value, uint64_t size) const = 0;
  virtual std::string thread_name(ThreadId) const = 0;  // "main", "T1 (worker)"
  virtual ir::LocId created_at(ThreadId) const = 0;
  virtual std::vector<ir::LocId> stack(ThreadId) const = 0;  // innermost first, only the user's code

 private:
  mutable ObjectNumbers numbers_;
};

// Observations over all executions so far. Every machine has this capability.
class Observations {
 public:
  virtual ~Observations() = default;
  virtual const std::vector<std::string>& notes() const = 0;    // standing assumptions
  virtual const std::vector<Omission>& incomplete() const = 0;  // reasons why executions were not explored
  // One sentence for each part of the program that no execution reached: see Coverage. REQUIRES: the search was
  // complete.
  virtual std::vector<std::string> gaps() const { return {}; }
  struct Unreached {
    std::string name;
    ir::LocId loc = 0;
  };
  // The calls of mover_reachable("name") that no execution has reached.
  virtual std::vector<Unreached> unreached() const = 0;

  // An operation observed another thread without ordering: for example, a trylock failed, or an atomic read did not
  // acquire. See property/race.h.
  virtual bool observed_without_ordering() const = 0;
  // An atomic read without ordering may have read an address. So a thread can reach the memory at that address although
  // nothing orders its accesses after those of the thread that stored the address.
  virtual bool address_without_ordering() const = 0;
  // A synchronisation object was initialised, destroyed or freed while several threads existed.
  virtual bool reinitialises_objects() const { return true; }
  virtual bool reused_numbers() const = 0;        // a thread number was reused
  virtual bool addresses_as_numbers() const = 0;  // an execution computed with an address that depends on the schedule
};

}  // namespace mover
