// The values of variables during a step, the control flow, and the dispatch to the circuits of the instructions.
#include <algorithm>

#include "ir/places.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;

// ---- variables

VariableId Builder::add_variable(Variable variable) {
  variables_.push_back(std::move(variable));
  return static_cast<VariableId>(variables_.size() - 1);
}

Value Builder::latched(VariableId id) {
  if (const VariableId store = variables_[id].store; store != 0) {
    Value value = latched(store);
    value.bits = with_fixed_bits(variables_[id], value.bits);
    if (!variables_[id].may_be_undefined) value.undefined = kFalse;
    return value;
  }
  Variable& variable = variables_[id];
  if (!variable.latches) {
    Value value;
    const bool is_any = variable.starts_undefined && checked_.freezes_undefined;
    value.bits = is_any ? circuit::free_latch_word(c_, variable.name, variable.width)
                        : circuit::latch_word(c_, variable.name, variable.width, variable.initial);
    if (variable.may_be_undefined)
      value.undefined = c_.latch(variable.name + " undefined",
                                 variable.starts_undefined ? circuit::Initial::One : circuit::Initial::Zero);
    variable.latches = value;
  }
  return *variable.latches;
}

Value Builder::read(VariableId id) {
  const Value* changed = changes_.find(id);
  return changed != nullptr ? *changed : latched(id);
}

Value Builder::select(Literal condition, const Value& yes, const Value& no) {
  if (condition == kTrue) return yes;
  if (condition == kFalse) return no;
  const auto width = static_cast<unsigned>(std::max(yes.bits.size(), no.bits.size()));
  Word bits = circuit::ite(c_, condition, fit(yes.bits, width), fit(no.bits, width));
  if (yes.undefined_bits.empty() && no.undefined_bits.empty())
    return {std::move(bits), c_.ite(condition, yes.undefined, no.undefined)};
  return partly_undefined(std::move(bits),
                          circuit::ite(c_, condition, undefined_bits(yes, width), undefined_bits(no, width)));
}

Value Builder::operand(ir::Operand o, unsigned width) {
  const Context& context = values_.threads()[thread_].context(node_);
  if (width > 64) {  // two registers, or two constants
    const Value low = operand(o, 64), rest = operand(high(o), width - 64);
    Word bits = low.bits, undefined = undefined_bits(low, 64);
    const Word rest_undefined = undefined_bits(rest, width - 64);
    bits.insert(bits.end(), rest.bits.begin(), rest.bits.end());
    undefined.insert(undefined.end(), rest_undefined.begin(), rest_undefined.end());
    return partly_undefined(std::move(bits), std::move(undefined));
  }
  if (o >= 0) {
    const uint32_t reg = context.first_reg + static_cast<uint32_t>(o);
    const VariableId id = threads_[thread_].first_reg + reg;
    if (!needs_latches(variables_[id])) return {circuit::constant_word(variables_[id].fixed, width)};
    return resized(read(id), width);
  }
  const ir::Constant& constant = program_.functions[context.function].constants[static_cast<size_t>(~o)];
  switch (constant.kind) {
    case ir::Constant::Kind::Int:
      return {circuit::constant_word(constant.value, width)};
    case ir::Constant::Kind::Undef:
      return any_undefined(width, circuit::constant_word(0, width));
    case ir::Constant::Kind::Global:
      return {circuit::constant_word(address_of(values_.global_object(constant.id), constant.value), width)};
    case ir::Constant::Kind::Function:
      return {circuit::constant_word(address_of(values_.function_object(constant.id)), width)};
  }
  return {};
}

Value Builder::argument(uint32_t index, unsigned width) {
  return operand(values_.function(thread_, node_).args[instr().first_arg + index], width);
}

void Builder::set(int32_t reg, Value value) {
  if (reg < 0) return;
  if (const auto width = static_cast<unsigned>(value.bits.size()); width > 64) {
    set(reg + 1, part(value, 64, width - 64));
    value = part(value, 0, 64);
  }
  const Context& context = values_.threads()[thread_].context(node_);
  set_register(context.first_reg + static_cast<uint32_t>(reg), std::move(value));
}

// ---- control flow

void Builder::arrive(uint32_t code) {
  if (guard_ == kFalse) return;
  threads_[thread_].arrivals.push_back({code, ir::kNone, {guard_, changes_}});
  guard_ = kFalse;
}

void Builder::flow(NodeId to) {
  if (guard_ == kFalse) return;
  if (!values_.reached(thread_, to)) return bound("code that the points-to analysis takes to be unreachable");
  ThreadState& state = threads_[thread_];
  Edge edge{guard_, changes_};
  if (state.code_of[to] != 0)
    state.arrivals.push_back({state.code_of[to], to, edge});
  else
    state.incoming[to].push_back(edge);
}

void Builder::end_if(Literal condition, BadKind kind, const std::string& message, bool may_grow) {
  const Literal ends = both(guard_, condition);
  if (ends == kFalse) return;
  // Other threads must be able to observe the actions of this step before a failure that is not checked ends the
  // execution, so such a failure must begin a step.
  if (kind == BadKind::Assertion && !checked_.assertion && !at_cut_)
    return end_if(condition, BadKind::Bound, message + ", which --check excludes", may_grow);
  const uint32_t code = kind == BadKind::Assertion ? kFailed
                        : kind == BadKind::Memory  ? kFaulted
                        : kind == BadKind::Guard   ? kUnguarded
                                                   : kBounded;
  const bool others_continue = code == kBounded && !checked_.bound;
  threads_[thread_].arrivals.push_back({code, ir::kNone, {ends, others_continue ? changes_ : Changes{}}});
  model_.endings.push_back({kind, ends, thread_, node_, message, may_grow, {}});
  guard_ = both(guard_, circuit::negate(condition));
}

void Builder::branch(const Value& value, NodeId then, NodeId otherwise) {
  const Literal condition = decided(value, "a branch depends on a value that may be uninitialised"), guard = guard_;
  guard_ = both(guard, condition);
  flow(then);
  guard_ = both(guard, circuit::negate(condition));
  flow(otherwise);
}

void Builder::execute() {
  const Instr& in = instr();
  if (const char* why = not_modelled(in); why != nullptr) return bound(std::string(why) + " (not modelled)");
  const NodeId first = values_.threads()[thread_].context(node_).first_node;
  switch (in.op) {
    case Op::Load:
      execute_load();
      break;
    case Op::Store:
      execute_store();
      break;
    case Op::MemCpy:
      execute_copy();
      break;
    case Op::MemSet:
      execute_fill();
      break;
    case Op::StrLen:
      execute_string_length();
      break;
    case Op::Rmw:
      execute_rmw();
      break;
    case Op::CmpXchg:
      execute_exchange();
      break;
    case Op::Fence:
      order_.fence(in.order);
      break;
    case Op::Alloca:
      execute_alloca();
      break;
    case Op::TlsAddr:
      set(in.dst, {circuit::constant_word(
                      address_of(values_.thread_local_object(thread_, static_cast<ir::GlobalId>(in.imm))), 64)});
      break;
    case Op::Br:
      return flow(first + in.target[0]);
    case Op::CondBr: {
      const Value condition = operand(in.a, 1);
      return branch(condition, first + in.target[0], first + in.target[1]);
    }
    case Op::Switch: {
      const Value value = operand(in.a, in.width);
      const ir::SwitchTable& table = values_.function(thread_, node_).switches[static_cast<size_t>(in.imm)];
      Word taken = circuit::constant_word(table.cases.size(), 32);
      for (size_t i = table.cases.size(); i-- > 0;)
        taken =
            circuit::ite(c_, circuit::eq(c_, value.bits, table.cases[i].first), circuit::constant_word(i, 32), taken);
      taken = decided(value.undefined, taken, table.cases.size() + 1,
                      "a switch depends on a value that may be uninitialised");
      Literal rest = guard_;
      for (size_t i = 0; i < table.cases.size(); ++i) {
        const auto& [constant, target] = table.cases[i];
        const Literal is_it = circuit::eq(c_, taken, i);
        guard_ = both(rest, is_it);
        flow(first + target);
        rest = both(rest, circuit::negate(is_it));
      }
      guard_ = rest;
      return flow(first + table.fallback);
    }
    case Op::Ret:
      return execute_return();
    case Op::Unreachable:
      return end_if(kTrue, BadKind::Memory, "reaches code that the compiler takes to be unreachable");
    case Op::Call:
    case Op::CallInd:
      return execute_call();
    case Op::Sync:
      return execute_sync();
    case Op::Service:
      return execute_service();
    default:
      compute();
      break;
  }
  flow(node_ + 1);
}

std::string Builder::node_name(ThreadIndex t, NodeId node) const {
  return "T" + std::to_string(t) + "." + values_.function(t, node).name + ":" +
         std::to_string(values_.threads()[t].pc_of(node));
}

}  // namespace mover::symbolic
