// Random accesses to memory: variables, parts of variables, the heap, and locals that other threads can access.
#include <array>

#include "differential/generator.h"

namespace mover::differential {

void Generator::plain(Block& out, int& budget) {
  switch (rng_.below(4)) {
    case 0:
      return add(out, budget, Kind::Store, variable(), 0, 1 + rng_.below(2));
    case 1:
      return add(out, budget, Kind::StoreReg, variable(), reg(), 1);
    default:
      return add(out, budget, Kind::Load, variable(), reg());
  }
}

void Generator::atomic(Block& out, int& budget) {
  switch (rng_.below(5)) {
    case 0:
      return add(out, budget, Kind::AtomicStore, variable(), 0, 1 + rng_.below(2));
    case 1:
      return add(out, budget, Kind::AtomicXor, variable(), reg(), 1);
    case 2:
      return add(out, budget, Kind::CompareExchange, variable(), reg(), 1 + rng_.below(2));
    default:
      return add(out, budget, Kind::AtomicLoad, variable(), reg());
  }
}

uint8_t Generator::memory_order(Kind kind) {
  if (rng_.percent(30)) return kSeqCst;
  switch (kind) {
    case Kind::AtomicXor:
    case Kind::CompareExchange:
    case Kind::Take:
    case Kind::TakeNode:
      return static_cast<uint8_t>(rng_.below(5));
    case Kind::Fence:
      return static_cast<uint8_t>(kAcquire + rng_.below(3));
    case Kind::AtomicLoad:
    case Kind::AtomicSpin:
    case Kind::Peek:
    case Kind::Poke:
    case Kind::Discard:
    case Kind::GetNode:
      return rng_.percent(60) ? kRelaxed : kAcquire;
    case Kind::AtomicStore:
    case Kind::Publish:
    case Kind::PublishEarly:
    case Kind::ShareLocal:
    case Kind::NewNode:
    case Kind::MakeNode:
    case Kind::ShareNode:
      return rng_.percent(60) ? kRelaxed : kRelease;
    default:
      return kSeqCst;
  }
}

// One side of message passing through an atomic flag (the sender or the receiver, possibly with a fence), another
// update of the flag, or only a fence.
void Generator::weak(Block& out, int& budget) {
  const bool fence = rng_.percent(35);
  const uint32_t r = reg(), pick = rng_.below(10);
  if (pick < 4) {
    add(out, budget, Kind::Store, 0, 0, 1);
    if (fence) add(out, budget, Kind::Fence);
    add(out, budget, rng_.percent(70) ? Kind::AtomicStore : Kind::AtomicXor, 1, r, 1);
  } else if (pick < 8) {
    Block inside;
    add(out, budget, rng_.percent(70) ? Kind::AtomicLoad : Kind::CompareExchange, 1, r, 2);
    if (fence) add(rng_.percent(50) ? inside : out, budget, Kind::Fence);
    add(inside, budget, rng_.percent(70) ? Kind::Load : Kind::Store, 0, 1 - r, 1);
    add_if(out, r, 1, std::move(inside));
  } else if (pick < 9) {
    add(out, budget, Kind::AtomicXor, 1, r, 2);
  } else {
    add(out, budget, Kind::Fence);
  }
}

void Generator::bytes(Block& out, int& budget) {
  const uint32_t v = variable();
  switch (rng_.below(6)) {
    case 0:
      return add(out, budget, Kind::StoreByte, v, 0, 1);
    case 1:
      return add(out, budget, Kind::StoreHalf, v, 0, 1);
    case 2:
      return add(out, budget, Kind::Copy, v, 0, 0, 1 - v);
    case 3:
      return add(out, budget, Kind::Fill, v, 0, rng_.below(2));
    default:
      return add(out, budget, Kind::LoadByte, v, reg());
  }
}

void Generator::heap(Block& out, int& budget) {
  constexpr std::array kinds = {Kind::Publish, Kind::PublishEarly, Kind::Discard, Kind::Take,
                                Kind::Poke,    Kind::Peek,         Kind::Peek,    Kind::Publish};
  const Kind kind = kinds[in_endless_ ? 2 + rng_.below(5) : rng_.below(kinds.size())];
  add(out, budget, kind, 0, reg(), 1);
}

void Generator::local(Block& out, int& budget) {
  const uint32_t pick = rng_.below(10);
  if (pick < 4) return add(out, budget, Kind::ShareLocal);
  add(out, budget, pick < 7 ? Kind::Peek : Kind::Poke, 0, reg(), 1);
}

// Nodes that main creates before the threads: one, two at the same line, or none. Threads may allocate others.
void Generator::node_prologue(Program& program) {
  int unused = 8;
  if (rng_.percent(25)) return;
  const Kind kind = rng_.percent(60) ? Kind::MakeNode : rng_.percent(60) ? Kind::NewNode : Kind::ShareNode;
  add(program.prologue, unused, kind, 0);
  twins_ = kind == Kind::MakeNode && rng_.percent(60);
  if (twins_ || rng_.percent(20)) add(program.prologue, unused, twins_ ? Kind::MakeNode : Kind::NewNode, 1);
}

void Generator::node(Block& out, int& budget) {
  const uint32_t n = rng_.percent(75) ? usual_node_ : 1 - usual_node_;
  const uint32_t pick = rng_.below(20);
  if (pick < 2 && !in_endless_) return add(out, budget, rng_.percent(70) ? Kind::MakeNode : Kind::NewNode, n);
  if (pick < 3) return add(out, budget, Kind::ShareNode, n);
  add(out, budget, pick < 5 ? Kind::TakeNode : Kind::GetNode, n);
  if (pick >= 18) return node_access(out, budget);
  if (pick < 16) node_section(out, budget);
  if (pick < 4 || pick == 16) add(out, budget, Kind::FreeNode);
}

void Generator::node_section(Block& out, int& budget) {
  const bool tries = rng_.percent(8);
  const uint32_t r = reg();
  if (tries)
    add(out, budget, Kind::TryNode, 0, r);
  else if (!rng_.percent(6))
    add(out, budget, Kind::LockNode);
  if (rng_.percent(10)) add(out, budget, Kind::WaitNode, 0, 0, 0, 0);
  node_access(out, budget);
  if (rng_.percent(50)) node_access(out, budget);
  if (rng_.percent(12)) add(out, budget, Kind::SignalNode);
  if (tries) {
    Block inside;
    add(inside, budget, Kind::UnlockNode);
    return add_if(out, r, 0, std::move(inside));
  }
  if (in_endless_ || !rng_.percent(6)) add(out, budget, Kind::UnlockNode);
}

// The node's lock protects its fields, or a variable.
void Generator::node_access(Block& out, int& budget) {
  const uint32_t field = rng_.below(4) == 0;
  if (twins_ && rng_.percent(50)) return rng_.percent(50) ? plain(out, budget) : atomic(out, budget);
  switch (rng_.below(10)) {
    case 0:
    case 1:
    case 2:
      return add(out, budget, Kind::LoadField, 0, reg(), 0, field);
    case 3:
    case 4:
    case 5:
      return add(out, budget, Kind::StoreField, 0, 0, 1, field);
    case 6:
      return add(out, budget, Kind::FillFields, 0, 0, 1);
    case 7:
      return add(out, budget, Kind::CopyField);
    default:
      return plain(out, budget);
  }
}

}  // namespace mover::differential
