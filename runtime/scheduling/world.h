// The program under control: its threads, what each is about to do, and its synchronisation objects. All of it is put
// back by the trail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/context.h"
#include "base/trail.h"
#include "machine/coverage.h"
#include "machine/machine.h"
#include "scheduling/thread.h"
#include "sync/numbers.h"

namespace mover::runtime {

struct SyncObject {
  enum class Kind : uint8_t {  // those of sync::Kind, in its order, and two more
    Mutex,
    Condition,
    RwLock,
    Spin,
    Semaphore,
    Barrier,
    Once,
    None,  // no object any more, or not yet
    Atomic
  } kind = Kind::None;
  // An atomic variable may be the first byte of something else (a guard of C++): it is another object.
  static constexpr Address kAtomic = Address{1} << 63;
  sync::Object<uint32_t> words;  // as the rules have them
  uint32_t widest_access = 0;    // to an atomic variable, in bytes
  bool is_copy = false;          // of one that a thread held or waited for
  uint32_t generation = 0;       // how often its memory was something else's since
  Address address = 0;
  // In all executions, the threads that have used it, and those that have initialised or destroyed it, while other
  // threads existed. If the two sets differ, threads can observe the order of use and initialisation.
  struct Known {
    uint64_t users = 0, makers = 0;
  };
  Known* known = nullptr;
  uint64_t saved_in = 0;  // see Trail
  // All above is about to change.
  void will_change() { trail.save_once(saved_in, this, offsetof(SyncObject, saved_in)); }
  void set(const sync::Object<uint32_t>& next) {
    if (next == words) return;
    will_change();
    words = next;
  }
  bool prefers_writers() const { return kind == Kind::RwLock && words.kind == sync::kPrefersWriters; }
  bool is_lock() const { return sync::is_lock(static_cast<sync::Kind>(kind)); }
  Clock clock;    // of the last release
  Clock readers;  // … on the read side
};

constexpr SyncObject::Kind object_kind(ir::SyncOp op) {
  static_assert(static_cast<sync::Kind>(SyncObject::Kind::None) == sync::Kind::Thread, "threads are no such objects");
  return static_cast<SyncObject::Kind>(sync::kind_of(op));
}

class World {
 public:
  void open();

  // On the program's side.
  bool controls() const { return running_; }            // the program runs, and under control
  bool searches() const { return begun && !running_; }  // what runs is the search
  Thread& current() { return threads_[current_]; }
  uint32_t current_number() const { return current_; }
  // No other thread could tell when the current one does something.
  bool alone() const { return unjoined_ == 1; }
  // Does it, in a step of its own if need be. Returns the operation's result.
  int64_t act(const Operation& operation);
  [[noreturn]] void fail(FindingKind kind, const char* message, ir::LocId loc, bool crashes = false);
  void assume(bool holds, const void* pc);  // comes back only where it holds
  [[noreturn]] void cannot_follow(const char* message, ir::LocId loc);
  [[noreturn]] void discard(ir::LocId loc);  // a false assume
  [[noreturn]] void end_thread(void* result);

  // On the search's side: runs the thread until it parks.
  void resume(uint32_t t);
  bool is_enabled(uint32_t t, WaitsFor& why) const;
  bool can_move(uint32_t t, WaitsFor& why) const;
  uint32_t choices(uint32_t t) const;

  enum class Outcome : uint8_t { GoesOn, Stays, Fails, Exits };
  // The effect of what the thread is parked at.
  Outcome perform(uint32_t t);

  // Whether the operation is one on a readers-writer lock with a queue of writers.
  bool prefers_writers(const Operation& op) const;

  uint32_t num_threads() const { return num_threads_; }
  Thread& thread(uint32_t t) { return threads_[t]; }
  const Thread& thread(uint32_t t) const { return threads_[t]; }
  SyncObject* find(Address address) const;
  // Why no synchronisation object there may cease to exist now: "T1 (f) holds", "T1 (f) waits for"; empty: it may.
  std::string user_of_object(Address begin, uint64_t size) const;
  SyncObject& object(Address address, SyncObject::Kind kind);
  void forget_objects(Address begin, uint64_t size);
  // The current thread has written these bytes in one piece; … with a copy of what lies at `from`. See
  // scheduling/overwritten.cc.
  void overwrite_objects(Address begin, uint64_t size, const void* pc);
  void copy_objects(Address to, Address from, uint64_t size, const void* pc);
  void renew(SyncObject& object, SyncObject::Kind kind);  // nothing has happened to it yet

  // Accesses of the current thread.
  void access(uint64_t address, uint64_t size, bool write, bool atomic, bool visible, ir::LocId loc,
              ir::Order order = ir::Order::NotAtomic, bool changes = true, bool is_allocation = false,
              bool synchronised = false);
  void acquire(Thread& thread, const Clock& clock) { thread.clock.join(clock, num_threads_); }
  void release(uint32_t t, Clock& clock);

  void looked_at(uint64_t address, uint64_t size);  // visibly, and has changed nothing

  void order_atomic(Thread& thread, uint64_t address, uint64_t size, bool reads, bool writes, ir::Order order);
  void fence(ir::Order order);
  void did_something(Thread& thread) {
    if (thread.spin_loop.idle != 0) thread.spin_loop.forget();
  }

  // A write to its own stack shows there (see arrive); any other write ends a spin loop.
  void writes_to(Thread& thread, uint64_t address) {
    if (address - thread_memory[current_].stack_begin >=
        thread_memory[current_].stack_end - thread_memory[current_].stack_begin)
      did_something(thread);
  }

  void event(Event::Kind kind, Address object, bool shared = false, uint32_t other = 0, ir::LocId loc = 0);
  std::vector<Event> events;
  bool has_visible_effect =
      false;  // whether the present step has done something that others may depend on (joining is not)
  bool recording = false;
  std::vector<Finding> races;  // of the last step, and breaches of the locking discipline …
  bool reports_races = true;   // … if they are asked for
  uint64_t refinements = 0;
  uint64_t resumed = 0;  // how often a thread was
  struct Refinement {
    uint64_t address, size;
  };
  std::vector<Refinement> learned;
  bool learning = false;  // while it searches; a schedule that is repeated has the steps that it had
  void learn(uint64_t address, uint64_t size);
  // The search compares states and relies on that: see memory/states.h.
  bool matching = false;
  uint64_t state_refinements = 0;  // refinements of states: how often more has become part of one
  bool reads_time = false;         // in some execution
  void cannot_compare() { trail.set(incomparable_, true); }          // something is changed that states do not tell
  std::span<SyncObject* const> objects() const { return objects_; }  // that have been met in some execution
  void put_rest(std::string& to) const;
  Coverage coverage;   // of all executions
  StepResult failure;  // of the last perform or resume
  Context scheduler;
  bool exited = false, begun = false;
  bool loading = false;  // a library: what it allocates is the program's
  ThreadId atomic_holder = ir::kNone;
  std::vector<std::string> notes;
  std::vector<Omission> incomplete;
  void note(const char* sentence);
  void not_covered(const std::string& sentence) { add_omission(incomplete, omission(sentence)); }

  // The memory of local and thread-local variables: see memory/locals.h.
  bool is_of_thread(uint64_t address) const {
    return is_on_stack(address) || owner_of_storage(address) != kMostThreads;
  }
  uint32_t owner_of_storage(uint64_t address) const {  // kMostThreads: it is not thread-local, or the main thread's
    if (address < thread_memory[1].storage_begin || address >= thread_memory[kMostThreads - 1].storage_end)
      return kMostThreads;
    const uint64_t stride = thread_memory[2].storage_end - thread_memory[1].storage_end;
    const uint64_t t = (address - (thread_memory[1].storage_end - stride)) / stride + 1;
    return address >= thread_memory[t].storage_begin ? static_cast<uint32_t>(t) : kMostThreads;
  }
  bool is_on_stack(uint64_t address) const {
    return address - kStacks < kMostThreads * kStackSpacing ||
           address - thread_memory[0].stack_begin < thread_memory[0].stack_end - thread_memory[0].stack_begin;
  }
  // The addresses of threads' stacks; the system chooses that of the main thread.
  static constexpr uint64_t kStacks = 0x3000'0000'0000, kStackSize = 8 << 20, kStackSpacing = 16 << 20;

  uint64_t used_stack(uint32_t t) const;  // from where on its stack is in use; 0: not at all
  struct ThreadMemory {                   // the stack and the storage that a thread is given before main
    uint64_t stack_begin, stack_end, thread_base;
    uint64_t storage_begin, storage_end;  // of its thread-local storage, in pages
  };
  ThreadMemory thread_memory[kMostThreads] = {};

  uint32_t create(uint32_t parent, void* (*start)(void*), void* argument, bool detached, ir::LocId loc);
  uint32_t by_handle(Address handle) const;  // kMostThreads: none
  struct Slot {                              // the same thread has the same number in every execution
    uint32_t parent, child;
  };
  std::vector<Slot> slots;      // of threads by number, never dropped; that of the main thread is unused
  bool reused_numbers = false;  // in some execution

 private:
  Outcome perform_sync(uint32_t t);
  Outcome word(uint32_t t, Thread& thread, const Operation& op);
  Outcome operate(uint32_t t, const Operation& op);
  Outcome carry_out(uint32_t t, ir::SyncOp op, sync::Phase phase, const sync::View<sync::Numbers>& view,
                    SyncObject& object, SyncObject* mutex, const std::string& user);
  void take_effect(uint32_t t, const sync::Rule& rule, SyncObject& object);
  void wake(sync::Wakes wakes, uint32_t choice, const SyncObject& object);
  Outcome enter_wait(uint32_t t, ir::SyncOp op, Address object, Address mutex);
  Outcome go_on_after_wait(uint32_t t);
  std::string waiter_with_other_mutex(Address condition, Address mutex) const;
  struct Surroundings;
  sync::Object<uint32_t> words_of(Address address, SyncObject::Kind kind) const;
  sync::View<sync::Numbers> view_on_arrival(uint32_t t, const Operation& op) const;
  sync::View<sync::Numbers> view_after_wait(uint32_t t) const;
  sync::View<sync::Numbers> view_of_thread(uint32_t u) const;
  static ir::SyncOp operation_after_wait(const Thread& thread);
  static Address needed_after_wait(const Thread& thread);
  Outcome join(uint32_t t, Thread& thread, const Operation& op);
  Outcome detach(uint32_t t, Thread& thread, const Operation& op);
  Outcome fails(FindingKind kind, std::string message, uint32_t t);
  void failed_try(Thread& thread, const SyncObject& object);
  template <typename F>
  void for_each_object_in(Address begin, uint64_t size, F f);
  void read_once_control(SyncObject& once);
  void use_object(Address object, uint64_t size, bool atomic, ir::LocId loc);
  void hold(Thread& thread, Address object, bool shared);
  void unhold(Thread& thread, Address object, bool shared);
  bool holds(const Thread& thread, Address object, bool shared) const;
  bool sync_enabled(uint32_t t, WaitsFor& why) const;
  bool is_blocked_on_object(const Thread& thread, uint32_t t) const;
  bool is_gone(uint32_t t, const Operation& op) const;
  [[gnu::noinline]] bool do_now(const Operation& operation);
  [[gnu::noinline]] void park(bool fails);
  bool must_park(const Operation& operation) const;
  bool is_told(const Operation& operation) const;
  void enter_section(uint32_t t);
  void leave_section(uint32_t t);
  void tried(Address object);
  void meet(SyncObject& object, uint32_t t, bool makes);
  void arrive(uint32_t t);
  void read_atomic(Thread& thread, const SyncObject& place, ir::Order order);
  uint32_t number_for_child(uint32_t parent);
  void give_back_numbers(Thread& joiner, const Thread& joined, uint32_t number);

  Thread* threads_ = nullptr;
  uint32_t num_threads_ = 1, unjoined_ = 1, current_ = 0;
  bool running_ = false;
  SyncObject** table_ = nullptr;
  std::vector<SyncObject*> objects_;
  bool incomparable_ = false;
};

extern World world;

ir::LocId location(const void* pc);           // a number for that place in the code, a return address
bool is_code(Address pc);                     // of any module
bool is_loader_code(Address pc);              // the dynamic linker's
void forget_modules();                        // there are more
bool is_support_code(Address pc);             // what Mover has compiled of the C++ library
Address entered_support_code_at(Address pc);  // of the calls that `pc` in such code is in, the first one
bool is_user_code(Address pc);                // neither a system library's nor the C++ library's
std::vector<Address>& program_counters();

// The rank of each location's place in the source, once Mover has sent them (native/protocol.h).
struct PlaceRanks {
  std::vector<uint32_t> ranks;
  uint64_t version = 0;
};
PlaceRanks& place_ranks();
void remember_stack();  // of the current thread, for reports
const std::vector<ir::LocId>& remembered_stack(uint32_t t);
void run_thread_destructors();                 // of the current thread, which ends
void run_below_what_was_left(void (*what)());  // of the current thread, whose first function has returned
void abandon_robust_mutexes();                 // that it holds
std::string describe(Address address);
std::string thread_name(uint32_t t);

void random_bytes(void* to, size_t size);  // the current thread's next ones

// Messages of failures are needed until the search ends; they are few.
const char* kept_text(const std::string& text);

// The program ends, or its handler returns: a fault that it has not dealt with is what counts.
void fail_if_faulted();

[[noreturn]] void end_program(const void* pc, bool run_handlers);

// All memory that the program can write belongs to its state from now on.
void track_memory();

// The main thread has come to main(), or to its first pthread_create: from here on the search decides.
void begin_control();
// Whether there is a search at all; otherwise the program runs as if it had been built without us.
bool is_controlled();

}  // namespace mover::runtime
