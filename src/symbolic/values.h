// Points-to analysis, constant propagation and inlining in one fixpoint (section 4.1 of [KGS06]). The analysis computes
// the code that each thread can reach, the functions that an indirect call may enter, the threads that a node may
// create, and the abstract values of registers and memory. It is flow-insensitive. For registers it is
// context-sensitive: a function has its own registers for each chain of calls that leads to it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/conditions.h"
#include "ir/ir.h"
#include "symbolic/abstract_value.h"
#include "symbolic/threads.h"

namespace mover::symbolic {

// Thrown if the program as a whole cannot be modelled. The message is a sentence that says why.
struct Unsupported : std::runtime_error {
  Unsupported(const std::string& sentence, ir::LocId where) : std::runtime_error(sentence), loc(where) {}
  ir::LocId loc;
};

// Throws Unsupported if a limit of time or memory is reached, or if the user interrupts. All loops that may take long
// before a solver runs call it.
void throw_if_limit_reached();

// The reason why the circuit does not model this instruction, so that executions end there; null: it is modelled.
const char* not_modelled(const ir::Instr& instr);

// The upper half of an operand of more than 64 bits.
inline ir::Operand high(ir::Operand o) { return o >= 0 ? o + 1 : o - 1; }

// The first word of a va_list all of whose arguments are in the overflow area: gp_offset 48, fp_offset 176.
constexpr uint64_t kNoRegistersLeft = uint64_t{176} << 32 | 48;

// Whether this is a function like printf. Calls of such functions are not modelled, because the circuit would have to
// contain their code.
inline bool is_formatting(const ir::Function& function) { return function.is_variadic && function.is_library; }

// The result of the analysis, which the constructor computes.
class ValueAnalysis {
 public:
  ValueAnalysis(const ir::Program& program, const Bounds& bounds, const std::vector<std::string>& arguments,
                bool malloc_may_fail = false);

  const ir::Program& program() const { return program_; }
  const Bounds& bounds() const { return bounds_; }
  const std::vector<ThreadCode>& threads() const { return threads_; }
  const std::vector<MemoryObject>& objects() const { return objects_; }  // the first one is unused

  bool reached(ThreadIndex t, NodeId node) const { return reached_[t][node]; }
  const AbstractValue& reg(ThreadIndex t, uint32_t reg) const { return regs_[t][reg]; }
  const AbstractValue& reg_of(ThreadIndex t, NodeId node, int32_t reg) const {  // a register of the node's function
    return regs_[t][threads_[t].context(node).first_reg + static_cast<uint32_t>(reg)];
  }
  AbstractValue operand(ThreadIndex t, NodeId node, ir::Operand operand) const;
  AbstractValue argument(ThreadIndex t, NodeId node, uint32_t index) const;
  const ir::Instr& instr(ThreadIndex t, NodeId node) const;
  const ir::Function& function(ThreadIndex t, NodeId node) const;
  // The handlers of the calls that lead to the node, the innermost one first (ir::ServiceOp::CallSiteOf).
  std::vector<ir::Constant> call_sites(ThreadIndex t, NodeId node) const;
  AbstractValue any_constant(const ir::Constant& constant) const;
  uint32_t place_number(ThreadIndex t, NodeId node) const;  // the result of ir::ServiceOp::Place at this node
  ir::LocId user_loc(ThreadIndex t, NodeId node) const;     // the location in the innermost function of the user

  // The context that a call enters. kNone: calls are nested too deeply, or the call is handled without entering the
  // function.
  ContextId callee(ThreadIndex t, NodeId node, ir::FunctionId function) const;
  std::optional<std::string_view> constant_text(const AbstractValue& address) const;
  bool is_output(ThreadIndex t, NodeId node, ir::FunctionId function) const;  // the call prints and does nothing else
  // The indices of the arguments of such a call that are texts or streams. The circuit checks that each of them is one
  // of the addresses in its abstract value. nullopt: is_output() is false.
  std::optional<std::vector<uint32_t>> printed_pointers(ThreadIndex t, NodeId node, ir::FunctionId function) const;
  // The arguments that are addresses of printed texts that are not constant.
  std::vector<uint32_t> printed_strings(ThreadIndex t, NodeId node, ir::FunctionId function) const;
  // The call is a failed assertion with a constant text. It is not entered, because it only composes a message.
  bool is_failed_assertion(ThreadIndex t, NodeId node, ir::FunctionId function) const;
  // The instances of threads that this instruction may create with this entry function. Each creation takes the first
  // unused instance.
  std::vector<ThreadIndex> created(ThreadIndex t, NodeId node, ir::FunctionId entry) const;
  std::vector<ObjectId> blocks(ThreadIndex t, NodeId node) const;  // the objects that an allocation may create
  // A variadic argument of a call: its position and length in the call's argument list, and its offset in the object of
  // all variadic arguments. `byval_bytes` is the size of a struct that is passed by value, and 0 for other arguments.
  struct Variadic {
    uint32_t first = 0, registers = 0;
    uint64_t offset = 0, byval_bytes = 0;
  };
  std::vector<Variadic> variadic_arguments(ThreadIndex t, NodeId call, ir::FunctionId callee) const;
  ObjectId variadic_object(ThreadIndex t, ContextId context) const;
  // The callee's copy of a struct that is passed by value; 0: the parameter is not such a struct.
  ObjectId copied_parameter(ThreadIndex t, ContextId context, uint32_t parameter) const;
  ObjectId thread_local_object(ThreadIndex t, ir::GlobalId global) const;
  std::optional<ObjectId> find_thread_local(ThreadIndex t, ir::GlobalId global) const;  // none: t never accesses it
  ObjectId function_object(ir::FunctionId function) const { return first_function_ + function; }
  ObjectId global_object(ir::GlobalId global) const { return 1 + global; }
  ObjectId arguments() const { return arguments_; }
  uint64_t argument_count() const { return argument_count_; }
  uint64_t initial(ObjectId object, uint64_t offset, unsigned bytes) const;
  AbstractValue everything_in(ObjectId object) const;
  bool may_hold_undefined(ObjectId object) const { return everything_in(object).maybe_undefined(); }
  bool may_hold_address_of(ObjectId holder, ObjectId object) const;
  bool is_address_at(ObjectId object,
                     uint64_t offset) const;  // the word there may be an address, but not another number
  const std::vector<uint32_t>& unset_registers(ir::FunctionId function) const;
  // Whether the thread may execute the node more than once.
  bool repeats(ThreadIndex t, NodeId node) const;

 private:
  // The values that the program may store in an object. Offsets that are equal modulo `modulus` share one cell.
  struct Cells {
    uint64_t modulus = 0;                                           // 0: every offset has its own cell
    std::map<std::pair<uint64_t, uint64_t>, AbstractValue> values;  // by offset and number of bytes
    AbstractValue everywhere;                                       // values that copies and fills may store anywhere
  };

  void add_program_objects(const std::vector<std::string>& arguments);
  ObjectId add_object(MemoryObject object);
  ThreadIndex add_thread(ir::FunctionId entry);
  ContextId add_context(ThreadIndex t, ir::FunctionId function, ContextId parent, uint32_t call_pc);
  void run();
  void visit(ThreadIndex t, NodeId node);
  void visit_wide(ThreadIndex t, NodeId node);
  void visit_call(ThreadIndex t, NodeId node, ir::FunctionId function);
  void visit_service(ThreadIndex t, NodeId node);
  void visit_sync(ThreadIndex t, NodeId node);
  void visit_create(ThreadIndex t, NodeId node);
  AbstractValue robust_mutexes() const;
  void visit_variadic(ThreadIndex t, NodeId call, ir::FunctionId callee, ContextId context);
  void visit_va_start(ThreadIndex t, NodeId node);
  void visit_return(ThreadIndex t, NodeId node);
  void visit_allocation(ThreadIndex t, NodeId node, const AbstractValue& size, MemoryObject::Kind kind, bool zeroed);
  void reach(ThreadIndex t, NodeId node);
  void define(ThreadIndex t, NodeId node, int32_t reg, const AbstractValue& value);
  AbstractValue computed(ThreadIndex t, NodeId node) const;
  AbstractValue refined(ThreadIndex t, NodeId node, ir::Operand reg) const;
  AbstractValue any_operand(ThreadIndex t, NodeId node, ir::Operand operand) const;
  AbstractValue undefined() const;
  AbstractValue compared(ThreadIndex t, NodeId node) const;

  bool is_constant_text(const AbstractValue& address) const;  // all texts to which it may point are constant
  bool is_output_stream(const AbstractValue& stream) const;
  struct Printed {
    std::vector<uint32_t> constant, strings;  // arguments: addresses of constants, addresses of other texts
  };
  std::optional<Printed> printed_by(ThreadIndex t, NodeId node, ir::FunctionId function) const;

  void merge_cells(ObjectId object, const Offsets& offsets);
  std::vector<uint64_t> cells_of(ObjectId id, const Offsets& offsets, uint64_t bytes);
  void load_cell(ObjectId id, uint64_t key, uint64_t bytes, AbstractValue& result) const;
  AbstractValue load(const AbstractValue& address, uint64_t bytes);
  void store(const AbstractValue& address, uint64_t bytes, const AbstractValue& value);
  void copy(const AbstractValue& to, const AbstractValue& from, const AbstractValue& bytes);
  void copy_cells(ObjectId to, uint64_t to_offset, ObjectId from, uint64_t from_offset, uint64_t bytes);
  void initial_values(ObjectId object, uint64_t offset, uint64_t bytes, AbstractValue& result) const;

  const ir::Program& program_;
  Bounds bounds_;
  bool may_fail_ = false;  // an allocation may return null
  std::vector<ThreadCode> threads_;
  std::vector<MemoryObject> objects_;
  std::vector<Cells> cells_;
  std::vector<std::vector<AbstractValue>> regs_;
  std::vector<std::vector<bool>> reached_;
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<ObjectId>> blocks_;
  std::map<std::tuple<ThreadIndex, ContextId, uint32_t>, ObjectId> copied_;
  std::map<std::pair<ThreadIndex, ContextId>, ObjectId> variadic_;
  std::map<std::pair<ThreadIndex, ir::GlobalId>, ObjectId> thread_locals_;
  std::map<std::tuple<ThreadIndex, NodeId, ir::FunctionId>, std::vector<ThreadIndex>> created_;
  mutable std::map<ir::FunctionId, std::vector<uint32_t>> unset_;
  std::vector<std::vector<std::vector<analysis::Condition>>> conditions_;  // by function and instruction
  std::vector<std::vector<bool>> in_cycle_;                                // by function and instruction
  ObjectId first_function_ = 0, arguments_ = 0;
  uint64_t argument_count_ = 0;
  uint32_t num_nodes_ = 0;
  bool changed_ = false;
};

}  // namespace mover::symbolic
