// The operations, synchronisation actions and services of the IR. The lists are X-macros, which the printer, the
// parser, the front end's table of library functions and the interpreter expand, so that none lacks an operation.
#pragma once

#include <cstdint>

namespace mover::ir {

// clang-format off: tables

// Operations. The comment of Instr in ir.h describes them and the fields that they use.
#define MOVER_IR_OPS(X)                                                                                       \
  X(Mov, "mov")                                                                                               \
  X(Add, "add") X(Sub, "sub") X(Mul, "mul") X(UDiv, "udiv") X(SDiv, "sdiv") X(URem, "urem") X(SRem, "srem")   \
  X(And, "and") X(Or, "or") X(Xor, "xor") X(Shl, "shl") X(LShr, "lshr") X(AShr, "ashr")                       \
  X(FAdd, "fadd") X(FSub, "fsub") X(FMul, "fmul") X(FDiv, "fdiv") X(FRem, "frem") X(FNeg, "fneg")             \
  X(ICmp, "icmp") X(FCmp, "fcmp") X(Select, "select")                                                         \
  X(Trunc, "trunc") X(ZExt, "zext") X(SExt, "sext")                                                           \
  X(FPConv, "fpconv") X(FPToSI, "fptosi") X(FPToUI, "fptoui") X(SIToFP, "sitofp") X(UIToFP, "uitofp")         \
  X(Overflow, "overflow") X(Math, "math") X(PtrAdd, "ptradd")                                                 \
  X(Load, "load") X(Store, "store") X(MemCpy, "memcpy") X(MemSet, "memset") X(StrLen, "strlen")               \
  X(Rmw, "rmw") X(CmpXchg, "cmpxchg") X(Fence, "fence")                                                       \
  X(Alloca, "alloca") X(TlsAddr, "tlsaddr")                                                                   \
  X(Br, "br") X(CondBr, "condbr") X(Switch, "switch") X(Ret, "ret") X(Unreachable, "unreachable")             \
  X(Call, "call") X(CallInd, "callind") X(Sync, "sync") X(Service, "service")

enum class Op : uint8_t {
#define X(name, text) name,
  MOVER_IR_OPS(X)
#undef X
};

// Predicates of ICmp and FCmp. Those of floats are LLVM's: if an operand is a NaN, FO… is false and FU… is true.
#define MOVER_IR_PREDICATES(X)                                                                                \
  X(Eq, "eq") X(Ne, "ne") X(Ult, "ult") X(Ule, "ule") X(Ugt, "ugt") X(Uge, "uge")                             \
  X(Slt, "slt") X(Sle, "sle") X(Sgt, "sgt") X(Sge, "sge")                                                     \
  X(FFalse, "ffalse") X(FOeq, "foeq") X(FOgt, "fogt") X(FOge, "foge") X(FOlt, "folt") X(FOle, "fole")         \
  X(FOne, "fone") X(FOrd, "ford") X(FUno, "funo") X(FUeq, "fueq") X(FUgt, "fugt") X(FUge, "fuge")             \
  X(FUlt, "fult") X(FUle, "fule") X(FUne, "fune") X(FTrue, "ftrue")

enum class Predicate : uint8_t {
#define X(name, text) name,
  MOVER_IR_PREDICATES(X)
#undef X
};

// The arithmetic of Op::Overflow, whose result is 1 if the exact result does not fit.
#define MOVER_IR_OVERFLOWS(X)                                                                                 \
  X(SAdd, "sadd") X(UAdd, "uadd") X(SSub, "ssub") X(USub, "usub") X(SMul, "smul") X(UMul, "umul")

enum class OverflowOf : uint8_t {
#define X(name, text) name,
  MOVER_IR_OVERFLOWS(X)
#undef X
};

// Functions of Op::Math with one, two or three operands (a, b, c). F… are on floats, the others on integers.
#define MOVER_IR_MATH(X)                                                                                      \
  X(CtPop, "ctpop", 1) X(Ctlz, "ctlz", 1) X(Cttz, "cttz", 1) X(BSwap, "bswap", 1)                             \
  X(BitReverse, "bitreverse", 1) X(Abs, "abs", 1)                                                             \
  X(SMin, "smin", 2) X(SMax, "smax", 2) X(UMin, "umin", 2) X(UMax, "umax", 2)                                 \
  X(FShl, "fshl", 3) X(FShr, "fshr", 3)                                                                       \
  X(FAbs, "fabs", 1) X(FSqrt, "fsqrt", 1) X(FFloor, "ffloor", 1) X(FCeil, "fceil", 1)                         \
  X(FTrunc, "ftrunc", 1) X(FRint, "frint", 1) X(FRound, "fround", 1) X(FSin, "fsin", 1)                       \
  X(FCos, "fcos", 1) X(FExp, "fexp", 1) X(FLog, "flog", 1) X(FExp2, "fexp2", 1) X(FLog2, "flog2", 1)          \
  X(FLog10, "flog10", 1) X(FPow, "fpow", 2) X(FMin, "fmin", 2) X(FMax, "fmax", 2)                             \
  X(FCopySign, "fcopysign", 2) X(FMulAdd, "fmuladd", 3) X(IsFPClass, "isfpclass", 2)

enum class MathOp : uint8_t {
#define X(name, text, arity) name,
  MOVER_IR_MATH(X)
#undef X
};

#define MOVER_IR_RMWS(X)                                                                                      \
  X(Xchg, "xchg") X(Add, "add") X(Sub, "sub") X(And, "and") X(Nand, "nand") X(Or, "or") X(Xor, "xor")         \
  X(Max, "max") X(Min, "min") X(UMax, "umax") X(UMin, "umin") X(FAdd, "fadd") X(FSub, "fsub")

enum class RmwOp : uint8_t {
#define X(name, text) name,
  MOVER_IR_RMWS(X)
#undef X
};

enum class Order : uint8_t { NotAtomic, Relaxed, Acquire, Release, AcqRel, SeqCst };
constexpr bool acquires(Order o) { return o == Order::Acquire || o == Order::AcqRel || o == Order::SeqCst; }
constexpr bool releases(Order o) { return o == Order::Release || o == Order::AcqRel || o == Order::SeqCst; }

// Synchronisation actions: X(Name, text, number of arguments). All return an int (0 or an errno value) unless their
// comment says otherwise. Their objects are the program's own (pthread_mutex_t and the like). The interpreter keeps the
// state of an object in the object's bytes (vm/sync_layout.h).
#define MOVER_IR_SYNCS(X)                                                                                     \
  /* (mutex, type): type is PTHREAD_MUTEX_NORMAL 0, RECURSIVE 1, ERRORCHECK 2; + 16: robust */                \
  X(MutexInit, "mutex_init", 2) X(MutexLock, "mutex_lock", 1) X(MutexTryLock, "mutex_trylock", 1)             \
  X(MutexTimedLock, "mutex_timedlock", 1) X(MutexUnlock, "mutex_unlock", 1)                                   \
  X(MutexDestroy, "mutex_destroy", 1)                                                                         \
  X(CondInit, "cond_init", 1) X(CondWait, "cond_wait", 2) X(CondTimedWait, "cond_timedwait", 2)               \
  X(CondSignal, "cond_signal", 1) X(CondBroadcast, "cond_broadcast", 1) X(CondDestroy, "cond_destroy", 1)     \
  /* (lock, kind): 2 is PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; all other kinds are equivalent */       \
  X(RwInit, "rw_init", 2) X(RwRdLock, "rw_rdlock", 1) X(RwWrLock, "rw_wrlock", 1)                             \
  X(RwTryRdLock, "rw_tryrdlock", 1) X(RwTryWrLock, "rw_trywrlock", 1)                                         \
  X(RwTimedRdLock, "rw_timedrdlock", 1) X(RwTimedWrLock, "rw_timedwrlock", 1)                                 \
  X(RwUnlock, "rw_unlock", 1) X(RwDestroy, "rw_destroy", 1)                                                   \
  X(SpinInit, "spin_init", 1) X(SpinLock, "spin_lock", 1) X(SpinTryLock, "spin_trylock", 1)                   \
  X(SpinUnlock, "spin_unlock", 1) X(SpinDestroy, "spin_destroy", 1)                                           \
  /* (semaphore, value) */                                                                                    \
  X(SemInit, "sem_init", 2) X(SemWait, "sem_wait", 1) X(SemTryWait, "sem_trywait", 1)                         \
  X(SemTimedWait, "sem_timedwait", 1) X(SemPost, "sem_post", 1)                                               \
  /* returns the value */                                                                                     \
  X(SemGetValue, "sem_getvalue", 1) X(SemDestroy, "sem_destroy", 1)                                           \
  /* (barrier, count); wait returns -1 to exactly one thread */                                               \
  X(BarrierInit, "barrier_init", 2) X(BarrierWait, "barrier_wait", 1) X(BarrierDestroy, "barrier_destroy", 1) \
  /* once_begin waits while another thread is between begin and end; returns 1 if the caller has to run */    \
  /* the initialiser and then once_end, 0 if it has run already */                                            \
  X(OnceBegin, "once_begin", 1) X(OnceEnd, "once_end", 1)                                                     \
  /* (address for the handle, entry, argument 0, argument 1, detached) starts entry(arg0, arg1) */            \
  X(ThreadCreate, "thread_create", 5)                                                                         \
  /* (handle) returns the thread's result, a pointer-sized value */                                           \
  X(ThreadJoin, "thread_join", 1) X(ThreadDetach, "thread_detach", 1)                                         \
  /* (result) does not return */                                                                              \
  X(ThreadExit, "thread_exit", 1)                                                                             \
  /* a step without an effect, for sched_yield and sleeps */                                                  \
  X(Yield, "yield", 0)                                                                                        \
  X(AtomicBegin, "atomic_begin", 0) X(AtomicEnd, "atomic_end", 0)                                             \
  /* (address of a 32-bit word, value): while the word has the value, waits for a wake-up, as a futex does. */ \
  /* EAGAIN if it has another one. Waits and wake-ups order nothing */                                        \
  X(WordWait, "word_wait", 2) X(WordTimedWait, "word_timedwait", 2)                                           \
  /* (address, number of threads to wake): the number of woken threads */                                     \
  X(WordWake, "word_wake", 2)                                                                                 \
  /* the same as word_wait, if the thread reads the word again whatever the outcome is: waiting observes nothing */ \
  X(WordAwait, "word_await", 2)

enum class SyncOp : uint8_t {
#define X(name, text, arity) name,
  MOVER_IR_SYNCS(X)
#undef X
};

// The function that allocated a heap object, which decides which function may free it. src/libc/builtins.h has the
// same numbers.
enum class AllocatedBy : uint8_t { Any, Malloc, New, NewArray, AlignedNew, AlignedNewArray };

// Services of the machine: X(Name, text, number of arguments).
#define MOVER_IR_SERVICES(X)                                                                                  \
  X(ThreadSelf, "thread_self", 0)  /* the calling thread's handle */                                          \
  X(Place, "place", 0)             /* a number for the current place and its call stack */            \
  X(AbandonRobust, "abandon_robust", 0) /* the address of a robust mutex that the thread holds at its end; 0: none */ \
  X(MutexConsistent, "mutex_consistent", 1) /* (mutex): 0 or an errno value */                                \
  X(Malloc, "malloc", 2)           /* (size, alignment): uninitialised memory */                              \
  X(Calloc, "calloc", 1)           /* (size): zeroed memory */                                                \
  X(Realloc, "realloc", 2)         /* (size, heap block): uninitialised memory, or the block, resized in place */ \
  X(Free, "free", 1)                                                                                          \
  X(UsableSize, "usable_size", 1)  /* the requested size */                                    \
  X(Choose, "choose", 1)           /* (n): 0..n-1, every one explored */                                      \
  X(Nondet, "nondet", 1)           /* (bits): the representative values of that width; 1 and 8 bits: all of them */  \
  X(NondetRand, "nondet_rand", 0)  /* 1 if --nondet-rand was given */                                       \
  X(Assume, "assume", 1)           /* (i32) 0: the execution is discarded */                                  \
  X(AssertFail, "assert_fail", 1)  /* (message, a C string) */                                                \
  X(Abort, "abort", 1)             /* (message or null) the program aborts: a violation of the kind assertion */ \
  X(Exit, "exit", 1)               /* (status) ends the process; the model of exit has run the handlers */    \
  X(Write, "write", 3)             /* (file descriptor, bytes, length) output of the execution */             \
  X(Note, "note", 1)               /* (C string) a standing assumption that the report must list */           \
  X(NotCovered, "not_covered", 1)  /* (C string) behaviour that is not explored, so `safe` is impossible */ \
  X(VaStart, "va_start", 1)        /* (va_list): all variadic arguments are put in the overflow area */       \
  X(Reachable, "reachable", 1)     /* (name) */                                                               \
  X(Exclusive, "exclusive", 3)     /* (location, bytes, predicate function) */                                \
  X(Holds, "holds", 1)             /* (lock): i32 1 if the calling thread holds it, on either side */          \
  X(AtomicBlockBegin, "atomic_block_begin", 1) X(AtomicBlockEnd, "atomic_block_end", 0)                       \
  X(Progress, "progress", 1)       /* (name) marks progress */                                                \
  X(OperationBegin, "operation_begin", 2) /* (name, i32 1: wait-free, 0: lock-free) */                        \
  X(OperationEnd, "operation_end", 0)                                                                         \
  X(Unsupported, "unsupported", 1) /* (name, a C string) something that is not modelled is reached */         \
  X(StackSave, "stack_save", 0)    /* the number of the thread's stack objects */                                \
  X(StackRestore, "stack_restore", 1) /* (a result of stack_save) ends all later stack objects, when the scope of a VLA ends */ \
  X(LifetimeStart, "lifetime_start", 1) /* (address of a stack object) its lifetime begins, possibly again; \
                                           returns its address, which may be a new one */   \
  X(LifetimeEnd, "lifetime_end", 1)     /* (address of a stack object) its lifetime ends */                   \
  X(NoOverlap, "no_overlap", 3)     /* (to, from, bytes) fails if they overlap without being equal */     \
  X(Apart, "apart", 4)              /* (to, bytes, from, bytes) fails if they overlap */                    \
  X(AllocatedBy, "allocated_by", 2) /* (heap memory, ir::AllocatedBy) records the allocator */        \
  X(GivenBackBy, "given_back_by", 2) /* (heap memory, ir::AllocatedBy) fails if the allocator differs */   \
  X(Subscript, "subscript", 2)     /* (index, length of an array) fails if the index is not below the length */ \
  X(ShiftAmount, "shift_amount", 2) /* (amount of a shift, width) fails if the amount is not below the width */ \
  X(AddressAsNumber, "address_as_number", 1) /* (address) the program computes with it as a number */         \
  X(CallSite, "call_site", 1)       /* (handlers) follows a call that exceptions may leave; has no effect */  \
  X(CallSiteOf, "call_site_of", 1)  /* (n) the handlers of the n-th call of the stack, from the innermost one on; \
                                       0: no call_site follows that call, -1: there is no n-th call */       \
  X(Argc, "argc", 0) X(Argv, "argv", 0)

enum class ServiceOp : uint8_t {
#define X(name, text, arity) name,
  MOVER_IR_SERVICES(X)
#undef X
};
constexpr bool is_allocation(ServiceOp op) {
  return op == ServiceOp::Malloc || op == ServiceOp::Calloc || op == ServiceOp::Realloc;
}

// clang-format on

}  // namespace mover::ir
