// The atoms of a formula (docs/ltl.md) as literals over the state, and the steps in which they may change.  The states
// between the steps of the circuit and of the interpreter (vm/inspection.cc) have the same sequences of values of the
// atoms, up to stuttering. In both, an access to an observed variable begins a step, and a step ends where the thread
// enters or leaves an observed place. The circuit has more steps, because it does not know which objects other threads
// can reach in the current state. The additional steps are local to their threads and change no atom. They change
// neither whether a thread takes infinitely many steps, nor whether a thread that takes no further step is enabled: an
// execution is fair in the circuit if and only if it is fair in the interpreter. But they do change whether a thread is
// enabled before the last of them: interpreter_steps.cc has the formulas that depend on this.
#include <algorithm>

#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;
using ltl::Type;
using ltl::Typed;
using Operator = ltl::Expression::Op;

namespace {

template <typename F>
void for_each_part(const Typed& expression, F f) {
  f(expression);
  for (const Typed& operand : expression.operands) for_each_part(operand, f);
}

template <typename F>
void for_each_part(const std::vector<Typed>& atoms, F f) {
  for (const Typed& atom : atoms) for_each_part(atom, f);
}

Word as_type(const Word& bits, const Type& type) {
  if (type.kind != Type::Kind::Integer || type.width >= 64) return circuit::zero_extend(bits, 64);
  const Word low = circuit::zero_extend(bits, type.width);
  return type.is_signed ? circuit::sign_extend(low, 64) : circuit::zero_extend(low, 64);
}

}  // namespace

// ---- the steps

// The objects that the atoms may read: named variables, and those to which the pointers may point that atoms read.
void Builder::find_observed_objects() {
  observed_.assign(values_.objects().size(), false);
  if (checked_.observed == nullptr) return;
  for_each_part(checked_.observed->observed().expressions(), [&](const Typed& part) {
    if (part.is_lvalue())
      for (ObjectId id : objects_of(part)) observed_[id] = true;
  });
}

// The objects in which the lvalue may be. Offsets and indices do not lead from one object to another.
std::set<ObjectId> Builder::objects_of(const Typed& lvalue) const {
  std::set<ObjectId> result;
  switch (lvalue.kind) {
    case Typed::Kind::Global:
      return {values_.global_object(static_cast<ir::GlobalId>(lvalue.number))};
    case Typed::Kind::Pointee:
      return pointees_of(lvalue.operands[0]);
    case Typed::Kind::ThreadLocal:
    case Typed::Kind::Local:
      for (ThreadIndex t = 0; t < threads_.size(); ++t)
        for (ObjectId id : variables_of(t, lvalue)) result.insert(id);
      return result;
    default:
      return objects_of(lvalue.operands[0]);
  }
}

std::set<ObjectId> Builder::pointees_of(const Typed& pointer) const {
  std::set<ObjectId> result;
  if (pointer.kind == Typed::Kind::Address) return objects_of(pointer.operands[0]);
  if (pointer.kind == Typed::Kind::Binary) return pointees_of(pointer.operands[0]);  // pointer arithmetic
  if (pointer.kind == Typed::Kind::Load)
    for (ObjectId holder : objects_of(pointer.operands[0]))
      for (const auto& [id, offsets] : values_.everything_in(holder).pointers())
        if (values_.objects()[id].is_memory()) result.insert(id);
  return result;
}

// The objects that a thread-local or local variable may be in thread t. Of those that are alive, the last one is the
// innermost.
std::vector<ObjectId> Builder::variables_of(ThreadIndex t, const Typed& variable) const {
  if (variable.kind == Typed::Kind::ThreadLocal) {
    const auto global = static_cast<ir::GlobalId>(variable.number);
    // A thread that never accesses the variable reads the initial value, which nothing overwrites.
    return {values_.find_thread_local(t, global).value_or(values_.global_object(global))};
  }
  std::vector<ObjectId> result;
  for (ObjectId id = 1; id < values_.objects().size(); ++id) {
    const MemoryObject& object = values_.objects()[id];
    const bool is_it = object.kind == MemoryObject::Kind::Local && object.thread == t;
    if (is_it && variable.declarations.contains(object.loc)) result.push_back(id);
  }
  std::sort(result.begin(), result.end(), [&](ObjectId a, ObjectId b) {
    auto key = [&](ObjectId id) {
      const MemoryObject& object = values_.objects()[id];
      return std::tuple(values_.threads()[t].context(object.node).depth, object.node, object.instance);
    };
    return key(a) < key(b);
  });
  return result;
}

bool Builder::is_observed(const AbstractValue& address) const {
  return std::any_of(address.pointers().begin(), address.pointers().end(), [&](const auto& entry) {
    return observed_[entry.first] && !values_.objects()[entry.first].is_constant;
  });
}

bool Builder::is_observed(ThreadIndex t, NodeId node) const {
  const Instr& in = values_.instr(t, node);
  // Any operation may change what holds() says of a lock that no name denotes.
  if (in.op == Op::Sync && static_cast<SyncOp>(in.sub) <= SyncOp::OnceEnd &&
      checked_.observed->observed().inspected().memory)
    return true;
  bool result = ends_locals(t, node, observed_);
  if (in.op == Op::Alloca)  // it may hide a local of the same name
    for (ObjectId id : values_.blocks(t, node)) result |= observed_[id];
  for_each_address(t, node, [&](const AbstractValue& address) { result |= is_observed(address); });
  return result;
}

// The observed sets of places in which a thread at this node is, as in Vm::places.
uint64_t Builder::places(ThreadIndex t, NodeId node) const {
  const Inspected& inspected = checked_.observed->observed().inspected();
  if (inspected.in.empty()) return 0;
  const ThreadCode& code = values_.threads()[t];
  uint64_t result = 0;
  uint32_t pc = code.pc_of(node);
  for (ContextId id = code.context_of[node]; id != ir::kNone; id = code.contexts[id].parent) {
    const Context& context = code.contexts[id];
    result |= inspected.in[context.function] | inspected.at[context.function][pc];
    pc = context.call_pc;
  }
  return result;
}

void Builder::cut_where_places_change(ThreadIndex t, std::vector<bool>& is_cut) const {
  if (checked_.observed->observed().inspected().in.empty()) return;
  for (NodeId node = 0; node < is_cut.size(); ++node)
    if (values_.reached(t, node))
      for_each_next(t, node, [&](NodeId to) {
        if (places(t, node) != places(t, to)) is_cut[to] = true;
      });
}

void Builder::make_observed_variables() {
  unsigned bits = 0;
  bool names_threads = false, names_copies = false;
  for_each_part(checked_.observed->observed().expressions(), [&](const Typed& part) {
    while (part.kind == Typed::Kind::At && bits < 64 && part.number >> bits != 0) ++bits;
    names_threads |= part.thread && *part.thread != 0;
    names_copies |= part.kind == Typed::Kind::ThreadLocal;
  });
  auto add = [&](const std::string& name, unsigned width) {
    Variable variable;
    variable.name = name;
    variable.width = width;
    variable.role = circuit::NamedWord::Role::Control;
    return add_variable(variable);
  };
  const unsigned width = circuit::bits_for(threads_.size() + 1);
  model_.has_starts = bits != 0 || counts_steps_;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    const std::string prefix = "T" + std::to_string(t) + ".";
    if (names_threads && t != 0) threads_[t].number = add(prefix + "number", width);
    if (model_.has_starts && t != 0) threads_[t].started = add(prefix + "started", 1);
    if (bits != 0) threads_[t].last_places = add(prefix + "last_places", bits);
    if (names_copies) threads_[t].ended = add(prefix + "ended", 1);
  }
}

// The interpreter starts a thread in a step of its own, before which the thread is at no place. Returns whether the
// thread is at its first node and has started.
Literal Builder::start(ThreadIndex t, Literal here) {
  const Literal started = latched_flag(threads_[t].started);
  changes_.clear();
  guard_ = both(here, circuit::negate(started));
  threads_[t].has_step = either(threads_[t].has_step, guard_);
  set_flag(threads_[t].started, kTrue);
  flow(node_);
  return both(here, started);
}

// Formulas name threads by their numbers, as reports do. A new thread gets the lowest number that no thread has. A
// thread has its number until it is joined, or, if it is detached, until it ends.
void Builder::number_created_thread(ThreadIndex t, Literal taken) {
  const VariableId id = threads_[t].number;
  if (id == 0) return;
  const auto width = static_cast<unsigned>(read(id).bits.size());
  auto is_created = [&](ThreadIndex other) {
    return circuit::negate(circuit::eq(c_, read(threads_[other].pc).bits, kNotStarted));
  };
  Literal keeps = kFalse;  // the interpreter does not reuse the number of a thread that has ended with a lock
  for (ThreadIndex other = 1; other < threads_.size(); ++other)
    keeps = either(keeps, both(both(is_created(other), flag(threads_[other].joined)), holds_any(other)));
  end_if(both(taken, keeps), BadKind::Bound,
         "creates a thread after one has ended with a lock, while a formula names threads (not modelled)");
  Word number = circuit::constant_word(threads_.size(), width);
  for (uint64_t candidate = threads_.size() - 1; candidate > 0; --candidate) {
    Literal used = kFalse;
    for (ThreadIndex other = 1; other < threads_.size(); ++other) {
      if (other == t) continue;
      const Literal is_its = circuit::eq(c_, read(threads_[other].number).bits, candidate);
      used = either(used, both(is_its, both(is_created(other), circuit::negate(flag(threads_[other].joined)))));
    }
    number = circuit::ite(c_, used, number, circuit::constant_word(candidate, width));
  }
  write(id, {circuit::ite(c_, taken, number, read(id).bits)});
}

// The thread holds some lock.
Literal Builder::holds_any(ThreadIndex t) {
  Literal result = kFalse;
  for (ObjectId id = 1; id < values_.objects().size(); ++id)
    if (holds_sync_[id])
      for (const auto& [offset, kind] : sync_positions(id)) result = either(result, holds_at(t, id, offset, kind));
  return result;
}

// The thread holds the lock of this kind at this offset, if it is one.
Literal Builder::holds_at(ThreadIndex t, ObjectId object, uint64_t offset, sync::Kind kind) {
  Literal held = kFalse;
  if (kind == sync::Kind::Mutex || kind == sync::Kind::Spin || kind == sync::Kind::RwLock)
    held = holds(t, {ir::kNone, object, offset});
  if (kind == sync::Kind::RwLock) held = either(held, circuit::any_bit(c_, latched(reads_of(t, object, offset)).bits));
  return held;
}

// The thread that ends the program stays where it is.
void Builder::keep_last_places() {
  const VariableId id = threads_[thread_].last_places;
  if (id != 0) write(id, {circuit::constant_word(places(thread_, node_), variables_[id].width)});
}

// ---- the values

Literal Builder::atom(const Typed& expression) {
  const Observed value = value_of(expression);
  return both(value.exists, circuit::any_bit(c_, value.bits));
}

// holds(t): for the thread in the circuit.
template <typename F>
Literal Builder::of_thread(std::optional<ThreadId> thread, F holds) {
  if (thread && *thread == 0) return holds(0);
  Literal result = kFalse;
  for (ThreadIndex t = thread ? 1 : 0; t < threads_.size(); ++t) {
    const Literal is_it = thread ? circuit::eq(c_, latched(threads_[t].number).bits, *thread) : kTrue;
    result = either(result, both(is_it, holds(t)));
  }
  return result;
}

Literal Builder::is_at(ThreadIndex t, uint64_t bit) {
  const ThreadState& state = threads_[t];
  Literal result = kFalse;
  for (NodeId cut : state.cuts) {
    if ((places(t, cut) & bit) == 0) continue;
    const Literal started = cut == 0 && state.started != 0 ? latched_flag(state.started) : kTrue;
    result = either(result, both(at(t, state.code_of[cut]), started));
  }
  const Word last = latched(state.last_places).bits;
  for (unsigned i = 0; i < last.size(); ++i)
    if (((bit >> i) & 1) != 0) result = either(result, last[i]);
  return result;
}

Literal Builder::holds_observed(ThreadIndex t, const ObservedPlace& lock) {
  Literal result = kFalse;
  for (ObjectId id : lock.objects) {
    if (!holds_sync_[id]) continue;  // no thread uses a lock in it
    if (overwritten_[id]) throw Unsupported("holds() of a lock whose bytes the program writes is not modelled", 0);
    for (const auto& [offset, kind] : sync_positions(id))
      result =
          either(result, both(holds_at(t, id, offset, kind), circuit::eq(c_, lock.address, address_of(id, offset))));
  }
  return both(result, lock.exists);
}

Builder::Observed Builder::value_of(const Typed& e) {
  auto flag = [](Literal l) { return Observed{circuit::zero_extend(Word{l}, 64)}; };
  switch (e.kind) {
    case Typed::Kind::Constant:
      return {circuit::constant_word(e.number, 64)};
    case Typed::Kind::Load:
      return load(e.operands[0], e.type);
    case Typed::Kind::Address: {
      const ObservedPlace place = place_of(e.operands[0]);
      return {place.address, place.exists};
    }
    case Typed::Kind::Unary:
      return unary(e);
    case Typed::Kind::Binary:
      return binary(e);
    case Typed::Kind::At:
      return flag(of_thread(e.thread, [&](ThreadIndex t) { return is_at(t, e.number); }));
    case Typed::Kind::Holds: {
      const ObservedPlace lock = place_of(e.operands[0]);
      return flag(of_thread(e.thread, [&](ThreadIndex t) { return holds_observed(t, lock); }));
    }
    case Typed::Kind::Enabled:
      return flag(of_thread(e.thread, [&](ThreadIndex t) { return enabled_[t]; }));
    default:
      throw Unsupported("an atom is no value", 0);
  }
}

Builder::ObservedPlace Builder::place_of(const Typed& e) {
  const std::set<ObjectId> found = objects_of(e);
  std::vector<ObjectId> objects(found.begin(), found.end());
  switch (e.kind) {
    case Typed::Kind::Global:
      return {circuit::constant_word(address_of(objects[0]), 64), objects};
    case Typed::Kind::Pointee: {
      const Observed pointer = value_of(e.operands[0]);
      return {pointer.bits, objects, pointer.exists};
    }
    case Typed::Kind::Offset: {
      ObservedPlace place = place_of(e.operands[0]);
      place.address = circuit::add(c_, place.address, circuit::constant_word(e.number, 64));
      return place;
    }
    case Typed::Kind::Element: {
      ObservedPlace place = place_of(e.operands[0]);
      const Observed index = value_of(e.operands[1]);
      place.address =
          circuit::add(c_, place.address, circuit::mul(c_, index.bits, circuit::constant_word(e.number, 64)));
      place.exists = both(place.exists, index.exists);
      return place;
    }
    default:
      return variable_of_thread(e, std::move(objects));
  }
}

Builder::ObservedPlace Builder::variable_of_thread(const Typed& e, std::vector<ObjectId> objects) {
  ObservedPlace place{circuit::constant_word(0, 64), std::move(objects), kFalse};
  place.exists = of_thread(e.thread, [&](ThreadIndex t) {
    const Literal is_it = *e.thread == 0 ? kTrue : circuit::eq(c_, latched(threads_[t].number).bits, *e.thread);
    const Literal ended = e.kind == Typed::Kind::ThreadLocal ? latched_flag(threads_[t].ended) : kFalse;
    const Literal lives = circuit::negate(either(at(t, kNotStarted), ended));
    Literal any = kFalse;
    for (ObjectId id : variables_of(t, e)) {
      const Literal is_alive = both(lives, is_readable(id));
      place.address =
          circuit::ite(c_, both(is_it, is_alive), circuit::constant_word(address_of(id), 64), place.address);
      any = either(any, is_alive);
    }
    return any;
  });
  return place;
}

// The object exists in the current state.
Literal Builder::is_readable(ObjectId id) {
  return values_.objects()[id].may_end() ? latched_flag(alive_variable(id)) : kTrue;
}

// Between steps, the circuit does not distinguish the undefined bits of a byte: it may take a value to be undefined
// that is defined in the interpreter. So an input decides whether such a value exists.
Builder::Observed Builder::load(const Typed& lvalue, const Type& type) {
  const ObservedPlace place = place_of(lvalue);
  const unsigned width = type.kind == Type::Kind::Integer ? type.width : 64;
  const uint64_t size = lvalue.bit_size != 0 ? (lvalue.bit_offset + lvalue.bit_size + 7) / 8 : width / 8;
  Word bits = circuit::constant_word(0, 64);
  Literal inside = kFalse, undefined = kFalse;
  for (ObjectId id : place.objects) {
    const MemoryObject& object = values_.objects()[id];
    for (uint64_t offset = 0; offset + size <= object.size; ++offset) {
      Literal is_it = circuit::eq(c_, place.address, address_of(id, offset));
      if (is_it == kFalse) continue;
      is_it = both(is_it, is_readable(id));
      if (object.has_variable_size)
        is_it = both(is_it, circuit::negate(circuit::ult(c_, latched(size_variable(id)).bits,
                                                         circuit::constant_word(offset + size, kSizeWidth))));
      Word loaded;
      for (uint64_t i = 0; i < size; ++i) {
        const Value byte = object.is_constant ? Value{circuit::constant_word(values_.initial(id, offset + i, 1), 8)}
                                              : latched(byte_variable(id, offset + i));
        loaded.insert(loaded.end(), byte.bits.begin(), byte.bits.end());
        undefined = either(undefined, both(is_it, byte.undefined));
      }
      bits = circuit::ite(c_, is_it, circuit::zero_extend(loaded, 64), bits);
      inside = either(inside, is_it);
    }
  }
  if (undefined != kFalse) inside = both(inside, either(circuit::negate(undefined), c_.input("atom is defined")));
  const Literal exists = both(place.exists, inside);
  if (lvalue.bit_size == 0) return {as_type(bits, type), exists};
  const Word field = circuit::extract(bits, lvalue.bit_offset, lvalue.bit_size);
  return {as_type(field, {Type::Kind::Integer, lvalue.bit_size, type.is_signed, 0}), exists};
}

Builder::Observed Builder::unary(const Typed& e) {
  const Observed a = value_of(e.operands[0]);
  if (e.op == Operator::Not)
    return {circuit::zero_extend(Word{circuit::negate(circuit::any_bit(c_, a.bits))}, 64), a.exists};
  return {as_type(e.op == Operator::Minus ? circuit::neg(c_, a.bits) : circuit::bit_not(a.bits), e.type), a.exists};
}

// As ltl::value_of does, with operands of the width to which they are converted.
Builder::Observed Builder::binary(const Typed& e) {
  const Observed a = value_of(e.operands[0]), b = value_of(e.operands[1]);
  auto flag = [](Literal l, Literal exists) { return Observed{circuit::zero_extend(Word{l}, 64), exists}; };
  if (e.op == Operator::And || e.op == Operator::Or) {
    const Literal x = circuit::any_bit(c_, a.bits), y = circuit::any_bit(c_, b.bits);
    const bool is_or = e.op == Operator::Or;
    const Literal decided = is_or ? x : circuit::negate(x);  // the second operand is not evaluated
    return flag(is_or ? either(x, y) : both(x, y), both(a.exists, either(decided, b.exists)));
  }
  Literal exists = both(a.exists, b.exists);
  if (e.type.kind == Type::Kind::Pointer) {
    const Word bytes = circuit::mul(c_, b.bits, circuit::constant_word(e.number, 64));
    return {e.op == Operator::Add ? circuit::add(c_, a.bits, bytes) : circuit::sub(c_, a.bits, bytes), exists};
  }
  const bool is_signed = e.converted.is_signed && e.converted.kind == Type::Kind::Integer;
  const unsigned width = e.converted.kind == Type::Kind::Integer ? e.converted.width : 64;
  const Word x = circuit::zero_extend(a.bits, width), y = circuit::zero_extend(b.bits, width);
  auto number = [&](const Word& result) { return Observed{as_type(result, e.type), exists}; };
  auto less = [&](const Word& p, const Word& q) { return is_signed ? circuit::slt(c_, p, q) : circuit::ult(c_, p, q); };
  switch (e.op) {
    case Operator::Multiply:
      return number(circuit::mul(c_, x, y));
    case Operator::Divide:
    case Operator::Remainder:
      exists = both(exists, circuit::any_bit(c_, y));
      if (e.op == Operator::Divide) return number(is_signed ? circuit::sdiv(c_, x, y) : circuit::udiv(c_, x, y));
      return number(is_signed ? circuit::srem(c_, x, y) : circuit::urem(c_, x, y));
    case Operator::Add:
      return number(circuit::add(c_, x, y));
    case Operator::Subtract:
      return number(circuit::sub(c_, x, y));
    case Operator::ShiftLeft:
    case Operator::ShiftRight:  // the amount is not converted
      exists = both(exists, circuit::ult(c_, b.bits, circuit::constant_word(width, 64)));
      if (e.op == Operator::ShiftLeft) return number(circuit::shl(c_, x, b.bits));
      return number(is_signed ? circuit::ashr(c_, x, b.bits) : circuit::lshr(c_, x, b.bits));
    case Operator::Less:
      return flag(less(x, y), exists);
    case Operator::LessOrEqual:
      return flag(circuit::negate(less(y, x)), exists);
    case Operator::Greater:
      return flag(less(y, x), exists);
    case Operator::GreaterOrEqual:
      return flag(circuit::negate(less(x, y)), exists);
    case Operator::Equal:
      return flag(circuit::eq(c_, x, y), exists);
    case Operator::NotEqual:
      return flag(circuit::ne(c_, x, y), exists);
    case Operator::BitAnd:
      return number(circuit::bit_and(c_, x, y));
    case Operator::BitXor:
      return number(circuit::bit_xor(c_, x, y));
    case Operator::BitOr:
      return number(circuit::bit_or(c_, x, y));
    default:
      throw Unsupported("an operator of an atom is not modelled", 0);
  }
}

}  // namespace mover::symbolic
