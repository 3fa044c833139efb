// The objects, threads and contexts of the value analysis, and the iteration to its fixpoint.
#include "symbolic/values.h"

#include "analysis/cfg.h"
#include "analysis/liveness.h"
#include "ir/call_sites.h"
#include "support/deadline.h"
#include "vm/place_hash.h"

namespace mover::symbolic {

using ir::Instr;

ValueAnalysis::ValueAnalysis(const ir::Program& program, const Bounds& bounds,
                             const std::vector<std::string>& arguments, bool malloc_may_fail)
    : program_(program), bounds_(bounds), may_fail_(malloc_may_fail), objects_(1), cells_(1) {
  for (const ir::Function& function : program.functions) {
    in_cycle_.push_back(analysis::on_cycles(function));
    conditions_.push_back(analysis::conditions(function));
  }
  add_program_objects(arguments);
  add_thread(program.entry);
  run();
}

ObjectId ValueAnalysis::add_object(MemoryObject object) {
  if (object.is_memory() && !object.is_constant && object.size > bounds_.bytes)
    throw Unsupported("the object " + object.name + " has more than " + std::to_string(bounds_.bytes) + " bytes",
                      object.loc);
  objects_.push_back(std::move(object));
  cells_.emplace_back();
  return static_cast<ObjectId>(objects_.size() - 1);
}

void ValueAnalysis::add_program_objects(const std::vector<std::string>& arguments) {
  const auto num_globals = static_cast<ObjectId>(program_.globals.size());
  first_function_ = 1 + num_globals;
  auto address = [&](const ir::Constant& target) {
    return target.kind == ir::Constant::Kind::Function ? address_of(first_function_ + target.id)
                                                       : address_of(1 + target.id, target.value);
  };
  auto fill = [&](MemoryObject& object, const ir::Global& global) {
    object.size = global.size;
    object.is_constant = global.is_constant;
    object.name = global.name;
    object.loc = global.loc;
    object.bytes = global.bytes;
    for (const ir::Relocation& relocation : global.relocations)
      object.pointers.push_back({relocation.offset, address(relocation.target)});
  };
  for (ir::GlobalId id = 0; id < num_globals; ++id) {
    MemoryObject object;
    object.id = id;
    fill(object, program_.globals[id]);
    objects_.push_back(object);  // not limited by bounds_.bytes, because the program may never access it
    cells_.emplace_back();
  }
  for (ir::FunctionId id = 0; id < program_.functions.size(); ++id) {
    MemoryObject object;
    object.kind = MemoryObject::Kind::Function;
    object.id = id;
    object.name = program_.functions[id].name;
    add_object(object);
  }
  MemoryObject list;
  list.kind = MemoryObject::Kind::Argument;
  list.name = "argv";
  list.size = (arguments.size() + 1) * 8;
  for (const std::string& word : arguments) {
    MemoryObject text;
    text.kind = MemoryObject::Kind::Argument;
    text.name = "argv";
    text.size = word.size() + 1;
    text.bytes.assign(word.begin(), word.end());
    text.bytes.push_back(0);
    list.pointers.push_back({list.pointers.size() * 8, address_of(add_object(text))});
  }
  arguments_ = add_object(list);
  argument_count_ = arguments.size();
}

ThreadIndex ValueAnalysis::add_thread(ir::FunctionId entry) {
  const auto t = static_cast<ThreadIndex>(threads_.size());
  threads_.emplace_back();
  regs_.emplace_back();
  reached_.emplace_back();
  MemoryObject handle;
  handle.kind = MemoryObject::Kind::Handle;
  handle.thread = t;
  handle.name = "thread " + std::to_string(t);
  threads_[t].handle = add_object(handle);
  add_context(t, entry, ir::kNone, 0);
  reach(t, 0);
  return t;
}

ContextId ValueAnalysis::add_context(ThreadIndex t, ir::FunctionId function, ContextId parent, uint32_t call_pc) {
  ThreadCode& thread = threads_[t];
  const ir::Function& callee = program_.functions[function];
  Context context;
  context.function = function;
  context.parent = parent;
  context.call_pc = call_pc;
  context.first_node = thread.num_nodes();
  context.first_reg = thread.num_regs;
  context.depth = parent == ir::kNone ? 0 : thread.contexts[parent].depth + 1;
  const auto id = static_cast<ContextId>(thread.contexts.size());
  thread.contexts.push_back(context);
  thread.context_of.resize(thread.context_of.size() + callee.code.size(), id);
  thread.num_regs += callee.num_regs;
  num_nodes_ += static_cast<uint32_t>(callee.code.size());
  if (num_nodes_ > bounds_.nodes)
    throw Unsupported(
        "with all calls inlined, the program has more than " + std::to_string(bounds_.nodes) + " instructions",
        callee.loc);
  regs_[t].resize(thread.num_regs);
  reached_[t].resize(thread.num_nodes(), false);
  for (uint32_t reg : unset_registers(function)) regs_[t][context.first_reg + reg].join(undefined());
  return id;
}

AbstractValue ValueAnalysis::undefined() const {
  AbstractValue value = AbstractValue::undefined();
  if (bounds_.freezes_undefined) value.add_any_number();
  return value;
}

// The registers that a function may read before it writes them.
const std::vector<uint32_t>& ValueAnalysis::unset_registers(ir::FunctionId function) const {
  auto [at, is_new] = unset_.try_emplace(function);
  if (!is_new) return at->second;
  const analysis::Liveness liveness(program_.functions[function]);
  for (uint32_t reg : liveness.live_at(0))
    if (reg >= program_.functions[function].num_params) at->second.push_back(reg);
  return at->second;
}

void throw_if_limit_reached() {
  if (support::deadline().reached()) throw Unsupported("the circuit was not complete when the search ended", 0);
}

void ValueAnalysis::run() {
  do {
    changed_ = false;
    for (ThreadIndex t = 0; t < threads_.size(); ++t)
      for (NodeId node = 0; node < threads_[t].num_nodes(); ++node)
        if (reached_[t][node]) throw_if_limit_reached(), visit(t, node);
  } while (changed_);
}

void ValueAnalysis::reach(ThreadIndex t, NodeId node) {
  if (reached_[t][node]) return;
  reached_[t][node] = true;
  changed_ = true;
}

const ir::Function& ValueAnalysis::function(ThreadIndex t, NodeId node) const {
  return program_.functions[threads_[t].context(node).function];
}

const Instr& ValueAnalysis::instr(ThreadIndex t, NodeId node) const {
  return function(t, node).code[threads_[t].pc_of(node)];
}

uint32_t ValueAnalysis::place_number(ThreadIndex t, NodeId node) const {
  const ThreadCode& thread = threads_[t];
  std::vector<std::pair<ir::FunctionId, uint32_t>> frames;  // the innermost one first
  uint32_t pc = thread.pc_of(node);
  for (ContextId id = thread.context_of[node]; id != ir::kNone; id = thread.contexts[id].parent) {
    frames.push_back({thread.contexts[id].function, pc});
    pc = thread.contexts[id].call_pc;
  }
  vm::PlaceHash hash;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) hash.add(frame->first, frame->second);
  return hash.number();
}

std::vector<ir::Constant> ValueAnalysis::call_sites(ThreadIndex t, NodeId node) const {
  const ThreadCode& thread = threads_[t];
  std::vector<ir::Constant> result;
  for (ContextId id = thread.context_of[node]; thread.contexts[id].parent != ir::kNone;
       id = thread.contexts[id].parent) {
    const ir::FunctionId caller = thread.contexts[thread.contexts[id].parent].function;
    if (caller == program_.entry) break;
    const ir::Constant* handlers = ir::handlers_of_call(program_.functions[caller], thread.contexts[id].call_pc);
    result.push_back(handlers == nullptr ? ir::Constant{ir::Constant::Kind::Int, 0, 0} : *handlers);
  }
  return result;
}

ir::LocId ValueAnalysis::user_loc(ThreadIndex t, NodeId node) const {
  const ThreadCode& thread = threads_[t];
  uint32_t pc = thread.pc_of(node);
  for (ContextId id = thread.context_of[node]; id != ir::kNone; id = thread.contexts[id].parent) {
    const ir::Function& function = program_.functions[thread.contexts[id].function];
    if (!function.is_library) return function.code[pc].loc;
    pc = thread.contexts[id].call_pc;
  }
  return 0;
}

AbstractValue ValueAnalysis::operand(ThreadIndex t, NodeId node, ir::Operand o) const {
  return o >= 0 ? refined(t, node, o) : any_operand(t, node, o);
}

// The operand, without regard to the branches that lead to the node.
AbstractValue ValueAnalysis::any_operand(ThreadIndex t, NodeId node, ir::Operand o) const {
  if (o >= 0) return regs_[t][threads_[t].context(node).first_reg + static_cast<uint32_t>(o)];
  return any_constant(function(t, node).constants[static_cast<size_t>(~o)]);
}

AbstractValue ValueAnalysis::any_constant(const ir::Constant& constant) const {
  switch (constant.kind) {
    case ir::Constant::Kind::Int:
      return AbstractValue::number(constant.value);
    case ir::Constant::Kind::Undef:
      return undefined();
    case ir::Constant::Kind::Global:
      return AbstractValue::pointer(global_object(constant.id), static_cast<int64_t>(constant.value));
    case ir::Constant::Kind::Function:
      return AbstractValue::pointer(function_object(constant.id), 0);
  }
  return {};
}

AbstractValue ValueAnalysis::argument(ThreadIndex t, NodeId node, uint32_t index) const {
  return operand(t, node, function(t, node).args[instr(t, node).first_arg + index]);
}

void ValueAnalysis::define(ThreadIndex t, NodeId node, int32_t reg, const AbstractValue& value) {
  if (reg < 0) return;
  changed_ |= regs_[t][threads_[t].context(node).first_reg + static_cast<uint32_t>(reg)].join(value);
}

bool ValueAnalysis::repeats(ThreadIndex t, NodeId node) const {
  const ThreadCode& thread = threads_[t];
  uint32_t pc = thread.pc_of(node);
  for (ContextId id = thread.context_of[node]; id != ir::kNone; id = thread.contexts[id].parent) {
    if (in_cycle_[thread.contexts[id].function][pc]) return true;
    pc = thread.contexts[id].call_pc;
  }
  return false;
}

}  // namespace mover::symbolic
