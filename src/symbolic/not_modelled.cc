// The list of instructions that the circuit does not model.
#include "ir/shape.h"
#include "symbolic/floats.h"
#include "symbolic/values.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;

const char* not_modelled(const Instr& in) {
  if (is_floating(in.op)) return can_be_computed(in) ? nullptr : "arithmetic with floating-point numbers";
  switch (in.op) {
    case Op::Math:
      if (ir::is_float_math(static_cast<ir::MathOp>(in.sub))) return "arithmetic with floating-point numbers";
      break;
    case Op::Rmw:
      if (static_cast<ir::RmwOp>(in.sub) >= ir::RmwOp::FAdd && in.width != 32 && in.width != 64)
        return "arithmetic with floating-point numbers";
      break;
    case Op::Sync:
      return static_cast<ir::SyncOp>(in.sub) >= ir::SyncOp::WordWait ? "waits on words of memory" : nullptr;
    case Op::Service:
      switch (static_cast<ServiceOp>(in.sub)) {
        case ServiceOp::NotCovered:
        case ServiceOp::Unsupported:
          return "a library function that has no model";
        default:
          return nullptr;
      }
    default:
      break;
  }
  if (in.width > 128 && in.op != Op::Br && in.op != Op::CondBr) return "integers of more than 128 bits";
  if (in.width > 64 && (in.op == Op::Math || in.op == Op::Switch)) return "this operation on more than 64 bits";
  return nullptr;
}

}  // namespace mover::symbolic
