// The internals of the interpreter. It is one class, because all parts work on the same state. Each part has a file:
//   interpreter.cc  the main loop: runs local computation, parks before visible actions
//   arithmetic.cc   integers of every width, with undefined bits and addresses
//   floating.cc     floating-point numbers, conversions, mathematical functions
//   memory.cc       accesses and their errors
//   unknown_values.cc  undefined values as terms over unknown ones, and decisions on them
//   read_modify_write.cc  atomic read-modify-write operations
//   lifetimes.cc    lifetimes of objects, and the objects that other threads can reach
//   atomics.cc      observations of other threads by atomic accesses
//   sync.cc         mutexes, conditions and the other synchronisation objects
//   threads.cc      creation, join, detaching, end
//   services.cc     allocation, choices, failures, output
//   reuse.cc        reuse of addresses and handles
//   exclusive.cc    exclusive access predicates: evaluation and violations
//   lock_words.cc   the words on which predicates depend, and compare-and-swaps that repeat themselves
//   canonical.cc    the canonical form, and garbage collection
//   pending.cc      pending actions of parked threads
//   inspection.cc   reading the state, for linear-time properties
//   symmetry.cc     interchangeable threads
//   names.cc        interleaving-independent names
//   describe.cc     descriptions for reports
//   machine.cc      set-up, reset, snapshots
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/liveness.h"
#include "machine/coverage.h"
#include "terms/circuits.h"
#include "vm/object.h"
#include "vm/sync_layout.h"
#include "vm/thread.h"
#include "vm/twins.h"
#include "vm/used_objects.h"
#include "vm/vm.h"
#include "vm/weak_atomics.h"

namespace mover::vm {

// Bytes that a thread accesses between its joins of interchangeable threads.
struct BetweenJoins {
  ThreadId by = 0;
  bool write = false;
  Address begin = 0;
  uint64_t size = 0;
  Twins::Kind kind = 0;
};

struct State {
  std::vector<Ref<Object>> objects;  // by slot; slot 0 is null, then the mutable globals, then created objects
  std::vector<Ref<Thread>> threads;  // empty: absent
  SmallVector<Slot, 2> exposed;      // objects whose addresses have become numbers
  uint64_t heap_bytes = 0;           // the size of all heap objects and locals
  uint32_t unjoined_threads = 0;     // the number of threads that have not been joined, including ended ones
  bool number_free = false;          // a thread number became free while other threads existed, so it may be reused
  // A detached thread has ended. Its steps do not happen-before later steps of other threads.
  bool detached_thread_ended = false;
  uint32_t created_since_gc = 0;
  uint32_t live_after_gc = 0;
  ThreadId atomic_holder = ir::kNone;  // the thread inside an atomic section
  SmallVector<Exclusive, 1> exclusives;
  SmallVector<BetweenJoins, 1> between_joins;
  uint32_t unknowns = 0;                     // the number of unknown values that the execution has read
  std::vector<terms::Condition> conditions;  // what decisions of the execution imply about unknown values
};

// The result of executing one instruction.
enum class Exec : uint8_t {
  Next,   // done; continue with the next instruction
  Jump,   // done; frames or pc have changed
  Park,   // not done: the instruction must be a step of its own, or is disabled
  Fault,  // not done: fault_ has the reason
  Stop,   // done; the step ends here (the thread waits, has ended, is discarded, or has exhausted its budget)
  End,    // done; the program has ended
};

class Vm final : public Machine,
                 public Description,
                 public Observations,
                 public ProgramText,
                 public CanonicalStates,
                 public StableNames,
                 public ExclusivePredicates,
                 public LeakTracking,
                 public ControlFlow,
                 public Inspection {
 public:
  Vm(const ir::Program& program, const Options& options);

  const ir::Program& program() const override { return program_; }
  ir::Places places() const override { return program_; }
  bool looks_like_address(uint64_t value, uint64_t size) const override;
  StepResult reset() override;
  ThreadId num_threads() const override { return static_cast<ThreadId>(state_.threads.size()); }
  ThreadStatus status(ThreadId t) const override;
  Action pending(ThreadId t) const override;
  bool enabled(ThreadId t) const override;
  bool waiting(ThreadId t) const override;
  AccessHint access_hint(ThreadId t) const override;
  uint32_t choices(ThreadId t) const override;
  StepResult step(ThreadId t, uint32_t choice) override;
  void touched(ThreadId t, const Action& pending, std::vector<Access>& accesses) const override;
  bool in_atomic_section(ThreadId t) const override { return state_.threads[t]->atomic_depth > 0; }
  bool detached(ThreadId t) const override { return state_.threads[t]->detached; }
  Address handle(ThreadId t) const override { return address_of(state_.threads[t]->handle); }
  Scopes scopes(ThreadId t) const override;
  std::string block_name(ThreadId t, size_t block) const override;
  AddressName name(Address address) const override;
  bool unique(uint32_t object_name) const override;
  uint64_t names_lost() const override { return names_lost_; }
  bool reused_numbers() const override { return reused_numbers_; }
  bool addresses_as_numbers() const override { return addresses_as_numbers_; }
  std::span<const Exclusive> exclusives() const override {
    return {state_.exclusives.data(), state_.exclusives.size()};
  }
  const std::vector<NamedBytes>& read_by_predicates() const override { return read_by_predicates_; }
  const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const override { return declared_late_; }
  std::span<const LockWord> lock_words() const override { return lock_words_; }
  bool retries(ThreadId t, const LockWord& word) const override;
  void record_events(bool on) override { recording_ = on; }
  const std::vector<Event>& happened() const override { return events_; }
  const std::string& output() const override { return output_; }
  std::shared_ptr<const Snapshot> snapshot() const override;
  void restore(const Snapshot& snapshot) override;
  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override;
  std::string describe(Address address, uint64_t size) const override;
  std::string common_name(Address address) const override;
  ObjectInfo object(Address address) const override;
  std::string thread_name(ThreadId t) const override;
  ir::LocId created_at(ThreadId t) const override;
  std::span<const Held> held(ThreadId t) const override;
  std::vector<ir::LocId> stack(ThreadId t) const override;
  std::vector<ThreadId> holders(Address object) const override;
  const std::vector<std::string>& notes() const override { return notes_; }
  const std::vector<Omission>& incomplete() const override { return incomplete_; }
  std::vector<Unreached> unreached() const override;
  std::vector<std::string> gaps() const override;
  WaitsFor waits_for(ThreadId t) const override;
  bool observed_without_ordering() const override { return observed_ || weak_atomics_.observed(reused_numbers_); }
  bool reinitialises_objects() const override;
  bool address_without_ordering() const override { return weak_atomics_.observed_address(reused_numbers_); }
  Address canonical_address(Address address) const override;
  size_t canonical_globals() const override { return num_global_chunks_; }
  std::pair<size_t, size_t> canonical_places(const NamedBytes& bytes) const override;
  void watch_globals(bool on) override { watches_globals_ = on; }
  void take_accessed_globals(std::vector<NamedBytes>& accessed) override {
    accessed.clear();
    accessed.swap(accessed_globals_);
  }
  std::vector<ir::LocId> leaks() override;
  void forget_chunks() override;
  void use_symmetry(bool on) override;
  void adopt_symmetry() override { twins_.adopt(); }
  bool is_interchangeable(ThreadId t) const override;
  std::span<const ThreadId> canonical_threads() const override { return position_; }
  std::set<std::string> interchangeable_functions() const override { return twins_.functions(); }
  uint64_t state_refinements() const override { return twins_.changes(); }
  void watch_jumps(bool on) override { watches_jumps_ = on; }
  const std::set<Jump>& jumps() const override { return jumps_; }
  uint32_t frames_kept() const override { return frames_kept_; }
  void inspect(const Inspected& inspected) override;
  std::optional<uint64_t> read(Address address, uint64_t size) const override;
  Address address_of_global(ir::GlobalId global) const override { return address_of(global_slot_[global]); }
  Address address_of_copy(ThreadId t, ir::GlobalId global) const override;
  Address address_of_local(ThreadId t, const std::set<ir::LocId>& declarations) const override;
  bool can_take_step(ThreadId t) const override;
  uint64_t places(ThreadId t) const override;
  bool progressed() const override { return progressed_; }
  const std::vector<Operation>& completed() const override { return completed_; }
  std::vector<Operation> operations(ThreadId t) const override;
  uint32_t operations_kept() const override { return blocks_kept_; }

 private:
  // -- machine.cc
  static Capabilities capabilities(Vm& self, const ir::Program& program, const Options& options);
  void lay_out_globals();
  void resolve_constants();
  uint64_t resolve(const ir::Constant& constant) const;
  Object* initial_object(const ir::Global& global) const;
  void note(const std::string& sentence);
  uint32_t place_of_calls() const;

  StepResult take(ThreadId t, uint32_t choice);
  StepResult take_checked(ThreadId t, uint32_t choice);  // checks exclusive access predicates

  // -- interpreter.cc
  static constexpr uint64_t kFuel = 20'000;  // the budget of instructions of one step
  StepResult run(ThreadId t, bool visible_allowed);
  Exec execute(const ir::Instr& in);
  Exec branch(uint32_t target);
  Exec decide(const ir::Instr& in);
  Exec switch_on(const ir::Instr& in);
  Exec undecided(const char* message);
  Exec call(ir::FunctionId callee, const ir::Instr& in);
  Exec return_from(const ir::Instr& in);
  bool ends_process() const;
  void push_frame(Thread& thread, ir::FunctionId function);
  void pop_frame(bool may_return_local);
  void open_block(Block::Kind kind, Address name);
  void close_block();
  Operation operation(const Block& block) const;
  std::string text_at(Address address) const;
  void drop_locals(uint32_t first, bool unreferenced);
  bool locals_visible_from(uint32_t first) const;
  Slot variadic_object(const ir::Function& caller, const ir::Instr& in, uint32_t fixed);
  const std::vector<ir::VarArg>& varargs_of(const ir::Function& caller, const ir::Instr& in) const;
  Exec jump_to_function(Value pointer, const ir::Instr& in);
  StepResult faulted(ThreadId t);
  void select_thread(ThreadId t);
  void refresh();

  // Operands and registers of the running thread's innermost frame.
  uint64_t bits(ir::Operand o) const { return o >= 0 ? regs_[o] : constants_[~o].bits; }
  Tag tag(ir::Operand o) const { return o >= 0 ? tags_[o] : constants_[~o].tag; }
  uint64_t undefined(ir::Operand o) const {
    return o >= 0 ? thread_->undefined_bits(base_ + static_cast<uint32_t>(o)) : constants_[~o].undefined;
  }
  Value value(ir::Operand o) const {
    if (o < 0) return constants_[~o];
    return tags_[o] & kUndefined ? thread_->value(base_ + static_cast<uint32_t>(o)) : Value{regs_[o], 0, tags_[o]};
  }
  ir::Operand high(ir::Operand o) const { return o >= 0 ? o + 1 : o - 1; }  // the upper half of a wide operand
  void set(int32_t dst, uint64_t bits, Tag tag = kPlain) {
    regs_[dst] = bits;
    tags_[dst] = tag;
  }
  void set(int32_t dst, const Value& v) {
    set(dst, v.bits, v.tag);
    if (v.tag & kUndefined) thread_->set_undefined(base_ + static_cast<uint32_t>(dst), v.undefined, v.term);
  }
  void set_result(const ir::Instr& in, uint64_t bits, Tag tag = kPlain) {
    if (in.dst >= 0) set(in.dst, bits, tag);
  }
  bool defined(ir::Operand o, unsigned width) const {
    return !(tag(o) & kUndefined) || (undefined(o) & mask_of(width)) == 0;
  }

  // -- arithmetic.cc
  Exec binary(const ir::Instr& in);
  Exec binary_tagged(const ir::Instr& in);
  Exec division(const ir::Instr& in);
  Exec wide(const ir::Instr& in);
  Exec compare(const ir::Instr& in);
  Exec convert(const ir::Instr& in);
  Exec floating(const ir::Instr& in);
  Exec math(const ir::Instr& in);
  Exec overflow(const ir::Instr& in);
  Exec pointer_add(const ir::Instr& in);
  Exec select(const ir::Instr& in);
  Value pointer_result(uint64_t result, const Value& pointer);
  void depends_on_placement();
  bool is_of_global(Address address) const;
  void mask_address(const Value& pointer, uint64_t mask);
  void expose(const Value& v);

  // -- memory.cc
  struct Pointee {  // the bytes that an address refers to
    const Object* object = nullptr;
    Slot slot = 0;
    uint64_t offset = 0;
  };
  bool locate(Address address, uint64_t size, bool write, Pointee& pointee);  // false: fault_ is set
  bool locate(ir::Operand address, uint64_t size, bool write, Pointee& pointee);
  // Whether another thread exists, or has ended without all of its steps happening-before the next step of the running
  // thread. If not, all actions of the running thread are invisible.
  bool others() const { return state_.unjoined_threads > 1 || state_.detached_thread_ended; }
  bool visible(const Object& object) const {
    return object.shared && !object.internal && (others() || is_inspected(object));
  }
  bool must_park(const Pointee& pointee) const {
    return !visible_allowed_ && pointee.object != nullptr && pointee.slot < kImmutable && visible(*pointee.object);
  }
  // `always`: the action has alternatives or waits, so it is always a step of its own.
  bool must_park(const Pointee& pointee, bool always) const {
    return !visible_allowed_ && (always || must_park(pointee));
  }
  Object& write_object(Slot slot) { return state_.objects[slot].write(); }
  Value read_word(const Pointee& pointee, unsigned width);
  void write_word(const Pointee& pointee, unsigned width, const Value& v);
  void write_defined(Object& object, uint64_t offset, uint64_t bits, unsigned bytes);
  Exec load(const ir::Instr& in);
  Exec load_arbitrary(const ir::Instr& in);
  Exec store(const ir::Instr& in);
  Exec copy(const ir::Instr& in);
  Exec fill(const ir::Instr& in);
  Exec string_length(const ir::Instr& in);
  void copy_bytes(const Pointee& to, const Pointee& from, uint64_t size);
  bool scan_string(Pointee pointee, uint64_t& length);
  void note_access_to_global(Slot slot, uint64_t offset, uint64_t size);
  bool read_string(Address address, std::string& text);
  void clear_addresses(Object& object, uint64_t offset, uint64_t size, bool whole_words_too);
  void record_access(const Pointee& pointee, uint64_t size, bool write, ir::Order order, const Value* v,
                     bool modifies = false);
  void record_fence(ir::Order order);
  bool is_atomic(ir::Order order) const { return order != ir::Order::NotAtomic || thread_->atomic_depth > 0; }

  // -- unknown_values.cc
  bool follows_unknowns() const { return options_.past_memory_errors; }
  terms::TermId new_unknown(unsigned width);
  terms::TermId unknown_bytes(Address address, uint64_t size);
  terms::TermId term_of(Value v, unsigned width);
  terms::TermId term_of(ir::Operand o, unsigned width);
  terms::TermId term_of_result(const ir::Instr& in);
  terms::TermId term_of_update(const ir::Instr& in, const Value& old, const Value& operand);
  void set_undefined(const ir::Instr& in, Value low, Value up = {});
  Value frozen(Value v, unsigned width);
  terms::TermId read_term(const Pointee& pointee, unsigned bytes, uint64_t undefined);
  void write_term(Object& object, uint64_t offset, unsigned bytes, uint64_t undefined, terms::TermId term);
  void name_unknown_bytes(Slot slot, uint64_t offset, uint64_t size);
  static void copy_unknowns(Object& target, uint64_t to, const Object& source, uint64_t from, uint64_t size);
  Exec require(terms::TermId term, bool value);
  Exec require_case(terms::TermId term, unsigned width, const ir::SwitchTable& table);

  // -- read_modify_write.cc
  Exec read_modify_write(const ir::Instr& in);
  Exec exchange_wide(const ir::Instr& in);
  Exec compare_exchange(const ir::Instr& in);

  // -- lifetimes.cc
  Slot create(Object* object);
  Slot create_local(uint64_t size, ir::LocId site, uint32_t frame, Slot again = 0);
  void end_object(Slot slot, ir::LocId where, bool forget);
  Slot scope_changes(const Value& address, bool ends) const;
  Exec change_scope(const ir::Instr& in, bool ends);
  bool is_renewed(const Thread& thread, const ir::Instr& in, Slot slot) const;
  Exec renew(const ir::Instr& in, Slot slot);
  void publish(Address address);
  void publish_slot(Slot slot, ThreadId given_to = 0, bool to_twin = false);
  void stored(const Value& v, bool into_shared);
  Exec alloca(const ir::Instr& in);
  Exec thread_local_address(const ir::Instr& in);

  // -- atomics.cc
  void find_weak_atomics();
  void find_call_of_main();
  template <typename F>
  void for_each_word(const Pointee& pointee, uint64_t size, F f) const;
  bool matters_for_order(const Pointee& pointee, ir::Order order) const;
  void atomic_read(const Pointee& pointee, uint64_t size, ir::Order order);
  void atomic_write(const Pointee& pointee, uint64_t size, ir::Order order);
  bool drops_result(const ir::Instr& in) const;

  // -- sync.cc
  Exec sync(const ir::Instr& in);
  Exec sync_object(ir::SyncOp op, const ir::Instr& in);
  void record_use(ir::SyncOp op, Address object, Address mutex, size_t at);
  std::string user_of_object(const Pointee& pointee, uint64_t size) const;  // "T1 (f) holds"; empty: no thread uses it
  bool prefers_writers(Address lock) const;
  template <typename F>
  uint32_t count_threads(F is_one) const;
  sync::Object<uint32_t> sync_words_of(ir::SyncOp op, Address object) const;
  struct SyncSurroundings;
  sync::View<sync::Numbers> sync_view(ThreadId t, ir::SyncOp op, const sync::Object<uint32_t>& words, Address object,
                                      Address mutex) const;
  Exec operate(ir::SyncOp op, const ir::Instr& in);
  Exec carry_out(ir::SyncOp op, sync::Phase phase, const SyncLayout& layout, const sync::View<sync::Numbers>& view,
                 Address address, Address mutex, const std::string& user);
  void take_effect(const sync::Rule& rule, Address object, sync::Kind kind);
  void wake(sync::Wakes wakes, ir::SyncOp op, Address object);
  Exec enter_wait(ir::SyncOp op, Address object, Address mutex);
  // Whether the thread's wait on a condition variable or at a barrier has ended, and the thread still uses the object.
  static bool is_leaving(const Thread& thread) {
    return (thread.status == Status::Woken || thread.status == Status::PastBarrier) && !thread.has_left_object;
  }
  void release_leaving(Address object);
  std::string waiter_with_other_mutex(Address condition, Address mutex) const;
  std::pair<ir::SyncOp, Address> resumed_at(const Thread& thread) const;
  sync::View<sync::Numbers> resumed_view(ThreadId t) const;
  bool resume_enabled(ThreadId t) const;
  bool wait_may_end(const Thread& thread) const;
  Exec resume_wait();
  bool join_enabled(Address handle) const;
  const Object* thread_handle(const Value& handle) const;
  sync::View<sync::Numbers> thread_view(const Object& handle) const;
  void record_blocked_wait(const ir::Instr& in);
  Exec ends_in_use(Slot slot);
  Exec ends_in_use_from(uint32_t first_local);
  void drop_held_from(uint32_t first_local);
  Exec create_thread(const ir::Instr& in);
  Exec join_thread(const ir::Instr& in);
  Exec detach_thread(const ir::Instr& in);
  static constexpr Address kSections = 8;  // the address, in the null object, that atomic sections synchronise on
  void enter_atomic();
  void step_in_section();
  void leave_atomic();
  Exec end_thread(const Value& result);
  Exec end_program(const Value& status);
  void remove_thread(ThreadId t);
  bool sync_enabled(ThreadId t, const ir::Instr& in, WaitsFor& why) const;
  uint32_t sync_choices(ThreadId t, const ir::Instr& in) const;
  Address abandon_robust_mutex();
  uint64_t make_consistent(Address mutex);
  void observes();
  bool signals(const Thread& thread) const;  // its next action signals a condition
  void observe_signal(const std::vector<ThreadId>& waiting, const Thread& woken, Address condition);
  UsedObjects::Place used_place(Slot slot, const Object& object, uint64_t offset) const;
  void accesses_used(Slot slot, const Object& object, uint64_t offset, uint64_t size, bool keeps_uses);
  void failed_try(Address object);
  void hold(Address object, bool shared, sync::Kind kind);
  void mark_copied_conditions(const Pointee& to, const Pointee& from, uint64_t size);
  void mark_loaded_conditions(const Pointee& from, uint64_t size, Value& loaded) const;
  bool has_used_sync(Slot slot) const;
  bool overwrites_in_use(const Pointee& pointee, uint64_t size);
  bool is_copy_of_used(const SyncLayout& layout, const sync::Object<uint32_t>& words, Address address) const;
  void unhold(Address object, bool shared);
  bool holds(const Thread& thread, Address object, bool shared) const;
  std::vector<ThreadId> waiters(Address condition) const;
  // `raw`: the bytes of the object need not be initialised.
  bool sync_place(ir::Operand o, const SyncLayout& layout, bool raw, Pointee& pointee);
  uint32_t peek(Address address, uint64_t offset) const;  // 0 if there is no such memory
  bool usable(Address address, uint64_t size, uint64_t used) const;
  void set_word(Address address, uint64_t offset, uint32_t value);
  void mark_initialised(Address address, uint64_t size);
  void event(Event::Kind kind, Address object, bool shared = false, ThreadId other = 0);

  // -- words.cc
  Exec wait_on_word(ir::SyncOp op, const ir::Instr& in);
  Exec wake_on_word(const ir::Instr& in);
  void return_from_word();
  std::vector<ThreadId> waiters_on_word(Address word) const;

  // -- named_entry.cc
  const Object* object_at(Address address) const;
  ir::FunctionId function_at(Address address) const;
  std::vector<ir::FunctionId> virtual_functions_of(const Object& object) const;
  ir::FunctionId run_by_state(const Object& state) const;
  ir::FunctionId run_by_async(const Object& state) const;
  ir::FunctionId named_entry(const Thread& thread, ir::FunctionId entry) const;
  bool has_exception(const Object& object) const;

  // -- held_memory.cc
  class NamedMemory;
  std::string part_by_pointer(Address address, uint64_t size) const;

  // -- services.cc
  Exec service(const ir::Instr& in);
  Exec allocate(const ir::Instr& in, bool zeroed);
  Exec free_memory(const ir::Instr& in);
  Exec must_be_apart(const ir::Instr& in);
  Exec call_site_of(const ir::Instr& in);
  Slot block_that_begins_at(Address address) const;
  Exec given_back(const ir::Instr& in);
  Exec fail(FindingKind kind, std::string message);  // sets fault_
  Exec crash(std::string message);                   // a memory error that ends the process: sets fault_
  void not_covered(const Omission& omission) { add_omission(incomplete_, omission); }
  Exec limit(Omission::Cause cause, uint64_t bound, std::string what = "");
  ir::Operand argument(const ir::Instr& in, uint32_t i) const { return function_->args[in.first_arg + i]; }
  void make_arguments();

  // -- reuse.cc
  // An address in the null object: if an allocation may reuse freed memory, allocating and freeing count as accesses to
  // it.
  static constexpr Address kAllocator = 16;
  bool allocations_depend() const { return options_.reuse_addresses && others(); }
  bool watches_identities() const { return options_.reuse_matters != nullptr && !*options_.reuse_matters; }
  std::vector<Slot> reusable(ObjectKind kind, ThreadId owner, Slot also = 0) const;
  Slot reuse(Slot slot, Object* object);
  const Object* identified(const Value& v) const;
  void compares(const Value& a, const Value& b);
  void compares(const Object& one, const Object& other);
  void compares_thread_locals(const Object& one, const Object& other);
  void compares_locals(const Object& one, const Object& other);
  void compares_with_numbers(Slot slot);
  void record_comparison(const Object& object, ThreadId owner_of_other);
  void reuse_may_matter(ThreadId freed_by, std::pair<ThreadId, ThreadId> compared_by);
  void record_free(const Object& block);
  Slot resizable_block(const Value& reallocated) const;
  Exec resize(const ir::Instr& in, Slot slot, uint64_t size);

  // -- exclusive.cc
  struct Evaluation;
  struct Evaluated {
    bool value = false;
    std::string problem;  // the forbidden operation, if the predicate could not be evaluated
    ir::LocId loc = 0;    // the place of that operation
  };
  // The cached value of a predicate for a thread, and the data that the value depends on: the thread's handle, the
  // number of its thread-local variables, the objects that the predicate has read, and the locks that the thread holds.
  struct CachedPredicate {
    ThreadId thread = 0;
    ir::FunctionId predicate = 0;
    Slot handle = 0;
    uint32_t thread_locals = 0;
    std::vector<std::pair<Slot, Ref<Object>>> read;
    std::vector<Address> held;
    bool value = false;
  };
  Exec declare_exclusive(const ir::Instr& in);
  void drop_exclusives(Slot slot);
  bool holds_now(Address lock);
  std::string predicate_name(ir::FunctionId id) const;
  StepResult check_access(ThreadId t, const Action& action);
  bool reads(ThreadId t, ir::FunctionId predicate, const Access& access);
  StepResult check_holders(ThreadId mover, ir::LocId loc);
  StepResult find_holders(Exclusive& exclusive, ThreadId mover, ir::LocId loc);
  bool is_valid(const CachedPredicate& cached) const;
  Evaluated evaluate(ThreadId t, ir::FunctionId predicate);
  Evaluated evaluate_afresh(Evaluation& evaluation, ThreadId t, ir::FunctionId predicate);
  Evaluated evaluate_in(Evaluation& evaluation, ThreadId t, ir::FunctionId predicate);
  Evaluated run_predicate();
  bool may_evaluate(const Pointee& pointee, uint64_t size, bool write);

  // -- lock_words.cc
  struct WordValue {  // a value of a lock word, and the threads for which a predicate was then true
    uint32_t word = 0;
    ir::FunctionId predicate = 0;
    uint64_t value = 0;
    bool is_pointer = false;
    uint64_t holders = 0;
  };
  void record_read(ir::FunctionId predicate, const NamedBytes& place, bool is_lock);
  bool may_hold(const LockWord& lock, uint64_t holders) const;
  void record_holders(ir::FunctionId predicate, uint64_t holders);
  bool repeats_itself(const State& from, ThreadId t, const LockWord& word, const WordValue& value);
  bool is_same_state(const State& other, ThreadId t) const;

  // -- canonical.cc
  struct Serialiser;
  void put_exclusives(Serialiser& out) const;
  uint32_t name_of_unknown(uint32_t variable);
  terms::TermId rename_term(terms::TermId term);
  std::vector<terms::Condition> relevant_conditions();
  void append_elements(Slot slot, const Object& object, ChunkSink& sink, std::vector<uint32_t>& tuple);
  void collect_garbage();
  void mark_reachable(bool used, std::vector<uint32_t>& reached) const;
  const std::vector<uint32_t>& live_registers(const Frame& frame, bool innermost) const {
    const analysis::Liveness& liveness = liveness_[frame.function];
    return innermost ? liveness.live_at(frame.pc) : liveness.live_across_call(frame.pc);
  }
  std::vector<ir::LocId> leaks_after_traversal() const;

  // -- symmetry.cc
  // In ChunkCache::Mention: the rest is a thread, and the name is its place. No object has such a slot.
  static constexpr Slot kThreadMention = 0x7800'0000;
  struct Contents;
  uint64_t contents_of(const Object& object) const;
  uint64_t contents_of(const Thread& thread) const;
  uint64_t signature(const Object& object, ThreadId of, int depth) const;
  uint64_t signature(ThreadId t, const Thread& thread) const;
  void order_threads();
  const uint8_t* with_positions(const Object& object, Slot slot, ChunkCache& cache);
  bool is_anonymous(const Object& handle) const;
  bool runs_twin() const { return twins_.any() && thread_ != nullptr && twins_.contains(thread_->kind); }
  ThreadId counted_thread() const { return runs_twin() ? ir::kNone : current_; }
  void find_kind(Thread& thread);
  void follow_joins(ThreadId joiner);
  bool joins_all(ThreadId joiner, Twins::Kind kind, std::vector<Access>& accessed);
  bool joins_all_from(const State& from, ThreadId joiner, Twins::Kind kind, uint64_t result,
                      std::vector<Access>& accessed);
  void accesses_between_joins(const Pointee& pointee, uint64_t size, bool write);
  void reads_as_data(const Pointee& pointee, uint64_t size);
  void learns_handle(const Value& v);

  // -- inspection.cc
  bool is_inspected(const Object& object) const {
    return inspected_.memory || (object.global != ir::kNone && inspected_.globals.contains(object.global)) ||
           is_inspected_local(object);
  }
  bool is_inspected_local(const Object& object) const {
    return object.kind == ObjectKind::Stack && inspected_.locals.contains(object.site);
  }
  bool inspects_places() const { return !inspected_.in.empty(); }

  // -- pending.cc
  const ir::Instr& instruction(const Thread& thread) const;
  Value operand(const Thread& thread, ir::Operand o) const;
  bool enabled_apart_from_sections(ThreadId t, WaitsFor& why) const;
  uint32_t undefined_alternatives(const Thread& thread, const ir::Instr& in) const;
  void pending_access(const Thread& thread, const ir::Instr& in, Action& action) const;
  bool will_exchange(const Thread& thread, const ir::Instr& in) const;
  bool add_access(Action& action, Address address, uint64_t size, bool write, bool atomic) const;
  uint32_t nondet_choices(uint64_t bits) const;
  const std::vector<uint64_t>& representatives(uint32_t bits) const;
  ir::LocId user_loc(const Thread& thread) const;
  ir::LocId end_of_function(const Thread& thread) const;
  ir::LocId last_return(ir::FunctionId function) const;
  void note_maker(Object& allocated) const;

  const ir::Function* callee_of(const Thread& thread, const ir::Instr& in) const;
  template <typename F>
  void for_each_struct_argument(const Thread& thread, const ir::Instr& in, F f) const;
  void add_dangling(const Thread& thread, const ir::Instr& in, std::vector<Access>& accesses) const;
  uint32_t first_ending_local(const Thread& thread, const ir::Instr& in) const;
  bool changes_handles(ThreadId t, ir::SyncOp op) const;
  void add_scope(const Thread& thread, const ir::Instr& in, Action& action) const;
  void add_ends(const Thread& thread, const ir::Instr& in, Action& action) const;

  // -- names.cc
  void published(const Object& object, Slot slot);
  void ended(const Object& object);

  // -- describe.cc
  std::string part_of_object(const Object& object, Slot slot, uint64_t offset, uint64_t size) const;
  std::string place_of_local(const Object& local) const;
  const ir::Made* made_as(const Object& object) const;
  std::string describe_object(const Object& object, Slot slot) const;
  // The message for an access to an object whose lifetime has ended.
  std::string access_after_end(const Object& object, Slot slot, const char* verb) const;
  std::string describe_loc(ir::LocId loc) const;
  std::string function_name(ir::FunctionId id) const;
  std::string library_call(const Thread& thread) const;

  const ir::Program& program_;
  const Options options_;
  std::vector<std::vector<Value>> function_constants_;  // by function
  std::vector<analysis::Liveness> liveness_;            // by function
  std::vector<Ref<Object>> immutable_;  // constants, then functions; the slot in their addresses is kImmutable + index
  std::vector<uint64_t> element_size_;  // by slot of a global: the size of one chunk of its canonical form, or 0
  std::vector<Slot> global_slot_;       // by global
  std::vector<Slot> function_slot_;     // by function
  Slot first_dynamic_ = 1;              // the first slot after those of the mutable globals
  bool uses_arguments_ = false;
  State initial_;  // globals laid out, no thread yet
  State state_;

  // The running thread, inside step().
  ThreadId current_ = 0;
  Thread* thread_ = nullptr;
  const ir::Function* function_ = nullptr;
  const Value* constants_ = nullptr;
  uint64_t* regs_ = nullptr;
  Tag* tags_ = nullptr;
  uint32_t base_ = 0;
  bool visible_allowed_ = false;  // the next instruction is the step's visible action
  uint32_t choice_ = 0;           // the alternative of that action
  ProgramEnd end_;                // the result of end_program
  uint64_t fuel_ = 0;             // the remaining budget of instructions of the step
  Address arguments_ = 0;         // argv

  bool has_fault_ = false;
  StepResult fault_;

  // By name, over all executions: the thread that has made objects of this name reachable for other threads.
  struct Published {
    ThreadId by = 0;
    bool unique = true;
  };
  std::map<uint32_t, Published> published_;
  uint64_t names_lost_ = 0;
  bool addresses_as_numbers_ = false;
  ir::LocId addresses_noted_at_ = 0;
  // By allocation site, over all executions: the threads that freed blocks of this site that other threads could reach;
  // and the threads that compared such blocks with other blocks, each together with the thread that had allocated the
  // other block.
  struct Uses {
    std::set<ThreadId> freed_by;
    std::set<std::pair<ThreadId, ThreadId>> compared_by;
  };
  std::map<ir::LocId, Uses> uses_;
  bool reused_numbers_ = false;

  bool observed_ = false;  // some operation other than a weak atomic access has observed without ordering
  UsedObjects used_;
  bool reinitialises_objects_ =
      false;  // a synchronisation object was initialised or destroyed while several threads existed
  std::set<ir::LocId> freed_sites_;   // allocation sites of heap memory that was freed while several threads existed
  std::set<ir::LocId> object_sites_;  // allocation sites of memory that contained synchronisation objects
  bool has_weak_atomics_ = false;     // the program has atomic accesses that lack acquire or release order
  WeakAtomics weak_atomics_;
  mutable std::map<ir::FunctionId, ir::FunctionId> called_by_state_;  // see run_by_state
  uint32_t call_of_main_ = UINT32_MAX;  // the position of the call of main in the entry function
  bool has_own_operators_ = false;      // the program replaces new or delete, so deallocation functions are not checked
  bool recording_ = false;
  bool watches_globals_ = false;
  std::vector<NamedBytes> accessed_globals_;  // accesses to globals since the last take_accessed_globals()
  std::vector<Event> events_;
  std::string output_;
  std::vector<std::string> notes_;
  std::vector<Omission> incomplete_;
  Coverage coverage_;
  std::set<std::pair<ir::FunctionId, uint32_t>> reached_;  // calls of mover_reachable that were executed
  mutable std::vector<std::pair<uint32_t, std::vector<uint64_t>>> representatives_;  // by width

  // Exclusive access predicates.
  std::vector<bool> read_by_predicate_;  // by global: a thread-local variable that a predicate may read
  std::vector<NamedBytes> read_by_predicates_;
  std::vector<std::pair<NamedBytes, ir::FunctionId>> declared_late_;
  // A second interpreter, which evaluates predicates on a copy of the state.
  std::unique_ptr<Vm> evaluator_;
  std::map<ir::FunctionId, std::vector<NamedBytes>> predicate_reads_;
  std::vector<LockWord> lock_words_;
  std::vector<WordValue> word_values_;
  mutable std::unique_ptr<Vm> prober_;  // executes compare-and-swaps in copies of states
  Evaluation* evaluation_ = nullptr;    // set only in the evaluator
  std::vector<CachedPredicate> cached_predicates_;

  uint32_t frames_kept_ = 0, blocks_kept_ = 0;  // see Scopes::functions_kept and blocks_kept
  bool watches_jumps_ = false;
  std::set<Jump> jumps_;  // see ControlFlow
  bool progressed_ = false;
  std::vector<Operation> completed_;
  Inspected inspected_;
  bool has_ended_ = false;                      // the last step has ended the execution
  std::map<ir::GlobalId, Slot> unused_copies_;  // initial copies of inspected thread-locals, for threads without a copy
  uint64_t places_before_ = 0;  // the places of the running thread before the step, if they are inspected
  uint32_t chunk_epoch_ = 0;    // the number of calls of forget_chunks()

  // Undefined values, if executions continue after their uses. The evaluator of predicates shares them.
  struct Unknowns {
    terms::Terms terms;
    terms::Satisfiability satisfiability{terms};
    std::map<Address, uint32_t> elsewhere;  // by address outside of all objects: the variable of this byte
  };
  std::shared_ptr<Unknowns> unknowns_ = std::make_shared<Unknowns>();

  Twins twins_;

  // Scratch of the canonical form.
  std::vector<ThreadId> position_;  // by thread: its place in the order of threads; empty: threads are not permuted
  std::vector<ThreadId> in_order_;  // by place: the thread
  struct OwnerWord {                // a word that holds the number of the thread that holds the lock
    Slot slot = 0;
    uint32_t offset = 0;
    ThreadId owner = 0;
  };
  std::vector<OwnerWord> owner_words_;
  std::vector<uint64_t> patched_;  // an object's bytes with the places of owners instead of their numbers
  std::unordered_map<uint32_t, uint32_t> unknown_name_of_;  // by variable: its name
  uint32_t named_unknowns_ = 0;
  terms::Terms::Renamed renamed_terms_;
  std::vector<uint32_t> name_of_;  // by slot: the object's name, or 0
  std::vector<Slot> named_;        // the objects in the order of the traversal: name n is element n - 1
  std::string buffer_;
  std::vector<Slot> split_arrays_;     // arrays of which each element is a chunk
  std::vector<uint32_t> first_chunk_;  // by slot of a global: the index of its first chunk in the tuple
  size_t num_global_chunks_ = 0;
  struct LastArray {  // an array in the last canonical form
    std::vector<uint8_t> bytes;
    std::vector<uint32_t> numbers;
  };
  std::vector<LastArray> last_arrays_;  // by slot
};

}  // namespace mover::vm
