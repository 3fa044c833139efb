// Emits statements that use variables and registers, and control flow.
#include "differential/emitter.h"

namespace mover::differential {

using ir::Op;
using ir::Operand;
using ir::Order;
using ir::Predicate;
using ir::ServiceOp;
using ir::SyncOp;
bool Emitter::emit_memory(const Stmt& s) {
  switch (s.kind) {
    case Kind::Load:
      build_.load(reg(s), variable(s), Order::NotAtomic);
      return true;
    case Kind::Store:
      build_.store(variable(s), value(s), Order::NotAtomic);
      return true;
    case Kind::StoreReg: {
      const int32_t sum = build_.binary(Op::Add, reg(s), value(s));
      build_.store(variable(s), build_.binary(Op::And, sum, build_.number(3)), Order::NotAtomic);
      return true;
    }
    case Kind::AtomicLoad:
      build_.load(reg(s), variable(s), order(s));
      return true;
    case Kind::AtomicStore:
      build_.store(variable(s), value(s), order(s));
      return true;
    case Kind::AtomicXor:
      set(s, build_.rmw(ir::RmwOp::Xor, variable(s), value(s), order(s)));
      return true;
    case Kind::CompareExchange:
      set(s, build_.compare_exchange(variable(s), build_.number(0), value(s), order(s)));
      return true;
    case Kind::Fence:
      build_.fence(order(s));
      return true;
    case Kind::Spin:
      emit_spin(s, Order::NotAtomic);
      return true;
    case Kind::AtomicSpin:
      emit_spin(s, order(s));
      return true;
    default:
      return emit_bytes(s);
  }
}

// Emits accesses to parts of variables, copies and fills.
bool Emitter::emit_bytes(const Stmt& s) {
  switch (s.kind) {
    case Kind::LoadByte: {
      const int32_t byte = build_.fresh();
      build_.load(byte, variable(s, 1), Order::NotAtomic, 8);
      set(s, build_.zero_extend(byte, 8));
      return true;
    }
    case Kind::StoreByte:
      build_.store(variable(s, 1), value(s), Order::NotAtomic, 8);
      return true;
    case Kind::StoreHalf:
      build_.store(variable(s), value(s), Order::NotAtomic, 16);
      return true;
    case Kind::Copy:
      build_.copy(variable(s), build_.global(objects_.variables[s.second]), 4);
      return true;
    case Kind::Fill:
      build_.fill(variable(s), s.value, 4);
      return true;
    case Kind::PeekLock: {
      const int32_t owner = build_.fresh();
      build_.load(owner, mutex(s.object), Order::NotAtomic);
      set_if_failed(s, owner);
      return true;
    }
    case Kind::WipeLock:
      build_.fill(mutex(s.object), 0, 40);
      return true;
    default:
      return false;
  }
}

void Emitter::emit_spin(const Stmt& s, Order order) {
  const auto again = build_.label(), out = build_.label();
  const int32_t seen = build_.fresh();
  build_.place(again);
  build_.load(seen, variable(s), order);
  build_.branch(build_.compare(Predicate::Eq, seen, value(s)), again, out);
  build_.place(out);
}

bool Emitter::emit_control(const Stmt& s) {
  const std::string name = "r" + std::to_string(s.reg) + " == ";
  switch (s.kind) {
    case Kind::Assert:
      emit_assert(build_.compare(Predicate::Eq, reg(s), value(s)), name + std::to_string(s.value));
      return true;
    case Kind::AssertSame:
      emit_assert(build_.compare(Predicate::Eq, reg(s), registers_[s.second]), name + "r" + std::to_string(s.second));
      return true;
    case Kind::Grow: {
      const auto grows = build_.label(), begins = build_.label(), out = build_.label();
      build_.branch(build_.compare(Predicate::Slt, delay_, build_.number(4)), grows, begins);
      build_.place(grows);
      build_.move(delay_, build_.binary(ir::Op::Mul, delay_, build_.number(2)));
      build_.jump(out);
      build_.place(begins);
      build_.move(delay_, build_.number(1));
      build_.place(out);
      return true;
    }
    case Kind::AssertDelay:
      emit_assert(build_.compare(Predicate::Ne, delay_, value(s)), "delay != " + std::to_string(s.value));
      return true;
    case Kind::Assume: {
      const int32_t bit = build_.compare(Predicate::Eq, reg(s), value(s));
      build_.service(ServiceOp::Assume, {build_.zero_extend(bit)});
      return true;
    }
    case Kind::Choose:
      set(s, build_.service(ServiceOp::Choose, {value(s)}));
      return true;
    case Kind::Atomic:
      build_.sync(SyncOp::AtomicBegin, {});
      emit(s.body);
      build_.at_line(s.end_line);
      build_.sync(SyncOp::AtomicEnd, {});
      return true;
    case Kind::If: {
      const auto inside = build_.label(), out = build_.label();
      build_.branch(build_.compare(Predicate::Eq, reg(s), value(s)), inside, out);
      build_.place(inside);
      emit(s.body);
      build_.place(out);
      return true;
    }
    case Kind::Repeat:
      emit_repeat(s);
      return true;
    case Kind::Forever: {
      const auto again = build_.label();
      build_.place(again);
      emit(s.body);
      build_.jump(again);
      return true;
    }
    case Kind::Sometimes:
      emit_sometimes(s);
      return true;
    case Kind::Return:
      build_.ret(build_.number(0));
      return true;
    case Kind::ReturnRegister:
      build_.service(ServiceOp::Exit, {registers_[s.reg]});
      build_.ret(build_.number(0));
      return true;
    case Kind::Exit:
      build_.service(ServiceOp::Exit, {build_.number(s.value)});
      return true;
    default:
      return false;
  }
}

void Emitter::emit_repeat(const Stmt& s) {
  const auto test = build_.label(), inside = build_.label(), out = build_.label();
  const int32_t counter = build_.fresh();
  build_.move(counter, build_.number(0));
  build_.place(test);
  build_.branch(build_.compare(Predicate::Ult, counter, value(s)), inside, out);
  build_.place(inside);
  emit(s.body);
  build_.move(counter, build_.binary(Op::Add, counter, build_.number(1)));
  build_.jump(test);
  build_.place(out);
}

void Emitter::emit_sometimes(const Stmt& s) {
  const auto test = build_.label(), inside = build_.label(), out = build_.label();
  build_.place(test);
  const int32_t chosen = build_.service(ServiceOp::Choose, {build_.number(2)});
  build_.branch(build_.compare(Predicate::Ne, chosen, build_.number(0)), inside, out);
  build_.place(inside);
  emit(s.body);
  build_.jump(test);
  build_.place(out);
}

void Emitter::emit_assert(Operand condition, const std::string& message) {
  ir::Global text;
  text.name = "text" + std::to_string(program_.globals.size());
  text.size = message.size() + 1;
  text.is_constant = true;
  text.bytes.assign(message.begin(), message.end());
  text.bytes.push_back(0);
  program_.globals.push_back(text);

  const auto fails = build_.label(), holds = build_.label();
  build_.branch(condition, holds, fails);
  build_.place(fails);
  build_.service(ServiceOp::AssertFail, {build_.global(static_cast<ir::GlobalId>(program_.globals.size() - 1))});
  build_.unreachable();
  build_.place(holds);
}

}  // namespace mover::differential
