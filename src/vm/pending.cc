// The pending actions of parked threads, derived from their instructions and registers without executing anything.
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;

ThreadStatus Vm::status(ThreadId t) const {
  if (t >= state_.threads.size() || !state_.threads[t]) return ThreadStatus::Absent;
  return state_.threads[t]->status == Status::Ended ? ThreadStatus::Ended : ThreadStatus::Parked;
}

const Instr& Vm::instruction(const Thread& thread) const {
  const Frame& frame = thread.frames.back();
  return program_.functions[frame.function].code[frame.pc];
}

Value Vm::operand(const Thread& thread, ir::Operand o) const {
  const Frame& frame = thread.frames.back();
  if (o < 0) return function_constants_[frame.function][static_cast<size_t>(~o)];
  uint32_t reg = frame.base + static_cast<uint32_t>(o);
  return thread.value(reg);
}

// The innermost location in the user's own code. The pc of a calling frame is still at its call. When the function that
// the thread was started with has returned, the location of its last return instruction.
ir::LocId Vm::user_loc(const Thread& thread) const {
  for (uint32_t i = thread.frames.size(); i-- > 0;) {
    const Frame& frame = thread.frames[i];
    const ir::Function& function = program_.functions[frame.function];
    if (!function.is_users()) continue;
    return function.code[frame.pc].loc;
  }
  // The library runs before or after the thread's function: destructors, exit handlers.
  const ir::LocId end = end_of_function(thread);
  return ir::Places(program_).is_unknown(end) ? thread.created_at : end;
}

// The place of the last `return` of the function that the thread runs; of the main thread: of main.
ir::LocId Vm::end_of_function(const Thread& thread) const {
  ir::FunctionId function = thread.entry;
  if (function == program_.entry && call_of_main_ != UINT32_MAX)
    function = static_cast<ir::FunctionId>(program_.functions[function].code[call_of_main_].imm);
  return last_return(function);
}

// The location of the function's last return instruction; 0 if it has none.
ir::LocId Vm::last_return(ir::FunctionId function) const {
  if (function >= program_.functions.size()) return 0;
  const std::vector<Instr>& code = program_.functions[function].code;
  const auto last = std::find_if(code.rbegin(), code.rend(), [](const Instr& in) { return in.op == Op::Ret; });
  return last == code.rend() ? 0 : last->loc;
}

// Records that the running thread allocates the memory: in which line of the user, and in which function, which may be
// one of a header.
void Vm::note_maker(Object& allocated) const {
  allocated.site = user_loc(*thread_);
  for (uint32_t i = thread_->frames.size(); i-- > 0 && allocated.maker == ir::kNone;) {
    const Frame& frame = thread_->frames[i];
    if (program_.functions[frame.function].is_library) continue;
    allocated.maker = frame.function;
    allocated.maker_pc = frame.pc;
  }
}

namespace {

// Whether a ready thread at this instruction is always enabled.
bool never_blocks(const Instr& in) { return in.op != Op::Sync || !sync::may_block(static_cast<SyncOp>(in.sub)); }

}  // namespace

// Whether t is enabled, apart from atomic sections of other threads. If not, sets `why`.
bool Vm::enabled_apart_from_sections(ThreadId t, WaitsFor& why) const {
  const Thread& thread = *state_.threads[t];
  switch (thread.status) {
    case Status::NotStarted:
    case Status::PastBarrier:
    case Status::PastWord:
      return true;
    case Status::Waiting:
    case Status::OnWord:
      why = WaitsFor::Condition;
      return wait_may_end(thread);
    case Status::Woken:
      why = WaitsFor::Mutex;
      return resume_enabled(t);
    case Status::Queued:
      why = WaitsFor::RwLock;
      return resume_enabled(t);
    case Status::InBarrier:
      why = WaitsFor::Barrier;
      return false;
    case Status::Discarded:
      why = WaitsFor::Discarded;
      return false;
    case Status::Ended:
      return false;
    case Status::Ready:
      break;
  }
  const Instr& in = instruction(thread);
  return never_blocks(in) || sync_enabled(t, in, why);
}

bool Vm::enabled(ThreadId t) const {
  if (t >= state_.threads.size() || !state_.threads[t]) return false;
  WaitsFor why = WaitsFor::Nothing;
  ThreadId holder = state_.atomic_holder;
  // While a thread is in an atomic section, all others are disabled, unless that thread is blocked. A false assumption
  // inside the section discards the whole execution.
  if (holder != ir::kNone && holder != t &&
      (enabled_apart_from_sections(holder, why) || state_.threads[holder]->status == Status::Discarded))
    return false;
  return enabled_apart_from_sections(t, why);
}

bool Vm::waiting(ThreadId t) const {
  if (t >= state_.threads.size() || !state_.threads[t]) return false;
  const Status status = state_.threads[t]->status;
  return status == Status::Waiting || status == Status::InBarrier || status == Status::OnWord;
}

uint32_t Vm::choices(ThreadId t) const {
  const Thread& thread = *state_.threads[t];
  if ((thread.status == Status::Waiting || thread.status == Status::OnWord) && thread.timed_wait &&
      options_.spurious_wakeups)
    return 2;  // a timeout or a spurious wake-up
  if (thread.status != Status::Ready) return 1;
  const Instr& in = instruction(thread);
  if (in.op == Op::Sync) return sync_choices(t, in);
  if (options_.spurious_failures && ir::is_weak_exchange(in)) return will_exchange(thread, in) ? 2 : 1;
  if (options_.past_memory_errors)
    if (uint32_t alternatives = undefined_alternatives(thread, in); alternatives != 0) return alternatives;
  if (in.op == Op::Alloca) return 1 + static_cast<uint32_t>(reusable(ObjectKind::Stack, t).size());
  if (in.op != Op::Service) return 1;
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto argument_bits = [&] { return operand(thread, function.args[in.first_arg]).bits; };
  switch (static_cast<ServiceOp>(in.sub)) {
    case ServiceOp::Choose: {
      uint64_t n = argument_bits() & 0xffffffffu;
      return n == 0 || n > 0x7fffffff ? 1 : static_cast<uint32_t>(n);
    }
    case ServiceOp::Nondet:
      return static_cast<uint32_t>(representatives(static_cast<uint32_t>(argument_bits())).size());
    case ServiceOp::Realloc:
      if (resizable_block(operand(thread, function.args[in.first_arg + 1])) != 0)
        return 2 + static_cast<uint32_t>(reusable(ObjectKind::Heap, t).size()) + (options_.malloc_may_fail ? 1 : 0);
      [[fallthrough]];
    case ServiceOp::Malloc:
    case ServiceOp::Calloc:
      return 1 + static_cast<uint32_t>(reusable(ObjectKind::Heap, t).size()) + (options_.malloc_may_fail ? 1 : 0);
    case ServiceOp::LifetimeStart: {
      const Slot slot = scope_changes(operand(thread, function.args[in.first_arg]), false);
      if (slot == 0 || !is_renewed(thread, in, slot)) return 1;
      return 1 + static_cast<uint32_t>(reusable(ObjectKind::Stack, t, slot).size());
    }
    default:
      return 1;
  }
}

// The number of alternatives of a branch on an uninitialised value; 0 if the instruction is no such branch.
uint32_t Vm::undefined_alternatives(const Thread& thread, const Instr& in) const {
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto undefined = [&](ir::Operand o, unsigned width) {
    const Value v = operand(thread, o);
    return (v.tag & kUndefined) != 0 && (v.undefined & mask_of(width)) != 0;
  };
  switch (in.op) {
    case Op::CondBr:
    case Op::Select:
      return undefined(in.a, 1) ? 2 : 0;
    case Op::Switch:
      return undefined(in.a, in.width)
                 ? static_cast<uint32_t>(function.switches[static_cast<size_t>(in.imm)].cases.size()) + 1
                 : 0;
    case Op::Service:
      return static_cast<ServiceOp>(in.sub) == ServiceOp::Assume && undefined(function.args[in.first_arg], 32) ? 2 : 0;
    default:
      return 0;
  }
}

WaitsFor Vm::waits_for(ThreadId t) const {
  WaitsFor why = WaitsFor::Nothing;
  return enabled_apart_from_sections(t, why) ? WaitsFor::Nothing : why;
}

AccessHint Vm::access_hint(ThreadId t) const {
  if (t >= state_.threads.size() || !state_.threads[t] || state_.threads[t]->status != Status::Ready)
    return AccessHint::None;
  const Thread& thread = *state_.threads[t];
  const Instr& in = instruction(thread);
  switch (in.op) {
    case Op::Load:
    case Op::Store:
    case Op::MemCpy:
    case Op::MemSet:
    case Op::StrLen:
    case Op::Rmw:
    case Op::CmpXchg:
      return in.order != ir::Order::NotAtomic || thread.atomic_depth > 0 ? AccessHint::Atomic : AccessHint::Plain;
    case Op::Sync:
      return static_cast<SyncOp>(in.sub) == SyncOp::ThreadCreate || static_cast<SyncOp>(in.sub) == SyncOp::ThreadExit ||
                     initialises(static_cast<SyncOp>(in.sub)) || destroys(static_cast<SyncOp>(in.sub))
                 ? AccessHint::Plain
                 : AccessHint::Sync;
    case Op::Call:
    case Op::CallInd:
    case Op::Service:
    case Op::Ret:
      return AccessHint::Plain;
    default:
      return AccessHint::None;
  }
}

// Adds an access to the action if other threads can reach the object. Returns false if the access would fail: then the
// action is a failure and no access.
bool Vm::add_access(Action& action, Address address, uint64_t size, bool write, bool atomic) const {
  Slot slot = slot_of(address);
  if (size == 0 || slot == 0 || slot >= kImmutable) return slot >= kImmutable && !write;
  if (slot >= state_.objects.size() || !state_.objects[slot]) return false;
  const Object& object = *state_.objects[slot];
  int64_t offset = offset_of(address);
  if (!object.alive || offset < 0 || static_cast<uint64_t>(offset) > object.size ||
      size > object.size - static_cast<uint64_t>(offset))
    return false;
  if (!object.shared || object.internal) return true;
  action.accesses.push_back({address, size, write, atomic});
  return true;
}

// Whether a compare-and-swap will succeed.
bool Vm::will_exchange(const Thread& thread, const Instr& in) const {
  Address address = operand(thread, in.a).bits;
  Slot slot = slot_of(address);
  uint64_t bytes = (in.width + 7u) / 8u, offset = static_cast<uint64_t>(offset_of(address));
  if (slot >= state_.objects.size() || !state_.objects[slot] || offset > state_.objects[slot]->size ||
      bytes > state_.objects[slot]->size - offset)
    return true;
  uint64_t low_bytes = std::min<uint64_t>(bytes, 8), low = 0, up = 0;
  std::memcpy(&low, state_.objects[slot]->data() + offset, low_bytes);
  std::memcpy(&up, state_.objects[slot]->data() + offset + low_bytes, bytes - low_bytes);
  return low == operand(thread, in.b).bits && (in.width <= 64 || up == operand(thread, high(in.b)).bits);
}

// The function that a call will enter; null if the call will fail.
const ir::Function* Vm::callee_of(const Thread& thread, const Instr& in) const {
  if (in.op == Op::Call) return &program_.functions[static_cast<size_t>(in.imm)];
  if (in.op != Op::CallInd) return nullptr;
  Slot slot = slot_of(operand(thread, in.a).bits);
  if (slot < kImmutable || slot - kImmutable >= immutable_.size() ||
      immutable_[slot - kImmutable]->kind != ObjectKind::Function)
    return nullptr;
  return &program_.functions[immutable_[slot - kImmutable]->global];
}

// Calls f(address, size) for each struct that a call passes by value, and thus copies.
template <typename F>
void Vm::for_each_struct_argument(const Thread& thread, const Instr& in, F f) const {
  const ir::Function* callee = callee_of(thread, in);
  if (callee == nullptr) return;
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto copied = [&](uint32_t argument, uint64_t size) {
    if (size != 0 && argument < in.num_args) f(operand(thread, function.args[in.first_arg + argument]).bits, size);
  };
  for (auto [reg, size] : callee->byval_params) copied(reg, size);
  uint32_t next = std::min(in.num_args, callee->num_params);
  if (callee->is_variadic)
    for (const ir::VarArg& a : varargs_of(function, in)) copied(next, a.byval_bytes), next += a.registers;
}

void Vm::pending_access(const Thread& thread, const Instr& in, Action& action) const {
  bool atomic = in.order != ir::Order::NotAtomic || thread.atomic_depth > 0;
  auto address = [&](ir::Operand o) { return operand(thread, o).bits; };
  uint64_t bytes = (in.width + 7u) / 8u;
  bool fine = true;
  switch (in.op) {
    case Op::Load:
      fine = add_access(action, address(in.a), bytes, false, atomic);
      break;
    case Op::Store:
    case Op::Rmw:
      fine = add_access(action, address(in.a), bytes, true, atomic);
      break;
    case Op::CmpXchg: {
      bool writes = will_exchange(thread, in);
      fine = add_access(action, address(in.a), bytes, writes, atomic);
      if (!action.accesses.empty()) action.accesses[0].conditional = !writes;
      break;
    }
    case Op::MemCpy:
      fine = add_access(action, address(in.b), address(in.c), false, atomic) &&
             add_access(action, address(in.a), address(in.c), true, atomic);
      break;
    case Op::MemSet:
      fine = add_access(action, address(in.a), address(in.c), true, atomic);
      break;
    case Op::StrLen: {
      Slot slot = slot_of(address(in.a));
      if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) break;
      const Object& object = *state_.objects[slot];
      auto offset = static_cast<uint64_t>(offset_of(address(in.a)));
      uint64_t end = offset;
      while (end < object.size && object.data()[end] != 0) ++end;
      fine = add_access(action, address(in.a), end - offset + 1, false, atomic);
      break;
    }
    case Op::Call:
    case Op::CallInd:
      for_each_struct_argument(thread, in, [&](Address from, uint64_t size) {
        fine = fine && add_access(action, from, size, false, atomic);
      });
      break;
    default:
      break;
  }
  if (!fine) action.accesses.clear();
  if (!action.accesses.empty()) action.kind = ActionKind::Access;
}

Action Vm::pending(ThreadId t) const {
  const Thread& thread = *state_.threads[t];
  Action action;
  action.loc = user_loc(thread);
  WaitsFor why = WaitsFor::Nothing;
  action.enabled = enabled(t);
  if (!enabled_apart_from_sections(t, why)) action.waits_for = why;
  if (thread.status != Status::Ready) {
    action.kind = thread.status == Status::NotStarted ? ActionKind::Start : ActionKind::Sync;
    action.object = thread.wait_object;
    if (thread.status == Status::NotStarted) action.loc = thread.created_at;
    if (thread.status == Status::Waiting)
      action.sync = thread.timed_wait ? SyncOp::CondTimedWait : SyncOp::CondWait, action.mutex = thread.wait_mutex,
      action.alternatives = Alternatives::EndOfWait;
    if (thread.status == Status::Woken)
      action.sync = SyncOp::MutexLock, action.object = action.mutex = thread.wait_mutex;
    if (thread.status == Status::Queued) {
      action.sync = thread.timed_wait ? SyncOp::RwTimedWrLock : SyncOp::RwWrLock;
      action.prefers_writers = true;
    }
    if (thread.status == Status::InBarrier || thread.status == Status::PastBarrier) action.sync = SyncOp::BarrierWait;
    if (thread.status == Status::OnWord || thread.status == Status::PastWord) {
      action.sync = thread.timed_wait ? SyncOp::WordTimedWait : SyncOp::WordWait;
      action.alternatives = Alternatives::EndOfWait;
    }
    action.resumed = thread.status == Status::PastBarrier || thread.status == Status::PastWord;
    if (is_leaving(thread)) action.leaves = thread.wait_object;
    if (action.enabled) action.choices = choices(t);
    return action;
  }
  const Instr& in = instruction(thread);
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto argument_bits = [&](uint32_t i) { return operand(thread, function.args[in.first_arg + i]).bits; };
  if (action.enabled) action.choices = choices(t);
  if (in.op == Op::Sync) {
    action.kind = ActionKind::Sync;
    action.sync = static_cast<SyncOp>(in.sub);
    if (action.sync == SyncOp::WordAwait) action.sync = SyncOp::WordWait;
    if (in.num_args != 0 && action.sync != SyncOp::ThreadExit && action.sync != SyncOp::ThreadCreate)
      action.object = argument_bits(0);
    if (action.sync == SyncOp::CondWait || action.sync == SyncOp::CondTimedWait) action.mutex = argument_bits(1);
    if (action.sync == SyncOp::WordWait || action.sync == SyncOp::WordTimedWait)
      add_access(action, action.object, 4, false, true);
    if (action.sync > SyncOp::RwInit && action.sync < SyncOp::RwDestroy)
      action.prefers_writers = prefers_writers(action.object);
    if (action.sync == SyncOp::SemPost)
      action.post_fails = sync_words_of(action.sync, action.object).count == sync::kMostPosts;
    if (action.sync == SyncOp::OnceBegin)
      action.only_observes = sync_words_of(action.sync, action.object).state == sync::kDone;
    if (action.sync == SyncOp::ThreadCreate) add_access(action, argument_bits(0), 8, true, thread.atomic_depth > 0);
    if (changes_handles(t, action.sync)) action.accesses.push_back({kAllocator, 1, true, true});
  } else if (in.op == Op::Service) {
    auto op = static_cast<ServiceOp>(in.sub);
    if (op == ServiceOp::Choose || op == ServiceOp::Nondet || ir::is_allocation(op)) action.kind = ActionKind::Choice;
    if (options_.past_memory_errors && undefined_alternatives(thread, in) != 0)
      action.kind = ActionKind::Choice, action.alternatives = Alternatives::Decision;
    if (op == ServiceOp::Exit) action.kind = ActionKind::Exit;
    if (op == ServiceOp::Exclusive) action.kind = ActionKind::Declare;
    if (op == ServiceOp::Write && add_access(action, argument_bits(1), argument_bits(2), false, false) &&
        !action.accesses.empty())
      action.kind = ActionKind::Access;
    if (op == ServiceOp::Free) {
      Slot slot = slot_of(argument_bits(0));
      if (slot < state_.objects.size() && state_.objects[slot] && state_.objects[slot]->kind == ObjectKind::Heap &&
          add_access(action, argument_bits(0), state_.objects[slot]->size, true, false))
        action.kind = ActionKind::Free;
    }
    if (op == ServiceOp::Realloc)
      if (const Slot slot = resizable_block(operand(thread, function.args[in.first_arg + 1])); slot != 0)
        add_access(action, address_of(slot), state_.objects[slot]->size, true, false);
    if (ir::is_allocation(op))
      action.alternatives = options_.malloc_may_fail ? Alternatives::MemoryOrNull : Alternatives::Memory;
    if (allocations_depend() && (ir::is_allocation(op) || op == ServiceOp::Free))
      action.accesses.push_back({kAllocator, 1, true, true});
    if (op == ServiceOp::LifetimeStart || op == ServiceOp::LifetimeEnd) add_scope(thread, in, action);
  } else if (in.op == Op::Ret && thread.frames.size() == 1) {
    action.kind = t == 0 ? ActionKind::Exit : ActionKind::Sync;
    action.sync = SyncOp::ThreadExit;
    if (changes_handles(t, action.sync)) action.accesses.push_back({kAllocator, 1, true, true});
  } else if (options_.past_memory_errors && undefined_alternatives(thread, in) != 0) {
    action.kind = ActionKind::Choice;
    action.alternatives = Alternatives::Decision;
  } else if (in.op == Op::Alloca) {
    action.kind = ActionKind::Choice;
    action.alternatives = Alternatives::Memory;
  } else {
    pending_access(thread, in, action);
    if (options_.spurious_failures && ir::is_weak_exchange(in)) {
      action.alternatives = Alternatives::WeakExchange;
      if (action.accesses.empty()) action.kind = ActionKind::Choice;  // no other thread can access the memory
    }
    const ir::Function* callee = callee_of(thread, in);
    if (callee != nullptr && callee->is_atomic && thread.atomic_depth == 0)
      action.kind = ActionKind::Sync, action.sync = SyncOp::AtomicBegin;
  }
  if (action.kind != ActionKind::Exit) add_ends(thread, in, action);
  return action;
}

// Whether the operation changes the set of handles that a new thread may get.
bool Vm::changes_handles(ThreadId t, SyncOp op) const {
  if (!options_.reuse_addresses) return false;
  return op == SyncOp::ThreadCreate || op == SyncOp::ThreadJoin || op == SyncOp::ThreadDetach ||
         (op == SyncOp::ThreadExit && t != 0 && state_.threads[t]->detached);
}

// Adds the beginning or end of a local's scope to the action. The end, and every beginning but the first, is an access
// to all bytes of the local.
void Vm::add_scope(const Thread& thread, const Instr& in, Action& action) const {
  const ir::Function& function = program_.functions[thread.frames.back().function];
  const bool ends = static_cast<ServiceOp>(in.sub) == ServiceOp::LifetimeEnd;
  const Slot slot = scope_changes(operand(thread, function.args[in.first_arg]), ends);
  if (slot == 0) return;
  if (!ends && is_renewed(thread, in, slot)) {  // a choice of the new object's address
    action.kind = ActionKind::Choice;
    action.alternatives = Alternatives::Memory;
    return;
  }
  if (!state_.objects[slot]->shared) return;
  action.kind = ActionKind::Access;
  Access access{address_of(slot), std::max<uint64_t>(state_.objects[slot]->size, 1), true, thread.atomic_depth > 0};
  access.scope = true;
  action.accesses.push_back(access);
}

// Adds accesses for the objects whose lifetimes the action ends: locals of a function that returns, all locals of a
// thread that ends, and its thread-local variables.
void Vm::add_ends(const Thread& thread, const Instr& in, Action& action) const {
  auto ends = [&](Slot slot) {
    const Object& object = *state_.objects[slot];
    if (!object.shared || !object.alive) return;
    Access access{address_of(slot), std::max<uint64_t>(object.size, 1), true, thread.atomic_depth > 0};
    access.scope = true;
    action.accesses.push_back(access);
    if (action.kind == ActionKind::Local) action.kind = ActionKind::Access;
  };
  for (uint32_t i = first_ending_local(thread, in); i < thread.locals.size(); ++i) ends(thread.locals[i]);
  if (action.kind == ActionKind::Sync && action.sync == SyncOp::ThreadExit)
    for (const ThreadLocalCopy& copy : thread.thread_locals) ends(copy.slot);
}

// The number of the first local whose lifetime the instruction ends.
uint32_t Vm::first_ending_local(const Thread& thread, const Instr& in) const {
  if (in.op == Op::Ret) return thread.frames.back().first_local;
  if (in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::ThreadExit) return 0;
  if (in.op == Op::Service && static_cast<ServiceOp>(in.sub) == ServiceOp::StackRestore) {
    const ir::Function& function = program_.functions[thread.frames.back().function];
    auto kept = static_cast<uint32_t>(operand(thread, function.args[in.first_arg]).bits);
    return std::max(kept, thread.frames.back().first_local);
  }
  return thread.locals.size();
}

// Adds accesses that will fail because the object's lifetime has ended, for the footprint. The size of the object is no
// longer known.
void Vm::add_dangling(const Thread& thread, const Instr& in, std::vector<Access>& accesses) const {
  constexpr uint64_t kMost = 4096;
  auto add_at = [&](Address address, uint64_t size, bool write) {
    Slot slot = slot_of(address);
    if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot] || offset_of(address) < 0)
      return;
    if (state_.objects[slot]->alive) return;
    bool atomic = in.order != ir::Order::NotAtomic || thread.atomic_depth > 0;
    accesses.push_back({address, std::clamp<uint64_t>(size, 1, kMost), write, atomic});
  };
  auto add = [&](ir::Operand o, uint64_t size, bool write) { add_at(operand(thread, o).bits, size, write); };
  const uint64_t bytes = (in.width + 7u) / 8u;
  switch (in.op) {
    case Op::Load:
      return add(in.a, bytes, false);
    case Op::Store:
    case Op::Rmw:
    case Op::CmpXchg:
      return add(in.a, bytes, true);
    case Op::StrLen:
      return add(in.a, 1, false);
    case Op::MemCpy:
      add(in.b, operand(thread, in.c).bits, false);
      return add(in.a, operand(thread, in.c).bits, true);
    case Op::MemSet:
      return add(in.a, operand(thread, in.c).bits, true);
    case Op::Service: {
      const ir::Function& function = program_.functions[thread.frames.back().function];
      if (static_cast<ServiceOp>(in.sub) == ServiceOp::Free) add(function.args[in.first_arg], 1, true);
      if (static_cast<ServiceOp>(in.sub) == ServiceOp::Write) add(function.args[in.first_arg + 1], 1, false);
      return;
    }
    case Op::Call:
    case Op::CallInd:
      return for_each_struct_argument(thread, in, [&](Address from, uint64_t size) { add_at(from, size, false); });
    default:
      return;
  }
}

void Vm::touched(ThreadId t, const Action& pending, std::vector<Access>& accesses) const {
  accesses.assign(pending.accesses.begin(), pending.accesses.end());
  const Thread& thread = *state_.threads[t];
  if (thread.status == Status::Ready && pending.kind == ActionKind::Local)
    add_dangling(thread, instruction(thread), accesses);
}

}  // namespace mover::vm
