// Computes the nodes at which a thread may be in an atomic section, by a forward analysis of the nesting depth.
#include "symbolic/sections.h"

namespace mover::symbolic {

using ir::Op;
using ir::SyncOp;

namespace {

// The nesting depths that a thread may have at a node, as a bit set. kDeepest stands for depth 3 and all larger ones.
using Depths = uint8_t;
constexpr Depths kNone = 1, kDeepest = 1 << 3, kAll = 2 * kDeepest - 1;

Depths deeper(Depths depths) { return static_cast<Depths>((depths << 1 | (depths & kDeepest)) & kAll); }
Depths less_deep(Depths depths) { return static_cast<Depths>(depths >> 1 | (depths & (kDeepest | kNone))); }

}  // namespace

bool leaves_section(const ValueAnalysis& values, ThreadIndex t, NodeId node) {
  return values.instr(t, node).op == Op::Ret && values.function(t, node).is_atomic;
}

std::vector<bool> may_be_in_section(const ValueAnalysis& values, ThreadIndex t) {
  std::vector<Depths> depths(values.threads()[t].num_nodes(), 0);
  std::vector<NodeId> work{0};
  depths[0] = kNone;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    const ir::Instr& in = values.instr(t, node);
    auto is = [&](SyncOp op) { return in.op == Op::Sync && static_cast<SyncOp>(in.sub) == op; };
    Depths after = depths[node];
    if (is(SyncOp::AtomicBegin) || enters_section(values, t, node)) after = deeper(after);
    if (is(SyncOp::AtomicEnd) || leaves_section(values, t, node)) after = less_deep(after);
    for_each_next(values, t, node, [&](NodeId to) {
      if ((depths[to] | after) == depths[to]) return;
      depths[to] |= after;
      work.push_back(to);
    });
  }
  std::vector<bool> result;
  for (Depths here : depths) result.push_back(here > kNone);
  return result;
}

}  // namespace mover::symbolic
