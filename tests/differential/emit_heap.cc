// Emits statements that access memory through pointers: integers that threads pass to each other, and nodes that
// contain locks.
#include "differential/emitter.h"

namespace mover::differential {

using ir::Operand;
using ir::Order;
using ir::Predicate;
using ir::ServiceOp;
using ir::SyncOp;
// Publish and PublishEarly create an object and publish its address. The others access the published object, if there
// is one.
bool Emitter::emit_pointer(const Stmt& s) {
  if (uses(s.kind) != Uses::Pointer) return false;
  const Operand p = build_.global(objects_.pointer);
  if (s.kind == Kind::ShareLocal) {
    build_.store(p, own_local_, order(s), 64);
    return true;
  }
  if (s.kind == Kind::Publish || s.kind == Kind::PublishEarly) {
    const int32_t fresh = build_.service(ServiceOp::Malloc, {build_.number(4), build_.number(16)});
    if (s.kind == Kind::Publish) build_.store(fresh, value(s), Order::NotAtomic);
    build_.store(p, fresh, order(s), 64);
    if (s.kind == Kind::PublishEarly) build_.store(fresh, value(s), Order::NotAtomic);
    return true;
  }
  int32_t seen = -1;
  if (s.kind == Kind::Take) {
    seen = build_.rmw(ir::RmwOp::Xchg, p, build_.number(0), order(s), 64);
  } else {
    seen = build_.fresh();
    build_.load(seen, p, order(s), 64);
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

bool Emitter::emit_node(const Stmt& s) {
  if (uses(s.kind) != Uses::Node) return false;
  const Operand n = build_.global(objects_.nodes[s.object]);
  switch (s.kind) {
    case Kind::NewNode:
    case Kind::MakeNode: {
      if (s.kind == Kind::MakeNode) build_.at_line(layout_.make_line);
      const int32_t fresh = build_.service(ServiceOp::Calloc, {build_.number(kNodeSize)});
      build_.at_line(s.line);
      build_.store(n, fresh, order(s), 64);
      return true;
    }
    case Kind::ShareNode:
      build_.store(n, own_node_, order(s), 64);
      return true;
    case Kind::GetNode:
      build_.load(inner_, n, order(s), 64);
      return true;
    case Kind::TakeNode:
      build_.move(inner_, build_.rmw(ir::RmwOp::Xchg, n, build_.number(0), order(s), 64), 64);
      return true;
    default:
      return false;
  }
}

// None of these statements has an effect if q is null.
bool Emitter::emit_inner(const Stmt& s) {
  if (uses(s.kind) != Uses::Inner) return false;
  const auto some = build_.label(), none = build_.label();
  build_.branch(build_.compare(Predicate::Ne, inner_, build_.number(0), 64), some, none);
  build_.place(some);
  auto field = [&] { return build_.add_offset(inner_, kNodeFields + 4 * s.second); };
  auto condition = [&] { return build_.add_offset(inner_, kNodeCondition); };
  switch (s.kind) {
    case Kind::LockNode:
      build_.sync(SyncOp::MutexLock, {inner_});
      break;
    case Kind::UnlockNode:
      build_.sync(SyncOp::MutexUnlock, {inner_});
      break;
    case Kind::TryNode:
      set_if_failed(s, build_.sync(SyncOp::MutexTryLock, {inner_}));
      break;
    case Kind::LoadField:
      build_.load(reg(s), field(), Order::NotAtomic);
      break;
    case Kind::StoreField:
      build_.store(field(), value(s), Order::NotAtomic);
      break;
    case Kind::FillFields:
      build_.fill(build_.add_offset(inner_, kNodeFields), s.value, 8);
      break;
    case Kind::CopyField:
      build_.copy(build_.add_offset(inner_, kNodeFields + 4), build_.add_offset(inner_, kNodeFields), 4);
      break;
    case Kind::WaitNode: {
      const int32_t seen = build_.fresh();
      const auto waits = build_.label();
      build_.load(seen, field(), Order::NotAtomic);
      build_.branch(build_.compare(Predicate::Eq, seen, value(s)), waits, none);
      build_.place(waits);
      build_.sync(SyncOp::CondWait, {condition(), inner_});
      break;
    }
    case Kind::SignalNode:
      build_.sync(SyncOp::CondSignal, {condition()});
      break;
    default:  // FreeNode
      build_.service(ServiceOp::Free, {inner_});
      break;
  }
  build_.place(none);
  return true;
}

}  // namespace mover::differential
