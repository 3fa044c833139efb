// Observations by atomic accesses: the accesses that observe another thread without ordering, and the addresses that
// such accesses may read.
#include <algorithm>

#include "ir/uses.h"
#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;

namespace {

// Whether the access orders less than a sequentially consistent one: its memory order lacks acquire or release.
bool is_weak(const Instr& in) {
  switch (in.op) {
    case Op::Load:
      return in.order != ir::Order::NotAtomic && !ir::acquires(in.order);
    case Op::Store:
    case Op::MemSet:
      return in.order != ir::Order::NotAtomic && !ir::releases(in.order);
    case Op::CmpXchg:
      if (in.order != ir::Order::NotAtomic && !ir::acquires(ir::order_on_failure(in))) return true;
      [[fallthrough]];
    case Op::Rmw:
    case Op::MemCpy:
      return in.order != ir::Order::NotAtomic && !(ir::acquires(in.order) && ir::releases(in.order));
    default:
      return false;
  }
}

}  // namespace

void Vm::find_weak_atomics() {
  for (const ir::Function& function : program_.functions)
    for (const Instr& in : function.code) {
      if (!is_weak(in)) continue;
      has_weak_atomics_ = true;
    }
}

// Calls f(word) for the words of the access, as WeakAtomics numbers them. Different dynamic objects may have the same
// address on different paths to one state, so the place at which an object was created stands for its address.
template <typename F>
void Vm::for_each_word(const Pointee& pointee, uint64_t size, F f) const {
  constexpr Address kDynamic = 1ull << 63;
  const bool is_dynamic = pointee.slot >= first_dynamic_;
  const Address begin = is_dynamic ? kDynamic | (Address{pointee.object->site} << 32) : address_of(pointee.slot);
  const Address first = begin + pointee.offset;
  for (uint64_t word = first / 8; word <= (first + size - 1) / 8; ++word) f(word);
}

bool Vm::matters_for_order(const Pointee& pointee, ir::Order order) const {
  return has_weak_atomics_ && pointee.slot < kImmutable && visible(*pointee.object) && is_atomic(order);
}

// Accesses in atomic sections have no memory order of their own, but the sections order them.
void Vm::atomic_read(const Pointee& pointee, uint64_t size, ir::Order order) {
  if (!matters_for_order(pointee, order)) return;
  const bool orders = order == ir::Order::NotAtomic || ir::acquires(order);
  const bool may_be_address = pointee.object->pointer_words != 0 || !state_.exposed.empty();
  const ThreadId reader = counted_thread();
  for_each_word(pointee, size, [&](uint64_t word) { weak_atomics_.read(word, reader, orders, may_be_address); });
}

void Vm::atomic_write(const Pointee& pointee, uint64_t size, ir::Order order) {
  if (!matters_for_order(pointee, order)) return;
  const bool orders = order == ir::Order::NotAtomic || ir::releases(order);
  const ThreadId writer = counted_thread();
  for_each_word(pointee, size, [&](uint64_t word) { weak_atomics_.write(word, writer, orders); });
}

// Whether no thread observes the result of the current instruction: the result is only used in computations whose
// results are dropped, or returned to callers that drop it. This is typical of counters.
bool Vm::drops_result(const Instr& in) const {
  if (in.dst < 0) return true;
  uint32_t frame = thread_->frames.size() - 1, pc = thread_->frames[frame].pc + 1;
  auto result = static_cast<uint32_t>(in.dst);
  constexpr int kFar = 100;
  for (int i = 0; i < kFar; ++i) {
    const ir::FunctionId id = thread_->frames[frame].function;
    const ir::Function& function = program_.functions[id];
    auto is_live = [&](uint32_t at, uint32_t reg) {
      const std::vector<uint32_t>& live = liveness_[id].live_at(at);
      return std::binary_search(live.begin(), live.end(), reg);
    };
    if (!is_live(pc, result)) return true;
    const Instr& next = function.code[pc];
    bool uses = false;
    ir::for_each_use(function, next, [&](uint32_t reg) { uses |= reg == result; });
    if (next.op == Op::Ret) {
      if (next.num_args != 0 || next.width > 64 || frame == 0) return false;
      const uint32_t call = thread_->frames[--frame].pc;
      const Instr& from = program_.functions[thread_->frames[frame].function].code[call];
      if (from.dst < 0) return true;
      result = static_cast<uint32_t>(from.dst);
      pc = call + 1;
    } else if (next.op == Op::Br) {
      pc = next.target[0];
    } else if (!ir::falls_through(next.op)) {
      return false;
    } else if (uses) {
      const bool computes = next.op == Op::Mov || (next.op >= Op::Add && next.op <= Op::Mul) ||
                            (next.op >= Op::And && next.op <= Op::Xor);
      if (!computes || next.width > 64) return false;
      const auto computed = static_cast<uint32_t>(next.dst);
      if (computed != result && is_live(pc + 1, result)) return false;
      result = computed;
      ++pc;
    } else {
      ++pc;
    }
  }
  return false;
}

}  // namespace mover::vm
