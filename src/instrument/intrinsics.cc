// Instruments LLVM's intrinsics, which stand for library functions and for instructions of the processor.
#include <llvm/IR/IntrinsicsX86.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

// Replaces the intrinsic by a function of the run-time library. The compiler might lower the intrinsic to a call of
// memcpy, which is intercepted and would report the accesses a second time.
void replace_copy(MemTransferInst& copy, Captures& captures, Calls& calls) {
  if (captures.is_private(*copy.getRawDest()) && captures.is_private(*copy.getRawSource())) return;
  Before at(copy);
  Value* size = at.CreateZExtOrTrunc(copy.getLength(), at.getInt64Ty());
  const char* name = isa<MemMoveInst>(copy) ? "__mover_memmove" : "__mover_memcpy";
  const Align alignment = std::min(copy.getDestAlign().valueOrOne(), copy.getSourceAlign().valueOrOne());
  calls.call(at, name, at.getVoidTy(), {copy.getRawDest(), copy.getRawSource(), size, at.getInt64(alignment.value())});
  copy.eraseFromParent();
}

void replace_set(MemSetInst& set, Captures& captures, Calls& calls) {
  if (captures.is_private(*set.getRawDest())) return;
  Before at(set);
  calls.call(
      at, "__mover_memset", at.getVoidTy(),
      {set.getRawDest(), at.CreateZExt(set.getValue(), at.getInt32Ty()),
       at.CreateZExtOrTrunc(set.getLength(), at.getInt64Ty()), at.getInt64(set.getDestAlign().valueOrOne().value())});
  set.eraseFromParent();
}

// Reports each lane whose bit of the mask is set as a separate access.
void access_lanes(IntrinsicInst& intrinsic, Value* pointers, Value* mask, FixedVectorType* type, bool write,
                  bool packed, Calls& calls) {
  Before at(intrinsic);
  const uint64_t size = calls.layout().getTypeStoreSize(type->getElementType());
  Value* offset = at.getInt64(0);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Value* on = at.CreateZExt(at.CreateExtractElement(mask, lane), at.getInt64Ty());
    Value* pointer = pointers->getType()->isVectorTy()
                         ? at.CreateExtractElement(pointers, lane)
                         : at.CreateGEP(at.getInt8Ty(), pointers, packed ? offset : at.getInt64(lane * size));
    Value* bytes = at.CreateMul(on, at.getInt64(size));
    calls.access(at, pointer, bytes, write);
    offset = at.CreateAdd(offset, bytes);
  }
}

bool instrument_masked(IntrinsicInst& intrinsic, Calls& calls) {
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
      if (auto* type = dyn_cast<FixedVectorType>(intrinsic.getType()))
        return access_lanes(intrinsic, intrinsic.getArgOperand(0), intrinsic.getArgOperand(2), type, false, false,
                            calls),
               true;
      return false;
    case Intrinsic::masked_expandload:
      if (auto* type = dyn_cast<FixedVectorType>(intrinsic.getType()))
        return access_lanes(intrinsic, intrinsic.getArgOperand(0), intrinsic.getArgOperand(1), type, false, true,
                            calls),
               true;
      return false;
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      if (auto* type = dyn_cast<FixedVectorType>(intrinsic.getArgOperand(0)->getType()))
        return access_lanes(intrinsic, intrinsic.getArgOperand(1), intrinsic.getArgOperand(3), type, true, false,
                            calls),
               true;
      return false;
    case Intrinsic::masked_compressstore:
      if (auto* type = dyn_cast<FixedVectorType>(intrinsic.getArgOperand(0)->getType()))
        return access_lanes(intrinsic, intrinsic.getArgOperand(1), intrinsic.getArgOperand(2), type, true, true, calls),
               true;
      return false;
    default:
      return false;
  }
}

// Reports the accesses of an intrinsic to memory that other threads may access. Returns false if they are not known.
bool instrument_known(IntrinsicInst& intrinsic, Calls& calls) {
  Before at(intrinsic);
  auto access = [&](unsigned argument, uint64_t size, bool write) {
    calls.access(at, intrinsic.getArgOperand(argument), size, write);
  };
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::vastart:
      access(0, kVaList, true);
      return true;
    case Intrinsic::vacopy:
      access(1, kVaList, false);
      access(0, kVaList, true);
      return true;
    case Intrinsic::x86_sse2_mfence:
      calls.call(at, "__tsan_atomic_thread_fence", at.getVoidTy(), {at.getInt32(5)});
      return true;
    case Intrinsic::x86_sse_ldmxcsr:
      access(0, 4, false);
      return true;
    case Intrinsic::x86_sse_stmxcsr:
      access(0, 4, true);
      return true;
    case Intrinsic::x86_sse3_ldu_dq:
      access(0, 16, false);
      return true;
    case Intrinsic::x86_avx_ldu_dq_256:
      access(0, 32, false);
      return true;
    default:
      return false;
  }
}

// Whether other threads cannot observe the intrinsic: a hint to the compiler, a prefetch, a counter of the processor.
bool accesses_nothing(const IntrinsicInst& intrinsic) {
  if (intrinsic.isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(intrinsic)) return true;
  if (intrinsic.doesNotAccessMemory() || intrinsic.onlyAccessesInaccessibleMemory()) return true;
  if (StringRef(intrinsic.getCalledFunction()->getName()).starts_with("llvm.coro.")) return true;
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::vaend:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::prefetch:
    case Intrinsic::trap:
    case Intrinsic::debugtrap:
    case Intrinsic::ubsantrap:
    case Intrinsic::returnaddress:
    case Intrinsic::frameaddress:
    case Intrinsic::sponentry:
    case Intrinsic::eh_typeid_for:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::x86_sse2_pause:
    case Intrinsic::x86_sse2_lfence:
    case Intrinsic::x86_sse_sfence:
    case Intrinsic::x86_sse2_clflush:
    case Intrinsic::x86_clflushopt:
    case Intrinsic::x86_clwb:
    case Intrinsic::x86_rdtsc:
    case Intrinsic::x86_rdtscp:
    case Intrinsic::x86_rdrand_16:
    case Intrinsic::x86_rdrand_32:
    case Intrinsic::x86_rdrand_64:
    case Intrinsic::readcyclecounter:
    case Intrinsic::get_rounding:
    case Intrinsic::set_rounding:
      return true;
    default:
      break;
  }
  for (const Value* argument : intrinsic.args())
    if (argument->getType()->isPtrOrPtrVectorTy()) return false;
  return true;
}

}  // namespace

bool instrument_intrinsic(IntrinsicInst& intrinsic, Captures& captures, Calls& calls) {
  if (auto* copy = dyn_cast<MemTransferInst>(&intrinsic)) return replace_copy(*copy, captures, calls), true;
  if (auto* set = dyn_cast<MemSetInst>(&intrinsic)) return replace_set(*set, captures, calls), true;
  if (accesses_nothing(intrinsic)) return true;
  if (instrument_masked(intrinsic, calls) || instrument_known(intrinsic, calls)) return true;
  Before at(intrinsic);
  calls.not_followed(at, "instruction of the processor (" + intrinsic.getCalledFunction()->getName().str() + ")");
  return true;
}

}  // namespace mover::instrument
