#include "symbolic/values.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>
#include <string_view>

#include "analysis/cfg.h"
#include "analysis/liveness.h"
#include "ir/shape.h"
#include "support/deadline.h"
#include "vm/value.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;
using vm::mask_of;
using vm::sign_extend;

const char* not_modelled(const Instr& in) {
  switch (in.op) {
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FRem:
    case Op::FNeg:
    case Op::FCmp:
    case Op::FPConv:
    case Op::FPToSI:
    case Op::FPToUI:
    case Op::SIToFP:
    case Op::UIToFP:
      return "arithmetic with floating-point numbers";
    case Op::Math:
      if (ir::is_float_math(static_cast<ir::MathOp>(in.sub))) return "arithmetic with floating-point numbers";
      break;
    case Op::Rmw:
      if (static_cast<ir::RmwOp>(in.sub) >= ir::RmwOp::FAdd) return "arithmetic with floating-point numbers";
      break;
    case Op::Sync: {
      const auto op = static_cast<SyncOp>(in.sub);
      if (op >= SyncOp::RwInit && op <= SyncOp::RwDestroy) return "readers-writer locks";
      return nullptr;
    }
    case Op::Service:
      switch (static_cast<ServiceOp>(in.sub)) {
        case ServiceOp::Place:
          return "places as numbers";
        case ServiceOp::MutexConsistent:
          return "robust mutexes";
        case ServiceOp::VaStart:
          return "variadic functions";
        case ServiceOp::Exclusive:
          return "mover_exclusive";
        case ServiceOp::Reachable:
          return "mover_reachable";
        case ServiceOp::UsableSize:
          return "realloc";
        case ServiceOp::NotCovered:
        case ServiceOp::Unsupported:
          return "a library function that has no model";
        default:
          return nullptr;
      }
    default:
      break;
  }
  if (in.width > 64 && in.op != Op::Br && in.op != Op::CondBr) return "integers of more than 64 bits";
  return nullptr;
}

ValueAnalysis::ValueAnalysis(const ir::Program& program, const Bounds& bounds,
                             const std::vector<std::string>& arguments)
    : program_(program), bounds_(bounds), objects_(1), cells_(1) {
  for (const ir::Function& function : program.functions) in_cycle_.push_back(analysis::on_cycles(function));
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
    objects_.push_back(object);  // without regard to bounds_.bytes, because it may never be accessed
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
  for (uint32_t reg : unset_registers(function)) regs_[t][context.first_reg + reg].add_undefined();
  return id;
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

void keep_to_limits() {
  if (support::deadline().reached()) throw Unsupported("the circuit was not complete when the search ended", 0);
}

void ValueAnalysis::run() {
  do {
    changed_ = false;
    for (ThreadIndex t = 0; t < threads_.size(); ++t)
      for (NodeId node = 0; node < threads_[t].num_nodes(); ++node)
        if (reached_[t][node]) keep_to_limits(), visit(t, node);
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
  if (o >= 0) return regs_[t][threads_[t].context(node).first_reg + static_cast<uint32_t>(o)];
  const ir::Constant& constant = function(t, node).constants[static_cast<size_t>(~o)];
  switch (constant.kind) {
    case ir::Constant::Kind::Int:
      return AbstractValue::number(constant.value);
    case ir::Constant::Kind::Undef:
      return AbstractValue::undefined();
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

// ---- memory

uint64_t ValueAnalysis::initial(ObjectId id, uint64_t offset, unsigned bytes) const {
  const MemoryObject& object = objects_[id];
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const uint64_t at = offset + i;
    uint64_t byte = at < object.bytes.size() ? object.bytes[at] : 0;
    for (const auto& [where, address] : object.pointers)
      if (at >= where && at < where + 8) byte = address >> (8 * (at - where)) & 0xff;
    value |= byte << (8 * i);
  }
  return value;
}

void ValueAnalysis::initial_values(ObjectId id, uint64_t offset, uint64_t bytes, AbstractValue& result) const {
  const MemoryObject& object = objects_[id];
  if (object.starts_undefined) result.add_undefined();
  if (object.starts_undefined || bytes == 0 || bytes > 8 || offset + bytes > object.size) return;
  for (const auto& [where, address] : object.pointers) {
    if (where + 8 <= offset || where >= offset + bytes) continue;
    if (where == offset && bytes == 8)
      result.add_pointer(static_cast<ObjectId>(address >> 32),
                         {0, static_cast<int64_t>((address & 0xffffffff) - kMiddle)});
    else
      result.add_any_number();
    return;
  }
  result.add_number(initial(id, offset, static_cast<unsigned>(bytes)));
}

// From now on, cells of the object whose offsets are equal modulo the greatest common divisor of all strides are one
// cell.
void ValueAnalysis::merge_cells(ObjectId id, const Offsets& offsets) {
  if (offsets.is_exact()) return;
  Cells& cells = cells_[id];
  const uint64_t modulus = std::gcd(cells.modulus, offsets.stride);
  if (modulus == cells.modulus) return;
  cells.modulus = modulus;
  changed_ = true;
  std::map<std::pair<uint64_t, uint64_t>, AbstractValue> merged;
  for (const auto& [key, value] : cells.values) merged[{key.first % modulus, key.second}].join(value);
  cells.values = std::move(merged);
}

AbstractValue ValueAnalysis::load(const AbstractValue& address, uint64_t bytes) {
  AbstractValue result;
  for (const auto& [id, offsets] : address.pointers()) {
    const MemoryObject& object = objects_[id];
    if (!object.is_memory() || bytes > object.size) continue;
    merge_cells(id, offsets);
    Cells& cells = cells_[id];
    const uint64_t modulus = cells.modulus;
    const auto first = static_cast<uint64_t>(offsets.first);
    const uint64_t key = modulus != 0 ? first % modulus : first;
    result.join(cells.everywhere);
    for (const auto& [where, value] : cells.values) {
      if (where == std::pair{key, bytes}) {
        result.join(value);
        continue;
      }
      const bool overlaps = modulus != 0 ? (where.first + where.second > modulus || key + bytes > modulus ||
                                            (where.first < key + bytes && key < where.first + where.second))
                                         : where.first < key + bytes && key < where.first + where.second;
      if (!overlaps) continue;
      result.join(value);
      result.add_any_number();
    }
    if (modulus == 0) {
      initial_values(id, key, bytes, result);
    } else {
      constexpr uint64_t kMostLooks = 4096;
      uint64_t looks = 0;
      for (uint64_t at = key; at + bytes <= object.size && looks < kMostLooks; at += modulus, ++looks)
        initial_values(id, at, bytes, result);
      if (looks == kMostLooks) result.add_any_number();
    }
  }
  return result;
}

void ValueAnalysis::store(const AbstractValue& address, uint64_t bytes, const AbstractValue& value) {
  for (const auto& [id, offsets] : address.pointers()) {
    const MemoryObject& object = objects_[id];
    if (!object.is_memory() || bytes > object.size) continue;
    merge_cells(id, offsets);
    Cells& cells = cells_[id];
    const auto first = static_cast<uint64_t>(offsets.first);
    changed_ |= cells.values[{cells.modulus != 0 ? first % cells.modulus : first, bytes}].join(value);
  }
}

AbstractValue ValueAnalysis::everything_in(ObjectId id) const {
  AbstractValue all = AbstractValue::any_number();
  const MemoryObject& object = objects_[id];
  if (object.starts_undefined) all.add_undefined();
  all.join(cells_[id].everywhere);
  for (const auto& [where, value] : cells_[id].values) all.join(value);
  for (const auto& [where, address] : object.pointers)
    all.add_pointer(static_cast<ObjectId>(address >> 32), {0, static_cast<int64_t>((address & 0xffffffff) - kMiddle)});
  return all;
}

bool ValueAnalysis::may_hold_address_of(ObjectId holder, ObjectId object) const {
  for (const auto& [id, offsets] : everything_in(holder).pointers())
    if (id == object) return true;
  return false;
}

void ValueAnalysis::copy(const AbstractValue& to, const AbstractValue& from) {
  AbstractValue all;
  for (const auto& [id, offsets] : from.pointers())
    if (objects_[id].is_memory()) all.join(everything_in(id));
  for (const auto& [id, offsets] : to.pointers())
    if (objects_[id].is_memory()) changed_ |= cells_[id].everywhere.join(all);
}

// ---- instructions

namespace {

std::optional<uint64_t> evaluated(const Instr& in, uint64_t a, uint64_t b) {
  const unsigned width = in.width;
  a &= mask_of(width), b &= mask_of(width);
  switch (in.op) {
    case Op::Add:
      return (a + b) & mask_of(width);
    case Op::Sub:
      return (a - b) & mask_of(width);
    case Op::Mul:
      return (a * b) & mask_of(width);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return b >= width ? 0 : (a << b) & mask_of(width);
    case Op::LShr:
      return b >= width ? 0 : a >> b;
    default:
      return std::nullopt;
  }
}

bool holds(ir::Predicate predicate, uint64_t a, uint64_t b, unsigned width) {
  const int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
  a &= mask_of(width), b &= mask_of(width);
  switch (predicate) {
    case ir::Predicate::Eq:
      return a == b;
    case ir::Predicate::Ne:
      return a != b;
    case ir::Predicate::Ult:
      return a < b;
    case ir::Predicate::Ule:
      return a <= b;
    case ir::Predicate::Ugt:
      return a > b;
    case ir::Predicate::Uge:
      return a >= b;
    case ir::Predicate::Slt:
      return sa < sb;
    case ir::Predicate::Sle:
      return sa <= sb;
    case ir::Predicate::Sgt:
      return sa > sb;
    default:
      return sa >= sb;
  }
}

}  // namespace

AbstractValue ValueAnalysis::compared(ThreadIndex t, NodeId node) const {
  const Instr& in = instr(t, node);
  const AbstractValue a = operand(t, node, in.a), b = operand(t, node, in.b);
  AbstractValue result;
  if (a.maybe_undefined() || b.maybe_undefined()) result.add_undefined();
  auto both = [&] { result.add_number(0), result.add_number(1); };
  const auto predicate = static_cast<ir::Predicate>(in.sub);
  if (a.is_numbers() && b.is_numbers()) {
    for (uint64_t x : a.numbers())
      for (uint64_t y : b.numbers()) result.add_number(holds(predicate, x, y, in.width) ? 1 : 0);
    return result;
  }
  const bool equality = predicate == ir::Predicate::Eq || predicate == ir::Predicate::Ne;
  auto only_pointers = [](const AbstractValue& v) {
    return !v.has_any_number() && v.numbers().empty() && !v.pointers().empty();
  };
  if (equality && ((only_pointers(a) && b.is_numbers()) || (only_pointers(b) && a.is_numbers()))) {
    const AbstractValue& numbers = a.is_numbers() ? a : b;
    if (numbers.numbers().size() == 1 && numbers.numbers()[0] < 4096) {
      result.add_number(predicate == ir::Predicate::Ne ? 1 : 0);
      return result;
    }
  }
  if (a.is_bottom() || b.is_bottom()) return result;
  both();
  return result;
}

AbstractValue ValueAnalysis::computed(ThreadIndex t, NodeId node) const {
  const Instr& in = instr(t, node);
  AbstractValue a = operand(t, node, in.a);
  AbstractValue result;
  switch (in.op) {
    case Op::Mov:
      return a;
    case Op::Select:
      if (a.may_be_zero()) result.join(operand(t, node, in.c));
      if (!a.must_be_zero()) result.join(operand(t, node, in.b));
      if (a.maybe_undefined()) result.add_undefined();
      return result;
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt: {
      if (a.is_bottom()) return result;
      if (a.maybe_undefined()) result.add_undefined();
      if (a.has_any_number() || (!a.pointers().empty() && in.width < 64)) result.add_any_number();
      for (uint64_t n : a.numbers())
        result.add_number(
            (in.op == Op::SExt ? static_cast<uint64_t>(sign_extend(n, static_cast<unsigned>(in.imm))) : n) &
            mask_of(in.width));
      if (in.width == 64)
        for (const auto& [object, offsets] : a.pointers()) result.add_pointer(object, offsets);
      return result;
    }
    case Op::PtrAdd: {
      const AbstractValue b = operand(t, node, in.b);
      if (a.is_bottom() || b.is_bottom()) return result;
      if (a.maybe_undefined() || b.maybe_undefined()) result.add_undefined();
      for (const auto& [object, offsets] : a.pointers()) {
        for (uint64_t n : b.numbers())
          result.add_pointer(object, moved(offsets, static_cast<int64_t>(n * static_cast<uint64_t>(in.imm))));
        if (b.has_any_number() || !b.pointers().empty())
          result.add_pointer(object, spread(offsets, static_cast<uint64_t>(in.imm < 0 ? -in.imm : in.imm)));
      }
      for (uint64_t x : a.numbers())
        for (uint64_t y : b.numbers()) result.add_number(x + y * static_cast<uint64_t>(in.imm));
      if (a.has_any_number() || (b.has_any_number() && !a.numbers().empty())) result.add_any_number();
      return result;
    }
    default:
      break;
  }
  const AbstractValue b = in.b == ir::kNoOperand ? AbstractValue::number(0) : operand(t, node, in.b);
  if (a.is_bottom() || b.is_bottom()) return result;
  if (a.maybe_undefined() || b.maybe_undefined()) result.add_undefined();
  if (a.is_numbers() && b.is_numbers()) {
    for (uint64_t x : a.numbers())
      for (uint64_t y : b.numbers()) {
        if (std::optional<uint64_t> r = evaluated(in, x, y))
          result.add_number(*r);
        else
          result.add_any_number();
      }
    return result;
  }
  if (in.width == 64 && (in.op == Op::Add || in.op == Op::Sub || in.op == Op::And || in.op == Op::Or)) {
    auto shifted = [&](const AbstractValue& pointer, const AbstractValue& number, bool subtracts) {
      for (const auto& [object, offsets] : pointer.pointers()) {
        for (uint64_t n : number.numbers())
          result.add_pointer(object, in.op == Op::Add || in.op == Op::Sub
                                         ? moved(offsets, static_cast<int64_t>(subtracts ? 0 - n : n))
                                         : Offsets{1, 0});
        if (number.has_any_number()) result.add_pointer(object, Offsets{1, 0});
      }
    };
    shifted(a, b, in.op == Op::Sub);
    if (in.op != Op::Sub) shifted(b, a, false);
  }
  result.add_any_number();
  return result;
}

void ValueAnalysis::visit(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  const uint64_t bytes = (in.width + 7u) / 8u;
  if (not_modelled(in) != nullptr) return;
  const NodeId first = threads_[t].context(node).first_node;
  switch (in.op) {
    case Op::ICmp:
    case Op::Overflow:
      define(t, node, in.dst, in.op == Op::ICmp ? compared(t, node) : computed(t, node));
      break;
    case Op::Load:
      define(t, node, in.dst, load(operand(t, node, in.a), bytes));
      break;
    case Op::Store:
      store(operand(t, node, in.a), bytes, operand(t, node, in.b));
      break;
    case Op::MemCpy:
      copy(operand(t, node, in.a), operand(t, node, in.b));
      break;
    case Op::MemSet: {
      const AbstractValue filler = operand(t, node, in.b);
      for (const auto& [id, offsets] : operand(t, node, in.a).pointers())
        changed_ |= cells_[id].everywhere.join(filler.must_be_zero() ? filler : AbstractValue::any_number());
      break;
    }
    case Op::StrLen:
      define(t, node, in.dst, [&] {
        const AbstractValue text = operand(t, node, in.a);
        if (text.pointers().size() != 1 || !text.pointers()[0].second.is_exact()) return AbstractValue::any_number();
        const MemoryObject& object = objects_[text.pointers()[0].first];
        const auto from = static_cast<uint64_t>(text.pointers()[0].second.first);
        if (!object.is_constant) return AbstractValue::any_number();
        uint64_t end = from;
        while (end < object.bytes.size() && object.bytes[end] != 0) ++end;
        return AbstractValue::number(end - from);
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
      const AbstractValue condition = operand(t, node, in.a);
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
      const AbstractValue value = operand(t, node, in.a);
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

// Whether a format has these many conversions, all of them of integers.
static bool converts_integers(const MemoryObject& format, uint64_t from, uint32_t count) {
  uint32_t conversions = 0;
  for (uint64_t i = from; i < format.bytes.size() && format.bytes[i] != 0; ++i) {
    if (format.bytes[i] != '%') continue;
    if (++i < format.bytes.size() && format.bytes[i] == '%') continue;
    while (i < format.bytes.size() && format.bytes[i] == 'l') ++i;
    if (i >= format.bytes.size() ||
        std::string_view("diuxXc").find(static_cast<char>(format.bytes[i])) == std::string_view::npos)
      return false;
    ++conversions;
  }
  return conversions == count;
}

bool ValueAnalysis::is_output(ThreadIndex t, NodeId node, ir::FunctionId id) const {
  static constexpr std::array<std::string_view, 3> kPrinting = {"printf", "puts", "putchar"};
  const ir::Function& callee = program_.functions[id];
  if (!callee.is_library || std::find(kPrinting.begin(), kPrinting.end(), callee.name) == kPrinting.end()) return false;
  for (uint32_t i = 0; i < instr(t, node).num_args; ++i)
    for (const auto& [object, offsets] : argument(t, node, i).pointers())
      if (!objects_[object].is_constant) return false;
  if (callee.name != "printf") return true;
  const AbstractValue format = argument(t, node, 0);
  return format.pointers().size() == 1 && format.pointers()[0].second.is_exact() &&
         converts_integers(objects_[format.pointers()[0].first],
                           static_cast<uint64_t>(format.pointers()[0].second.first), instr(t, node).num_args - 1);
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
  if (callee.is_variadic) return;
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
      copy(copy_of, value);
      value = copy_of;
    }
    changed_ |= regs_[t][context.first_reg + i].join(value);
  }
  reach(t, context.first_node);
}

void ValueAnalysis::visit_allocation(ThreadIndex t, NodeId node, const AbstractValue& size, MemoryObject::Kind kind,
                                     bool zeroed) {
  const Instr& in = instr(t, node);
  if (!size.is_numbers()) return;  // the circuit ends executions here: see execute_allocation()
  auto [at, is_new] = blocks_.try_emplace({t, node});
  const uint64_t most = *std::max_element(size.numbers().begin(), size.numbers().end());
  if (is_new) {
    const uint32_t count = kind == MemoryObject::Kind::Heap && repeats(t, node) ? bounds_.blocks_per_site : 1;
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
      const ObjectId id = add_object(object);
      blocks_[{t, node}].push_back(id);
    }
    changed_ = true;
  }
  for (ObjectId id : blocks_[{t, node}]) {
    if (objects_[id].size < most) objects_[id].size = most, changed_ = true;
    define(t, node, in.dst, AbstractValue::pointer(id, 0));
  }
  reach(t, node + 1);
}

void ValueAnalysis::visit_service(ThreadIndex t, NodeId node) {
  const Instr& in = instr(t, node);
  switch (static_cast<ServiceOp>(in.sub)) {
    case ServiceOp::ThreadSelf:
      define(t, node, in.dst, AbstractValue::pointer(threads_[t].handle, 0));
      break;
    case ServiceOp::AbandonRobust:
    case ServiceOp::NondetRand:
      define(t, node, in.dst, AbstractValue::number(0));
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
    case ServiceOp::LifetimeStart:
      define(t, node, in.dst, argument(t, node, 0));
      break;
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
    case SyncOp::ThreadJoin: {  // the results of all threads, although the threads of the handles would suffice
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
      if (result.is_bottom()) return;  // no thread can end yet
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
