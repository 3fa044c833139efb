// Which exceptions of C++ a call handles: an instruction after the call has the address of its handlers
// (ServiceOp::CallSite), as the call-site table of a compiled function has.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

constexpr uint64_t kNoCallSite = ~uint64_t{0};  // the result of ServiceOp::CallSiteOf if there is no such call

// The handlers of the call at pc; null if they are not known.
inline const Constant* handlers_of_call(const Function& function, uint32_t pc) {
  if (pc + 1 >= function.code.size()) return nullptr;
  const Instr& next = function.code[pc + 1];
  if (next.op != Op::Service || static_cast<ServiceOp>(next.sub) != ServiceOp::CallSite) return nullptr;
  const Operand handlers = function.args[next.first_arg];
  if (handlers >= 0) return nullptr;
  const Constant& result = function.constants[static_cast<size_t>(~handlers)];
  return result.kind == Constant::Kind::Global ? &result : nullptr;
}

}  // namespace mover::ir
