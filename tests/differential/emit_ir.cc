// Programs as IR, without the detour through clang: thousands can be made in the time that a few take as C.
// Every statement becomes what clang would make of its C text, access for access.
#include <string>

#include "differential/builder.h"
#include "differential/emit.h"
#include "support/check.h"

namespace mover::differential {
namespace {

using ir::Op;
using ir::Operand;
using ir::Order;
using ir::Predicate;
using ir::ServiceOp;
using ir::SyncOp;

// Where the program's objects are, once declared.
struct Objects {
  ir::GlobalId variables[8], mutexes[8], conditions[8], semaphores[8], barriers[8], rwlocks[8], pointer;
};

class Emitter {
 public:
  Emitter(ir::Program& program, const Objects& objects, const Layout::Function& function, uint32_t created)
      : program_(program),
        objects_(objects),
        is_main_(function.name == "main"),
        build_(program, function.name, is_main_ ? 0 : 2) {
    build_.at_line(function.line);
    for (int32_t& reg : registers_) reg = build_.fresh();
    Inventory stock;
    take_stock(function.body, stock);
    for (int i = 0; i < kRegisters; ++i)
      if (stock.registers & (1 << i)) build_.move(registers_[i], build_.number(0));
    if (is_main_)
      for (uint32_t i = 0; i < created; ++i) handles_.push_back(build_.alloca_bytes(8));
    emit(function.body);
  }

  ir::FunctionId finish() && { return std::move(build_).finish(); }

 private:
  void emit(const Block& block) {
    for (const Stmt& stmt : block) {
      build_.at_line(stmt.line);
      if (!emit_memory(stmt) && !emit_synchronisation(stmt) && !emit_heap(stmt) && !emit_control(stmt))
        MOVER_UNREACHABLE("every kind of statement can be written as IR");
    }
  }

  Operand variable(const Stmt& s) { return build_.global(objects_.variables[s.object]); }
  Operand mutex(uint32_t index) { return build_.global(objects_.mutexes[index]); }
  Operand reg(const Stmt& s) const { return registers_[s.reg]; }
  Operand value(const Stmt& s) { return build_.number(s.value); }
  void set(const Stmt& s, Operand a) { build_.move(registers_[s.reg], a); }
  void set_if_failed(const Stmt& s, Operand error) {
    set(s, build_.zero_extend(build_.compare(Predicate::Ne, error, build_.number(0))));
  }

  bool emit_memory(const Stmt&);
  bool emit_synchronisation(const Stmt&);
  bool emit_heap(const Stmt&);
  bool emit_control(const Stmt&);
  void emit_await(const Stmt&, bool again);
  void emit_spin(const Stmt&, Order);
  void emit_assert(Operand condition, const std::string& message);
  void emit_repeat(const Stmt&);
  void emit_guarded(const Stmt&);

  ir::Program& program_;
  const Objects& objects_;
  bool is_main_;
  FunctionBuilder build_;
  int32_t registers_[kRegisters];
  std::vector<int32_t> handles_;  // main: the addresses of its pthread_t variables
};

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
      build_.load(reg(s), variable(s), Order::SeqCst);
      return true;
    case Kind::AtomicStore:
      build_.store(variable(s), value(s), Order::SeqCst);
      return true;
    case Kind::AtomicXor:
      set(s, build_.rmw(ir::RmwOp::Xor, variable(s), value(s)));
      return true;
    case Kind::CompareExchange:
      set(s, build_.compare_exchange(variable(s), build_.number(0), value(s)));
      return true;
    case Kind::Spin:
      emit_spin(s, Order::NotAtomic);
      return true;
    case Kind::AtomicSpin:
      emit_spin(s, Order::SeqCst);
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

bool Emitter::emit_synchronisation(const Stmt& s) {
  auto simple = [&](SyncOp op, const ir::GlobalId* which) { return build_.sync(op, {build_.global(which[s.object])}); };
  switch (s.kind) {
    case Kind::Lock:
      simple(SyncOp::MutexLock, objects_.mutexes);
      return true;
    case Kind::Unlock:
      simple(SyncOp::MutexUnlock, objects_.mutexes);
      return true;
    case Kind::TryLock:
      set_if_failed(s, simple(SyncOp::MutexTryLock, objects_.mutexes));
      return true;
    case Kind::TimedLock:
      set_if_failed(s, simple(SyncOp::MutexTimedLock, objects_.mutexes));
      return true;
    case Kind::Guarded:
      emit_guarded(s);
      return true;
    case Kind::Await:
      emit_await(s, true);
      return true;
    case Kind::AwaitOnce:
      emit_await(s, false);
      return true;
    case Kind::Signal:
      simple(SyncOp::CondSignal, objects_.conditions);
      return true;
    case Kind::Broadcast:
      simple(SyncOp::CondBroadcast, objects_.conditions);
      return true;
    case Kind::SemWait:
      simple(SyncOp::SemWait, objects_.semaphores);
      return true;
    case Kind::SemPost:
      simple(SyncOp::SemPost, objects_.semaphores);
      return true;
    case Kind::SemTryWait:
      set_if_failed(s, simple(SyncOp::SemTryWait, objects_.semaphores));
      return true;
    case Kind::BarrierWait:
      simple(SyncOp::BarrierWait, objects_.barriers);
      return true;
    case Kind::ReadLock:
      simple(SyncOp::RwRdLock, objects_.rwlocks);
      return true;
    case Kind::WriteLock:
      simple(SyncOp::RwWrLock, objects_.rwlocks);
      return true;
    case Kind::TryReadLock:
      set_if_failed(s, simple(SyncOp::RwTryRdLock, objects_.rwlocks));
      return true;
    case Kind::TryWriteLock:
      set_if_failed(s, simple(SyncOp::RwTryWrLock, objects_.rwlocks));
      return true;
    case Kind::RwUnlock:
      simple(SyncOp::RwUnlock, objects_.rwlocks);
      return true;
    case Kind::InitMutex:
      build_.sync(SyncOp::MutexInit, {mutex(s.object), value(s)});
      return true;
    case Kind::InitSem:
      build_.sync(SyncOp::SemInit, {build_.global(objects_.semaphores[s.object]), value(s)});
      return true;
    case Kind::InitBarrier:
      build_.sync(SyncOp::BarrierInit, {build_.global(objects_.barriers[s.object]), value(s)});
      return true;
    case Kind::Yield:
      build_.sync(SyncOp::Yield, {});
      return true;
    case Kind::Create:
      build_.sync(SyncOp::ThreadCreate, {handles_[s.object], build_.function(s.object), build_.number(0),
                                         build_.number(0), build_.number(0)});
      return true;
    case Kind::Join: {
      const int32_t handle = build_.fresh();
      build_.load(handle, handles_[s.object], Order::NotAtomic, 64);
      build_.sync(SyncOp::ThreadJoin, {handle});
      return true;
    }
    case Kind::Quit:
      build_.sync(SyncOp::ThreadExit, {build_.number(0)});
      return true;
    default:
      return false;
  }
}

void Emitter::emit_guarded(const Stmt& s) {
  const auto inside = build_.label(), out = build_.label();
  const int32_t error = build_.sync(SyncOp::MutexTryLock, {mutex(s.object)});
  build_.branch(build_.compare(Predicate::Eq, error, build_.number(0)), inside, out);
  build_.place(inside);
  emit(s.body);
  build_.at_line(s.end_line);
  build_.sync(SyncOp::MutexUnlock, {mutex(s.object)});
  build_.place(out);
}

void Emitter::emit_await(const Stmt& s, bool again) {
  const auto test = build_.label(), wait = build_.label(), out = build_.label();
  const int32_t seen = build_.fresh();
  build_.place(test);
  build_.load(seen, variable(s), Order::NotAtomic);
  build_.branch(build_.compare(Predicate::Eq, seen, value(s)), wait, out);
  build_.place(wait);
  build_.sync(SyncOp::CondWait, {build_.global(objects_.conditions[s.second]), mutex(s.second)});
  if (again) build_.jump(test);
  build_.place(out);
}

// Publish and PublishEarly make an object and hand it over; the others look at what was handed over, if anything.
bool Emitter::emit_heap(const Stmt& s) {
  if (uses(s.kind) != Uses::Pointer) return false;
  const Operand p = build_.global(objects_.pointer);
  if (s.kind == Kind::Publish || s.kind == Kind::PublishEarly) {
    const int32_t fresh = build_.service(ServiceOp::Malloc, {build_.number(4), build_.number(16)});
    if (s.kind == Kind::Publish) build_.store(fresh, value(s), Order::NotAtomic);
    build_.store(p, fresh, Order::SeqCst, 64);
    if (s.kind == Kind::PublishEarly) build_.store(fresh, value(s), Order::NotAtomic);
    return true;
  }
  int32_t seen = -1;
  if (s.kind == Kind::Take) {
    seen = build_.rmw(ir::RmwOp::Xchg, p, build_.number(0), 64);
  } else {
    seen = build_.fresh();
    build_.load(seen, p, Order::SeqCst, 64);
  }
  const auto some = build_.label(), none = build_.label();
  build_.branch(build_.compare(Predicate::Ne, seen, build_.number(0), 64), some, none);
  build_.place(some);
  if (s.kind == Kind::Peek) build_.load(reg(s), seen, Order::NotAtomic);
  if (s.kind == Kind::Poke) build_.store(seen, value(s), Order::NotAtomic);
  if (s.kind == Kind::Discard || s.kind == Kind::Take) build_.service(ServiceOp::Free, {seen});
  build_.place(none);
  return true;
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
    case Kind::Return:
      if (is_main_) build_.service(ServiceOp::Exit, {build_.number(0)});
      build_.ret(build_.number(0));
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

void declare(ir::Program& program, uint8_t which, const std::string& letter, uint64_t size, ir::GlobalId* ids) {
  for (int i = 0; i < 8; ++i) {
    if (!(which & (1 << i))) continue;
    ids[i] = static_cast<ir::GlobalId>(program.globals.size());
    ir::Global& global = program.globals.emplace_back();
    global.name = letter.empty() ? kVariables[i] : letter + std::to_string(i);
    global.size = size;
    global.align = size == 4 ? 4 : 8;
  }
}

// Sizes are those of the types in glibc for x86-64.
Objects declare_objects(ir::Program& program, const Inventory& stock) {
  Objects objects = {};
  declare(program, stock.variables, "", 4, objects.variables);
  declare(program, stock.mutexes, "m", 40, objects.mutexes);
  declare(program, stock.conditions, "c", 48, objects.conditions);
  declare(program, stock.semaphores, "s", 32, objects.semaphores);
  declare(program, stock.barriers, "b", 32, objects.barriers);
  declare(program, stock.rwlocks, "w", 56, objects.rwlocks);
  if (stock.pointer) {
    objects.pointer = static_cast<ir::GlobalId>(program.globals.size());
    ir::Global& global = program.globals.emplace_back();
    global.name = "p";
    global.size = global.align = 8;
  }
  return objects;
}

}  // namespace

ir::Program emit_ir(const Program& source) {
  const Layout layout = lay_out(source);
  ir::Program program;
  program.files.push_back(source.name.empty() ? "program.c" : source.name + ".c");
  const Objects objects = declare_objects(program, layout.stock);
  for (const Layout::Function& function : layout.functions)
    program.entry = Emitter(program, objects, function, layout.created).finish();
  return program;
}

}  // namespace mover::differential
