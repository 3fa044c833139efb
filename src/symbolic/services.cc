// Circuits for the services of the machine (ir::ServiceOp).
#include "ir/call_sites.h"
#include "ir/places.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;

void Builder::execute_service() {
  const Instr& in = instr();
  switch (static_cast<ServiceOp>(in.sub)) {
    case ServiceOp::ThreadSelf:
      set(in.dst, {circuit::constant_word(address_of(values_.threads()[thread_].handle), 64)});
      break;
    case ServiceOp::Place:
      set(in.dst, {circuit::constant_word(values_.place_number(thread_, node_), 64)});
      break;
    case ServiceOp::VaStart:
      execute_va_start();
      break;
    case ServiceOp::AbandonRobust:
      abandon_robust_mutex();
      break;
    case ServiceOp::MutexConsistent:
      make_consistent();
      break;
    case ServiceOp::NondetRand:
      set(in.dst, {circuit::constant_word(setting_.nondet_rand ? 1 : 0, 64)});
      break;
    case ServiceOp::Malloc:
    case ServiceOp::Realloc:
    case ServiceOp::Calloc:
      execute_allocation();
      break;
    case ServiceOp::UsableSize: {
      const std::vector<Target> targets = locate(argument(0, 64), abstract_argument(0), 0, false);
      Literal is_block = kFalse;
      Word size = circuit::constant_word(0, kSizeWidth);
      for (const Target& target : targets) {
        if (values_.objects()[target.object].kind != MemoryObject::Kind::Heap || target.offset != 0) continue;
        is_block = either(is_block, target.guard);
        size = circuit::ite(c_, target.guard, size_of(target.object), size);
      }
      end_if(circuit::negate(is_block), BadKind::Memory, "reallocates what is not a block of the heap");
      set(in.dst, {circuit::zero_extend(size, 64)});
      break;
    }
    case ServiceOp::Free:
      execute_free();
      break;
    case ServiceOp::Choose: {
      const Value count = argument(0, 32);
      end_if(count.undefined, BadKind::Memory, "chooses among a number of values that may be uninitialised");
      end_if(either(circuit::eq(c_, count.bits, 0), count.bits[31]), BadKind::Assertion,
             "mover_choose needs a positive number of alternatives");
      const Word value = circuit::input_word(c_, "choice at " + node_name(thread_, node_), 32);
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
      const Word value = circuit::input_word(c_, "value at " + node_name(thread_, node_), width);
      model_.chosen[{thread_, node_}] = value;
      set(in.dst, {value});
      break;
    }
    case ServiceOp::Assume: {
      const Value condition = argument(0, 32);
      const Literal holds = decided(condition, "an assumption depends on a value that may be uninitialised");
      const Literal guard = guard_;
      cover(Model::Covered::What::Holds, both(guard, holds));
      cover(Model::Covered::What::Fails, both(guard, circuit::negate(holds)));
      guard_ = both(guard, circuit::negate(holds));
      arrive(kDiscarded);
      guard_ = both(guard, holds);
      break;
    }
    case ServiceOp::Reachable:
      cover(Model::Covered::What::Reaches, guard_);
      break;
    case ServiceOp::AssertFail:
    case ServiceOp::Abort:
      return end_if(kTrue, BadKind::Assertion, "an assertion fails");
    case ServiceOp::Exit:
      set_flag(exited_, kTrue);
      keep_last_places();
      return arrive(kEnded);
    case ServiceOp::Write:
      execute_output();
      break;
    case ServiceOp::Note:
    case ServiceOp::Exclusive:  // the locking discipline is not checked
    case ServiceOp::AtomicBlockBegin:
    case ServiceOp::AtomicBlockEnd:
    case ServiceOp::Progress:  // livelocks are not checked
    case ServiceOp::OperationBegin:
    case ServiceOp::OperationEnd:
    case ServiceOp::AddressAsNumber:
    case ServiceOp::CallSite:
      break;
    case ServiceOp::StackSave:
      set(in.dst, {circuit::constant_word(0, 64)});
      break;
    case ServiceOp::StackRestore:  // ends the lifetimes of arrays of variable length
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
    case ServiceOp::Subscript: {
      if (checked_.memory_excluded) break;  // an access to another part of the object does not end the execution
      const Value index = argument(0, 64), length = argument(1, 64);
      end_if(both(circuit::uge(c_, index.bits, length.bits), circuit::negate(index.undefined)), BadKind::Memory,
             "accesses an element that the array does not have");
      break;
    }
    case ServiceOp::ShiftAmount: {
      const Value by = argument(0, 64), width = argument(1, 64);
      end_if(both(circuit::uge(c_, by.bits, width.bits), circuit::negate(by.undefined)), BadKind::Memory,
             "shifts by a negative number of bits or by too many");
      break;
    }
    case ServiceOp::CallSiteOf: {
      const Word n = argument(0, 64).bits;
      Word result = circuit::constant_word(ir::kNoCallSite, 64);
      uint64_t call = 0;
      for (const ir::Constant& handlers : values_.call_sites(thread_, node_)) {
        const uint64_t address = handlers.kind == ir::Constant::Kind::Global
                                     ? address_of(values_.global_object(handlers.id), handlers.value)
                                     : 0;
        result = circuit::ite(c_, circuit::eq(c_, n, call++), circuit::constant_word(address, 64), result);
      }
      set(in.dst, {result});
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

}  // namespace mover::symbolic
