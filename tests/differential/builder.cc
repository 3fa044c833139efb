#include "differential/builder.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace mover::differential {

using ir::Op;
using ir::Operand;

FunctionBuilder::FunctionBuilder(ir::Program& program, std::string name, uint32_t num_params)
    : program_(program), next_register_(static_cast<int32_t>(num_params)) {
  function_.name = std::move(name);
  function_.num_params = num_params;
}

void FunctionBuilder::at_line(uint32_t line) {
  const ir::Loc loc{.file = 1, .line = line, .column = 1};
  // Each line has one location, because an object is named by the location that creates it.
  auto known = std::find(program_.locs.begin(), program_.locs.end(), loc);
  if (known == program_.locs.end()) known = program_.locs.insert(known, loc);
  loc_ = static_cast<ir::LocId>(known - program_.locs.begin());
  if (function_.loc == 0) function_.loc = loc_;
}

ir::Instr& FunctionBuilder::append(Op op) {
  ir::Instr& instr = function_.code.emplace_back();
  instr.op = op;
  instr.width = 32;
  instr.loc = loc_;
  return instr;
}

Operand FunctionBuilder::constant(const ir::Constant& wanted) {
  for (size_t i = 0; i < function_.constants.size(); ++i)
    if (function_.constants[i] == wanted) return ~static_cast<Operand>(i);
  function_.constants.push_back(wanted);
  return ~static_cast<Operand>(function_.constants.size() - 1);
}

void FunctionBuilder::move(int32_t dst, Operand a, uint8_t width) {
  ir::Instr& instr = append(Op::Mov);
  instr.dst = dst;
  instr.a = a;
  instr.width = width;
  instr.is_pointer = width == 64;
}

int32_t FunctionBuilder::binary(Op op, Operand a, Operand b) {
  ir::Instr& instr = append(op);
  instr.a = a;
  instr.b = b;
  return instr.dst = fresh();
}

int32_t FunctionBuilder::compare(ir::Predicate predicate, Operand a, Operand b, uint8_t width) {
  ir::Instr& instr = append(Op::ICmp);
  instr.sub = static_cast<uint8_t>(predicate);
  instr.width = width;
  instr.a = a;
  instr.b = b;
  return instr.dst = fresh();
}

int32_t FunctionBuilder::zero_extend(Operand narrow, uint8_t from) {
  ir::Instr& instr = append(Op::ZExt);
  instr.a = narrow;
  instr.imm = from;
  return instr.dst = fresh();
}

int32_t FunctionBuilder::add_offset(Operand address, uint64_t offset) {
  const Operand index = number(offset);
  ir::Instr& instr = append(Op::PtrAdd);
  instr.width = 64;
  instr.a = address;
  instr.b = index;
  instr.imm = 1;
  return instr.dst = fresh();
}

void FunctionBuilder::copy(Operand to, Operand from, uint64_t bytes) {
  const Operand size = number(bytes);
  ir::Instr& instr = append(Op::MemCpy);
  instr.a = to;
  instr.b = from;
  instr.c = size;
}

void FunctionBuilder::fill(Operand to, uint64_t byte, uint64_t bytes) {
  const Operand value = number(byte), size = number(bytes);
  ir::Instr& instr = append(Op::MemSet);
  instr.a = to;
  instr.b = value;
  instr.c = size;
}

void FunctionBuilder::load(int32_t dst, Operand address, ir::Order order, uint8_t width) {
  ir::Instr& instr = append(Op::Load);
  instr.dst = dst;
  instr.a = address;
  instr.order = order;
  instr.width = width;
  instr.is_pointer = width == 64;
}

void FunctionBuilder::store(Operand address, Operand value, ir::Order order, uint8_t width) {
  ir::Instr& instr = append(Op::Store);
  instr.a = address;
  instr.b = value;
  instr.order = order;
  instr.width = width;
  instr.is_pointer = width == 64;
}

int32_t FunctionBuilder::rmw(ir::RmwOp op, Operand address, Operand value, ir::Order order, uint8_t width) {
  ir::Instr& instr = append(Op::Rmw);
  instr.sub = static_cast<uint8_t>(op);
  instr.a = address;
  instr.b = value;
  instr.order = order;
  instr.width = width;
  return instr.dst = fresh();
}

int32_t FunctionBuilder::compare_exchange(Operand address, Operand expected, Operand desired, ir::Order order) {
  ir::Instr& instr = append(Op::CmpXchg);
  instr.a = address;
  instr.b = expected;
  instr.c = desired;
  instr.order = order;
  if (order != ir::Order::SeqCst && order != ir::Order::Relaxed) instr.sub = static_cast<uint8_t>(ir::Order::Relaxed);
  instr.dst = fresh();
  fresh();  // the register of the success bit
  return instr.dst;
}

void FunctionBuilder::fence(ir::Order order) { append(Op::Fence).order = order; }

int32_t FunctionBuilder::alloca_bytes(uint64_t bytes) {
  const Operand size = number(bytes);
  ir::Instr& instr = append(Op::Alloca);
  instr.width = 64;
  instr.a = size;
  instr.imm = 8;
  return instr.dst = fresh();
}

void FunctionBuilder::set_arguments(ir::Instr& instr, std::initializer_list<Operand> arguments) {
  instr.first_arg = static_cast<uint32_t>(function_.args.size());
  instr.num_args = static_cast<uint32_t>(arguments.size());
  function_.args.insert(function_.args.end(), arguments);
}

int32_t FunctionBuilder::sync(ir::SyncOp op, std::initializer_list<Operand> arguments) {
  ir::Instr& instr = append(Op::Sync);
  instr.sub = static_cast<uint8_t>(op);
  set_arguments(instr, arguments);
  return instr.dst = fresh();
}

int32_t FunctionBuilder::service(ir::ServiceOp op, std::initializer_list<Operand> arguments) {
  ir::Instr& instr = append(Op::Service);
  instr.sub = static_cast<uint8_t>(op);
  set_arguments(instr, arguments);
  return instr.dst = fresh();
}

void FunctionBuilder::ret(Operand value) {
  ir::Instr& instr = append(Op::Ret);
  instr.width = 64;
  instr.a = value;
}

void FunctionBuilder::unreachable() { append(Op::Unreachable); }

FunctionBuilder::Label FunctionBuilder::label() {
  labels_.push_back(ir::kNone);
  return static_cast<Label>(labels_.size() - 1);
}

void FunctionBuilder::place(Label label) { labels_[label] = static_cast<uint32_t>(function_.code.size()); }

void FunctionBuilder::jump(Label to) { append(Op::Br).target[0] = to; }

void FunctionBuilder::branch(Operand condition, Label yes, Label no) {
  ir::Instr& instr = append(Op::CondBr);
  instr.width = 1;
  instr.a = condition;
  instr.target[0] = yes;
  instr.target[1] = no;
}

ir::FunctionId FunctionBuilder::finish() && {
  for (ir::Instr& instr : function_.code) {
    const int targets = instr.op == Op::CondBr ? 2 : instr.op == Op::Br ? 1 : 0;
    for (int i = 0; i < targets; ++i) {
      instr.target[i] = labels_[instr.target[i]];
      MOVER_CHECK(instr.target[i] < function_.code.size(), "every label that is jumped to has been placed");
    }
  }
  function_.num_regs = static_cast<uint32_t>(next_register_);
  program_.functions.push_back(std::move(function_));
  return static_cast<ir::FunctionId>(program_.functions.size() - 1);
}

}  // namespace mover::differential
