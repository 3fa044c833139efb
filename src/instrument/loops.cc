// Reports the iterations of loops, and that a thread leaves a loop. If a thread spins, the run-time library finds the
// loop that the thread stays in, and whether the loop has an exit (docs/native.md, Cycles).
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

bool ends_thread(const BasicBlock& block) {
  for (const Instruction& instruction : block) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && (callee->getName() == "pthread_exit" || callee->getName() == "thrd_exit")) return true;
  }
  return false;
}

bool is_unwind_edge(const BasicBlock& from, const BasicBlock& to) {
  const auto* call = dyn_cast<InvokeInst>(from.getTerminator());
  return call != nullptr && call->getUnwindDest() == &to;
}

// Whether the edge is the exit of a loop such as do … while (1), whose condition is constant.
bool is_never_taken(const BasicBlock& from, const BasicBlock& to) {
  const auto* branch = dyn_cast<BranchInst>(from.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  const auto* condition = dyn_cast<ConstantInt>(branch->getCondition());
  return condition != nullptr && branch->getSuccessor(condition->isZero() ? 1 : 0) != &to;
}

// Whether some edge leads out of the loop to code from which the function returns, the thread ends, or another loop is
// reachable: not only to an abort. An exception is no exit, because almost every call may throw one. (For the
// interpreter, analysis/loops.cc decides the same.)
bool has_exit(const Loop& loop, const LoopInfo& loops) {
  SmallVector<std::pair<BasicBlock*, BasicBlock*>, 4> edges;
  loop.getExitEdges(edges);
  std::vector<const BasicBlock*> open;
  SmallPtrSet<const BasicBlock*, 16> seen;
  auto add = [&](const BasicBlock& block) {
    if (!loop.contains(&block) && seen.insert(&block).second) open.push_back(&block);
  };
  for (const auto& [from, to] : edges)
    if (!is_unwind_edge(*from, *to) && !is_never_taken(*from, *to)) add(*to);
  while (!open.empty()) {
    const BasicBlock& block = *open.back();
    open.pop_back();
    if (isa<ReturnInst>(block.getTerminator()) || loops.getLoopFor(&block) != nullptr || ends_thread(block))
      return true;
    for (const BasicBlock* next : successors(&block))
      if (!is_unwind_edge(block, *next) && !is_never_taken(block, *next)) add(*next);
  }
  return false;
}

bool does_nothing(const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch != nullptr && branch->isUnconditional() && block.getFirstNonPHIOrDbgOrLifetime() == branch;
}

// A loop with which the outer loop begins is one loop with it: `for (;;) { while (!request); serve(); }` is the same
// program as `for (;;) { if (!request) continue; serve(); }`. Returns the outermost of these loops.
const Loop& merged(const Loop& loop) {
  const Loop* outer = loop.getParentLoop();
  if (outer == nullptr) return loop;
  const BasicBlock* block = outer->getHeader();
  while (block != loop.getHeader() && does_nothing(*block)) block = block->getSingleSuccessor();
  return block == loop.getHeader() ? merged(*outer) : loop;
}

// A loop without calls does not wait for other threads. (The accesses to memory that other threads can reach are
// reported by calls.)
bool may_wait(const Loop& loop) {
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block)
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) return true;
  return false;
}

// The address of the record identifies the loop, and its value says whether the loop has an exit.
GlobalVariable* record_of(const Loop& loop, const LoopInfo& loops, Module& module) {
  Type* type = Type::getInt8Ty(module.getContext());
  return new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage,
                            ConstantInt::get(type, has_exit(merged(loop), loops)), "mover.loop");
}

struct Edge {
  BasicBlock *from, *to;
  std::vector<GlobalVariable*> left;  // the loops that the edge leaves
};

void report(BasicBlock& block, const char* name, GlobalVariable* loop, Calls& calls) {
  Before at(*block.getFirstInsertionPt());
  calls.call(at, name, at.getVoidTy(), {loop});
}

}  // namespace

void instrument_loops(Function& function, Calls& calls) {
  DominatorTree tree(function);
  const LoopInfo loops(tree);
  std::vector<std::pair<BasicBlock*, GlobalVariable*>> headers;
  std::vector<Edge> edges;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!may_wait(*loop)) continue;
    GlobalVariable* record = record_of(*loop, loops, *function.getParent());
    headers.push_back({loop->getHeader(), record});
    SmallVector<std::pair<BasicBlock*, BasicBlock*>, 4> exits;
    loop->getExitEdges(exits);
    for (const auto& [from, to] : exits) {
      auto same = [from = from, to = to](const Edge& edge) { return edge.from == from && edge.to == to; };
      auto known = find_if(edges, same);
      if (known == edges.end()) known = edges.insert(edges.end(), {from, to, {}});
      known->left.push_back(record);
    }
  }
  for (const auto& [header, record] : headers) report(*header, "__mover_loop", record, calls);
  for (const Edge& edge : edges) {
    // An exception, or a jump to a computed address, leaves the loop without a report. The run-time library then does
    // not know which loop the thread stays in.
    if (is_unwind_edge(*edge.from, *edge.to) || isa<IndirectBrInst>(edge.from->getTerminator()) || edge.to->isEHPad())
      continue;
    BasicBlock* block = SplitEdge(edge.from, edge.to);
    for (GlobalVariable* record : edge.left) report(*block, "__mover_loop_left", record, calls);
  }
}

}  // namespace mover::instrument
