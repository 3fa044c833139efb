// Creation, join and end of threads, and atomic sections.
#include "symbolic/builder.h"
#include "symbolic/sync_outcomes.h"

namespace mover::symbolic {

using ir::Instr;
using ir::SyncOp;
using sync::Phase;

void Builder::execute_create() {
  const Instr& in = instr();
  const Value where = argument(0, 64), entry = argument(1, 64);
  const std::vector<Target> targets = locate(where, abstract_argument(0), 8, true);
  register_access(targets, 8, true, in_section());
  order_.plain_access(targets, 8, true, in_section());
  end_if(entry.undefined, BadKind::Memory, "starts a thread at what is not a function");
  Literal rest = kTrue, full = kFalse;
  Word handle = circuit::constant_word(0, 64);
  auto& creations = model_.created[{thread_, node_}];
  for (const auto& [object, offsets] : abstract_argument(1).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Function) continue;
    const ir::FunctionId function = values_.objects()[object].id;
    const Literal is_it = circuit::eq(c_, entry.bits, address_of(object));
    rest = both(rest, circuit::negate(is_it));
    Literal none_free = is_it;
    for (ThreadIndex t : values_.created(thread_, node_, function)) {
      const ThreadState& other = threads_[t];
      const Literal free = circuit::eq(c_, read(other.pc).bits, kNotStarted), taken = both(none_free, free);
      none_free = both(none_free, circuit::negate(free));
      auto put = [&](VariableId id, const Value& value) { write(id, select(taken, value, read(id))); };
      put(other.pc, {circuit::constant_word(other.code_of[0], static_cast<unsigned>(latched(other.pc).bits.size()))});
      put(other.detached, {Word{argument(4, 1).bits[0]}});
      for (uint32_t i = 0; i < 2 && i < program_.functions[function].num_params; ++i)
        put(other.first_reg + i, argument(2 + i, 64));
      handle = circuit::ite(c_, taken, circuit::constant_word(address_of(values_.threads()[t].handle), 64), handle);
      creations.push_back({t, taken});
      cover(Model::Covered::What::Creates, both(guard_, taken));
      order_.create(t, taken);
      number_created_thread(t, taken);
    }
    full = either(full, none_free);
  }
  end_if(rest, BadKind::Memory, "starts a thread at what is not a function");
  end_if(full, BadKind::Bound, "more threads are created at one place than are modelled", true);
  store(targets, 0, {handle});
  set(in.dst, {circuit::constant_word(0, 32)});
  flow(node_ + 1);
}

void Builder::execute_join() {
  const Instr& in = instr();
  const Circuits::Scope scope(c_);
  const Value handle = argument(0, 64);
  end_if(handle.undefined, BadKind::Memory, "joins a thread handle that may be uninitialised");
  ThreadState& state = threads_[thread_];
  SyncView view;
  Literal any = kFalse;
  Value result{circuit::constant_word(0, 64)};
  std::vector<std::pair<ThreadIndex, Literal>> candidates;
  std::vector<Literal> awaited(threads_.size(), kFalse);
  for (const auto& [object, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Handle) continue;
    const ThreadIndex t = values_.objects()[object].thread;
    const Literal is_it = circuit::eq(c_, handle.bits, address_of(object));
    any = either(any, is_it);
    candidates.push_back({t, is_it});
    awaited[t] = is_it;
    SyncObject seen;
    seen.destroyed = Circuits::Word::make(flag(threads_[t].joined));
    seen.kind = Circuits::Word::make(flag(threads_[t].detached));
    seen.state = Circuits::Word::make(at(t, kEnded));  // sync::Life
    view.object = symbolic::select(is_it, seen, view.object);
    result = select(is_it, read(threads_[t].result), result);
  }
  end_if(circuit::negate(any), BadKind::Memory, "joins what is not a thread");
  const SyncOutcomes outcomes(c_, SyncOp::ThreadJoin, Phase::Arrives, view);
  const Literal blocks = both(guard_, outcomes.blocks);
  state.disabled = either(state.disabled, blocks);
  if (blocks != kFalse) state.blocked.push_back({blocks, ThreadState::Blocked::On::Join, {}, awaited});
  guard_ = both(guard_, circuit::negate(outcomes.blocks));
  end_if(outcomes.fails, BadKind::Memory, outcomes.failure);
  for (const auto& [t, is_it] : candidates) {
    set_flag(threads_[t].joined, either(is_it, flag(threads_[t].joined)));
    order_.join(t, is_it);
  }
  set(in.dst, result);
  flow(node_ + 1);
}

void Builder::execute_detach() {
  const Instr& in = instr();
  const Circuits::Scope scope(c_);
  const Value handle = argument(0, 64);
  Literal any = kFalse, fails = kFalse;
  for (const auto& [object, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[object].kind != MemoryObject::Kind::Handle) continue;
    const ThreadIndex t = values_.objects()[object].thread;
    const Literal is_it = both(circuit::eq(c_, handle.bits, address_of(object)), circuit::negate(handle.undefined));
    any = either(any, is_it);
    SyncView view;
    view.object.destroyed = Circuits::Word::make(flag(threads_[t].joined));
    view.object.kind = Circuits::Word::make(flag(threads_[t].detached));
    view.object.state = Circuits::Word::make(at(t, kEnded));
    const SyncOutcomes outcomes(c_, SyncOp::ThreadDetach, Phase::Arrives, view);
    fails = either(fails, both(is_it, outcomes.fails));
    const Literal changes = both(is_it, circuit::negate(outcomes.fails));
    auto put = [&](VariableId id, const Circuits::Word& word) {
      set_flag(id, c_.ite(changes, circuit::any_bit(c_, word.bits), flag(id)));
    };
    put(threads_[t].detached, outcomes.object.kind);
    put(threads_[t].joined, outcomes.object.destroyed);
  }
  end_if(circuit::negate(any), BadKind::Memory, "detaches what is not a thread");
  end_if(fails, BadKind::Memory, "detaches a thread that has been joined already or was detached");
  set(in.dst, {circuit::constant_word(0, 32)});
  flow(node_ + 1);
}

void Builder::end_thread(const Value& result) {
  ThreadState& state = threads_[thread_];
  for (ObjectId id = 1; id < values_.objects().size(); ++id) {
    const MemoryObject& object = values_.objects()[id];
    if (object.thread != thread_) continue;
    if (object.kind != MemoryObject::Kind::Local && object.kind != MemoryObject::Kind::ThreadLocal) continue;
    assume_guarded({{id, 0, flag(alive_variable(id))}}, 0, false);
    end_if(both(flag(alive_variable(id)), in_use(id)), BadKind::Memory,
           "ends the lifetime of a synchronisation object that is in use");
    set_flag(alive_variable(id), kFalse);
  }
  leave_section_if(in_section());
  write(state.depth, {circuit::constant_word(0, 8)});
  write(state.result, {fit(result.bits, 64), result.undefined});
  set_flag(state.joined, either(flag(state.joined), flag(state.detached)));
  if (state.ended != 0) set_flag(state.ended, kTrue);
  arrive(kEnded);
}

// ---- atomic sections

void Builder::enter_section() {
  const VariableId depth = threads_[thread_].depth;
  const Word before = read(depth).bits;
  end_if(circuit::all_bits(c_, before), BadKind::Bound, "atomic sections nested very deeply");
  order_.enter_section(circuit::eq(c_, before, 0));
  set_flag(section_accessed_[thread_], both(flag(section_accessed_[thread_]), circuit::any_bit(c_, before)));
  write(section_,
        {circuit::ite(c_, circuit::any_bit(c_, before), read(section_).bits, circuit::constant_word(thread_ + 1, 8))});
  write(depth, {circuit::add(c_, before, circuit::constant_word(1, 8))});
}

// If the condition holds, the thread leaves the outermost section. A thread that has blocked inside an atomic section
// then continues that section.
void Builder::leave_section_if(Literal condition) {
  Word next = circuit::constant_word(0, 8);
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_)
      next =
          circuit::ite(c_, circuit::any_bit(c_, read(threads_[t].depth).bits), circuit::constant_word(t + 1, 8), next);
  write(section_, {circuit::ite(c_, condition, next, read(section_).bits)});
}

void Builder::leave_section() {
  const VariableId depth = threads_[thread_].depth;
  const Word before = read(depth).bits;
  end_if(circuit::eq(c_, before, 0), BadKind::Assertion, "ends an atomic section that it is not in");
  order_.leave_section(circuit::eq(c_, before, 1));
  leave_section_if(circuit::eq(c_, before, 1));
  write(depth, {circuit::sub(c_, before, circuit::constant_word(1, 8))});
}

void Builder::execute_sync() {
  const auto op = static_cast<SyncOp>(instr().sub);
  if (op <= SyncOp::OnceEnd) return operate(op);
  switch (op) {
    case SyncOp::ThreadCreate:
      return execute_create();
    case SyncOp::ThreadJoin:
      return execute_join();
    case SyncOp::ThreadDetach:
      return execute_detach();
    case SyncOp::ThreadExit:
      return end_thread(argument(0, 64));
    case SyncOp::AtomicBegin:
      enter_section();
      return flow(node_ + 1);
    case SyncOp::AtomicEnd:
      leave_section();
      return flow(node_ + 1);
    default:  // Yield
      set(instr().dst, {circuit::constant_word(0, 32)});
      return flow(node_ + 1);
  }
}

}  // namespace mover::symbolic
