// The program under control: its threads with their pending operations, and its synchronisation objects. The trail
// restores all of this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/context.h"
#include "base/identity.h"
#include "base/trail.h"
#include "machine/coverage.h"
#include "machine/machine.h"
#include "scheduling/thread.h"
#include "sync/numbers.h"

namespace mover::runtime {

// The state of a synchronisation object, which the run-time keeps outside the program's memory, or of an atomic
// variable.
struct SyncObject {
  enum class Kind : uint8_t {  // the kinds of sync::Kind, in the same order, and two more
    Mutex,
    Condition,
    RwLock,
    Spin,
    Semaphore,
    Barrier,
    Once,
    None,  // the object does not exist yet, or has been destroyed
    Atomic
  } kind = Kind::None;
  // Marks the address of an atomic variable. Its first byte may also be the first byte of another object, as with the
  // guard of a static variable in C++; the two are different objects.
  static constexpr Address kAtomic = Address{1} << 63;
  sync::Object<uint32_t> words;  // the state, as in sync/rules.h
  uint32_t widest_access = 0;    // atomic variables: the size of the widest access
  bool is_copy = false;          // copied from an object that a thread held or waited for
  uint32_t generation = 0;       // how often its memory has been reused for other objects
  Address address = 0;
  // The threads that have used the object, and the threads that have initialised or destroyed it, while other threads
  // existed, in all executions so far. If the two sets differ, threads can observe the order of use and initialisation.
  struct Known {
    uint64_t users = 0, makers = 0;
    // The threads that have left a wait, and the threads that have released or overwritten the object's bytes.
    uint64_t leavers = 0, releasers = 0;
    // Whether a thread has left a wait on an object that another thread has released. These steps are dependent, so the
    // object's bytes have to be visible.
    bool order_of_leaving_matters() const {
      const bool is_one_thread = (leavers & (leavers - 1)) == 0 && leavers == releasers;
      return leavers != 0 && releasers != 0 && !is_one_thread;
    }
  };
  Known* known = nullptr;
  uint64_t saved_in = 0;  // see Trail
  // Saves all fields above, before they change.
  void will_change() { trail.save_once(saved_in, this, offsetof(SyncObject, saved_in)); }
  void set(const sync::Object<uint32_t>& next) {
    if (next == words) return;
    will_change();
    words = next;
  }
  bool prefers_writers() const { return kind == Kind::RwLock && words.kind == sync::kPrefersWriters; }
  bool is_lock() const { return sync::is_lock(static_cast<sync::Kind>(kind)); }
  Clock clock;    // the steps that an acquire synchronises with
  Clock readers;  // the same, released by readers of a readers-writer lock
};

constexpr SyncObject::Kind object_kind(ir::SyncOp op) {
  static_assert(static_cast<sync::Kind>(SyncObject::Kind::None) == sync::Kind::Thread, "threads are no such objects");
  return static_cast<SyncObject::Kind>(sync::kind_of(op));
}

class World {
 public:
  void open();

  // Called by the program's threads.
  bool controls() const { return running_; }            // the program runs, under control
  bool searches() const { return begun && !running_; }  // the search runs
  Thread& current() { return threads_[current_]; }
  uint32_t current_number() const { return current_; }
  // Whether every other thread has been joined, so that no thread can observe when the current one executes a step.
  bool alone() const { return unjoined_ == 1; }
  // Executes the operation, in a step of its own if necessary, and returns its result.
  int64_t act(const Operation& operation);
  [[noreturn]] void fail(FindingKind kind, const char* message, ir::LocId loc, bool crashes = false);
  void assume(bool holds, const void* pc);  // returns only if `holds`
  [[noreturn]] void cannot_follow(const char* message, ir::LocId loc);
  [[noreturn]] void discard(ir::LocId loc);  // at a false assume
  [[noreturn]] void end_thread(void* result);

  // Called by the search. Runs the thread until it parks.
  void resume(uint32_t t);
  // Called at the end of a replay under a debugger: see scheduling/announce.h. REQUIRES: the thread is parked, and has
  // run before.
  void show(uint32_t t);
  bool is_enabled(uint32_t t, WaitsFor& why) const;
  // Whether the thread is enabled if the atomic sections of other threads are ignored.
  bool is_unblocked(uint32_t t, WaitsFor& why) const;
  uint32_t choices(uint32_t t) const;

  enum class Outcome : uint8_t { Continues, StaysParked, Fails, Exits };
  // Executes the operation that the thread is parked at, except for accesses, which the thread makes itself.
  Outcome perform(uint32_t t);

  // Whether the operation is on a readers-writer lock that prefers writers.
  bool prefers_writers(const Operation& op) const;
  bool only_observes(uint32_t t, const Operation& op) const;  // see Action

  Spins spins(uint32_t t) const;  // the kind of the loop, if the thread has returned to an earlier state of its own

  uint32_t num_threads() const { return num_threads_; }
  Thread& thread(uint32_t t) { return threads_[t]; }
  const Thread& thread(uint32_t t) const { return threads_[t]; }
  SyncObject* find(Address address) const;
  // A clause such as "T1 (f) holds" or "T1 (f) waits for", if a thread uses a synchronisation object that overlaps
  // these bytes, so that they must not be overwritten. Otherwise empty.
  std::string user_of_object(Address begin, uint64_t size) const;
  // Whether the thread's wait on a condition variable or at a barrier has ended, and the thread still uses the object.
  static bool is_leaving(const Thread& thread) {
    return (thread.life == Life::Woken || thread.life == Life::PastBarrier) && thread.wait_object != 0;
  }
  // The current thread releases or overwrites these bytes. If another thread has waited on a condition variable or at a
  // barrier in them, in any execution, its return from the wait and this step are dependent.
  void record_release(Address begin, uint64_t size);
  SyncObject& object(Address address, SyncObject::Kind kind);
  void end_objects(Address begin, uint64_t size);
  // The current thread has overwritten these bytes. (copy_objects: the thread has copied them from `from`.) See
  // scheduling/overwritten.cc.
  void overwrite_objects(Address begin, uint64_t size, const void* pc);
  // The current thread is about to store to these bytes.
  void stores_to(Address address, uint64_t size, const void* pc) {
    if (may_be_object(address, size)) [[unlikely]]
      store_to_object(address, size, pc);
  }
  // The current thread loads these bytes.
  void loads_from(Address address, uint64_t size, const void* pc) {
    if (may_be_object(address, size)) [[unlikely]]
      load_from_object(address, size, pc);
  }
  void copy_objects(Address to, Address from, uint64_t size, const void* pc);
  void renew(SyncObject& object, SyncObject::Kind kind);  // puts it into its initial state

  // Accesses of the current thread.
  void access(uint64_t address, uint64_t size, bool write, bool atomic, bool visible, ir::LocId loc,
              ir::Order order = ir::Order::NotAtomic, bool changes = true, bool is_allocation = false,
              bool synchronised = false);
  void acquire(Thread& thread, const Clock& clock) { thread.clock.join(clock, num_threads_); }
  void release(uint32_t t, Clock& clock);

  // The current thread has visibly accessed these bytes, and has not changed them.
  void record_read(uint64_t address, uint64_t size);

  void order_atomic(Thread& thread, uint64_t address, uint64_t size, bool reads, bool writes, ir::Order order);
  void fence(ir::Order order);
  // The thread has executed an action that cannot be part of a spin loop.
  void made_progress(Thread& thread) {
    if (thread.spin_loop.idle != 0) thread.spin_loop.reset();
  }

  // A write ends a spin loop. A write to the thread's own stack need not do so: `arrive` compares the stacks.
  void writes_to(Thread& thread, uint64_t address) {
    if (address - thread_memory[current_].stack_begin >=
        thread_memory[current_].stack_end - thread_memory[current_].stack_begin)
      made_progress(thread);
  }

  void event(Event::Kind kind, Address object, bool shared = false, uint32_t other = 0, ir::LocId loc = 0);
  std::vector<Event> events;
  const ObjectNumbers* numbers = nullptr;  // of the machine; null: nothing has been described yet
  // Whether steps of other threads may depend on the executed part of the present step. No step depends on a join.
  bool has_visible_effect = false;
  bool recording = false;
  std::vector<Finding> races;  // races and breaches of the locking discipline in the last step
  bool reports_races = true;   // otherwise only breaches are reported
  uint64_t refinements = 0;
  uint64_t resumed = 0;  // the number of calls of `resume`
  struct Refinement {
    uint64_t address, size;
  };
  std::vector<Refinement> learned;
  bool learning = false;  // only during a search: a replayed schedule must have the same steps as before
  void learn(uint64_t address, uint64_t size);
  // Whether the search matches states: see memory/states.h.
  bool matching = false;
  bool watches_loops = false;      // see LoopReports
  std::vector<LoopUse> loops;      // of the last step, if they are watched
  uint64_t state_refinements = 0;  // the number of refinements that make further data part of states
  bool reads_time = false;         // in some execution, a thread has read a clock
  // The program has changed data that is not part of states. So from now on, no state of the execution matches another.
  void cannot_compare() { trail.set(incomparable_, true); }
  // All objects of all executions.
  std::span<SyncObject* const> objects() const { return objects_; }
  void put_rest(std::string& to) const;  // appends the part of the state that belongs to no thread and no object
  Coverage coverage;                     // of all executions
  StepResult failure;                    // set by the last call of perform or resume
  Context scheduler;
  bool exited = false, begun = false;
  ProgramEnd end;               // if exited, or if the first process has ended
  bool main_has_ended = false;  // the first process has ended, and others may run
  bool loading = false;         // a library is being loaded; its allocations count as the program's
  ThreadId atomic_holder = ir::kNone;
  std::vector<std::string> notes;
  std::vector<Omission> incomplete;
  void note(const char* sentence);
  void not_covered(const std::string& sentence) { add_omission(incomplete, omission(sentence)); }

  // The memory of local and thread-local variables: see memory/locals.h.
  bool is_of_thread(uint64_t address) const {
    return is_on_stack(address) || owner_of_storage(address) != kMostThreads;
  }
  uint32_t owner_of_storage(uint64_t address) const {  // kMostThreads: not thread-local
    if (address - seats[0].storage_begin < seats[0].storage_end - seats[0].storage_begin)
      return thread_at(current_process_, 0);
    if (address < seats[1].storage_begin || address >= seats[kMostThreads - 1].storage_end) return kMostThreads;
    const uint64_t stride = seats[2].storage_end - seats[1].storage_end;
    const uint64_t seat = (address - (seats[1].storage_end - stride)) / stride + 1;
    return address >= seats[seat].storage_begin ? thread_at(current_process_, static_cast<uint32_t>(seat))
                                                : kMostThreads;
  }
  bool is_on_stack(uint64_t address) const {
    return address - kStacks < kMostThreads * kStackSpacing ||
           address - seats[0].stack_begin < seats[0].stack_end - seats[0].stack_begin;
  }
  // The seat whose stack contains the address; kMostThreads: none.
  uint32_t seat_of_stack(uint64_t address) const {
    uint32_t seat = 0;
    if (address - kStacks < kMostThreads * kStackSpacing)
      seat = static_cast<uint32_t>((address - kStacks) / kStackSpacing);
    return address - seats[seat].stack_begin < seats[seat].stack_end - seats[seat].stack_begin ? seat : kMostThreads;
  }
  // The thread of the current process on whose stack the address is; kMostThreads: none.
  uint32_t owner_of_stack(uint64_t address) const {
    const uint32_t seat = seat_of_stack(address);
    return seat == kMostThreads ? kMostThreads : thread_at(current_process_, seat);
  }
  // The addresses of the stacks of all threads but the main thread, whose stack the kernel places.
  static constexpr uint64_t kStacks = 0x3000'0000'0000, kStackSize = 8 << 20, kStackSpacing = 16 << 20;

  uint64_t used_stack(uint32_t t) const;  // the stack pointer of the thread; 0: its stack is not in use
  struct ThreadMemory {                   // the stack and the thread-local storage, which are allocated before main
    uint64_t stack_begin, stack_end, thread_base;
    uint64_t storage_begin, storage_end;  // its thread-local storage, page-aligned except for main's
  };
  // A seat is the memory of a thread. The thread t has the seat t, unless fork has created it: then it has the seat of
  // the thread that has called fork, in another process.
  ThreadMemory seats[kMostThreads] = {};
  ThreadMemory thread_memory[kMostThreads] = {};  // by thread; trailed
  uint32_t seat_of(uint32_t t) const { return seats_of_[t]; }
  // The thread that has the seat in the process; kMostThreads: none.
  uint32_t thread_at(uint32_t process, uint32_t seat) const { return process == 0 ? seat : threads_at_[process][seat]; }

  // Processes: see scheduling/processes.h. A process has the number of its first thread.
  uint32_t process_of_thread(uint32_t t) const { return processes_of_[t]; }
  uint32_t current_process() const { return current_process_; }  // the process whose memory is mapped
  bool has_processes() const { return has_processes_; }          // the execution has called fork
  // Creates a process with one thread, a copy of the current thread, which returns from this function, too. Returns the
  // number of the thread in the process that has called, 0 in the new one, and kMostThreads if there are too many.
  uint32_t fork(ir::LocId loc);
  // The calling thread has ended its process: it does not continue.
  [[noreturn]] void leave_process(ir::LocId loc);
  bool is_last_of_process(uint32_t t) const;  // all other threads of its process have ended
  void reap(uint32_t process);                // the current thread has waited for the process, which has ended
  // Makes this process the current one.
  void enter(uint32_t process);
  void restored();  // the trail and the memory have been restored
  Address handle_of(uint32_t t) const {
    return thread_memory[t].thread_base | static_cast<uint64_t>(processes_of_[t]) << kProcessShift;
  }
  // Copies bytes that the identity names, whatever process is current.
  void read(Address identity, void* to, size_t size) const;

  uint32_t create(uint32_t parent, void* (*start)(void*), void* argument, bool detached, ir::LocId loc);
  uint32_t by_handle(Address handle) const;  // kMostThreads: none
  struct Slot {                              // identifies a thread in all executions: the n-th child of its parent
    uint32_t parent, child;
  };
  std::vector<Slot> slots;      // by number of the thread, kept across executions; the first is unused
  bool reused_numbers = false;  // in some execution, a thread got the number of a joined one

 private:
  Outcome perform_sync(uint32_t t);
  Outcome word(uint32_t t, Thread& thread, const Operation& op);
  Outcome operate(uint32_t t, const Operation& op);
  Outcome carry_out(uint32_t t, ir::SyncOp op, sync::Phase phase, const sync::View<sync::Numbers>& view,
                    SyncObject& object, SyncObject* mutex, const std::string& user);
  void take_effect(uint32_t t, const sync::Rule& rule, SyncObject& object);
  void wake(sync::Wakes wakes, uint32_t choice, const SyncObject& object);
  Outcome enter_wait(uint32_t t, ir::SyncOp op, Address object, Address mutex);
  Outcome resume_after_wait(uint32_t t);
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
  // Whether there may be synchronisation objects in these bytes. Every store needs this, so it must be fast. The filter
  // has a bit for each granule of addresses, modulo the size of the filter. The bit is set if there has been an object
  // in such a granule in any execution.
  static constexpr uint64_t kGranule = 8, kGranules = 1 << 16;
  bool may_be_object(Address begin, uint64_t size) const {
    if (size > 2 * kGranule) return !objects_.empty();
    for (Address at = begin / kGranule; at <= (begin + size - 1) / kGranule; ++at)
      if (object_granules_[at % kGranules / 64] >> at % 64 & 1) return true;
    return false;
  }
  void add_to_filter(Address address, SyncObject::Kind kind);
  void store_to_object(Address address, uint64_t size, const void* pc);
  void load_from_object(Address address, uint64_t size, const void* pc);
  void must_be_unused(Address begin, uint64_t size, const void* pc);
  void read_once_control(SyncObject& once);
  void use_object(Address object, uint64_t size, bool atomic, ir::LocId loc);
  void hold(Thread& thread, const SyncObject& object, bool shared);
  void unhold(Thread& thread, Address object, bool shared);
  bool holds(const Thread& thread, Address object, bool shared) const;
  bool sync_enabled(uint32_t t, WaitsFor& why) const;
  void record_blocked_waits();
  bool object_has_ended(uint32_t t, const Operation& op) const;
  [[gnu::noinline]] bool do_now(const Operation& operation);
  [[gnu::noinline]] void park(bool fails);
  bool must_park(const Operation& operation) const;
  bool is_visible(const Operation& operation) const;
  void enter_section(uint32_t t);
  void leave_section(uint32_t t);
  void learn_observed(Address object);
  void record_user(SyncObject& object, uint32_t t, bool makes);
  void record_leaving(uint32_t t);
  void release_leaving(Address object);
  void arrive(uint32_t t);
  void read_atomic(Thread& thread, const SyncObject& place, ir::Order order);
  uint32_t number_for_child(uint32_t parent);
  void release_numbers(Thread& joiner, const Thread& joined, uint32_t number);

  int64_t act_on_identities(const Operation& operation);
  void carry_out_fork();
  void take_seat(uint32_t t, uint32_t seat, uint32_t process);
  void copy_objects_of_process(uint32_t parent, uint32_t child);

  uint8_t processes_of_[kMostThreads] = {}, seats_of_[kMostThreads] = {};
  uint8_t threads_at_[kMostThreads][kMostThreads] = {};  // of processes but the first
  uint32_t current_process_ = 0;
  bool has_processes_ = false;
  // For each thread of a process that is not current: whether the memory of the object that its pending operation uses
  // has been freed or has ended. Only threads of that process can free or end it.
  bool object_ended_[kMostThreads] = {};
  uint32_t forked_ = kMostThreads;  // the thread that the current thread is about to create by fork
  ir::LocId forked_at_ = 0;

  Thread* threads_ = nullptr;
  uint32_t num_threads_ = 1, unjoined_ = 1, current_ = 0;
  bool running_ = false;
  SyncObject** table_ = nullptr;
  std::vector<SyncObject*> objects_;
  uint64_t object_granules_[kGranules / 64] = {};
  bool incomparable_ = false;
};

extern World world;

ir::LocId location(const void* pc);  // the location of a return address, or of the innermost caller in the user's code
bool is_code(Address pc);            // `pc` is in any module
bool is_loader_code(Address pc);     // `pc` is in the dynamic linker
void reload_modules();               // finds the modules again, as the loader has added some
bool is_support_code(Address pc);    // `pc` is in the twins (src/cxx), the part of the C++ library that Mover compiles
// The outermost of the consecutive calls in support code that lead to `pc`, or `pc` itself.
Address entered_support_code_at(Address pc);
bool is_user_code(Address pc);  // `pc` is neither in a system library nor in the C++ library
std::vector<Address>& program_counters();

// The rank of each location's place in the source. It is empty until Mover sends the ranks (native/protocol.h).
struct PlaceRanks {
  std::vector<uint32_t> ranks;
  uint64_t version = 0;
};
PlaceRanks& place_ranks();
void record_stack();  // stores the current thread's stack, for reports
const std::vector<ir::LocId>& recorded_stack(uint32_t t);
Address code_of_frame_at(Address address);  // the return address into the function whose frame contains the address
// Runs the destructors of the current thread, which ends.
void run_thread_destructors();
// Calls `what` after the first function of the current thread has returned, on a part of the stack that the function
// did not use.
void run_below_ended_frames(void (*what)());
// Releases the robust mutexes that the current thread holds when it ends; their next owner gets EOWNERDEAD.
void abandon_robust_mutexes();
// `size`: the number of bytes at the address that are meant; kWhole: the whole object.
constexpr uint64_t kWhole = UINT64_MAX;
std::string describe(Address address, uint64_t size = 1);
std::string thread_name(uint32_t t);

void random_bytes(void* to, size_t size);  // from the current thread's own sequence

// Returns a copy of the text that exists until the process ends, for messages of failures: they are few, and the search
// needs them until it ends.
const char* kept_text(const std::string& text);

// Fails if the current thread runs a handler of a fault. It is called when the handler returns and when the program
// ends: in both cases, the handler has not left by siglongjmp.
void fail_if_faulted();

// Normal: exit handlers run. Quick: handlers of quick_exit run.
enum class Ending : uint8_t { Normal, Quick, Immediate };
[[noreturn]] void end_program(const void* pc, Ending ending, int status);

// Makes all memory that the program can write part of its state.
void track_memory();

// The main thread has reached main(), or its first pthread_create. From now on, the search schedules the threads.
void begin_control();

// The first functions of main and of other threads, where the unwinding of a stack ends.
extern const void* first_functions[2];
// Whether Mover controls this process, or it replays a schedule. Otherwise the program runs as if it had been built
// without Mover.
bool is_controlled();

}  // namespace mover::runtime
