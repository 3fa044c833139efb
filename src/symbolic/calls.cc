// Calls and returns. Every call is inlined: it enters the context that the value analysis has created for it.
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;

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
  if (const auto printed = values_.printed_pointers(thread_, node_, function)) {
    for (uint32_t i = 0; i < in.num_args; ++i)
      end_if(argument(i, 64).undefined, BadKind::Memory, "prints a value that may be uninitialised");
    for (uint32_t i : *printed) {
      Literal known = kFalse;
      for (const auto& [object, offsets] : abstract_argument(i).pointers())
        known = either(known,
                       circuit::eq(c_, argument(i, 64).bits, address_of(object, static_cast<uint64_t>(offsets.first))));
      end_if(circuit::negate(known), BadKind::Bound, "prints another text than the points-to analysis has found");
    }
    for (uint32_t i : values_.printed_strings(thread_, node_, function)) {
      // If races are not checked, another thread may change the string while it is read.
      if (!checked_.race && may_access_shared(abstract_argument(i)))
        return bound("prints a text that other threads may change (not modelled)");
      read_string(argument(i, 64), abstract_argument(i));
    }
    const Word result = circuit::input_word(c_, "printed", 31);
    set(in.dst, {fit(result, 32)});
    return flow(node_ + 1);
  }
  if (values_.is_failed_assertion(thread_, node_, function))
    return end_if(kTrue, BadKind::Assertion, "an assertion fails");
  if (is_formatting(callee)) return bound("a call of " + callee.name + " (not modelled)");
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
    const std::vector<Target> from = locate(arguments[parameter], abstract_argument(parameter), size, false);
    register_access(from, size, false, in_section());
    order_.plain_access(from, size, false, in_section());
    make_object_of_call(copy, "a parameter");
    for (uint64_t i = 0; i < size; ++i) write(byte_variable(copy, i), load(from, i, 8));
    note_overwriting({{copy, 0, kTrue}}, size);
    mark_copied_conditions({{copy, 0, kTrue}}, from, size);
    arguments[parameter] = {circuit::constant_word(address_of(copy), 64)};
  }
  if (callee.is_variadic) put_variadic(function, id);
  if (callee.is_atomic) enter_section();
  for (uint32_t i = 0; i < arguments.size(); ++i) set_register(context.first_reg + i, arguments[i]);
  for (uint32_t reg : values_.unset_registers(function))
    write(threads_[thread_].first_reg + context.first_reg + reg, {circuit::constant_word(0, 64), kTrue});
  flow(context.first_node);
}

// Begins the lifetime of an object that the call makes for the function. If the call was executed before, and the
// address of the earlier object may still be used, the execution reaches a bound.
void Builder::make_object_of_call(ObjectId id, const std::string& what) {
  if (values_.repeats(thread_, node_) && escapes(id)) {
    end_if(flag(allocated_variable(id)), BadKind::Bound, what + " whose old address may still be used");
    set_flag(allocated_variable(id), kTrue);
  }
  make_fresh(id, kTrue, false);
}

void Builder::put_variadic(ir::FunctionId function, ContextId context) {
  const ObjectId object = values_.variadic_object(thread_, context);
  make_object_of_call(object, "variadic arguments");
  for (const ValueAnalysis::Variadic& one : values_.variadic_arguments(thread_, node_, function)) {
    if (one.byval_bytes != 0) {
      const std::vector<Target> from =
          locate(argument(one.first, 64), abstract_argument(one.first), one.byval_bytes, false);
      register_access(from, one.byval_bytes, false, in_section());
      order_.plain_access(from, one.byval_bytes, false, in_section());
      for (uint64_t i = 0; i < one.byval_bytes; ++i) write(byte_variable(object, one.offset + i), load(from, i, 8));
      note_overwriting({{object, one.offset, kTrue}}, one.byval_bytes);
      mark_copied_conditions({{object, one.offset, kTrue}}, from, one.byval_bytes);
      continue;
    }
    for (uint32_t r = 0; r < one.registers; ++r)
      store({{object, one.offset + 8 * r, kTrue}}, 0, argument(one.first + r, 64));
  }
}

void Builder::execute_va_start() {
  const ObjectId object = values_.variadic_object(thread_, values_.threads()[thread_].context_of[node_]);
  const std::vector<Target> list = locate(argument(0, 64), abstract_argument(0), 24, true);
  register_access(list, 24, true, in_section());
  order_.plain_access(list, 24, true, in_section());
  store(list, 0, {circuit::constant_word(kNoRegistersLeft, 64)});
  store(list, 8, {circuit::constant_word(address_of(object), 64)});
  store(list, 16, {circuit::constant_word(0, 64)});
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
    keep_last_places();
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

}  // namespace mover::symbolic
