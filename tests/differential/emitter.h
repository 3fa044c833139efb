// Writes one function of a program as IR. emit_ir.cc assembles programs; statements are in emit_memory.cc, emit_sync.cc
// and emit_heap.cc.
#pragma once

#include <string>
#include <vector>

#include "differential/builder.h"
#include "differential/program.h"

namespace mover::differential {

// The addresses of the program's objects.
struct Objects {
  ir::GlobalId variables[8], mutexes[8], conditions[8], semaphores[8], barriers[8], rwlocks[8], spins[8], onces[8];
  ir::GlobalId nodes[8], handles[8], pointer;
};

class Emitter {
 public:
  Emitter(ir::Program& program, const Objects& objects, const Layout& layout, const Layout::Function& function);

  ir::FunctionId finish() && { return std::move(build_).finish(); }

 private:
  using Operand = ir::Operand;

  void emit(const Block& block);
  // Each function returns whether it handles the statement.
  bool emit_memory(const Stmt&);
  bool emit_bytes(const Stmt&);
  bool emit_control(const Stmt&);
  bool emit_mutex(const Stmt&);
  bool emit_condition(const Stmt&);
  bool emit_other_sync(const Stmt&);
  bool emit_threads(const Stmt&);
  bool emit_pointer(const Stmt&);
  bool emit_node(const Stmt&);
  bool emit_inner(const Stmt&);

  void emit_await(const Stmt&, ir::SyncOp wait, bool again);
  void emit_once(const Stmt&);
  void emit_spin(const Stmt&, ir::Order);
  void emit_assert(Operand condition, const std::string& message);
  void emit_repeat(const Stmt&);
  void emit_sometimes(const Stmt&);
  void emit_guarded(const Stmt&);

  Operand variable(const Stmt& s, uint64_t offset = 0) { return build_.global(objects_.variables[s.object], offset); }
  Operand mutex(uint32_t index) { return build_.global(objects_.mutexes[index]); }
  Operand reg(const Stmt& s) const { return registers_[s.reg]; }
  static ir::Order order(const Stmt& s) {
    constexpr ir::Order orders[] = {ir::Order::SeqCst, ir::Order::Relaxed, ir::Order::Acquire, ir::Order::Release,
                                    ir::Order::AcqRel};
    return orders[s.order];
  }
  Operand value(const Stmt& s) { return build_.number(s.value); }
  void set(const Stmt& s, Operand a) { build_.move(registers_[s.reg], a); }
  void set_if_failed(const Stmt& s, Operand error) {
    set(s, build_.zero_extend(build_.compare(ir::Predicate::Ne, error, build_.number(0))));
  }
  int32_t simple(ir::SyncOp op, const ir::GlobalId* which, const Stmt& s) {
    return build_.sync(op, {build_.global(which[s.object])});
  }

  ir::Program& program_;
  const Objects& objects_;
  const Layout& layout_;
  const bool is_main_;
  FunctionBuilder build_;
  int32_t registers_[kRegisters];
  int32_t own_local_ = -1, own_node_ = -1;  // registers with the addresses of the locals `l` and `own`
  int32_t inner_ = -1;                      // the register of the local `q`
  int32_t delay_ = -1;                      // the register of the local `delay`
  std::vector<int32_t> handles_;            // main: the addresses of its pthread_t variables
};

// Offsets in struct node, in glibc for x86-64.
constexpr uint64_t kNodeMutex = 0, kNodeCondition = 40, kNodeFields = 88, kNodeSize = 96;

}  // namespace mover::differential
