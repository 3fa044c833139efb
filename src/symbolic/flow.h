// The control flow through the inlined code of a thread, and the addresses that its instructions access.
#pragma once

#include <algorithm>

#include "symbolic/values.h"

namespace mover::symbolic {

// Whether a thread may wait in the middle of the operation. In all other operations, a thread blocks before it begins.
inline bool may_wait_inside(ir::SyncOp op) {
  return op == ir::SyncOp::CondWait || op == ir::SyncOp::CondTimedWait || op == ir::SyncOp::BarrierWait ||
         op == ir::SyncOp::RwWrLock || op == ir::SyncOp::RwTimedWrLock;
}

// Calls f(function) for every function that the call may call and that only prints. Such a call is modelled without
// entering the function.
template <typename F>
void for_each_printer(const ValueAnalysis& values, ThreadIndex t, NodeId node, F f) {
  const ir::Instr& in = values.instr(t, node);
  auto add = [&](ir::FunctionId function) {
    if (values.is_output(t, node, function)) f(function);
  };
  if (in.op == ir::Op::Call) return add(static_cast<ir::FunctionId>(in.imm));
  const AbstractValue callees = values.operand(t, node, in.a);
  for (const auto& [object, offsets] : callees.pointers())
    if (values.objects()[object].kind == MemoryObject::Kind::Function) add(values.objects()[object].id);
}

inline bool may_print(const ValueAnalysis& values, ThreadIndex t, NodeId node) {
  bool result = false;
  for_each_printer(values, t, node, [&](ir::FunctionId) { result = true; });
  return result;
}

// Calls f(function, context) for every function that the call may enter.
template <typename F>
void for_each_callee(const ValueAnalysis& values, ThreadIndex t, NodeId node, F f) {
  const ThreadCode& code = values.threads()[t];
  const ContextId here = code.context_of[node];
  const uint32_t pc = code.pc_of(node);
  for (auto it = code.calls.lower_bound({here, pc, 0}); it != code.calls.end(); ++it) {
    if (std::get<0>(it->first) != here || std::get<1>(it->first) != pc) return;
    f(std::get<2>(it->first), it->second);
  }
}

// Whether a call may enter a function that is an atomic section.
inline bool enters_section(const ValueAnalysis& values, ThreadIndex t, NodeId node) {
  bool result = false;
  for_each_callee(values, t, node, [&](ir::FunctionId function, ContextId) {
    result |= values.program().functions[function].is_atomic;
  });
  return result;
}

// Calls f(node) for every node of the same thread that may be executed next after this one.
template <typename F>
void for_each_next(const ValueAnalysis& values, ThreadIndex t, NodeId node, F f) {
  const ir::Instr& in = values.instr(t, node);
  const Context& context = values.threads()[t].context(node);
  auto go = [&](NodeId to) {
    if (values.reached(t, to)) f(to);
  };
  switch (in.op) {
    case ir::Op::Br:
      return go(context.first_node + in.target[0]);
    case ir::Op::CondBr:
      go(context.first_node + in.target[0]);
      return go(context.first_node + in.target[1]);
    case ir::Op::Switch: {
      const ir::SwitchTable& table = values.function(t, node).switches[static_cast<size_t>(in.imm)];
      for (const auto& [value, target] : table.cases) go(context.first_node + target);
      return go(context.first_node + table.fallback);
    }
    case ir::Op::Ret:
      if (context.parent != ir::kNone)
        go(values.threads()[t].contexts[context.parent].first_node + context.call_pc + 1);
      return;
    case ir::Op::Unreachable:
      return;
    case ir::Op::Call:
    case ir::Op::CallInd: {
      for_each_callee(values, t, node,
                      [&](ir::FunctionId, ContextId entered) { go(values.threads()[t].contexts[entered].first_node); });
      if (may_print(values, t, node)) go(node + 1);
      return;
    }
    default:
      return go(node + 1);
  }
}

// Calls f(address) with the abstract value of each address that an instruction accesses.
template <typename F>
void for_each_address(const ValueAnalysis& values, ThreadIndex t, NodeId node, F f) {
  const ir::Instr& in = values.instr(t, node);
  switch (in.op) {
    case ir::Op::Load:
    case ir::Op::Store:
    case ir::Op::Rmw:
    case ir::Op::CmpXchg:
    case ir::Op::MemSet:
    case ir::Op::StrLen:
      return f(values.operand(t, node, in.a));
    case ir::Op::MemCpy:
      f(values.operand(t, node, in.a));
      return f(values.operand(t, node, in.b));
    case ir::Op::Sync: {
      const auto op = static_cast<ir::SyncOp>(in.sub);
      if (op <= ir::SyncOp::OnceEnd || op == ir::SyncOp::ThreadCreate) f(values.argument(t, node, 0));
      if (op == ir::SyncOp::CondWait || op == ir::SyncOp::CondTimedWait) f(values.argument(t, node, 1));
      return;
    }
    case ir::Op::Service: {
      const auto op = static_cast<ir::ServiceOp>(in.sub);
      if (op == ir::ServiceOp::Free || op == ir::ServiceOp::LifetimeStart || op == ir::ServiceOp::LifetimeEnd ||
          op == ir::ServiceOp::VaStart)
        return f(values.argument(t, node, 0));
      if (op == ir::ServiceOp::Write) return f(values.argument(t, node, 1));
      return;
    }
    case ir::Op::Call:
    case ir::Op::CallInd:
      for_each_printer(values, t, node, [&](ir::FunctionId function) {
        for (uint32_t i : values.printed_strings(t, node, function)) f(values.argument(t, node, i));
      });
      for (uint32_t i = 0; i < in.num_args; ++i) {
        const AbstractValue value = values.argument(t, node, i);
        bool copied = false;  // a struct that is passed by value
        for_each_callee(values, t, node, [&](ir::FunctionId function, ContextId entered) {
          copied |= values.copied_parameter(t, entered, i) != 0;
          for (const ValueAnalysis::Variadic& one : values.variadic_arguments(t, node, function))
            copied |= one.byval_bytes != 0 && one.first == i;
        });
        if (copied) f(value);
      }
      return;
    default:
      return;
  }
}

}  // namespace mover::symbolic
