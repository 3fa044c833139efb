// Internal to the symbolic engine: builds the circuit (section 4 of [KGS06]). A thread's code is cut at its visible
// instructions and in every loop. A step begins at a cut and ends at the next one. The code between cuts has no cycle,
// so all code of a thread is executed symbolically once, in topological order. Each node has a guard: a literal that is
// true if the step executes the node. Where paths join, the guards of the edges select the values.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>

#include "analysis/liveness.h"
#include "analysis/loops.h"
#include "circuit/float_word.h"
#include "symbolic/changes.h"
#include "symbolic/flow.h"
#include "symbolic/footprint.h"
#include "symbolic/model.h"
#include "symbolic/order.h"
#include "symbolic/sync_words.h"

namespace mover::symbolic {

using circuit::kFalse;
using circuit::kTrue;
using circuit::Literal;
using circuit::Word;

// The state of a thread during an operation in which it may wait (may_wait_inside).
enum Status : uint32_t { kReady, kWaiting, kWoken };

// A word of the state: a register, a byte of memory, or an attribute of a thread or an object.
struct Variable {
  std::string name;
  unsigned width = 0;
  bool may_be_undefined = false, starts_undefined = false;
  uint64_t initial = 0;
  circuit::NamedWord::Role role = circuit::NamedWord::Role::Data;
  ThreadIndex owner = ir::kNone;             // the thread of a register; kNone: not a register. Dead registers are 0
  uint32_t reg = 0;                          // the index of a register in its thread
  uint64_t varying = UINT64_MAX, fixed = 0;  // of a register: the bits that vary, and the values of the others
  ContextId home = ir::kNone;                // of a byte of a local that shares latches: its function
  VariableId store = 0;               // of a register that shares latches: the variable that has them (registers.cc)
  std::map<NodeId, VariableId> held;  // of a variable that registers share: the register that it holds, by cut
  std::optional<Value> latches;       // created when the variable is first read
};

// An edge of the control-flow graph: the literal that is true if the step takes it, and the values written before.
struct Edge {
  Literal guard = kFalse;
  Changes changes;
};

// An edge that ends the step, because it leads to a cut or ends the thread.
struct Arrival {
  uint32_t code = 0;        // the new value of the program counter
  NodeId node = ir::kNone;  // kNone: the thread has ended or failed
  Edge edge;
};

// A possible target of an access. The guard is true if the address is that of the target.
struct Target {
  ObjectId object = 0;
  uint64_t offset = 0;
  Literal guard = kFalse;
};

// The next access of a thread that is at a cut.
struct PendingAccess {
  Literal guard = kFalse;
  std::vector<Target> targets;
  uint64_t bytes = 0;  // 0: the whole object
  bool write = false;
  Literal atomic = kFalse;
  bool while_enabled = false;  // the access is pending only while the thread is enabled
};

class Builder {
 public:
  Builder(const ValueAnalysis& values, const CheckedProperties& checked, const Setting& setting, Reduction reduction,
          const Refuted& refuted, const ReductionRules& rules);
  Model build();

 private:
  friend class WatchedOrder;
  // --- walk.cc: the cuts and the symbolic execution; compose.cc: the variables and the composition
  struct ThreadState {
    VariableId pc = 0;      // the program counter
    VariableId status = 0;  // a value of Status
    VariableId timed_out = 0, result = 0, detached = 0, joined = 0;
    VariableId depth = 0;  // the number of nested atomic sections that the thread is in
    // They exist only if the observed formula needs them; 0: it does not. See observed_atoms.cc.
    VariableId started = 0, number = 0, last_places = 0, ended = 0;
    VariableId first_reg = 0;       // register 0; the others follow
    std::vector<uint32_t> code_of;  // by node: the value of the program counter; 0: the node is not a cut
    std::vector<NodeId> cuts;
    std::vector<bool> single_threaded;        // by node: no other thread exists while this thread is at the node
    std::vector<uint32_t> order;              // the nodes in topological order
    std::vector<std::vector<Edge>> incoming;  // by node
    std::vector<Arrival> arrivals;
    Literal has_step = kFalse;  // the thread is at a cut at which a step may begin
    Literal disabled = kFalse;  // the first instruction of this step blocks
    Literal scheduled = kFalse;
    std::vector<PendingAccess> pending;
    // A reason for which the thread may be blocked.
    struct Blocked {
      Literal guard = kFalse;
      enum class On : uint8_t { Lock, Holders, Writers, Join, Other } on = On::Other;
      Word owner;  // Lock: the index of the owner + 1
      // By thread: whether the blocked thread waits for it. Holders: it holds the lock. Writers: it waits for the lock.
      // Join: it is joined.
      std::vector<Literal> awaited;
    };
    std::vector<Blocked> blocked;
  };
  template <typename F>
  void for_each_next(ThreadIndex t, NodeId node, F f) const {
    symbolic::for_each_next(values_, t, node, f);
  }
  void find_shared_objects();
  void find_single_threaded_nodes(ThreadIndex t);
  bool is_visible(ThreadIndex t, NodeId node) const;
  bool ends_locals(ThreadIndex t, NodeId node, const std::vector<bool>& objects) const;
  bool may_access_shared(const AbstractValue& address) const;
  template <typename F>
  void for_each_address(ThreadIndex t, NodeId node, F f) const {
    symbolic::for_each_address(values_, t, node, f);
  }
  void find_cuts(ThreadIndex t);
  void make_variables();
  void walk(ThreadIndex t);
  void begin_at_cut(ThreadIndex t, NodeId node);
  Edge merged(ThreadIndex t, NodeId node, const std::vector<Edge>& edges);
  bool is_live(ThreadIndex t, NodeId node, uint32_t reg) const;
  const analysis::Liveness& liveness(ir::FunctionId function) const;
  void compose();
  std::vector<Literal> explored_threads();
  std::vector<Literal> stubborn_threads();
  Literal holds(ThreadIndex t, const LockName& lock);
  void set_next_values();
  Value next_of(VariableId id);
  using Cases = std::map<std::pair<Word, Literal>, Literal>;  // values (bits, whether undefined), with their literals
  Cases cases_of(VariableId id, ThreadIndex t, const Value& now) const;
  VariableId register_at(VariableId id, NodeId node) const;
  void name_words();

  // --- control.cc
  void mark_control();
  bool is_address(VariableId id) const;
  Word recorded(circuit::Arithmetic::Operator op, const Word& a, const Word& b);

  // --- registers.cc
  std::vector<uint32_t> live_registers(ThreadIndex t, NodeId node) const;
  void share_latches(ThreadIndex t);
  void share_latches(ThreadIndex t, const std::map<VariableId, std::vector<uint32_t>>& live_at);
  bool shares_latches(ObjectId object) const;
  bool is_active(ThreadIndex t, NodeId node, ContextId context) const;  // the node is in a call from that context
  unsigned varying_count(const Variable& variable) const;
  void find_varying_bits(ThreadIndex t, Variable& variable) const;
  bool is_first_function(ThreadIndex t, uint32_t reg) const;
  bool needs_latches(const Variable& register_) const;
  Word varying_bits(const Variable& variable, const Word& bits) const;
  Word with_fixed_bits(const Variable& variable, const Word& varying) const;
  void set_register(uint32_t reg, Value value);

  // --- footprint.cc
  class FootprintCollector;
  Footprints footprints() const;
  std::vector<NodeId> sticky_cuts(ThreadIndex t) const;
  void link(ThreadIndex t, Event& event, const std::vector<uint32_t>& event_of) const;
  bool is_violation(BadKind kind) const;

  // --- properties.cc
  void add_properties();
  void cover(Model::Covered::What what, Literal literal);  // `literal` is that of a step of thread_
  void add_coverage();
  Literal deadlock();
  Literal race();
  std::string why_no_race_proof() const;
  Literal alive_thread(ThreadIndex t);

  // --- observed_atoms.cc
  void find_observed_objects();
  std::set<ObjectId> objects_of(const ltl::Typed& lvalue) const;
  std::set<ObjectId> pointees_of(const ltl::Typed& pointer) const;
  std::vector<ObjectId> variables_of(ThreadIndex t, const ltl::Typed& variable) const;
  bool is_observed(ThreadIndex t, NodeId node) const;
  bool is_observed(const AbstractValue& address) const;
  uint64_t places(ThreadIndex t, NodeId node) const;
  void cut_where_places_change(ThreadIndex t, std::vector<bool>& is_cut) const;
  void make_observed_variables();
  Literal start(ThreadIndex t, Literal here);
  void number_created_thread(ThreadIndex t, Literal taken);
  void keep_last_places();
  // The value of an expression of the formula, extended to 64 bits. An expression that has no value is false.
  struct Observed {
    Word bits;
    Literal exists = kTrue;
  };
  struct ObservedPlace {
    Word address;
    std::vector<ObjectId> objects;  // the address, if it is that of an object, is in one of these
    Literal exists = kTrue;
  };
  Literal atom(const ltl::Typed& expression);
  Observed value_of(const ltl::Typed& expression);
  ObservedPlace place_of(const ltl::Typed& lvalue);
  ObservedPlace variable_of_thread(const ltl::Typed& lvalue, std::vector<ObjectId> objects);
  Literal is_readable(ObjectId id);
  Observed load(const ltl::Typed& lvalue, const ltl::Type& type);
  Observed unary(const ltl::Typed& expression);
  Observed binary(const ltl::Typed& expression);
  Literal is_at(ThreadIndex t, uint64_t bit);
  Literal holds_observed(ThreadIndex t, const ObservedPlace& lock);
  Literal holds_any(ThreadIndex t);
  Literal holds_at(ThreadIndex t, ObjectId object, uint64_t offset, sync::Kind kind);
  template <typename F>
  Literal of_thread(std::optional<ThreadId> thread, F holds);

  // --- interpreter_steps.cc
  bool counts_steps() const;
  static bool reads_enabled(const ltl::Typed& expression);
  bool may_park(ThreadIndex t, NodeId node) const;
  Literal surely_parks(ThreadIndex t, NodeId node);
  Literal may_divide_step();

  // --- violations.cc
  void add_violations(const std::vector<Literal>& can_step);
  void add_automaton(const std::vector<Literal>& atoms);
  void add_fairness(const std::vector<Literal>& can_step, Literal stays);

  // --- livelocks.cc
  struct ShownLivelock {
    Livelock kind = Livelock::Loop;
    ThreadIndex thread = 0;
    Literal allowed = kTrue, repeated = kTrue;  // what holds in all of its steps, and in infinitely many
  };
  void add_livelocks(Literal stays);
  void add_livelock_in(ThreadIndex t, ContextId home, const analysis::Loop& loop);
  void add_starvation(ThreadIndex t, Literal stays);
  void add_blocked_for_ever(ThreadIndex t, Literal stays);
  Literal passes_mark(ThreadIndex t);
  template <typename Chosen>
  Literal executes(ThreadIndex t, Chosen is_chosen);

  // --- instructions.cc: these functions execute the node node_ of thread_ under guard_, and write to changes_
  void execute();
  void compute();
  void compute_float();
  void compute_unknown_float(const Value& a, const Value& b);
  Word float_sum(const Word& a, const Word& b, bool subtracts);
  Word with_any_nan(const circuit::FloatResult& result, unsigned width);
  void execute_call();
  void enter(ir::FunctionId function);
  void make_object_of_call(ObjectId id, const std::string& what);
  void put_variadic(ir::FunctionId function, ContextId context);
  void execute_va_start();
  void execute_return();
  void end_of_locals(ContextId context);
  void execute_service();
  void branch(const Value& value, NodeId then, NodeId otherwise);
  void flow(NodeId to);
  void arrive(uint32_t code);
  void end_if(Literal condition, BadKind kind, const std::string& message, bool may_grow = false);
  void bound(const std::string& message, bool may_grow = false) { end_if(kTrue, BadKind::Bound, message, may_grow); }
  Literal may_be_equal(const AbstractValue& a, const Word& x, const AbstractValue& b, const Word& y);
  Literal is_address(const AbstractValue& value, const Word& bits);
  void end_if_address_is_number(const AbstractValue& a, const Word& x, const AbstractValue& b, const Word& y);
  Literal is_ended_object(const AbstractValue& value, const Word& bits);
  Literal is_late_object(const AbstractValue& value, const Word& bits);
  bool main_may_be_joined();

  Value operand(ir::Operand operand, unsigned width);
  Value argument(uint32_t index, unsigned width);
  AbstractValue abstract_operand(ir::Operand o) const { return values_.operand(thread_, node_, o); }
  AbstractValue abstract_argument(uint32_t i) const { return values_.argument(thread_, node_, i); }
  void set(int32_t reg, Value value);
  const ir::Instr& instr() const { return values_.instr(thread_, node_); }
  Literal latched_flag(VariableId id) { return latched(id).bits[0]; }
  Literal flag(VariableId id) { return read(id).bits[0]; }
  void set_flag(VariableId id, Literal value) { write(id, Value{Word{value}}); }

  // --- undefined_bits.cc
  Word undefined_bits(const Value& value, unsigned width) const;
  Value partly_undefined(Word bits, Word undefined_bits);
  Value resized(const Value& value, unsigned width);
  Value part(const Value& value, unsigned from, unsigned width);
  Value with_undefined_bits(ir::Op op, const Value& a, const Value& b, Word result);
  Literal comparison_is_undefined(ir::Predicate predicate, const Value& a, const Value& b);
  Word alternative(Literal undefined, uint64_t alternatives, const std::string& message);
  Value any_undefined(unsigned width, const Word& bits);
  Word decided(Literal undefined, const Word& taken, uint64_t alternatives, const std::string& message);
  Literal decided(const Value& condition, const std::string& message);

  // --- memory.cc
  void execute_load();
  void execute_store();
  void execute_copy();
  void execute_fill();
  void execute_rmw();
  void execute_exchange();
  void execute_alloca();
  void execute_allocation();
  VariableId allocated_variable(ObjectId object);
  static constexpr unsigned kSizeWidth = 32;
  VariableId size_variable(ObjectId object);
  Word size_of(ObjectId object);
  std::vector<Target> take_unused(const std::vector<ObjectId>& objects, Literal condition, const std::string& what);
  void set_sizes(const std::vector<Target>& objects, const Value& bytes);
  Word address_of_one(const std::vector<Target>& objects);
  void execute_free();
  void execute_scope(bool ends);
  std::vector<Target> locate(const Value& address, const AbstractValue& where, uint64_t bytes, bool write,
                             Literal* survived = nullptr);
  std::vector<Target> targets_of(const Word& address, const AbstractValue& where, uint64_t bytes) const;
  Value load(const std::vector<Target>& targets, uint64_t offset, unsigned width);
  void store(const std::vector<Target>& targets, uint64_t offset, const Value& value, Literal condition = kTrue);
  Value byte(ObjectId object, uint64_t offset);
  VariableId byte_variable(ObjectId object, uint64_t offset);
  VariableId flag_variable(std::vector<VariableId>& known, const char* name, ObjectId object);
  VariableId alive_variable(ObjectId object);
  void make_fresh(ObjectId object, Literal condition, bool zeroed);
  void register_access(const std::vector<Target>& targets, uint64_t bytes, bool write, Literal atomic);
  void add_pending_access(const std::vector<Target>& targets, uint64_t bytes, bool write, Literal atomic);
  void track_access(const std::vector<Target>& targets, uint64_t bytes, bool write);
  Literal in_section();
  void note_observation_in_section();
  void assume_guarded(const std::vector<Target>& targets, uint64_t bytes, bool by_sync);
  void assume_no_overflow(const std::vector<Target>& semaphores, Literal overflows);
  Literal is_joined_or_uncreated(ThreadIndex t);
  bool needs_lock(const ByteGuard& guard, ThreadIndex t, NodeId node) const;
  Literal has_guard(const ByteGuard& guard, uint32_t accessors, bool by_sync);
  bool escapes(ObjectId object) const;
  void check_copying(const std::vector<Target>& from, uint64_t bytes);
  void check_overwriting(const std::vector<Target>& targets, uint64_t bytes, Literal nonzero);
  // Whether memory, or a live register that the declaration of the object does not use, may hold its address.
  bool address_is_kept(ObjectId object) const;
  Literal in_use_at(ObjectId object, uint64_t offset, sync::Kind kind);
  Literal leaves(ThreadIndex t, const Word& address, sync::Kind kind, const std::vector<Target>& targets);
  void find_overwritten_objects();
  VariableId copied_variable(ObjectId object, uint64_t offset);
  Literal is_copy_of_used(sync::Kind kind, const std::vector<Target>& targets);
  void note_overwriting(const std::vector<Target>& targets, uint64_t bytes);
  void note_initialising(sync::Kind kind, const std::vector<Target>& targets, Literal made);
  void mark_copied_conditions(const std::vector<Target>& to, const std::vector<Target>& from, uint64_t bytes);
  Literal in_use(ObjectId object);  // a thread holds or waits for a synchronisation object in it

  // --- ranges.cc
  void execute_string_length();
  void execute_variable_copy(const Value& length);
  void execute_variable_fill(const Value& length);
  void execute_output();
  Word read_string(const Value& address, const AbstractValue& where);
  std::vector<Target> locate_range(const Value& address, const AbstractValue& where, const Word& length, bool write);
  std::vector<Target> bytes_within(const std::vector<Target>& targets, const Word& length, uint64_t most);
  uint64_t largest_range(const AbstractValue& where) const;
  void merge_with(Literal guard, const Changes& before, Literal condition);

  // --- synchronise.cc
  void execute_sync();
  void operate(ir::SyncOp op);
  void resume(ir::SyncOp op);
  void execute_create();
  void execute_join();
  void execute_detach();
  void end_thread(const Value& result);
  void enter_section();
  void leave_section();
  void leave_section_if(Literal condition);
  void put_object(sync::Kind kind, const std::vector<Target>& targets, const sync::Object<Circuits::Word>& object);
  void end_of_wait(ir::SyncOp op, Literal waiting);
  void abandon_robust_mutex();
  void make_consistent();
  void note_observation(Literal when);
  void block_on_rwlock(ir::SyncOp op, Literal blocks, const Word& owner, const std::vector<Target>& targets,
                       const Word& address);
  void wake(const Word& object, Literal one, Literal all, sync::Kind kind);
  Literal holds_mutex_of(ThreadIndex t);
  Literal has_others();
  using Positions = std::set<std::pair<uint64_t, sync::Kind>>;
  const Positions& sync_positions(ObjectId object) const;  // of the synchronisation objects in a memory object
  void register_sync_access(const std::vector<Target>& targets, uint64_t bytes, ir::SyncOp op, bool plain);
  Literal waits_at(ThreadIndex t, sync::Kind kind, uint32_t index, const Word& address, bool woken_too);
  Literal waits_on(ThreadIndex t, const Word& object, sync::Kind kind);
  Literal any_waits_on(const Word& object, sync::Kind kind);
  static constexpr unsigned kReadsWidth = 8;
  VariableId reads_of(ThreadIndex t, ObjectId object, uint64_t offset);
  Literal reads(ThreadIndex t, const std::vector<Target>& targets);  // thread t holds one of these locks as a reader
  void change_reads(const std::vector<Target>& targets, Literal more, Literal fewer);
  Literal waits_with(ThreadIndex t, const Word& mutex, bool woken_too);

  // --- variables
  VariableId add_variable(Variable variable);
  Value read(VariableId id);     // the value at this point of the step
  Value latched(VariableId id);  // the value before the step
  void write(VariableId id, Value value) { changes_.set(id, std::move(value)); }
  Value select(Literal condition, const Value& yes, const Value& no);
  Word fit(const Word& word, unsigned width) const { return circuit::zero_extend(word, width); }
  Literal at(ThreadIndex t, uint32_t code);  // the thread's program counter has that value
  Literal both(Literal a, Literal b) { return c_.conjunction(a, b); }
  Literal either(Literal a, Literal b) { return c_.disjunction(a, b); }
  std::string node_name(ThreadIndex t, NodeId node) const;

  const ValueAnalysis& values_;
  const ir::Program& program_;
  CheckedProperties checked_;
  Setting setting_;
  Reduction reduction_;
  const Refuted& refuted_;
  std::optional<Transactions> transactions_;
  ReductionRules rules_;
  Model model_;
  circuit::Circuit& c_;
  std::vector<Variable> variables_;
  std::vector<ThreadState> threads_;
  std::vector<std::vector<VariableId>> bytes_;  // by object
  std::vector<VariableId> alive_, allocated_;   // by object; 0: the variable does not exist yet
  std::map<ObjectId, VariableId> sizes_;        // of objects whose sizes are not constant
  std::vector<bool> shared_, may_hold_undefined_, holds_sync_;
  std::vector<bool> observed_;     // by object: atoms may read it
  std::vector<bool> overwritten_;  // by object: bytes of synchronisation objects in it may be written as memory
  std::map<std::pair<ObjectId, uint64_t>, VariableId> copied_;               // see is_copy_of_used()
  std::map<std::tuple<ThreadIndex, ObjectId, uint64_t>, VariableId> reads_;  // see reads_of()
  std::map<std::pair<ObjectId, uint64_t>, unsigned> words_;  // accessed words, with their numbers of bytes
  VariableId section_ = 0;                // the index + 1 of the thread that executes an atomic section; 0: none does
  VariableId exited_ = 0;                 // the program has ended
  VariableId unordered_observation_ = 0;  // a thread has observed an action that does not happen-before its own step
  std::vector<VariableId> section_accessed_;  // by thread: its atomic section has accessed shared memory
  bool has_sections_ = false;
  bool counts_steps_ = false;  // the formula depends on how executions are divided into steps
  WatchedOrder order_{*this};
  std::vector<Literal> constraints_;
  mutable std::map<ir::FunctionId, std::unique_ptr<analysis::Liveness>> liveness_;
  mutable std::vector<std::optional<bool>> escapes_;
  std::optional<bool> main_may_be_joined_;
  mutable std::map<ObjectId, Positions> sync_positions_;

  std::vector<ShownLivelock> livelocks_;
  std::vector<Literal> enabled_;
  Literal over_ = kFalse;  // the program has ended, or a thread has failed or reached a bound

  // The node that is executed, whether a step begins at it, its guard, and the values written before it.
  ThreadIndex thread_ = 0;
  NodeId node_ = 0;
  bool at_cut_ = false;
  Literal guard_ = kFalse;
  Changes changes_;
};

}  // namespace mover::symbolic
