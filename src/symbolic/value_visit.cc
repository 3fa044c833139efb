// The transfer functions of the value analysis: the effect of each instruction on the abstract values.
#include <algorithm>
#include <optional>
#include <string_view>

#include "ir/call_sites.h"
#include "ir/shape.h"
#include "symbolic/values.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;

void ValueAnalysis::visit(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  const uint64_t bytes = (in.width + 7u) / 8u;
  if (not_modelled(in) != nullptr) return;
  if (in.width > 64 && ir::shape_of(in).uses_width) return visit_wide(t, node);
  const NodeId first = threads_[t].context(node).first_node;
  switch (in.op) {
    case Op::ICmp:
    case Op::Overflow:
      define(t, node, in.dst, in.op == Op::ICmp ? compared(t, node) : computed(t, node));
      break;
    case Op::Load: {
      AbstractValue loaded = load(operand(t, node, in.a), bytes);
      if (bounds_.reads_undefined) loaded.join(undefined());
      define(t, node, in.dst, loaded);
      break;
    }
    case Op::Store:
      store(operand(t, node, in.a), bytes, operand(t, node, in.b));
      break;
    case Op::MemCpy:
      copy(operand(t, node, in.a), operand(t, node, in.b), operand(t, node, in.c));
      break;
    case Op::MemSet: {
      const AbstractValue filler = operand(t, node, in.b);
      for (const auto& [id, offsets] : operand(t, node, in.a).pointers())
        changed_ |= cells_[id].everywhere.join(filler.must_be_zero() ? filler : AbstractValue::any_number());
      break;
    }
    case Op::StrLen:
      define(t, node, in.dst, [&] {
        const std::optional<std::string_view> text = constant_text(operand(t, node, in.a));
        return text ? AbstractValue::number(text->size()) : AbstractValue::any_number();
      }());
      break;
    case Op::Rmw: {
      const AbstractValue address = operand(t, node, in.a), old = load(address, bytes);
      AbstractValue fresh = operand(t, node, in.b);
      if (static_cast<ir::RmwOp>(in.sub) != ir::RmwOp::Xchg) {
        fresh.add_any_number();
        for (const auto& [object, offsets] : old.pointers()) fresh.add_pointer(object, Offsets{1, 0});
      }
      store(address, bytes, fresh);
      define(t, node, in.dst, old);
      break;
    }
    case Op::CmpXchg: {
      const AbstractValue address = operand(t, node, in.a);
      store(address, bytes, operand(t, node, in.c));
      define(t, node, in.dst, load(address, bytes));
      AbstractValue either = AbstractValue::number(0);
      either.add_number(1);
      define(t, node, in.dst + 1, either);
      break;
    }
    case Op::Fence:
      break;
    case Op::Alloca:
      visit_allocation(t, node, operand(t, node, in.a), MemoryObject::Kind::Local, false);
      break;
    case Op::TlsAddr: {
      const auto global = static_cast<ir::GlobalId>(in.imm);
      auto [at, is_new] = thread_locals_.try_emplace({t, global}, 0);
      if (is_new) {
        MemoryObject object = objects_[global_object(global)];
        object.kind = MemoryObject::Kind::ThreadLocal;
        object.thread = t;
        at->second = add_object(object);
      }
      define(t, node, in.dst, AbstractValue::pointer(at->second, 0));
      break;
    }
    case Op::Br:
      return reach(t, first + in.target[0]);
    case Op::CondBr: {
      AbstractValue condition = operand(t, node, in.a);
      if (bounds_.decides_undefined && condition.maybe_undefined()) condition.add_any_number();
      if (!condition.is_bottom() && !condition.must_be_zero() &&
          (condition.has_any_number() || condition.numbers() != std::vector<uint64_t>{0}))
        reach(t, first + in.target[0]);
      if (condition.has_any_number() ||
          std::find(condition.numbers().begin(), condition.numbers().end(), 0) != condition.numbers().end())
        reach(t, first + in.target[1]);
      return;
    }
    case Op::Switch: {
      const ir::SwitchTable& table = function(t, node).switches[static_cast<size_t>(in.imm)];
      AbstractValue value = operand(t, node, in.a);
      if (bounds_.decides_undefined && value.maybe_undefined()) value.add_any_number();
      if (value.is_bottom()) return;
      for (const auto& [constant, target] : table.cases)
        if (value.has_any_number() ||
            std::find(value.numbers().begin(), value.numbers().end(), constant) != value.numbers().end())
          reach(t, first + target);
      return reach(t, first + table.fallback);
    }
    case Op::Ret:
      return visit_return(t, node);
    case Op::Unreachable:
      return;
    case Op::Call:
      return visit_call(t, node, static_cast<ir::FunctionId>(in.imm));
    case Op::CallInd:
      for (const auto& [object, offsets] : operand(t, node, in.a).pointers())
        if (objects_[object].kind == MemoryObject::Kind::Function) visit_call(t, node, objects_[object].id);
      return;
    case Op::Sync:
      return visit_sync(t, node);
    case Op::Service:
      return visit_service(t, node);
    default:
      define(t, node, in.dst, computed(t, node));
      break;
  }
  reach(t, node + 1);
}

// A value of more than 64 bits is in two registers. Both get the addresses of all operands, and any number.
void ValueAnalysis::visit_wide(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  const ir::Shape shape = ir::shape_of(in);
  const uint64_t bytes = (in.width + 7u) / 8u;
  auto halves = [&](ir::Operand o) {
    AbstractValue both = operand(t, node, o);
    both.join(operand(t, node, high(o)));
    if (!both.is_bottom()) both.add_any_number();
    return both;
  };
  AbstractValue result;
  if (in.op == Op::Load) {
    result = load(operand(t, node, in.a), bytes);
  } else if (in.op == Op::Store) {
    store(operand(t, node, in.a), bytes, halves(in.b));
  } else if (in.op == Op::Rmw || in.op == Op::CmpXchg) {
    const AbstractValue address = operand(t, node, in.a);
    store(address, bytes, halves(in.op == Op::Rmw ? in.b : in.c));
    result = load(address, bytes);
  } else {
    const ir::Operand operands[] = {in.a, in.b, in.c};
    for (uint8_t i = 0; i < shape.num_operands; ++i)
      if (operands[i] != ir::kNoOperand)
        result.join(shape.operands[i].wide() ? halves(operands[i]) : operand(t, node, operands[i]));
  }
  if (!result.is_bottom()) result.add_any_number();
  for (uint32_t i = 0; i < shape.num_defs; ++i) define(t, node, in.dst + static_cast<int32_t>(i), result);
  reach(t, node + 1);
}

void ValueAnalysis::visit_return(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  const Context& context = threads_[t].context(node);
  if (context.parent == ir::kNone) return;
  const Context& parent = threads_[t].contexts[context.parent];
  const NodeId call = parent.first_node + context.call_pc;
  const Instr& caller = instr(t, call);
  if (caller.dst >= 0) {
    if (in.a != ir::kNoOperand)
      define(t, call, caller.dst, operand(t, node, in.a));
    else
      for (uint32_t i = 0; i < in.num_args && i < std::max<uint32_t>(caller.num_results, 1); ++i)
        define(t, call, caller.dst + static_cast<int32_t>(i), argument(t, node, i));
  }
  reach(t, call + 1);
}

// The text at the address, if this is the same constant string in all executions.
std::optional<std::string_view> ValueAnalysis::constant_text(const AbstractValue& address) const {
  if (address.pointers().size() != 1 || address.has_any_number() || !address.numbers().empty()) return {};
  const auto& [id, offsets] = address.pointers()[0];
  const MemoryObject& object = objects_[id];
  if (!object.is_constant || !object.pointers.empty() || !offsets.is_exact() || offsets.first < 0) return {};
  const std::string_view bytes(reinterpret_cast<const char*>(object.bytes.data()), object.bytes.size());
  if (static_cast<uint64_t>(offsets.first) > bytes.size()) return {};
  const std::string_view rest = bytes.substr(static_cast<size_t>(offsets.first));
  const size_t end = rest.find('\0');
  if (end == std::string_view::npos && object.size <= bytes.size()) return {};  // no terminator
  return rest.substr(0, end);
}

ContextId ValueAnalysis::callee(ThreadIndex t, NodeId node, ir::FunctionId function) const {
  const ThreadCode& thread = threads_[t];
  const auto found = thread.calls.find({thread.context_of[node], thread.pc_of(node), function});
  return found == thread.calls.end() ? ir::kNone : found->second;
}

ObjectId ValueAnalysis::copied_parameter(ThreadIndex t, ContextId context, uint32_t parameter) const {
  const auto found = copied_.find({t, context, parameter});
  return found == copied_.end() ? 0 : found->second;
}

ObjectId ValueAnalysis::thread_local_object(ThreadIndex t, ir::GlobalId global) const {
  return thread_locals_.at({t, global});
}

std::optional<ObjectId> ValueAnalysis::find_thread_local(ThreadIndex t, ir::GlobalId global) const {
  const auto found = thread_locals_.find({t, global});
  return found == thread_locals_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ThreadIndex> ValueAnalysis::created(ThreadIndex t, NodeId node, ir::FunctionId entry) const {
  const auto found = created_.find({t, node, entry});
  return found == created_.end() ? std::vector<ThreadIndex>{} : found->second;
}

std::vector<ObjectId> ValueAnalysis::blocks(ThreadIndex t, NodeId node) const {
  const auto found = blocks_.find({t, node});
  return found == blocks_.end() ? std::vector<ObjectId>{} : found->second;
}

void ValueAnalysis::visit_call(ThreadIndex t, NodeId node, ir::FunctionId id) {
  const Instr& in = instr(t, node);
  const ir::Function& callee = program_.functions[id];
  if (is_output(t, node, id)) {
    define(t, node, in.dst, AbstractValue::any_number());
    return reach(t, node + 1);
  }
  if (is_formatting(callee) || is_failed_assertion(t, node, id)) return;
  const ContextId here = threads_[t].context_of[node];
  const auto key = std::tuple{here, threads_[t].pc_of(node), id};
  auto found = threads_[t].calls.find(key);
  if (found == threads_[t].calls.end()) {
    uint32_t times = 0;
    for (ContextId c = here; c != ir::kNone; c = threads_[t].contexts[c].parent)
      times += threads_[t].contexts[c].function == id;
    if (times >= bounds_.recursion) return;
    const ContextId context = add_context(t, id, here, threads_[t].pc_of(node));
    found = threads_[t].calls.emplace(key, context).first;
    changed_ = true;
  }
  const ContextId context_id = found->second;
  const Context context = threads_[t].contexts[context_id];
  for (uint32_t i = 0; i < in.num_args && i < callee.num_params; ++i) {
    AbstractValue value = argument(t, node, i);
    const auto is_copied = [&](const auto& entry) { return entry.first == i; };
    const auto by_value = std::find_if(callee.byval_params.begin(), callee.byval_params.end(), is_copied);
    if (by_value != callee.byval_params.end()) {
      auto [at, is_new] = copied_.try_emplace({t, context_id, i}, 0);
      if (is_new) {
        MemoryObject object;
        object.kind = MemoryObject::Kind::Local;
        object.size = by_value->second;
        object.starts_undefined = true;
        object.thread = t;
        object.node = context.first_node;
        object.name = "parameter of " + callee.name;
        at->second = add_object(object);
      }
      const AbstractValue copy_of = AbstractValue::pointer(at->second, 0);
      copy(copy_of, value, AbstractValue::number(by_value->second));
      value = copy_of;
    }
    changed_ |= regs_[t][context.first_reg + i].join(value);
  }
  if (callee.is_variadic) visit_variadic(t, node, id, context_id);
  reach(t, context.first_node);
}

// The layout is that of the System V ABI for arguments that do not fit in registers, as in the interpreter.
std::vector<ValueAnalysis::Variadic> ValueAnalysis::variadic_arguments(ThreadIndex t, NodeId call,
                                                                       ir::FunctionId callee) const {
  std::vector<Variadic> result;
  const auto& all = function(t, call).varargs;
  const uint32_t pc = threads_[t].pc_of(call);
  const auto here = std::lower_bound(all.begin(), all.end(), pc,
                                     [](const auto& entry, uint32_t wanted) { return entry.first < wanted; });
  if (here == all.end() || here->first != pc) return result;
  Variadic next;
  next.first = std::min<uint32_t>(instr(t, call).num_args, program_.functions[callee].num_params);
  for (const ir::VarArg& argument : here->second) {
    next.offset = (next.offset + argument.align - 1) / argument.align * argument.align;
    next.registers = argument.registers;
    next.byval_bytes = argument.byval_bytes;
    result.push_back(next);
    next.first += argument.registers;
    next.offset += argument.byval_bytes != 0 ? (argument.byval_bytes + 7) / 8 * 8 : argument.registers * 8;
  }
  return result;
}

ObjectId ValueAnalysis::variadic_object(ThreadIndex t, ContextId context) const {
  const auto found = variadic_.find({t, context});
  return found == variadic_.end() ? 0 : found->second;
}

void ValueAnalysis::visit_variadic(ThreadIndex t, NodeId call, ir::FunctionId callee, ContextId context) {
  const std::vector<Variadic> arguments = variadic_arguments(t, call, callee);
  auto [at, is_new] = variadic_.try_emplace({t, context}, 0);
  if (is_new) {
    MemoryObject object;
    object.kind = MemoryObject::Kind::Local;
    if (!arguments.empty()) {
      const Variadic& last = arguments.back();
      object.size = last.offset + (last.byval_bytes != 0 ? (last.byval_bytes + 7) / 8 * 8 : last.registers * 8);
    }
    object.starts_undefined = true;
    object.thread = t;
    object.node = threads_[t].contexts[context].first_node;
    object.name = "variadic arguments of " + program_.functions[callee].name;
    at->second = add_object(object);
  }
  for (const Variadic& one : arguments) {
    if (one.byval_bytes != 0)
      copy(AbstractValue::pointer(at->second, static_cast<int64_t>(one.offset)), argument(t, call, one.first),
           AbstractValue::number(one.byval_bytes));
    for (uint32_t r = 0; one.byval_bytes == 0 && r < one.registers; ++r)
      store(AbstractValue::pointer(at->second, static_cast<int64_t>(one.offset + 8 * r)), 8,
            argument(t, call, one.first + r));
  }
}

void ValueAnalysis::visit_va_start(ThreadIndex t, NodeId node) {
  const ObjectId object = variadic_object(t, threads_[t].context_of[node]);
  uint64_t offset = 0;
  for (const AbstractValue& word :
       {AbstractValue::number(kNoRegistersLeft), AbstractValue::pointer(object, 0), AbstractValue::number(0)}) {
    AbstractValue where;
    for (const auto& [id, offsets] : argument(t, node, 0).pointers())
      where.add_pointer(id, moved(offsets, static_cast<int64_t>(offset)));
    store(where, 8, word);
    offset += 8;
  }
}

void ValueAnalysis::visit_allocation(ThreadIndex t, NodeId node, const AbstractValue& size, MemoryObject::Kind kind,
                                     bool zeroed) {
  const Instr& in = instr(t, node);
  if (size.is_bottom()) return;
  const bool is_new = blocks_.count({t, node}) == 0;
  uint64_t most = size.has_any_number() ? bounds_.unknown_block : 0;
  for (uint64_t number : size.numbers())
    if (number <= bounds_.bytes) most = std::max(most, number);  // the circuit ends executions that allocate more
  const bool is_variable = size.has_any_number() || size.numbers().size() != 1;
  std::vector<ObjectId>& objects = blocks_[{t, node}];
  if (is_new) {
    const uint32_t several = kind == MemoryObject::Kind::Heap ? bounds_.blocks_per_site : bounds_.locals_per_site;
    const uint32_t count = kind == MemoryObject::Kind::Local || repeats(t, node) ? several : 1;
    for (uint32_t i = 0; i < count; ++i) {
      MemoryObject object;
      object.kind = kind;
      object.size = most;
      object.starts_undefined = !zeroed;
      object.thread = t;
      object.node = node;
      object.instance = i;
      object.loc = in.loc;
      object.name = kind == MemoryObject::Kind::Heap ? "a block of the heap" : "a local variable";
      objects.push_back(add_object(object));
    }
    changed_ = true;
  }
  for (ObjectId id : objects) {
    if (objects_[id].size < most) objects_[id].size = most, changed_ = true;
    if (is_variable) objects_[id].has_variable_size = true;
    define(t, node, in.dst, AbstractValue::pointer(id, 0));
  }
  if (kind == MemoryObject::Kind::Heap && may_fail_) define(t, node, in.dst, AbstractValue::number(0));
  reach(t, node + 1);
}

void ValueAnalysis::visit_service(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  switch (static_cast<ServiceOp>(in.sub)) {
    case ServiceOp::ThreadSelf:
      define(t, node, in.dst, AbstractValue::pointer(threads_[t].handle, 0));
      break;
    case ServiceOp::Place:
      define(t, node, in.dst, AbstractValue::number(place_number(t, node)));
      break;
    case ServiceOp::CallSiteOf: {
      AbstractValue result = AbstractValue::number(ir::kNoCallSite);
      for (const ir::Constant& handlers : call_sites(t, node)) result.join(any_constant(handlers));
      define(t, node, in.dst, result);
      break;
    }
    case ServiceOp::AbandonRobust:
      define(t, node, in.dst, robust_mutexes());
      break;
    case ServiceOp::NondetRand:
      define(t, node, in.dst, AbstractValue::number(bounds_.nondet_rand ? 1 : 0));
      break;
    case ServiceOp::Malloc:
    case ServiceOp::Realloc:
      return visit_allocation(t, node, argument(t, node, 0), MemoryObject::Kind::Heap, false);
    case ServiceOp::Calloc:
      return visit_allocation(t, node, argument(t, node, 0), MemoryObject::Kind::Heap, true);
    case ServiceOp::Choose:
    case ServiceOp::Nondet:
    case ServiceOp::StackSave:
      define(t, node, in.dst, AbstractValue::any_number());
      break;
    case ServiceOp::LifetimeStart: {  // the result may be another instance of the local
      AbstractValue result = argument(t, node, 0);
      for (const auto& [object, offsets] : argument(t, node, 0).pointers())
        if (objects_[object].kind == MemoryObject::Kind::Local)
          for (ObjectId other : blocks(objects_[object].thread, objects_[object].node))
            result.add_pointer(other, offsets);
      define(t, node, in.dst, result);
      break;
    }
    case ServiceOp::VaStart:
      visit_va_start(t, node);
      break;
    case ServiceOp::UsableSize: {
      AbstractValue size;
      for (const auto& [object, offsets] : argument(t, node, 0).pointers()) {
        if (objects_[object].kind != MemoryObject::Kind::Heap) continue;
        if (objects_[object].has_variable_size) size.add_any_number();
        size.add_number(objects_[object].size);
      }
      define(t, node, in.dst, size);
      if (size.is_bottom()) return;
      break;
    }
    case ServiceOp::Argc:
      define(t, node, in.dst, AbstractValue::number(argument_count_));
      break;
    case ServiceOp::Argv:
      define(t, node, in.dst, AbstractValue::pointer(arguments_, 0));
      break;
    case ServiceOp::AssertFail:
    case ServiceOp::Abort:
    case ServiceOp::Exit:
      return;
    default:
      define(t, node, in.dst, AbstractValue::any_number());
      break;
  }
  reach(t, node + 1);
}

// The addresses at which the program may initialise robust mutexes, and null.
AbstractValue ValueAnalysis::robust_mutexes() const {
  AbstractValue result = AbstractValue::number(0);
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    for (NodeId node = 0; node < threads_[t].num_nodes(); ++node) {
      const Instr& in = instr(t, node);
      if (!reached_[t][node] || in.op != Op::Sync || static_cast<SyncOp>(in.sub) != SyncOp::MutexInit) continue;
      if (in.num_args < 2) continue;
      const AbstractValue type = argument(t, node, 1), where = argument(t, node, 0);
      const bool may_be_robust =
          type.has_any_number() || std::any_of(type.numbers().begin(), type.numbers().end(),
                                               [](uint64_t number) { return (number & vm::sync_words::kRobust) != 0; });
      if (may_be_robust)
        for (const auto& [object, offsets] : where.pointers()) result.add_pointer(object, offsets);
    }
  return result;
}

void ValueAnalysis::visit_create(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  for (const auto& [object, offsets] : argument(t, node, 1).pointers()) {
    if (objects_[object].kind != MemoryObject::Kind::Function) continue;
    const ir::FunctionId entry = objects_[object].id;
    const auto key = std::tuple{t, node, entry};
    if (created_.count(key) == 0) {
      const uint32_t count = repeats(t, node) ? bounds_.threads_per_site : 1;
      std::vector<ThreadIndex> made;
      for (uint32_t i = 0; i < count && threads_.size() < bounds_.threads; ++i) {
        const ThreadIndex other = add_thread(entry);
        threads_[other].creator = t;
        threads_[other].created_at = node;
        made.push_back(other);
      }
      created_[key] = made;
      changed_ = true;
    }
    for (ThreadIndex other : created_[key]) {
      store(argument(t, node, 0), 8, AbstractValue::pointer(threads_[other].handle, 0));
      for (uint32_t i = 0; i < 2 && i < program_.functions[entry].num_params; ++i)
        changed_ |= regs_[other][i].join(argument(t, node, 2 + i));
    }
  }
  define(t, node, in.dst, AbstractValue::number(0));
}

void ValueAnalysis::visit_sync(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  switch (static_cast<SyncOp>(in.sub)) {
    case SyncOp::ThreadCreate:
      visit_create(t, node);
      break;
    case SyncOp::ThreadJoin: {  // over-approximated: the results of all threads, not only of the joined ones
      AbstractValue result;
      for (ThreadIndex other = 0; other < threads_.size(); ++other)
        for (NodeId n = 0; n < threads_[other].num_nodes(); ++n) {
          if (!reached_[other][n]) continue;
          const Instr& end = instr(other, n);
          if (end.op == Op::Sync && static_cast<SyncOp>(end.sub) == SyncOp::ThreadExit)
            result.join(argument(other, n, 0));
          if (end.op == Op::Ret && threads_[other].context(n).parent == ir::kNone && end.a != ir::kNoOperand)
            result.join(operand(other, n, end.a));
        }
      define(t, node, in.dst, result);
      if (result.is_bottom()) return;  // the analysis has not reached the end of a thread yet
      break;
    }
    case SyncOp::ThreadExit:
      return;
    case SyncOp::MutexInit:
    case SyncOp::SemGetValue:
    default:
      define(t, node, in.dst, AbstractValue::any_number());
      break;
  }
  reach(t, node + 1);
}

}  // namespace mover::symbolic
