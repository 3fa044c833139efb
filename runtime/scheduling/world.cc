#include "scheduling/world.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "base/private_memory.h"
#include "channels/channels.h"
#include "memory/heap.h"
#include "memory/locals.h"
#include "memory/memory.h"
#include "memory/reach.h"
#include "memory/shadow.h"
#include "native/protocol.h"
#include "scheduling/announce.h"
#include "scheduling/locking.h"
#include "scheduling/processes.h"
#include "support/check.h"

namespace mover::runtime {

World world;

using ir::SyncOp;

namespace {

constexpr uint64_t kTableSize = 1 << 20;  // the size of the hash table of synchronisation objects
constexpr uint32_t kNoThread = kMostThreads;
// Only a thread whose own number would be at least this one gets the number of a joined thread.
constexpr uint32_t kGivenOnce = 32;

// Objects that are neighbours in memory are neighbours in the table.
uint64_t slot_of(Address address) { return ((address >> 3) + (address >> 23) * 0x9e3779b97f4a7c15ull) % kTableSize; }

// The first function of each thread.
void thread_main() {
  Thread& thread = world.current();
  if (replaying) [[unlikely]]
    announce(thread.operation);
  first_functions[1] = reinterpret_cast<const void*>(&thread_main);
  locals.begin_thread(world.current_number());
  void* result = thread.start(thread.argument);
  run_below_ended_frames(run_thread_destructors);
  abandon_robust_mutexes();
  world.end_thread(result);
}

}  // namespace

const void* first_functions[2];

void World::open() {
  trail.open();
  shadow.open();
  open_channels();
  processes.open();
  threads_ = static_cast<Thread*>(reserve(sizeof(Thread) * kMostThreads));
  for (uint32_t t = 0; t < kMostThreads; ++t) {
    new (&threads_[t]) Thread;
    threads_[t].clock.at[t] = 1;
    threads_[t].stack_then = static_cast<uint8_t*>(reserve(kStackSize));
    threads_[t].held = static_cast<Held*>(reserve(sizeof(Held) * Thread::kMostHeld));
  }
  threads_[0].life = Life::Parked;
  table_ = static_cast<SyncObject**>(reserve(sizeof(SyncObject*) * kTableSize));
  slots.push_back({0, 0});
}

// Objects stay in the table across executions. An execution that has not used an object yet finds it in its initial
// state.
SyncObject* World::find(Address address) const {
  address = identity(address);
  for (uint64_t slot = slot_of(address); table_[slot] != nullptr; slot = (slot + 1) % kTableSize)
    if (table_[slot]->address == address) return table_[slot];
  return nullptr;
}

SyncObject& World::object(Address address, SyncObject::Kind kind) {
  address = identity(address);
  SyncObject* found = find(address);
  if (found == nullptr) {
    MOVER_CHECK(objects_.size() + 1 < kTableSize / 2, "the table of synchronisation objects has room");
    uint64_t slot = slot_of(address);
    while (table_[slot] != nullptr) slot = (slot + 1) % kTableSize;
    found = table_[slot] = new SyncObject;
    objects_.push_back(found);
    found->address = address;
    found->known = new SyncObject::Known;
    locals.holds_object(address_of(address));
  }
  if (found->kind != kind) {
    renew(*found, kind);  // the memory was another object before
    add_to_filter(address, kind);
  }
  return *found;
}

void World::renew(SyncObject& object, SyncObject::Kind kind) {
  if (object.kind == SyncObject::Kind::None) {  // it is in its initial state already
    trail.set(object.kind, kind);
    return;
  }
  trail.save(object);
  SyncObject anew;
  anew.address = object.address;
  anew.known = object.known;
  anew.generation = object.generation + (kind == SyncObject::Kind::None);
  anew.kind = kind;
  object = anew;
}

void World::end_objects(Address begin, uint64_t size) {
  auto end_object = [this](Address address) {
    SyncObject* object = find(address);
    if (object != nullptr && object->kind != SyncObject::Kind::None) renew(*object, SyncObject::Kind::None);
  };
  if (objects_.empty()) return;
  begin = identity(begin);
  for (Address address = begin; address < begin + size; ++address) {
    if (address % 4 == 0) end_object(address);
    end_object(address | SyncObject::kAtomic);
  }
}

void World::event(Event::Kind kind, Address object, bool shared, uint32_t other, ir::LocId loc) {
  has_visible_effect |= kind != Event::Kind::Join;
  Event& event = events.emplace_back();
  event.kind = kind;
  event.object = object;
  event.shared = shared;
  event.other = other;
  event.loc = loc != 0 ? loc : threads_[current_].operation.loc;
}

const char* kept_text(const std::string& text) {
  static auto* all = new std::set<std::string>;
  return all->insert(text).first->c_str();
}

void World::note(const char* sentence) {
  if (std::find(notes.begin(), notes.end(), sentence) == notes.end()) notes.emplace_back(sentence);
}

void World::learn(uint64_t address, uint64_t size) {
  if (!learning) return;
  address = identity(address);
  if (shadow.is_visible(address, size)) {
    bool all = true;
    for (uint64_t i = 0; i < size; ++i) all &= shadow.is_visible(address + i, 1);
    if (all) return;
  }
  shadow.make_visible(address, size);
  learned.push_back({address, size});
  ++refinements;
}

void World::put_rest(std::string& to) const {
  static uint64_t states_that_differ = 0;
  const uint64_t rest[] = {num_threads_, unjoined_, atomic_holder, incomparable_ ? ++states_that_differ : 0};
  to.append(reinterpret_cast<const char*>(rest), sizeof rest);
}

// A creator reuses only the numbers of threads that it has joined, or that those have joined. So the number depends
// only on steps that happen before the creation, and all steps of the old thread happen before those of the new one.
// For clocks and for the search, the two are one thread that has paused.
uint32_t World::number_for_child(uint32_t parent) {
  Thread& creator = threads_[parent];
  const Slot wanted{parent, creator.num_children};
  uint32_t t = 1;
  while (t < slots.size() && (slots[t].parent != wanted.parent || slots[t].child != wanted.child)) ++t;
  if (t >= kGivenOnce && creator.free_numbers != 0) {
    const auto again = static_cast<uint32_t>(__builtin_ctzll(creator.free_numbers));
    trail.set(creator.free_numbers, creator.free_numbers & (creator.free_numbers - 1));
    reused_numbers = true;
    memory.restore_first(thread_memory[again].storage_begin, thread_memory[again].storage_end);
    return again;
  }
  if (t >= kMostThreads) return kNoThread;
  if (t == slots.size()) slots.push_back(wanted);
  return t;
}

// The number of a thread that ended with a lock is not reused, as the thread owns that lock for ever.
void World::release_numbers(Thread& joiner, const Thread& joined, uint32_t number) {
  uint64_t free = joiner.free_numbers | joined.free_numbers;
  if (joined.num_held == 0) free |= uint64_t{1} << number;
  trail.set(joiner.free_numbers, free);
}

uint32_t World::create(uint32_t parent, void* (*start)(void*), void* argument, bool detached, ir::LocId loc) {
  Thread& creator = threads_[parent];
  const uint32_t t = number_for_child(parent);
  if (t == kNoThread) return kNoThread;
  creator.will_change();
  ++creator.num_children;
  if (t >= num_threads_) {
    trail.set(num_threads_, t + 1);
    trail.begin_epoch();
  }
  Thread& thread = threads_[t];
  trail.save(thread);
  Thread anew;
  anew.num_children = thread.num_children;
  anew.held = thread.held;
  anew.stack_then = thread.stack_then;
  anew.clock.at[t] = thread.clock.at[t] + 1;
  thread = anew;
  inherit_mask(parent, t);
  take_seat(t, t, processes_of_[parent]);
  thread.life = Life::Fresh;
  coverage.created_thread();
  thread.context =
      new_context(reinterpret_cast<void*>(thread_memory[t].stack_end), thread_memory[t].thread_base, &thread_main);
  thread.start = start;
  thread.argument = argument;
  thread.detached = detached;
  thread.created_at = loc;
  for (uint32_t i = 0; i < num_threads_; ++i)
    if (creator.clock.at[i] > thread.clock.at[i]) thread.clock.at[i] = creator.clock.at[i];
  thread.clock.wall = creator.clock.wall;
  thread.clock.processor = creator.clock.processor;
  creator.clock.tick(parent, num_threads_);
  if (locking.on) {
    reach.takes_number(parent, t);
    reach.creates(reinterpret_cast<uint64_t>(argument), alone());
  }
  trail.set(unjoined_, unjoined_ + 1);
  event(Event::Kind::Create, handle_of(t), false, t, loc);
  made_progress(creator);
  return t;
}

uint32_t World::by_handle(Address handle) const {
  handle = identity(handle);
  for (uint32_t t = 0; t < num_threads_; ++t)
    if (threads_[t].life != Life::Absent && handle_of(t) == handle) return t;
  return kNoThread;
}

void World::end_thread(void* result) {
  Thread& thread = current();
  reach.settle();
  thread.returned = result;
  while (thread.atomic_depth != 0) leave_section(current_);
  locals.end_thread(thread.operation.loc);
  if (has_processes_ && is_last_of_process(current_)) end_process(0, thread.operation.loc);
  event(Event::Kind::End, handle_of(current_));
  thread.will_change();
  thread.life = Life::Ended;
  coverage.ended_thread(reinterpret_cast<uint64_t>(thread.start));
  if (thread.detached) thread.joined = true;
  mover_switch_context(&thread.context, &scheduler);
  MOVER_UNREACHABLE("an ended thread does not continue");
}

// Clears the values that earlier calls, of this and other executions, have left below the stack pointer. A later frame
// need not overwrite them, and they would become part of states. The function stops after a page that contains only
// zeros. It does nothing on a stack that the program has allocated (makecontext), as those bytes belong to the program.
static void wipe_below(uint64_t stack_begin, uint64_t stack_end, uint64_t stack_pointer) {
  if (stack_pointer > stack_end) return;
  constexpr uint64_t kPiece = 256;
  static constexpr char kNothing[kPiece] = {};
  uint64_t clean = 0;
  for (uint64_t at = stack_pointer - kPiece; at >= stack_begin + kPageSize && clean < kPageSize; at -= kPiece) {
    const bool is_clean = std::memcmp(reinterpret_cast<void*>(at), kNothing, kPiece) == 0;
    if (!is_clean) std::memset(reinterpret_cast<void*>(at), 0, kPiece);
    clean = is_clean ? clean + kPiece : 0;
  }
}

void World::resume(uint32_t t) {
  Thread& thread = threads_[t];
  enter(processes_of_[t]);
  if (matching) wipe_below(thread_memory[t].stack_begin, thread_memory[t].stack_end, used_stack(t));
  thread.will_change();
  thread.life = Life::Parked;
  ++thread.steps;
  thread.accesses = 0;
  if (thread.spin_loop.closed) thread.spin_loop.reset();
  current_ = t;
  ++resumed;
  running_ = true;
  mover_switch_context(&scheduler, &thread.context);
  while (forked_ != kNoThread) {
    carry_out_fork();
    mover_switch_context(&scheduler, &thread.context);
  }
  running_ = false;
  if (thread.life == Life::Parked) arrive(t);
  if (!alone()) record_blocked_waits();
}

void World::show(uint32_t t) {
  enter(processes_of_[t]);
  current_ = t;
  running_ = showing = true;
  mover_switch_context(&scheduler, &threads_[t].context);
  running_ = showing = false;
}

bool World::must_park(const Operation& operation) const {
  if (operation.kind == ActionKind::Local && operation.message != nullptr) return true;
  if (!alone() && is_visible(operation)) return true;
  // A step on which other steps may depend must not include the join: the whole step would be ordered after the end of
  // the joined thread.
  if (!alone() && has_visible_effect && operation.kind == ActionKind::Sync && operation.sync == SyncOp::ThreadJoin)
    return true;
  WaitsFor why = WaitsFor::Nothing;
  return !is_unblocked(current_, why) || choices(current_) > 1;
}

// Whether other threads can observe when the operation is executed.
bool World::is_visible(const Operation& operation) const {
  switch (operation.kind) {
    case ActionKind::Access:
    case ActionKind::Free:
    case ActionKind::Local:
    case ActionKind::Exit:
      return true;
    case ActionKind::Sync:
      break;
    default:
      return false;
  }
  switch (operation.sync) {
    case SyncOp::RwUnlock:
      return prefers_writers(operation) || shadow.is_visible(operation.object, size_of_object(operation.sync));
    case SyncOp::MutexUnlock:
    case SyncOp::SpinUnlock:
      return shadow.is_visible(operation.object, size_of_object(operation.sync));
    case SyncOp::ThreadJoin:
    case SyncOp::ThreadDetach:
      return shadow.is_visible(operation.object, 1);
    case SyncOp::AtomicBegin:
      return threads_[current_].atomic_depth == 0;
    case SyncOp::MutexInit:
    case SyncOp::CondInit:
    case SyncOp::RwInit:
    case SyncOp::SpinInit:
    case SyncOp::SemInit:
    case SyncOp::BarrierInit:
    case SyncOp::MutexDestroy:
    case SyncOp::CondDestroy:
    case SyncOp::RwDestroy:
    case SyncOp::SpinDestroy:
    case SyncOp::SemDestroy:
    case SyncOp::BarrierDestroy:
      return shadow.is_visible(operation.object, size_of_object(operation.sync));
    case SyncOp::OnceEnd:
    case SyncOp::AtomicEnd:
    case SyncOp::Yield:
      return false;
    default:
      return true;
  }
}

// A thread has parked. Detects whether it has returned to an earlier state of its own, so that it spins.
void World::arrive(uint32_t t) {
  Thread& thread = threads_[t];
  const Operation& op = thread.operation;
  if (matching) return;  // state matching detects cycles
  // The thread has made many accesses in one step, and may be in a loop. No other thread writes the memory that it
  // reads, as the reads would be visible otherwise; its own writes reset spin_loop.
  const bool runs_on = op.kind == ActionKind::Local && op.message == nullptr;
  const bool reads = op.call != nullptr ||  // a call that changes a channel resets spin_loop itself (`changed`)
                     (op.kind == ActionKind::Access && op.access.size != 0 && op.access.size <= 8);
  if (!reads && !runs_on) return made_progress(thread);
  SpinLoop& spin_loop = thread.spin_loop;
  spin_loop.will_change();
  // A weak compare-exchange is marked at once, as each repetition would add an alternative.
  const bool marks =
      ++spin_loop.idle >= spin_loop.next_mark || (op.alternatives == Alternatives::WeakExchange && !spin_loop.marked);
  if (!marks && !spin_loop.marked) return;
  const void* stack = thread.context.stack_pointer;
  const uint64_t size = thread_memory[t].stack_end - reinterpret_cast<uint64_t>(stack);
  if (spin_loop.marked && spin_loop.loc == op.loc && spin_loop.stack_size == size &&
      std::memcmp(thread.stack_then, stack, size) == 0) {
    spin_loop.closed = true;
  } else if (marks) {
    trail.save(thread.stack_then, static_cast<uint32_t>(size));
    std::memcpy(thread.stack_then, stack, size);
    spin_loop.marked = true;
    spin_loop.loc = op.loc;
    spin_loop.stack_size = size;
    spin_loop.num_reads = spin_loop.num_loops = 0;
    spin_loop.next_mark = spin_loop.idle * 2;
  }
}

uint64_t World::used_stack(uint32_t t) const {
  const Thread& thread = threads_[t];
  if (thread.life == Life::Absent || thread.life == Life::Ended) return 0;
  return reinterpret_cast<uint64_t>(thread.context.stack_pointer);
}

// Clears the callee-saved registers before the context switch saves them on the stack. Dead values in them would make
// equal stacks differ.
static void switch_to_search(Context& from) {
  asm volatile("xor %%ebx, %%ebx\n xor %%r12d, %%r12d\n xor %%r13d, %%r13d\n xor %%r14d, %%r14d\n xor %%r15d, %%r15d"
               :
               :
               : "rbx", "r12", "r13", "r14", "r15");
  mover_switch_context(&from, &world.scheduler);
}

// Whether the thread's stack may be compared with another stack, so that dead data of earlier calls must be cleared. It
// is compared by state matching, by the detection of spin loops, and in long executions (docs/native.md, Cycles). The
// result depends only on the past of the execution.
static bool stack_may_be_compared(const Thread& thread) {
  constexpr uint32_t kMany = 256;
  return world.matching || thread.spin_loop.idle != 0 || thread.steps >= kMany;
}

// Clears the dead frames of called functions before the thread parks.
int64_t World::act(const Operation& operation) {
  if (process_tag == 0) [[likely]]
    return act_on_identities(operation);
  Operation named = operation;
  named.object = identity(operation.object);
  named.mutex = identity(operation.mutex);
  named.access.address = identity(operation.access.address);
  return act_on_identities(named);
}

int64_t World::act_on_identities(const Operation& operation) {
  const bool is_compared = stack_may_be_compared(current());
  if (is_compared) wipe_stack();
  if (!do_now(operation)) {
    if (is_compared) wipe_stack();
    park(operation.message != nullptr);
  }
  return current().result;
}

// Executes the operation unless it needs a step of its own. Returns false if the thread has to park.
bool World::do_now(const Operation& operation) {
  Thread& thread = current();
  reach.settle();
  thread.will_change();
  thread.operation = operation;
  if (!must_park(operation)) {
    thread.choice = 0;
    switch (perform(current_)) {
      case Outcome::Continues:
        return true;
      case Outcome::Fails:
        thread.operation.kind = ActionKind::Local;
        thread.operation.fails_as = failure.finding.kind;
        thread.operation.message = kept_text(failure.finding.message);
        failure = {};
        break;
      case Outcome::Exits:
      case Outcome::StaysParked:
        break;
    }
  }
  const ThreadMemory& place = thread_memory[current_];
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const bool is_own = here - place.stack_begin < place.stack_end - place.stack_begin;
  // Mover's own handler of a timer or a fault runs on a stack of its own.
  if (!is_own && !is_private(reinterpret_cast<void*>(here))) [[unlikely]]
    not_covered(
        "a thread takes a step on a stack that the program has allocated (makecontext, sigaltstack); the thread's own "
        "stack is not restored then");
  if (recording) record_stack();
  return false;
}

void World::park(bool fails) {
  if (replaying && fails) [[unlikely]]
    announce(current().operation);  // the thread has not left the place of the failure
  if (replaying) [[unlikely]]
    note_parked(current().operation);
  switch_to_search(current().context);
  while (showing) [[unlikely]] {
    show_to_debugger(current().operation);
    switch_to_search(current().context);
  }
  if (replaying) [[unlikely]]
    announce(current().operation);
}

void World::fail(FindingKind kind, const char* message, ir::LocId loc, bool crashes) {
  Operation operation;
  operation.kind = ActionKind::Local;
  operation.fails_as = kind;
  operation.crashes = crashes;
  operation.message = message;
  operation.loc = loc;
  act(operation);
  MOVER_UNREACHABLE("a thread that has failed does not continue");
}

void World::cannot_follow(const char* message, ir::LocId loc) {
  Operation operation;
  operation.kind = ActionKind::Local;
  operation.is_limit = true;
  operation.message = message;
  operation.loc = loc;
  act(operation);
  MOVER_UNREACHABLE("an execution that cannot be followed further ends there");
}

void World::assume(bool holds, const void* pc) {
  if (!controls()) return;
  const ir::LocId loc = location(pc);
  coverage.assumed(loc, holds);
  if (holds) return;
  coverage.cut(reinterpret_cast<uint64_t>(current().start), loc);
  discard(loc);
}

void World::discard(ir::LocId loc) {
  Thread& thread = current();
  reach.settle();
  thread.will_change();
  thread.operation = {};
  thread.operation.loc = loc;
  thread.life = Life::Discarded;
  mover_switch_context(&thread.context, &scheduler);
  MOVER_UNREACHABLE("a thread that an assume has discarded does not continue");
}

}  // namespace mover::runtime
