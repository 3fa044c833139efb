// The circuits of the ordering set of the watched access.
#include "symbolic/order.h"

#include "ir/shape.h"
#include "symbolic/builder.h"
#include "symbolic/flow.h"
#include "symbolic/sync_outcomes.h"

namespace mover::symbolic {

using circuit::negate;

VariableId WatchedOrder::flag(const std::string& name) {
  Variable variable;
  variable.name = name;
  variable.width = 1;
  variable.role = circuit::NamedWord::Role::Control;
  return b_.add_variable(variable);
}

void WatchedOrder::prepare() {
  is_on_ = true;
  const size_t objects = b_.values_.objects().size();
  has_plain_.assign(objects, false);
  has_atomic_.assign(objects, b_.has_sections_);
  uint64_t largest = 1;
  for (ThreadIndex t = 0; t < b_.threads_.size(); ++t)
    for (NodeId node = 0; node < b_.values_.threads()[t].num_nodes(); ++node) {
      if (!b_.values_.reached(t, node) || b_.threads_[t].single_threaded[node]) continue;
      const ir::Instr& in = b_.values_.instr(t, node);
      const bool is_atomic = in.order != ir::Order::NotAtomic && ir::may_be_atomic(in.op);
      for_each_address(b_.values_, t, node, [&](const AbstractValue& address) {
        for (const auto& [object, offsets] : address.pointers()) (is_atomic ? has_atomic_ : has_plain_)[object] = true;
      });
    }
  for (ObjectId id = 1; id < objects; ++id) {
    const MemoryObject& object = b_.values_.objects()[id];
    if (object.kind == MemoryObject::Kind::Heap) has_plain_[id] = true;  // its allocation is a plain write
    if (b_.shared_[id]) largest = std::max(largest, object.size);
  }
  watched_ = flag("watched");
  write_ = flag("watched.write");
  atomic_ = flag("watched.atomic");
  raced_ = flag("raced");
  sections_ = flag("order.sections");
  for (auto [id, name, values] :
       {std::tuple{&object_, "watched.object", uint64_t{objects}}, std::tuple{&offset_, "watched.offset", largest}}) {
    Variable variable;
    variable.name = name;
    variable.width = circuit::bits_for(values);
    variable.role = circuit::NamedWord::Role::Control;
    *id = b_.add_variable(variable);
  }
  for (ThreadIndex t = 0; t < b_.threads_.size(); ++t) {
    const std::string prefix = "order.T" + std::to_string(t);
    thread_.push_back(flag(prefix));
    released_by_fence_.push_back(flag(prefix + ".fence"));
    read_unacquired_.push_back(flag(prefix + ".read"));
  }
}

VariableId WatchedOrder::element(std::map<std::pair<ObjectId, uint64_t>, VariableId>& of, const char* name,
                                 ObjectId object, uint64_t offset) {
  VariableId& known = of[{object, offset}];
  if (known == 0)
    known = flag(std::string("order.") + name + " " + std::to_string(object) + "+" + std::to_string(offset));
  return known;
}

Literal WatchedOrder::raced() { return is_on_ ? b_.latched_flag(raced_) : kFalse; }

void WatchedOrder::propagate(VariableId from, VariableId to, Literal when) {
  b_.set_flag(to, b_.either(b_.flag(to), b_.both(when, b_.flag(from))));
}

// ---- accesses

void WatchedOrder::plain_access(const std::vector<Target>& targets, uint64_t bytes, bool write, Literal in_section) {
  Access plain;
  plain.bytes = bytes;
  plain.write = circuit::constant(write);
  plain.atomic = plain.acquires = plain.releases = in_section;  // sections are sequentially consistent
  access(targets, plain);
}

void WatchedOrder::sync_access(const std::vector<Target>& targets, uint64_t bytes, Literal atomic) {
  if (is_on_) check_and_watch(targets, bytes, kTrue, atomic);
}

void WatchedOrder::access(const std::vector<Target>& targets, const Access& access) {
  if (!is_on_ || b_.threads_[b_.thread_].single_threaded[b_.node_]) return;
  const ThreadIndex t = b_.thread_;
  const Literal reads = access.modifies ? kTrue : negate(access.write);
  auto for_each_byte = [&](auto f) {
    for (const Target& target : targets) {
      if (!b_.shared_[target.object] || !has_atomic_[target.object] || access.bytes == 0) continue;
      for (uint64_t i = 0; i < access.bytes; ++i)
        f(element(atomic_byte_, "atomic", target.object, target.offset + i), target.guard);
    }
  };
  const Literal loads = b_.both(access.atomic, reads);
  for_each_byte([&](VariableId byte, Literal here) {
    if (loads == kFalse) return;
    const Literal when = b_.both(loads, here);
    propagate(byte, thread_[t], b_.both(when, access.acquires));
    propagate(byte, read_unacquired_[t], b_.both(when, negate(access.acquires)));
  });
  check_and_watch(targets, access.bytes, access.write, access.atomic);
  // An atomic store begins a new release sequence. A plain write ends the release sequence.
  const Literal known = b_.c_.ite(access.releases, b_.flag(thread_[t]), b_.flag(released_by_fence_[t]));
  for_each_byte([&](VariableId byte, Literal here) {
    const Literal continued = access.modifies ? b_.flag(byte) : kFalse;
    const Literal fresh = b_.both(access.atomic, b_.either(continued, known));
    b_.set_flag(byte, b_.c_.ite(b_.both(here, access.write), fresh, b_.flag(byte)));
  });
}

void WatchedOrder::check_and_watch(const std::vector<Target>& targets, uint64_t bytes, Literal write, Literal atomic) {
  if (b_.threads_[b_.thread_].single_threaded[b_.node_]) return;
  std::vector<Target> shared;
  for (const Target& target : targets)
    if (b_.shared_[target.object] && has_plain_[target.object]) shared.push_back(target);
  if (shared.empty()) return;
  const Word object = b_.read(object_).bits, offset = b_.read(offset_).bits;
  const auto width = static_cast<unsigned>(offset.size());
  Literal same = kFalse;
  for (const Target& target : shared) {
    const uint64_t size = bytes != 0 ? bytes : b_.values_.objects()[target.object].size;
    const Word from = circuit::sub(b_.c_, offset, circuit::constant_word(target.offset, width));
    const Literal inside = size >> width != 0 ? kTrue : circuit::ult(b_.c_, from, circuit::constant_word(size, width));
    same = b_.either(same, b_.both(b_.both(target.guard, circuit::eq(b_.c_, object, target.object)), inside));
  }
  const Literal conflict = b_.both(b_.either(write, b_.flag(write_)), negate(b_.both(atomic, b_.flag(atomic_))));
  const Literal race =
      b_.both(b_.both(b_.flag(watched_), same), b_.both(conflict, negate(b_.flag(thread_[b_.thread_]))));
  b_.set_flag(raced_, b_.either(b_.flag(raced_), race));
  watch(shared, bytes, write, atomic);
}

void WatchedOrder::watch(const std::vector<Target>& targets, uint64_t bytes, Literal write, Literal atomic) {
  uint64_t largest = bytes;
  for (const Target& target : targets)
    if (bytes == 0) largest = std::max(largest, b_.values_.objects()[target.object].size);
  const Word chosen = circuit::input_word(b_.c_, "watch at " + b_.node_name(b_.thread_, b_.node_), 1);
  const Word index =
      circuit::input_word(b_.c_, "byte at " + b_.node_name(b_.thread_, b_.node_), circuit::bits_for(largest));
  const auto object_width = static_cast<unsigned>(b_.read(object_).bits.size());
  const auto offset_width = static_cast<unsigned>(b_.read(offset_).bits.size());
  const Literal begins = b_.both(b_.both(chosen[0], negate(b_.flag(watched_))), b_.has_others());
  Literal any = kFalse;
  Word object = b_.read(object_).bits, offset = b_.read(offset_).bits;
  for (const Target& target : targets) {
    const uint64_t size = bytes != 0 ? bytes : b_.values_.objects()[target.object].size;
    Literal here = b_.both(begins, target.guard);
    if (size >> index.size() == 0)
      here =
          b_.both(here, circuit::ult(b_.c_, index, circuit::constant_word(size, static_cast<unsigned>(index.size()))));
    any = b_.either(any, here);
    object = circuit::ite(b_.c_, here, circuit::constant_word(target.object, object_width), object);
    const Word at = circuit::add(b_.c_, circuit::constant_word(target.offset, offset_width),
                                 circuit::zero_extend(index, offset_width));
    offset = circuit::ite(b_.c_, here, at, offset);
  }
  b_.write(object_, {object});
  b_.write(offset_, {offset});
  b_.set_flag(write_, b_.c_.ite(any, write, b_.flag(write_)));
  b_.set_flag(atomic_, b_.c_.ite(any, atomic, b_.flag(atomic_)));
  b_.set_flag(watched_, b_.either(any, b_.flag(watched_)));
  b_.set_flag(thread_[b_.thread_], b_.either(any, b_.flag(thread_[b_.thread_])));
}

// ---- synchronisation

void WatchedOrder::synchronise(const std::vector<Target>& locks, const SyncOutcomes& outcomes) {
  if (!is_on_) return;
  const VariableId me = thread_[b_.thread_];
  for (const Target& target : locks) {
    const VariableId lock = element(lock_, "lock", target.object, target.offset);
    const VariableId read_side = element(read_side_, "read side", target.object, target.offset);
    propagate(me, lock, b_.both(target.guard, outcomes.releases));
    propagate(me, read_side, b_.both(target.guard, outcomes.releases_shared));
    propagate(lock, me, b_.both(target.guard, b_.either(outcomes.acquires, outcomes.acquires_shared)));
    propagate(read_side, me, b_.both(target.guard, outcomes.acquires));
  }
}

void WatchedOrder::acquire(const std::vector<Target>& locks, Literal when) {
  if (!is_on_) return;
  for (const Target& target : locks)
    for (const VariableId id : {element(lock_, "lock", target.object, target.offset),
                                element(read_side_, "read side", target.object, target.offset)})
      propagate(id, thread_[b_.thread_], b_.both(target.guard, when));
}

void WatchedOrder::reset_lock(const std::vector<Target>& locks, Literal when) {
  if (!is_on_) return;
  for (const Target& target : locks)
    for (const VariableId id : {element(lock_, "lock", target.object, target.offset),
                                element(read_side_, "read side", target.object, target.offset)})
      b_.set_flag(id, b_.both(b_.flag(id), negate(b_.both(target.guard, when))));
}

// A new lifetime of the object begins. Accesses of the old lifetime do not race with accesses of the new one.
void WatchedOrder::reset_object(ObjectId object, Literal when) {
  if (!is_on_ || !b_.shared_[object]) return;
  const Literal is_it = b_.both(when, circuit::eq(b_.c_, b_.read(object_).bits, object));
  b_.set_flag(atomic_, b_.either(b_.flag(atomic_), is_it));
  b_.set_flag(write_, b_.both(b_.flag(write_), negate(is_it)));
  b_.write(object_,
           {circuit::ite(b_.c_, is_it, circuit::constant_word(0, static_cast<unsigned>(b_.read(object_).bits.size())),
                         b_.read(object_).bits)});
}

void WatchedOrder::enter_section(Literal when) {
  if (is_on_) propagate(sections_, thread_[b_.thread_], when);
}

void WatchedOrder::leave_section(Literal when) {
  if (is_on_) propagate(thread_[b_.thread_], sections_, when);
}

void WatchedOrder::fence(ir::Order order) {
  if (!is_on_) return;
  if (ir::acquires(order)) propagate(read_unacquired_[b_.thread_], thread_[b_.thread_], kTrue);
  if (ir::releases(order)) propagate(thread_[b_.thread_], released_by_fence_[b_.thread_], kTrue);
}

void WatchedOrder::create(ThreadIndex other, Literal when) {
  if (is_on_) propagate(thread_[b_.thread_], thread_[other], when);  // an instance of a thread is created once
}

void WatchedOrder::join(ThreadIndex other, Literal when) {
  if (is_on_) propagate(thread_[other], thread_[b_.thread_], when);
}

}  // namespace mover::symbolic
