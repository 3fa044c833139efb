// What instructions compute, where they lead, and the services of the machine.
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
  Variable& variable = variables_[id];
  if (!variable.latches) {
    Value value;
    value.bits = circuit::latch_word(c_, variable.name, variable.width, variable.initial);
    if (variable.may_be_undefined)
      value.undefined = c_.latch(variable.name + " undefined",
                                 variable.starts_undefined ? circuit::Initial::One : circuit::Initial::Zero);
    variable.latches = value;
  }
  return *variable.latches;
}

Value Builder::read(VariableId id) {
  const auto found = changes_.find(id);
  return found != changes_.end() ? found->second : latched(id);
}

Value Builder::select(Literal condition, const Value& yes, const Value& no) {
  if (condition == kTrue) return yes;
  if (condition == kFalse) return no;
  const auto width = static_cast<unsigned>(std::max(yes.bits.size(), no.bits.size()));
  return {circuit::ite(c_, condition, fit(yes.bits, width), fit(no.bits, width)),
          c_.ite(condition, yes.undefined, no.undefined)};
}

Value Builder::operand(ir::Operand o, unsigned width) {
  const Context& context = values_.threads()[thread_].context(node_);
  if (o >= 0) {
    Value value = read(threads_[thread_].first_reg + context.first_reg + static_cast<uint32_t>(o));
    value.bits = fit(value.bits, width);
    return value;
  }
  const ir::Constant& constant = program_.functions[context.function].constants[static_cast<size_t>(~o)];
  switch (constant.kind) {
    case ir::Constant::Kind::Int:
      return {circuit::constant_word(constant.value, width)};
    case ir::Constant::Kind::Undef:
      return {circuit::constant_word(0, width), kTrue};
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
  const Context& context = values_.threads()[thread_].context(node_);
  write(threads_[thread_].first_reg + context.first_reg + static_cast<uint32_t>(reg), std::move(value));
}

// ---- control flow

void Builder::arrive(uint32_t code) {
  if (guard_ == kFalse) return;
  threads_[thread_].arrivals.push_back({code, ir::kNone, {guard_, std::make_shared<Changes>(changes_)}});
  guard_ = kFalse;
}

void Builder::flow(NodeId to) {
  if (guard_ == kFalse) return;
  if (!values_.reached(thread_, to)) return bound("code that the points-to analysis takes to be unreachable");
  ThreadState& state = threads_[thread_];
  Edge edge{guard_, std::make_shared<Changes>(changes_)};
  if (state.code_of[to] != 0)
    state.arrivals.push_back({state.code_of[to], to, edge});
  else
    state.incoming[to].push_back(edge);
}

void Builder::end_if(Literal condition, BadKind kind, const std::string& message, bool may_grow) {
  const Literal ends = both(guard_, condition);
  if (ends == kFalse) return;
  const uint32_t code = kind == BadKind::Assertion ? kFailed
                        : kind == BadKind::Memory  ? kFaulted
                        : kind == BadKind::Guard   ? kUnguarded
                                                   : kBounded;
  threads_[thread_].arrivals.push_back({code, ir::kNone, {ends, std::make_shared<Changes>()}});
  model_.endings.push_back({kind, ends, thread_, node_, message, may_grow, {}});
  guard_ = both(guard_, circuit::negate(condition));
}

void Builder::branch(Literal condition, Literal undefined, NodeId then, NodeId otherwise) {
  end_if(undefined, BadKind::Memory, "a branch depends on a value that may be uninitialised");
  const Literal guard = guard_;
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
    case Op::StrLen: {
      const AbstractValue length = values_.reg(
          thread_, values_.threads()[thread_].context(node_).first_reg + static_cast<uint32_t>(std::max(in.dst, 0)));
      if (in.dst < 0 || length.numbers().size() != 1) return bound("the length of a string that is not constant");
      const AbstractValue text = abstract_operand(in.a);
      const auto& [object, offsets] = text.pointers()[0];
      end_if(circuit::negate(
                 circuit::eq(c_, operand(in.a, 64).bits, address_of(object, static_cast<uint64_t>(offsets.first)))),
             BadKind::Bound, "the length of a string that is not constant");
      set(in.dst, {circuit::constant_word(length.numbers()[0], 64)});
      break;
    }
    case Op::Rmw:
      execute_rmw();
      break;
    case Op::CmpXchg:
      execute_exchange();
      break;
    case Op::Fence:
      break;
    case Op::Alloca:
      execute_allocation(false);
      break;
    case Op::TlsAddr:
      set(in.dst, {circuit::constant_word(
                      address_of(values_.thread_local_object(thread_, static_cast<ir::GlobalId>(in.imm))), 64)});
      break;
    case Op::Br:
      return flow(first + in.target[0]);
    case Op::CondBr: {
      const Value condition = operand(in.a, 1);
      return branch(condition.bits[0], condition.undefined, first + in.target[0], first + in.target[1]);
    }
    case Op::Switch: {
      const Value value = operand(in.a, in.width);
      end_if(value.undefined, BadKind::Memory, "a switch depends on a value that may be uninitialised");
      const ir::SwitchTable& table = values_.function(thread_, node_).switches[static_cast<size_t>(in.imm)];
      Literal rest = guard_;
      for (const auto& [constant, target] : table.cases) {
        const Literal is_it = circuit::eq(c_, value.bits, constant);
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

// ---- arithmetic

namespace {

bool points_somewhere(const AbstractValue& value) { return !value.pointers().empty(); }

Literal compares(circuit::Circuit& c, ir::Predicate predicate, const Word& a, const Word& b) {
  switch (predicate) {
    case ir::Predicate::Eq:
      return circuit::eq(c, a, b);
    case ir::Predicate::Ne:
      return circuit::ne(c, a, b);
    case ir::Predicate::Ult:
      return circuit::ult(c, a, b);
    case ir::Predicate::Ule:
      return circuit::ule(c, a, b);
    case ir::Predicate::Ugt:
      return circuit::ugt(c, a, b);
    case ir::Predicate::Uge:
      return circuit::uge(c, a, b);
    case ir::Predicate::Slt:
      return circuit::slt(c, a, b);
    case ir::Predicate::Sle:
      return circuit::sle(c, a, b);
    case ir::Predicate::Sgt:
      return circuit::sgt(c, a, b);
    default:
      return circuit::sge(c, a, b);
  }
}

Literal overflows(circuit::Circuit& c, ir::OverflowOf op, const Word& a, const Word& b) {
  switch (op) {
    case ir::OverflowOf::SAdd:
      return circuit::sadd_overflows(c, a, b);
    case ir::OverflowOf::UAdd:
      return circuit::uadd_overflows(c, a, b);
    case ir::OverflowOf::SSub:
      return circuit::ssub_overflows(c, a, b);
    case ir::OverflowOf::USub:
      return circuit::usub_overflows(c, a, b);
    case ir::OverflowOf::SMul:
      return circuit::smul_overflows(c, a, b);
    default:
      return circuit::umul_overflows(c, a, b);
  }
}

}  // namespace

// Whether the value is the address of an object that has ended.
Literal Builder::is_ended_object(const AbstractValue& value, const Word& bits) {
  Literal result = kFalse;
  const Word number = circuit::extract(bits, 32, 32);
  for (const auto& [id, offsets] : value.pointers()) {
    const MemoryObject& object = values_.objects()[id];
    const Literal is_it = circuit::eq(c_, number, id);
    if (object.may_end()) result = either(result, both(is_it, circuit::negate(flag(alive_variable(id)))));
    if (object.kind == MemoryObject::Kind::Handle)
      result = either(result, both(is_it, flag(threads_[object.thread].joined)));
  }
  return result;
}

// An allocator may reuse the address of an object that has ended, so a comparison with this address has no definite
// result.
void Builder::check_comparison(const AbstractValue& a, const Word& x, const AbstractValue& b, const Word& y) {
  if (!points_somewhere(a) || !points_somewhere(b)) return;
  end_if(either(is_ended_object(a, x), is_ended_object(b, y)), BadKind::Bound,
         "compares the address of an object that has ended");
}

void Builder::compute() {
  const Instr& in = instr();
  const unsigned width = in.width;
  if (in.op == Op::Select) {
    const Value condition = operand(in.a, 1);
    end_if(condition.undefined, BadKind::Memory, "decides on a value that may be uninitialised");
    return set(in.dst, select(condition.bits[0], operand(in.b, width), operand(in.c, width)));
  }
  if (in.op == Op::PtrAdd) {
    const Value a = operand(in.a, 64), b = operand(in.b, 64);
    if (points_somewhere(abstract_operand(in.b))) return bound("computes with addresses as numbers");
    const Word scaled = circuit::mul(c_, b.bits, circuit::constant_word(static_cast<uint64_t>(in.imm), 64));
    return set(in.dst, {circuit::add(c_, a.bits, scaled), either(a.undefined, b.undefined)});
  }
  const unsigned from =
      in.op == Op::Trunc || in.op == Op::ZExt || in.op == Op::SExt ? static_cast<unsigned>(in.imm) : width;
  const Value a = operand(in.a, from);
  const AbstractValue abstract_a = abstract_operand(in.a);
  if (in.op == Op::Mov) return set(in.dst, a);
  if (in.op == Op::Trunc || in.op == Op::ZExt || in.op == Op::SExt) {
    if (points_somewhere(abstract_a) && width < 64) return bound("computes with addresses as numbers");
    return set(in.dst, {in.op == Op::SExt ? circuit::sign_extend(a.bits, width) : circuit::zero_extend(a.bits, width),
                        a.undefined});
  }
  const Value b = in.b == ir::kNoOperand ? Value{circuit::constant_word(0, width)} : operand(in.b, width);
  const AbstractValue abstract_b = in.b == ir::kNoOperand ? AbstractValue::number(0) : abstract_operand(in.b);
  const bool pa = points_somewhere(abstract_a), pb = points_somewhere(abstract_b);
  Value result{{}, either(a.undefined, b.undefined)};
  if (in.op == Op::ICmp) {
    const auto predicate = static_cast<ir::Predicate>(in.sub);
    if (pa && pb && width == 64) {
      check_comparison(abstract_a, a.bits, abstract_b, b.bits);
      if (predicate != ir::Predicate::Eq && predicate != ir::Predicate::Ne)
        end_if(circuit::ne(c_, circuit::extract(a.bits, 32, 32), circuit::extract(b.bits, 32, 32)), BadKind::Bound,
               "compares the addresses of two objects by order");
    }
    result.bits = {compares(c_, predicate, a.bits, b.bits)};
    return set(in.dst, result);
  }
  if (pa || pb) {
    const bool adds = in.op == Op::Add && !(pa && pb), subtracts = in.op == Op::Sub && pa;
    if (width != 64 || (!adds && !subtracts)) return bound("computes with addresses as numbers");
    if (subtracts && pb)
      end_if(circuit::ne(c_, circuit::extract(a.bits, 32, 32), circuit::extract(b.bits, 32, 32)), BadKind::Bound,
             "subtracts the addresses of two objects");
  }
  switch (in.op) {
    case Op::Add:
      result.bits = circuit::add(c_, a.bits, b.bits);
      break;
    case Op::Sub:
      result.bits = circuit::sub(c_, a.bits, b.bits);
      break;
    case Op::Mul:
      result.bits = circuit::mul(c_, a.bits, b.bits);
      break;
    case Op::And:
      result.bits = circuit::bit_and(c_, a.bits, b.bits);
      break;
    case Op::Or:
      result.bits = circuit::bit_or(c_, a.bits, b.bits);
      break;
    case Op::Xor:
      result.bits = circuit::bit_xor(c_, a.bits, b.bits);
      break;
    case Op::Shl:
      result.bits = circuit::shl(c_, a.bits, b.bits);
      break;
    case Op::LShr:
      result.bits = circuit::lshr(c_, a.bits, b.bits);
      break;
    case Op::AShr:
      result.bits = circuit::ashr(c_, a.bits, b.bits);
      break;
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem: {
      end_if(b.undefined, BadKind::Memory, "divides by a value that may be uninitialised");
      end_if(circuit::eq(c_, b.bits, 0), BadKind::Memory, "divides by zero");
      const bool is_signed = in.op == Op::SDiv || in.op == Op::SRem;
      if (is_signed)
        end_if(both(circuit::sdiv_overflows(c_, a.bits, b.bits), circuit::negate(a.undefined)), BadKind::Memory,
               "overflows in a division");
      result.bits = in.op == Op::UDiv   ? circuit::udiv(c_, a.bits, b.bits)
                    : in.op == Op::SDiv ? circuit::sdiv(c_, a.bits, b.bits)
                    : in.op == Op::URem ? circuit::urem(c_, a.bits, b.bits)
                                        : circuit::srem(c_, a.bits, b.bits);
      break;
    }
    case Op::Overflow:
      result.bits = {overflows(c_, static_cast<ir::OverflowOf>(in.sub), a.bits, b.bits)};
      break;
    case Op::Math:
      switch (static_cast<ir::MathOp>(in.sub)) {
        case ir::MathOp::CtPop:
          result.bits = circuit::popcount(c_, a.bits);
          break;
        case ir::MathOp::Ctlz:
          result.bits = circuit::leading_zeros(c_, a.bits);
          break;
        case ir::MathOp::Cttz:
          result.bits = circuit::trailing_zeros(c_, a.bits);
          break;
        case ir::MathOp::BSwap:
          result.bits = circuit::byte_swap(a.bits);
          break;
        case ir::MathOp::BitReverse:
          result.bits = circuit::bit_reverse(a.bits);
          break;
        case ir::MathOp::SMin:
          result.bits = circuit::ite(c_, circuit::slt(c_, a.bits, b.bits), a.bits, b.bits);
          break;
        case ir::MathOp::SMax:
          result.bits = circuit::ite(c_, circuit::slt(c_, a.bits, b.bits), b.bits, a.bits);
          break;
        case ir::MathOp::UMin:
          result.bits = circuit::ite(c_, circuit::ult(c_, a.bits, b.bits), a.bits, b.bits);
          break;
        case ir::MathOp::UMax:
          result.bits = circuit::ite(c_, circuit::ult(c_, a.bits, b.bits), b.bits, a.bits);
          break;
        default:
          return bound("a built-in function of arithmetic (not modelled)");
      }
      break;
    default:
      return bound("an operation that is not modelled");
  }
  set(in.dst, result);
}

// ---- calls

void Builder::execute_call() {
  const Instr& in = instr();
  if (in.op == Op::Call) return enter(static_cast<ir::FunctionId>(in.imm));
  const Value pointer = operand(in.a, 64);
  end_if(pointer.undefined, BadKind::Memory, "calls through a function pointer that may be uninitialised");
  const Literal guard = guard_;
  const Changes changes = changes_;
  Literal rest = guard;
  for (const auto& [object, offsets] : abstract_operand(in.a).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Function) continue;
    const Literal is_it = circuit::eq(c_, pointer.bits, address_of(object));
    guard_ = both(guard, is_it);
    changes_ = changes;
    if (guard_ != kFalse) enter(values_.objects()[object].id);
    rest = both(rest, circuit::negate(is_it));
  }
  guard_ = rest;
  end_if(kTrue, BadKind::Memory, "calls through a pointer that is not a function's address");
}

void Builder::enter(ir::FunctionId function) {
  const Instr& in = instr();
  const ir::Function& callee = program_.functions[function];
  if (values_.is_output(thread_, node_, function)) {
    for (uint32_t i = 0; i < in.num_args; ++i)
      end_if(argument(i, 64).undefined, BadKind::Memory, "prints a value that may be uninitialised");
    const Word printed = circuit::input_word(c_, "printed", 31);
    set(in.dst, {fit(printed, 32)});
    return flow(node_ + 1);
  }
  if (callee.is_variadic) return bound("a call of the variadic function " + callee.name + " (not modelled)");
  const ContextId id = values_.callee(thread_, node_, function);
  if (id == ir::kNone)
    return bound(
        "a recursion of " + callee.name + " of more than " + std::to_string(values_.bounds().recursion) + " calls",
        true);
  const Context& context = values_.threads()[thread_].contexts[id];
  std::vector<Value> arguments;
  for (uint32_t i = 0; i < in.num_args && i < callee.num_params; ++i) arguments.push_back(argument(i, 64));
  for (auto [parameter, size] : callee.byval_params) {
    if (parameter >= arguments.size()) continue;
    const ObjectId copy = values_.copied_parameter(thread_, id, parameter);
    const std::vector<Hit> from = locate(arguments[parameter], abstract_argument(parameter), size, false);
    pend(from, size, false, in_section());
    make_fresh(copy, kTrue, false);
    for (uint64_t i = 0; i < size; ++i) write(byte_variable(copy, i), load(from, i, 8));
    arguments[parameter] = {circuit::constant_word(address_of(copy), 64)};
  }
  if (callee.is_atomic) enter_section();
  for (uint32_t i = 0; i < arguments.size(); ++i)
    write(threads_[thread_].first_reg + context.first_reg + i, arguments[i]);
  for (uint32_t reg : values_.unset_registers(function))
    write(threads_[thread_].first_reg + context.first_reg + reg, {circuit::constant_word(0, 64), kTrue});
  flow(context.first_node);
}

void Builder::execute_return() {
  const Instr& in = instr();
  const ThreadCode& code = values_.threads()[thread_];
  const ContextId here = code.context_of[node_];
  const Context& context = code.contexts[here];
  std::vector<Value> results;
  if (in.a != ir::kNoOperand)
    results.push_back(operand(in.a, in.width));
  else
    for (uint32_t i = 0; i < in.num_args; ++i) results.push_back(argument(i, 64));
  if (context.parent == ir::kNone) {
    if (thread_ != 0) return end_thread(results.empty() ? Value{circuit::constant_word(0, 64)} : results[0]);
    set_flag(exited_, kTrue);
    return arrive(kEnded);
  }
  end_of_locals(here);
  if (program_.functions[context.function].is_atomic) leave_section();
  const NodeId call = code.contexts[context.parent].first_node + context.call_pc;
  const Instr& caller = values_.instr(thread_, call);
  node_ = call;  // the results go to the caller's registers
  const uint32_t wanted = caller.num_results != 0 ? caller.num_results : caller.dst >= 0 ? 1 : 0;
  for (uint32_t i = 0; i < wanted && caller.dst >= 0; ++i)
    set(caller.dst + static_cast<int32_t>(i),
        i < results.size() ? results[i] : Value{circuit::constant_word(0, 64), kTrue});
  flow(call + 1);
}

// ---- services

void Builder::execute_service() {
  const Instr& in = instr();
  switch (static_cast<ServiceOp>(in.sub)) {
    case ServiceOp::ThreadSelf:
      set(in.dst, {circuit::constant_word(address_of(values_.threads()[thread_].handle), 64)});
      break;
    case ServiceOp::AbandonRobust:  // robust mutexes are not modelled
      set(in.dst, {circuit::constant_word(0, 64)});
      break;
    case ServiceOp::NondetRand:
      set(in.dst, {circuit::constant_word(setting_.nondet_rand ? 1 : 0, 64)});
      break;
    case ServiceOp::Malloc:
    case ServiceOp::Realloc:
      execute_allocation(false);
      break;
    case ServiceOp::Calloc:
      execute_allocation(true);
      break;
    case ServiceOp::Free:
      execute_free();
      break;
    case ServiceOp::Choose: {
      const Value count = argument(0, 32);
      end_if(count.undefined, BadKind::Memory, "chooses among a number of values that may be uninitialised");
      end_if(either(circuit::eq(c_, count.bits, 0), count.bits[31]), BadKind::Assertion,
             "mover_choose needs a positive number of alternatives");
      const Word value = circuit::input_word(c_, "choice at " + place_name(thread_, node_), 32);
      constraints_.push_back(
          c_.implies(both(threads_[thread_].scheduled, guard_), circuit::ult(c_, value, count.bits)));
      model_.chosen[{thread_, node_}] = value;
      set(in.dst, {value});
      break;
    }
    case ServiceOp::Nondet: {
      const AbstractValue bits = abstract_argument(0);
      if (bits.numbers().size() != 1 || bits.has_any_number())
        return bound("a nondeterministic value of unknown width");
      const auto width = static_cast<unsigned>(bits.numbers()[0]);
      if (width == 0 || width > 64) return bound("a nondeterministic value of more than 64 bits");
      const Word value = circuit::input_word(c_, "value at " + place_name(thread_, node_), width);
      model_.chosen[{thread_, node_}] = value;
      set(in.dst, {value});
      break;
    }
    case ServiceOp::Assume: {
      const Value condition = argument(0, 32);
      end_if(condition.undefined, BadKind::Memory, "an assumption depends on a value that may be uninitialised");
      const Literal holds = circuit::any_bit(c_, condition.bits), guard = guard_;
      guard_ = both(guard, circuit::negate(holds));
      arrive(kDiscarded);
      guard_ = both(guard, holds);
      break;
    }
    case ServiceOp::AssertFail:
    case ServiceOp::Abort:
      return end_if(kTrue, BadKind::Assertion, "an assertion fails");
    case ServiceOp::Exit:
      set_flag(exited_, kTrue);
      return arrive(kEnded);
    case ServiceOp::Write: {
      for (const auto& [object, offsets] : abstract_argument(1).pointers())
        if (!values_.objects()[object].is_constant)
          return bound("output of memory that is not constant (not modelled)");
      break;
    }
    case ServiceOp::Note:
    case ServiceOp::AtomicBlockBegin:
    case ServiceOp::AtomicBlockEnd:
      break;
    case ServiceOp::StackSave:
      set(in.dst, {circuit::constant_word(0, 64)});
      break;
    case ServiceOp::StackRestore:  // the end of arrays of variable length
      for (ObjectId id = 1; id < values_.objects().size(); ++id) {
        const MemoryObject& object = values_.objects()[id];
        if (object.kind != MemoryObject::Kind::Local || object.thread != thread_) continue;
        if (values_.threads()[thread_].context_of[object.node] != values_.threads()[thread_].context_of[node_])
          continue;
        const Instr& made = values_.instr(thread_, object.node);
        if (made.op != Op::Alloca || made.a < 0) continue;
        assume_guarded({{id, 0, flag(alive_variable(id))}}, 0, false);
        set_flag(alive_variable(id), kFalse);
      }
      break;
    case ServiceOp::LifetimeStart:
      execute_scope(false);
      break;
    case ServiceOp::LifetimeEnd:
      execute_scope(true);
      break;
    case ServiceOp::NoOverlap: {
      const Value to = argument(0, 64), from = argument(1, 64), size = argument(2, 64);
      const Literal apart = either(circuit::uge(c_, to.bits, circuit::add(c_, from.bits, size.bits)),
                                   circuit::uge(c_, from.bits, circuit::add(c_, to.bits, size.bits)));
      end_if(circuit::negate(either(circuit::eq(c_, to.bits, from.bits), apart)), BadKind::Memory,
             "copies between ranges that overlap");
      break;
    }
    case ServiceOp::Apart: {
      const Value to = argument(0, 64), written = argument(1, 64), from = argument(2, 64), read = argument(3, 64);
      const Literal apart = either(circuit::uge(c_, to.bits, circuit::add(c_, from.bits, read.bits)),
                                   circuit::uge(c_, from.bits, circuit::add(c_, to.bits, written.bits)));
      end_if(circuit::negate(apart), BadKind::Memory, "writes over what it reads");
      break;
    }
    case ServiceOp::AllocatedBy:
    case ServiceOp::GivenBackBy: {
      const AbstractValue by = abstract_argument(1);
      if (by.numbers() != std::vector<uint64_t>{static_cast<uint64_t>(ir::AllocatedBy::Malloc)})
        return bound("operators new and delete (not modelled)");
      break;
    }
    case ServiceOp::ShiftAmount: {
      const Value by = argument(0, 64), width = argument(1, 64);
      end_if(both(circuit::uge(c_, by.bits, width.bits), circuit::negate(by.undefined)), BadKind::Memory,
             "shifts by a negative number of bits or by too many");
      break;
    }
    case ServiceOp::Argc:
      set(in.dst, {circuit::constant_word(values_.argument_count(), 64)});
      break;
    case ServiceOp::Argv:
      set(in.dst, {circuit::constant_word(address_of(values_.arguments()), 64)});
      break;
    default:
      return bound("a service that is not modelled");
  }
  flow(node_ + 1);
}

std::string Builder::place_name(ThreadIndex t, NodeId node) const {
  return "T" + std::to_string(t) + "." + values_.function(t, node).name + ":" +
         std::to_string(values_.threads()[t].pc_of(node));
}

}  // namespace mover::symbolic
