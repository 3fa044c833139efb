// The lifetime of threads: creation, join, detaching, end. A thread's handle is the address of an object without bytes,
// so handles are renamed, compared and collected like other pointers. The handle of a joined thread is a dangling
// pointer.
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::SyncOp;

Exec Vm::create_thread(const Instr& in) {
  if (!visible_allowed_) return Exec::Park;
  Value entry = value(argument(in, 1));
  Slot slot = slot_of(entry.bits);
  if ((entry.tag & kUndefined) || slot < kImmutable || slot - kImmutable >= immutable_.size() ||
      immutable_[slot - kImmutable]->kind != ObjectKind::Function)
    return fail(FindingKind::Memory, "starts a thread with an invalid function pointer");
  Pointee handle_pointee;
  if (!locate(argument(in, 0), 8, true, handle_pointee)) return Exec::Fault;
  ThreadId t = 1;  // 0 is always the main thread, whose return ends the program
  while (t < state_.threads.size() && state_.threads[t]) ++t;
  if (t >= options_.max_threads) return limit(Omission::Cause::Threads, options_.max_threads);

  ir::FunctionId function = immutable_[slot - kImmutable]->global;
  Object* handle = Object::make(ObjectKind::ThreadHandle, 0, false);
  handle->owner = t;
  handle->shared = true;
  handle->in_memory = true;
  const std::vector<Slot> gone = reusable(ObjectKind::ThreadHandle, t);
  Slot handle_slot = gone.empty() || choice_ == 0 ? create(handle) : reuse(gone[choice_ - 1], handle);
  auto* thread = new Thread;
  thread->handle = handle_slot;
  thread->detached = bits(argument(in, 4)) & 1;
  thread->created_at = user_loc(*thread_);
  push_frame(*thread, function);
  const uint32_t num_arguments = std::min<uint32_t>(2, program_.functions[function].num_params);
  for (uint32_t i = 0; i < num_arguments; ++i) {
    Value v = value(argument(in, 2 + i));
    thread->regs[i] = v.bits;
    thread->tags[i] = v.tag;
    if (v.tag & kUndefined) thread->set_undefined(i, v.undefined, v.term);
  }
  thread->entry = named_entry(*thread, function);
  find_kind(*thread);
  for (uint32_t i = 0; i < num_arguments; ++i) {
    const Value v = thread->value(i);
    if (!(v.tag & kPointer)) continue;
    publish_slot(slot_of(v.bits), t, twins_.contains(thread->kind));
    if (const Object* passed = thread_handle(v); passed != nullptr && is_anonymous(*passed)) twins_.refute_all();
  }
  if (t == state_.threads.size()) state_.threads.emplace_back();
  state_.threads[t] = Ref<Thread>(thread);
  ++state_.unjoined_threads;
  coverage_.created_thread();
  reused_numbers_ |= state_.number_free;
  if (recording_) record_access(handle_pointee, 8, true, ir::Order::NotAtomic, nullptr);
  handle_pointee.object = state_.objects[handle_pointee.slot].get();
  write_word(handle_pointee, 64, {address_of(handle_slot), 0, kPointer});
  event(Event::Kind::Create, address_of(handle_slot), false, t);
  thread_ = &state_.threads[current_].write();  // the vector may have moved
  set_result(in, 0);
  return Exec::Next;
}

// The handle's object; null if the value is no handle.
const Object* Vm::thread_handle(const Value& handle) const {
  const Slot slot = slot_of(handle.bits);
  if ((handle.tag & kUndefined) || slot >= state_.objects.size() || !state_.objects[slot]) return nullptr;
  const Object* object = state_.objects[slot].get();
  return object->kind == ObjectKind::ThreadHandle ? object : nullptr;
}

// The thread as the rules of joining and detaching see it. If the thread has been joined, only its handle exists.
sync::View<sync::Numbers> Vm::thread_view(const Object& handle) const {
  sync::View<sync::Numbers> view;
  view.object.destroyed = !handle.alive;
  if (!handle.alive) return view;
  const Thread& thread = *state_.threads[handle.owner];
  view.object.kind = thread.detached;
  view.object.state = thread.status == Status::Ended ? sync::kEnded : sync::kRuns;
  return view;
}

Exec Vm::join_thread(const Instr& in) {
  if (!visible_allowed_) return Exec::Park;
  const Value handle = value(argument(in, 0));
  if (handle.tag & kUndefined) return fail(FindingKind::Memory, "joins an uninitialised thread handle");
  const Object* object = thread_handle(handle);
  if (object == nullptr) return fail(FindingKind::Memory, "joins a handle that is not a thread's");
  const sync::Rule rule = sync::apply(SyncOp::ThreadJoin, sync::Phase::Arrives, thread_view(*object)).rule;
  if (rule.outcome == sync::Outcome::Fails) return fail(FindingKind::Memory, sync::message_of(rule));
  if (rule.outcome == sync::Outcome::Blocks) return Exec::Park;
  const ThreadId t = object->owner;
  if (in.dst >= 0) set(in.dst, state_.threads[t]->result);
  event(Event::Kind::Join, handle.bits, false, t);
  --state_.unjoined_threads;
  state_.number_free = others();
  remove_thread(t);
  return Exec::Next;
}

// Whether a join can complete or fail.
bool Vm::join_enabled(Address handle) const {
  const Object* object = thread_handle({handle, 0, kPointer});
  return object == nullptr || sync::is_enabled(SyncOp::ThreadJoin, sync::Phase::Arrives, thread_view(*object));
}

// Removes an ended thread that cannot be joined any more. If a mutex still names it as its owner, its number must not
// be reused.
void Vm::remove_thread(ThreadId t) {
  end_object(state_.threads[t]->handle, thread_->frames.empty() ? 0 : user_loc(*thread_), false);
  if (!state_.threads[t]->held.empty()) {
    state_.threads[t].write().result = {};
    return;
  }
  state_.threads[t] = Ref<Thread>();
  while (!state_.threads.empty() && !state_.threads.back()) state_.threads.pop_back();
}

Exec Vm::detach_thread(const Instr& in) {
  if (!visible_allowed_ && others()) return Exec::Park;
  const Object* handle = thread_handle(value(argument(in, 0)));
  if (handle == nullptr) return fail(FindingKind::Memory, "detaches a handle that is not a thread's");
  const sync::Applied applied = sync::apply(SyncOp::ThreadDetach, sync::Phase::Arrives, thread_view(*handle));
  if (applied.rule.outcome == sync::Outcome::Fails) return fail(FindingKind::Memory, sync::message_of(applied.rule));
  const ThreadId t = handle->owner;
  // Which of several interchangeable threads is detached would matter.
  const auto is_twin = [&](const Ref<Thread>& thread) {
    return thread && !thread->detached && thread->kind == state_.threads[t]->kind;
  };
  if (is_interchangeable(t) && std::count_if(state_.threads.begin(), state_.threads.end(), is_twin) > 1)
    twins_.refute(state_.threads[t]->kind);
  state_.threads[t].write().detached = true;
  if (t == current_) thread_ = &state_.threads[current_].write();
  if (applied.object.destroyed != 0) {
    state_.detached_thread_ended = state_.number_free = true;
    --state_.unjoined_threads;
    remove_thread(t);
  }
  set_result(in, 0);
  return Exec::Next;
}

// Atomic sections exclude and order each other like critical sections of one lock.
void Vm::enter_atomic() {
  state_.atomic_holder = current_;
  thread_->section_accessed = false;
  event(Event::Kind::Acquire, kSections);
}

// Another thread that is blocked inside an atomic section of its own becomes the holder again.
void Vm::leave_atomic() {
  if (--thread_->atomic_depth != 0) return;
  event(Event::Kind::Release, kSections);
  state_.atomic_holder = ir::kNone;
  for (ThreadId t = 0; t < state_.threads.size(); ++t)
    if (state_.threads[t] && state_.threads[t]->atomic_depth != 0) state_.atomic_holder = t;
}

// Ends the thread and drops its stack. Its result is kept for a join.
Exec Vm::end_thread(const Value& result) {
  if (!visible_allowed_) return Exec::Park;
  if (Exec how = ends_in_use_from(0); how != Exec::Next) return how;
  for (const ThreadLocalCopy& copy : thread_->thread_locals)
    if (Exec how = ends_in_use(copy.slot); how != Exec::Next) return how;
  event(Event::Kind::End, address_of(thread_->handle));
  while (!thread_->frames.empty()) pop_frame(true);
  for (const ThreadLocalCopy& copy : thread_->thread_locals) end_object(copy.slot, 0, false);
  thread_->thread_locals.clear();
  thread_->status = Status::Ended;
  coverage_.ended_thread(thread_->entry);
  thread_->result = result;
  if (thread_->atomic_depth != 0) thread_->atomic_depth = 1, leave_atomic();
  bool others_run = std::any_of(state_.threads.begin(), state_.threads.end(),
                                [](const Ref<Thread>& t) { return t && t->status != Status::Ended; });
  const Exec how = others_run ? Exec::Stop : end_program(Value{});
  if (thread_->detached) {
    state_.detached_thread_ended = state_.number_free = true;
    --state_.unjoined_threads;
    remove_thread(current_);
  }
  return how;
}

// Ends the program with the status that exit or main returns, of which the parent process sees the lowest 8 bits.
Exec Vm::end_program(const Value& status) {
  constexpr unsigned kSeenBits = 8;
  end_ = {std::nullopt, current_, user_loc(*thread_)};
  if (end_.loc == 0 && call_of_main_ != UINT32_MAX)  // main has returned
    end_.loc = last_return(static_cast<ir::FunctionId>(program_.functions[program_.entry].code[call_of_main_].imm));
  if ((status.tag & kUndefined) == 0 || (status.undefined & mask_of(kSeenBits)) == 0)
    end_.code = static_cast<uint8_t>(status.bits & mask_of(kSeenBits));
  coverage_.ended_program(end_);
  coverage_.ended_thread(thread_->entry);
  return Exec::End;
}

}  // namespace mover::vm
