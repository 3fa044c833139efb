// Computes the footprints: collects the bytes that each instruction may access, then divides them into locations.
#include "symbolic/footprint.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "analysis/cfg.h"
#include "ir/shape.h"
#include "machine/action.h"
#include "symbolic/bounded_loops.h"
#include "symbolic/builder.h"
#include "symbolic/sections.h"
#include "symbolic/sync_words.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;

// A range of bytes of an object. The byte after the object's last byte stands for the flag that the object is alive.
// The life of a thread is an object of three bytes: see FootprintCollector::life.
struct TouchedRange {
  ObjectId object = 0;
  uint64_t begin = 0, end = 0;
  bool write = false;
};

namespace {

// The ranges of bytes that an event accesses.
struct EventRanges {
  ThreadIndex thread = 0;
  uint32_t event = 0;
  std::vector<TouchedRange> ranges;
};

// Divides the ranges into locations. Bytes that the same events touch in the same way are one location. Bytes that only
// one thread touches, or that no thread writes, belong to no location.
LocationId divide(const std::vector<EventRanges>& all, std::vector<ThreadEvents>& threads) {
  struct AccessedRange {
    uint64_t begin, end;
    uint32_t source;  // the index in `all`
    bool write;
  };
  std::map<ObjectId, std::vector<AccessedRange>> by_object;
  for (uint32_t i = 0; i < all.size(); ++i)
    for (const TouchedRange& range : all[i].ranges)
      if (range.begin < range.end) by_object[range.object].push_back({range.begin, range.end, i, range.write});
  // The locations found so far. The key is the list of all touches of the location, in which Touch::location is an
  // index into `all`.
  std::map<std::vector<Touch>, LocationId> known;
  for (const auto& [object, ranges] : by_object) {
    std::vector<uint64_t> borders;
    for (const AccessedRange& range : ranges) borders.insert(borders.end(), {range.begin, range.end});
    std::sort(borders.begin(), borders.end());
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    for (size_t i = 0; i + 1 < borders.size(); ++i) {
      std::vector<Touch> signature;
      for (const AccessedRange& range : ranges)
        if (range.begin <= borders[i] && borders[i + 1] <= range.end) signature.push_back({range.source, range.write});
      std::sort(signature.begin(), signature.end());
      signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
      auto differs = [&](const Touch& touch) {
        return all[touch.location].thread != all[signature[0].location].thread;
      };
      const bool interferes = std::any_of(signature.begin(), signature.end(), differs) &&
                              std::any_of(signature.begin(), signature.end(), [](const Touch& t) { return t.write; });
      if (!interferes) continue;
      const auto [found, is_new] = known.try_emplace(signature, static_cast<LocationId>(known.size()));
      if (!is_new) continue;
      for (const Touch& touch : signature) {
        const EventRanges& source = all[touch.location];
        threads[source.thread].events[source.event].touches.push_back({found->second, touch.write});
      }
    }
  }
  return static_cast<LocationId>(known.size());
}

}  // namespace

// Collects the ranges and the acquisitions of one instruction.
class Builder::FootprintCollector {
 public:
  FootprintCollector(const Builder& builder, std::vector<LockName>& locks)
      : b_(builder), values_(builder.values_), locks_(locks) {
    for (ThreadIndex t = 0; t < values_.threads().size(); ++t)
      for (NodeId node = 0; node < values_.threads()[t].num_nodes(); ++node) {
        detaches_ |= may_detach(t, node);
        note_joins(t, node);
      }
  }

  std::vector<TouchedRange> collect(ThreadIndex t, NodeId node, Event& event) {
    t_ = t, node_ = node, event_ = &event;
    ranges_.clear();
    const Instr& in = values_.instr(t, node);
    switch (in.op) {
      case Op::Load:
        access(values_.operand(t, node, in.a), (in.width + 7u) / 8u, false);
        break;
      case Op::Store:
      case Op::Rmw:
      case Op::CmpXchg:
        access(values_.operand(t, node, in.a), (in.width + 7u) / 8u, true);
        break;
      case Op::MemCpy:
        access(values_.operand(t, node, in.a), kWhole, true);
        access(values_.operand(t, node, in.b), kWhole, false);
        break;
      case Op::Sync:
        synchronise(static_cast<SyncOp>(in.sub));
        break;
      case Op::Service:
        serve(static_cast<ServiceOp>(in.sub), in.num_args);
        break;
      default:
        b_.for_each_address(t, node, [&](const AbstractValue& address) { access(address, kWhole, true); });
    }
    compare(in);
    begin_or_end(in);
    if (b_.transactions_ && b_.rules_.guards && !b_.threads_[t].single_threaded[node]) consider_guards(in);
    return std::move(ranges_);
  }

 private:
  static constexpr uint64_t kWhole = 0;

  // The parts of a thread's life: it was created, it has ended, it was joined or detached.
  enum Life : uint8_t { kCreated, kHasEnded, kJoined, kAfterLife };
  void life(ThreadIndex t, bool write, Life first = kCreated, Life end = kAfterLife) {
    const auto pseudo = static_cast<ObjectId>(values_.objects().size() + t);
    ranges_.push_back({pseudo, first, end, write});
  }

  // Transactions assume guards (transactions.h), and the circuit checks them at each access. An access without its
  // guard is a violation. This check touches the lives of other threads. In return, a load or store of a guarded byte
  // does not touch the byte, because it touches the guard (stubborn.h). Only accesses at cuts touch the byte
  // nevertheless: two of them may race while both are pending.
  void consider_guards(const Instr& in) {
    const bool by_sync = in.op == Op::Sync && is_operation_in_use(static_cast<SyncOp>(in.sub));
    const bool may_drop =
        (in.op == Op::Load || in.op == Op::Store || in.op == Op::Rmw || in.op == Op::CmpXchg) && event_->code == 0;
    uint32_t read = 0;  // the threads whose lives the checks read
    std::vector<TouchedRange> kept;
    for (const TouchedRange& range : ranges_) {
      const bool is_memory = range.object < values_.objects().size();
      if (!is_memory) kept.push_back(range);
      for (uint64_t at = range.begin; is_memory && at < range.end; ++at) {
        const ByteGuard& guard = b_.transactions_->guard(range.object, at);
        const uint32_t accessors = b_.transactions_->accessors(range.object, at);
        if (!is_decided_by_itself(guard, by_sync) && !has_lasting_ancestor(accessors)) read |= accessors;
        const bool is_data = guard.kind != ByteGuard::Kind::None && guard.kind != ByteGuard::Kind::Sync;
        if (may_drop && is_data) continue;
        if (!kept.empty() && kept.back().object == range.object && kept.back().end == at &&
            kept.back().write == range.write)
          ++kept.back().end;
        else
          kept.push_back({range.object, at, at + 1, range.write});
      }
    }
    ranges_ = std::move(kept);
    for (ThreadIndex t = 0; b_.rules_.lives && t < values_.threads().size(); ++t) {
      if (t == t_ || (read >> t & 1) == 0) continue;
      for (ThreadIndex u = t; u != ir::kNone && u != t_; u = values_.threads()[u].creator) {
        life(u, false, kCreated, kHasEnded);
        life(u, false, kJoined, kAfterLife);
      }
    }
  }

  // Whether the check of the guard depends on this thread alone.
  bool is_decided_by_itself(const ByteGuard& guard, bool by_sync) const {
    using Kind = ByteGuard::Kind;
    return guard.kind == Kind::None || (guard.kind == Kind::Sync && by_sync) ||
           (guard.kind == Kind::Thread && guard.owner == t_) || b_.needs_lock(guard, t_, node_);
  }

  // Whether one of these threads is an ancestor of this one that no thread joins. Then the check cannot succeed because
  // of the lives of all of them.
  bool has_lasting_ancestor(uint32_t threads) const {
    ThreadIndex u = values_.threads()[t_].creator;
    while (u != ir::kNone && ((threads & ~joined_) >> u & 1) == 0) u = values_.threads()[u].creator;
    return u != ir::kNone;
  }

  // Notes the threads that the instruction may join or detach.
  void note_joins(ThreadIndex t, NodeId node) {
    const Instr& in = values_.instr(t, node);
    if (!values_.reached(t, node) || in.op != Op::Sync) return;
    const auto op = static_cast<SyncOp>(in.sub);
    if (op != SyncOp::ThreadJoin && op != SyncOp::ThreadDetach) return;
    for (const auto& [id, offsets] : values_.argument(t, node, 0).pointers())
      if (values_.objects()[id].kind == MemoryObject::Kind::Handle)
        joined_ |= uint32_t{1} << values_.objects()[id].thread;
  }

  // Whether the instruction may detach a thread. A detached thread counts as joined when it has ended.
  bool may_detach(ThreadIndex t, NodeId node) const {
    const Instr& in = values_.instr(t, node);
    if (!values_.reached(t, node) || in.op != Op::Sync) return false;
    const auto op = static_cast<SyncOp>(in.sub);
    return op == SyncOp::ThreadDetach || (op == SyncOp::ThreadCreate && !values_.argument(t, node, 4).must_be_zero());
  }

  static bool is_operation_in_use(SyncOp op) { return op <= SyncOp::OnceEnd && !initialises(op) && !destroys(op); }

  void alive(ObjectId id, bool write) {
    const uint64_t size = values_.objects()[id].size;
    ranges_.push_back({id, size, size + 1, write});
  }

  void access(const AbstractValue& address, uint64_t bytes, bool write) {
    for (const auto& [id, offsets] : address.pointers()) {
      const MemoryObject& object = values_.objects()[id];
      if (!object.is_memory() || object.is_constant) continue;
      if (object.may_end()) alive(id, false);
      for (const TouchedRange& range : ranges_of(id, offsets, bytes)) {
        ranges_.push_back(range);
        ranges_.back().write = write;
        if (write && overlaps_lock(range)) ranges_.push_back({id, 0, object.size, false});  // read by in_use()
      }
    }
  }

  std::vector<TouchedRange> ranges_of(ObjectId id, const Offsets& offsets, uint64_t bytes) const {
    constexpr uint64_t kMost = 64;
    const uint64_t size = values_.objects()[id].size;
    const std::vector<uint64_t> all = offsets.within(size, kMost + 1);
    if (bytes == kWhole || all.size() > kMost || offsets.first < 0) return {{id, 0, size, false}};
    std::vector<TouchedRange> result;
    for (uint64_t at : all) result.push_back({id, at, std::min(at + bytes, size), false});
    return result;
  }

  bool overlaps_lock(const TouchedRange& range) const {
    constexpr uint64_t kLargest = 56;  // the size of a readers-writer lock
    if (!b_.holds_sync_[range.object]) return false;
    const Positions& positions = b_.sync_positions(range.object);
    return std::any_of(positions.begin(), positions.end(), [&](const auto& position) {
      return range.begin < position.first + kLargest && position.first < range.end;
    });
  }

  // A service may touch all objects that its arguments point to, unless it only compares addresses.
  void serve(ServiceOp service, uint32_t arguments) {
    if (service == ServiceOp::NoOverlap || service == ServiceOp::Apart) return;
    const bool reads = service == ServiceOp::Write || service == ServiceOp::UsableSize;
    for (uint32_t i = 0; i < arguments; ++i) access(values_.argument(t_, node_, i), kWhole, !reads);
  }

  void synchronise(SyncOp op) {
    if (op <= SyncOp::OnceEnd) {
      const AbstractValue object = values_.argument(t_, node_, 0);
      access(object, vm::layout_of(op).size, true);
      const bool tries = op == SyncOp::MutexTryLock || op == SyncOp::MutexTimedLock || op == SyncOp::SpinTryLock;
      if (op == SyncOp::MutexLock || op == SyncOp::SpinLock || (tries && !b_.rules_.tries)) {
        event_->acquired |= lock_at(object);
        event_->held_while_touching = event_->acquired;
      }
      if (op == SyncOp::CondWait || op == SyncOp::CondTimedWait) {
        const AbstractValue mutex = values_.argument(t_, node_, 1);
        access(mutex, vm::layout_of(SyncOp::MutexLock).size, true);
        event_->acquired |= lock_at(mutex);
      }
      const bool may_observe =
          sync::if_refused(op) != sync::IfRefused::Blocks || op == SyncOp::SemGetValue || destroys(op);
      if (may_observe)  // Builder::has_others reads the lives of all threads
        for (ThreadIndex t = 0; t < values_.threads().size(); ++t) life(t, false);
    }
    if (op == SyncOp::ThreadCreate) {
      access(values_.argument(t_, node_, 0), 8, true);
      for (ThreadIndex t = 0; t < values_.threads().size(); ++t)
        if (values_.threads()[t].creator == t_ && values_.threads()[t].created_at == node_) {
          life(t, true, kCreated, kHasEnded);
          life(t, true, kJoined, kAfterLife);
        }
    }
    if (op == SyncOp::ThreadJoin || op == SyncOp::ThreadDetach) handle(values_.argument(t_, node_, 0), op);
    if (op == SyncOp::AtomicBegin) event_->enters_section = true;
  }

  void handle(const AbstractValue& thread, SyncOp op) {
    for (const auto& [id, offsets] : thread.pointers()) {
      if (values_.objects()[id].kind != MemoryObject::Kind::Handle) continue;
      life(values_.objects()[id].thread, false, kCreated, kHasEnded);
      // A join is disabled until the thread has ended. So it cannot be reordered before the end, and need not touch it.
      life(values_.objects()[id].thread, true, op == SyncOp::ThreadJoin ? kJoined : kHasEnded, kAfterLife);
      if (op == SyncOp::ThreadJoin && (thread.pointers().size() == 1 || !b_.rules_.known_locks))
        event_->acquired |= lock({values_.objects()[id].thread, 0, 0});
    }
    event_->held_while_touching = event_->acquired;
  }

  // A comparison of addresses reads whether the objects are alive (Builder::is_ended_object).
  void compare(const Instr& in) {
    if ((in.op != Op::ICmp && in.op != Op::CmpXchg) || in.width != 64) return;
    auto read_lives = [&](const AbstractValue& value) {
      for (const auto& [id, offsets] : value.pointers()) {
        if (values_.objects()[id].may_end()) alive(id, false);
        if (values_.objects()[id].kind == MemoryObject::Kind::Handle)
          life(values_.objects()[id].thread, false, kJoined, kAfterLife);
      }
    };
    if (in.op == Op::ICmp) read_lives(values_.operand(t_, node_, in.a));
    if (in.op == Op::CmpXchg && in.dst >= 0)
      read_lives(values_.reg(t_, values_.threads()[t_].context(node_).first_reg + static_cast<uint32_t>(in.dst)));
    if (in.b != ir::kNoOperand) read_lives(values_.operand(t_, node_, in.b));
  }

  void begin_or_end(const Instr& in) {
    const bool is_service = in.op == Op::Service;
    const auto service = static_cast<ServiceOp>(in.sub);
    for (ObjectId id : values_.blocks(t_, node_)) alive(id, true);
    if (is_service && service == ServiceOp::Exit) event_->ends_others = true;
    const uint64_t mutex = vm::layout_of(SyncOp::MutexLock).size;
    if (is_service && service == ServiceOp::AbandonRobust) access(values_.reg_of(t_, node_, in.dst), mutex, true);
    if (is_service &&
        (service == ServiceOp::Free || service == ServiceOp::LifetimeStart || service == ServiceOp::LifetimeEnd))
      for (const auto& [id, offsets] : values_.argument(t_, node_, 0).pointers())
        if (values_.objects()[id].may_end()) {
          whole(id);
          if (service != ServiceOp::LifetimeStart) continue;  // the lifetime may begin with another instance
          for (ObjectId next : values_.blocks(values_.objects()[id].thread, values_.objects()[id].node)) whole(next);
        }
    const ContextId here = values_.threads()[t_].context_of[node_];
    const bool returns = in.op == Op::Ret, restores = is_service && service == ServiceOp::StackRestore;
    const bool is_root = values_.threads()[t_].contexts[here].parent == ir::kNone;
    const bool exits = in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::ThreadExit;
    if (returns && is_root && t_ == 0) event_->ends_others = true;
    const bool ends_thread = exits || (returns && is_root);
    if (ends_thread) life(t_, true, kHasEnded, detaches_ ? kAfterLife : kJoined);
    for (ObjectId id = 1; (returns || restores || exits) && id < values_.objects().size(); ++id) {
      const MemoryObject& object = values_.objects()[id];
      if (object.thread != t_) continue;
      if (object.kind == MemoryObject::Kind::ThreadLocal && ends_thread) whole(id);
      if (object.kind != MemoryObject::Kind::Local) continue;
      if (ends_thread || values_.threads()[t_].context_of[object.node] == here) whole(id);
    }
    if (ir::is_call(in.op)) event_->enters_section |= enters_section(values_, t_, node_);
  }
  void whole(ObjectId id) { ranges_.push_back({id, 0, values_.objects()[id].size + 1, true}); }

  // The lock at this address, or no lock if the address is not known exactly.
  LockSet lock_at(const AbstractValue& address) {
    if (address.has_any_number() || address.pointers().empty()) return 0;
    const auto& [id, offsets] = address.pointers()[0];
    const bool is_known = address.pointers().size() == 1 && offsets.is_exact();
    if ((!is_known && b_.rules_.known_locks) || offsets.first < 0 || !values_.objects()[id].is_memory()) return 0;
    return lock({ir::kNone, id, static_cast<uint64_t>(offsets.first)});
  }
  LockSet lock(const LockName& name) {
    auto found = std::find(locks_.begin(), locks_.end(), name);
    if (found == locks_.end()) {
      if (locks_.size() == kMostLocks) return 0;
      found = locks_.insert(locks_.end(), name);
    }
    return LockSet{1} << (found - locks_.begin());
  }

  const Builder& b_;
  const ValueAnalysis& values_;
  std::vector<LockName>& locks_;
  ThreadIndex t_ = 0;
  NodeId node_ = 0;
  Event* event_ = nullptr;
  std::vector<TouchedRange> ranges_;
  bool detaches_ = false;  // a thread may be detached
  uint32_t joined_ = 0;    // a bit for each thread that may be joined or detached
};

Footprints Builder::footprints() const {
  Footprints result;
  result.threads.resize(threads_.size());
  FootprintCollector collector(*this, result.locks);
  // An error of a kind that is not checked ends the execution without a violation, as an exit does.
  std::set<std::pair<ThreadIndex, NodeId>> endings;
  for (const Ending& ending : model_.endings)
    if (!is_violation(ending.kind)) endings.insert({ending.thread, ending.node});
  std::vector<EventRanges> all_ranges;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    ThreadEvents& thread = result.threads[t];
    const uint32_t size = values_.threads()[t].num_nodes();
    std::vector<uint32_t> event_of(size, ir::kNone);
    const std::vector<bool> in_section = may_be_in_section(values_, t);
    for (NodeId node = 0; node < size; ++node) {
      if (!values_.reached(t, node)) continue;
      Event event;
      event.node = node;
      event.code = threads_[t].code_of[node];
      std::vector<TouchedRange> ranges = collector.collect(t, node, event);
      event.ends_others |= endings.count({t, node}) != 0;
      if (in_section[node] && rules_.sections) event.acquired = event.held_while_touching = 0;
      const bool matters =
          event.code != 0 || !ranges.empty() || event.acquired != 0 || event.ends_others || event.enters_section;
      if (!matters) continue;
      const auto number = static_cast<uint32_t>(thread.events.size());
      event_of[node] = number;
      if (event.code != 0) thread.cuts.push_back(number);
      if (!ranges.empty()) all_ranges.push_back({t, number, std::move(ranges)});
      thread.events.push_back(std::move(event));
    }
    for (Event& event : thread.events) link(t, event, event_of);
    if (rules_.sticky)
      for (NodeId cut : sticky_cuts(t)) thread.events[event_of[cut]].is_sticky = true;
  }
  result.locations = divide(all_ranges, result.threads);
  return result;
}

// The sticky locations of a thread: cuts such that every cycle of code that can be part of a cycle of states contains
// one of them.
std::vector<NodeId> Builder::sticky_cuts(ThreadIndex t) const {
  const ThreadState& state = threads_[t];
  const std::vector<bool> repeats = may_repeat(values_, t, rules_);
  const analysis::Successors next_cuts = [&](uint32_t cut, const std::function<void(uint32_t)>& visit) {
    std::vector<NodeId> work{cut};
    std::set<NodeId> seen;
    while (!work.empty()) {
      const NodeId node = work.back();
      work.pop_back();
      for_each_next(t, node, [&](NodeId to) {
        if (!repeats[to] || !seen.insert(to).second) return;
        if (state.code_of[to] != 0)
          visit(to);
        else
          work.push_back(to);
      });
    }
  };
  std::vector<uint32_t> roots;
  std::copy_if(state.cuts.begin(), state.cuts.end(), std::back_inserter(roots),
               [&](NodeId cut) { return repeats[cut]; });
  const analysis::DepthFirst search = analysis::depth_first(static_cast<uint32_t>(repeats.size()), roots, next_cuts);
  std::vector<NodeId> result;
  for (NodeId cut : roots)
    if (search.is_retreating_target[cut]) result.push_back(cut);
  return result;
}

// Sets event.next to the events that may be executed next after this one.
void Builder::link(ThreadIndex t, Event& event, const std::vector<uint32_t>& event_of) const {
  std::vector<NodeId> work{event.node};
  std::set<NodeId> seen;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    for_each_next(t, node, [&](NodeId to) {
      if (!seen.insert(to).second) return;
      if (event_of[to] != ir::kNone)
        event.next.push_back(event_of[to]);
      else
        work.push_back(to);
    });
  }
}

// Whether the circuit has a bad literal for endings of this kind.
bool Builder::is_violation(BadKind kind) const {
  switch (kind) {
    case BadKind::Assertion:
      return checked_.assertion;
    case BadKind::Memory:
      return checked_.memory || (checked_.bound && checked_.memory_excluded);
    case BadKind::Guard:
      return true;
    default:
      return checked_.bound;
  }
}

}  // namespace mover::symbolic
