// Synchronisation. The state of a mutex, semaphore, … lies in the program's own object, in words of 32 bits at fixed
// offsets, chosen so that glibc's static initialisers mean what they mean there and an object that was never
// initialised is seen to be undefined:
//
//   mutex (40 bytes)      0 owner + 1   4 depth     16 type (0 normal, 1 recursive, 2 error checking; + 16: robust)
//                         20 destroyed  24 of a robust one: see RobustState
//   condition (48)        40 destroyed                        the wait set is in the threads themselves
//   rwlock (56)           0 writer + 1  4 readers   16 destroyed  48 kind, as in glibc
//   spin lock (4)         0 owner + 1; ~0 destroyed
//   semaphore (32)        0 value       8 destroyed
//   barrier (32)          0 threshold   4 arrived   8 destroyed
//   once (4)              0 untouched, 1 + 4 * (thread + 1) running, 2 done
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::SyncOp;

namespace {

constexpr uint64_t kMutexType = 16, kMutexDepth = 4, kRobustState = 24;
constexpr uint32_t kRecursive = 1, kErrorCheck = 2, kTypes = 3, kRobust = 16;
constexpr uint64_t kRwKind = 48;
constexpr uint32_t kPrefersWriters = 2;  // PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; of the others glibc heeds none
constexpr uint64_t kPermission = 1, kTryAgain = 11, kBusy = 16, kInvalid = 22, kDeadlock = 35, kOverflow = 75,
                   kTimedOut = 110, kOwnerDead = 130, kNotRecoverable = 131;

// What has become of what a robust mutex protects.
enum RobustState : uint32_t {
  kConsistent,
  kInconsistent,   // its owner has ended while it held it: who takes it next is told
  kUnrecoverable,  // and that one has unlocked it as it was
  kAbandoned,      // its owner is about to end, and unlocks it
};
constexpr uint32_t kSpinDestroyed = ~0u;

}  // namespace

struct Vm::SyncObject {
  const char* name;
  uint64_t size;          // bytes that must exist
  uint64_t used;          // bytes that must be defined
  uint64_t destroyed_at;  // offset of the mark, or 0
};

static constexpr uint64_t kNoMark = 0;

uint32_t Vm::peek(Address address, uint64_t offset) const {
  Slot slot = slot_of(address);
  if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) return 0;
  const Object& object = *state_.objects[slot];
  uint64_t at = static_cast<uint64_t>(offset_of(address)) + offset;
  if (!object.alive || at + 4 > object.size || at + 4 < at) return 0;
  uint32_t word;
  std::memcpy(&word, object.data() + at, 4);
  return word;
}

uint32_t Vm::word_at(const Place& place, uint64_t offset) const {
  uint32_t word;
  std::memcpy(&word, place.object->data() + place.offset + offset, 4);
  return word;
}

void Vm::set_word(Address address, uint64_t offset, uint32_t value) {
  write_defined(write_object(slot_of(address)), static_cast<uint64_t>(offset_of(address)) + offset, value, 4);
}

void Vm::mark_initialised(Address address, uint64_t size) {
  Object& object = write_object(slot_of(address));
  auto offset = static_cast<uint64_t>(offset_of(address));
  release_fragments(object, offset, size, true);
  std::memset(object.data() + offset, 0, size);
  if (object.has_undefined) std::memset(object.undefined() + offset, 0, size);
  event(Event::Kind::Initialise, address);
}

bool Vm::sync_place(ir::Operand o, const SyncObject& layout, Place& place) {
  if (!locate(o, layout.size, true, place)) return false;
  const Object& object = *place.object;
  if (object.has_undefined) {
    const uint8_t* shadow = object.undefined() + place.offset;
    if (std::any_of(shadow, shadow + layout.used, [](uint8_t byte) { return byte != 0; })) {
      fail(FindingKind::Memory,
           std::string("uses a ") + layout.name + " that was never initialised: " + describe(bits(o), layout.size));
      return false;
    }
  }
  if (layout.destroyed_at != kNoMark && word_at(place, layout.destroyed_at) != 0) {
    fail(FindingKind::Memory,
         std::string("uses a ") + layout.name + " that was destroyed: " + describe(bits(o), layout.size));
    return false;
  }
  return true;
}

void Vm::event(Event::Kind kind, Address object, bool shared, ThreadId other) {
  if (!recording_) return;
  Event e{};
  e.kind = kind;
  e.object = object;
  e.shared = shared;
  e.other = other;
  e.loc = user_loc(*thread_);
  events_.push_back(e);
}

// The outcome tells something about other threads, yet orders nothing.
void Vm::observes() { observed_ |= others(); }

void Vm::failed_try(Address object) {
  observes();
  event(Event::Kind::FailedTry, object);
}

void Vm::hold(Address object, bool shared) { thread_->held.push_back({object, shared}); }

void Vm::unhold(Address object, bool shared) {
  for (uint32_t i = thread_->held.size(); i-- > 0;)
    if (thread_->held[i].object == object && thread_->held[i].shared == shared) {
      thread_->held.erase(i);
      return;
    }
}

bool Vm::holds(const Thread& thread, Address object, bool shared) const {
  return std::any_of(thread.held.begin(), thread.held.end(),
                     [&](const Held& h) { return h.object == object && h.shared == shared; });
}

// Whether lock() by t would go through, be it with an error.
bool Vm::mutex_free_for(ThreadId t, Address mutex) const {
  uint32_t owner = peek(mutex, 0), type = peek(mutex, kMutexType) & kTypes;
  return owner == 0 || (owner == t + 1 && (type == kRecursive || type == kErrorCheck));
}

// A thread that waited takes the mutex again that it gave up; others may have destroyed or freed it meanwhile.
bool Vm::mutex_still_there(Address mutex) {
  Place place;
  if (!locate(mutex, 40, true, place)) return false;
  if (word_at(place, 20) == 0) return true;
  fail(FindingKind::Memory, "wakes up to a mutex that was destroyed: " + describe(mutex, 40));
  return false;
}

// Returns the error of a robust one. REQUIRES: mutex_free_for(current_, mutex)
uint64_t Vm::acquire_mutex(Address mutex) {
  if (peek(mutex, 0) == current_ + 1) {
    set_word(mutex, kMutexDepth, peek(mutex, kMutexDepth) + 1);
    return 0;
  }
  const uint32_t state = peek(mutex, kMutexType) & kRobust ? peek(mutex, kRobustState) : kConsistent;
  if (state == kUnrecoverable) {
    failed_try(mutex);
    return kNotRecoverable;
  }
  set_word(mutex, 0, current_ + 1);
  set_word(mutex, kMutexDepth, 1);
  hold(mutex, false);
  event(Event::Kind::Acquire, mutex);
  return state == kInconsistent ? kOwnerDead : 0;
}

// Of the robust mutexes that the thread holds, which is about to end: one, or 0. Its unlocking tells who takes it next.
Address Vm::abandon_robust_mutex() {
  for (const Held& held : thread_->held) {
    if (held.shared || !(peek(held.object, kMutexType) & kRobust)) continue;
    set_word(held.object, kMutexDepth, 1);
    set_word(held.object, kRobustState, kAbandoned);
    return held.object;
  }
  return 0;
}

uint64_t Vm::make_consistent(Address mutex) {
  const bool can_be = peek(mutex, kMutexType) & kRobust && peek(mutex, 0) == current_ + 1 &&
                      peek(mutex, kRobustState) == kInconsistent;
  if (can_be) set_word(mutex, kRobustState, kConsistent);
  return can_be ? 0 : kInvalid;
}

Exec Vm::mutex(SyncOp op, const Instr& in) {
  static constexpr SyncObject kMutex{"mutex", 40, 24, 20}, kRawMutex{"mutex", 40, 0, kNoMark};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), op == SyncOp::MutexInit ? kRawMutex : kMutex, place)) return Exec::Fault;
  if (must_park(place)) return Exec::Park;
  uint32_t owner = op == SyncOp::MutexInit ? 0 : word_at(place, 0),
           kind = op == SyncOp::MutexInit ? 0 : word_at(place, kMutexType), type = kind & kTypes;
  bool mine = owner == current_ + 1;
  uint64_t result = 0;
  switch (op) {
    case SyncOp::MutexInit:
      if (Exec how = in_use("initialises", "mutex", place, kMutex.size); how != Exec::Next) return how;
      mark_initialised(address, kMutex.size);
      set_word(address, kMutexType, static_cast<uint32_t>(bits(argument(in, 1))));
      break;
    case SyncOp::MutexLock:
      if (mine && type == kErrorCheck)
        result = kDeadlock;
      else if (owner != 0 && !(mine && type == kRecursive))
        return Exec::Park;
      else
        result = acquire_mutex(address);
      break;
    case SyncOp::MutexTryLock:
      if (owner != 0 && !(mine && type == kRecursive)) {
        result = kBusy;
        failed_try(address);
      } else {
        result = acquire_mutex(address);
      }
      break;
    case SyncOp::MutexTimedLock:
      if (mine && type == kErrorCheck)
        result = kDeadlock;
      else if (!mutex_free_for(current_, address))
        result = kTimedOut, failed_try(address);
      else
        result = acquire_mutex(address);
      break;
    case SyncOp::MutexUnlock:
      if (!mine) {
        if ((kind & kRobust) || type == kRecursive || type == kErrorCheck) {
          result = kPermission;
          break;
        }
        return fail(FindingKind::Memory, "unlocks a mutex that it does not hold: " + describe(address, 40));
      }
      if (uint32_t depth = word_at(place, kMutexDepth); depth > 1) {
        set_word(address, kMutexDepth, depth - 1);
      } else {
        set_word(address, 0, 0);
        set_word(address, kMutexDepth, 0);
        if (kind & kRobust) {
          const uint32_t state = peek(address, kRobustState);
          set_word(address, kRobustState,
                   state == kAbandoned ? kInconsistent : state == kInconsistent ? kUnrecoverable : state);
        }
        unhold(address, false);
        event(Event::Kind::Release, address);
      }
      break;
    default:  // destroy
      if (owner != 0) return fail(FindingKind::Memory, "destroys a mutex that is locked: " + describe(address, 40));
      if (std::any_of(state_.threads.begin(), state_.threads.end(), [&](const Ref<Thread>& t) {
            return t && (t->status == Status::Waiting || t->status == Status::Woken) && t->wait_mutex == address;
          }))
        return fail(FindingKind::Memory,
                    "destroys a mutex that a thread takes again after a wait: " + describe(address, 40));
      observes();  // that it can be destroyed tells that nobody holds it, and orders nothing
      set_word(address, kMutex.destroyed_at, 1);
  }
  set_result(in, result);
  return Exec::Next;
}

std::vector<ThreadId> Vm::waiters(Address condition) const {
  std::vector<ThreadId> result;
  for (ThreadId t = 0; t < state_.threads.size(); ++t)
    if (state_.threads[t] && state_.threads[t]->status == Status::Waiting &&
        state_.threads[t]->wait_object == condition)
      result.push_back(t);
  return result;
}

Exec Vm::condition(SyncOp op, const Instr& in) {
  static constexpr SyncObject kCondition{"condition variable", 48, 44, 40}, kRaw{"condition variable", 48, 0, kNoMark},
      kMutex{"mutex", 40, 24, 20};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), op == SyncOp::CondInit ? kRaw : kCondition, place)) return Exec::Fault;
  bool waits = op == SyncOp::CondWait || op == SyncOp::CondTimedWait;
  if (must_park(place, waits)) return Exec::Park;
  switch (op) {
    case SyncOp::CondInit:
      if (Exec how = in_use("initialises", "condition variable", place, kCondition.size); how != Exec::Next) return how;
      mark_initialised(address, kCondition.size);
      break;
    case SyncOp::CondWait:
    case SyncOp::CondTimedWait: {
      Address mutex = bits(argument(in, 1));
      Place mutex_place;
      if (!sync_place(argument(in, 1), kMutex, mutex_place)) return Exec::Fault;
      if (word_at(mutex_place, 0) != current_ + 1)
        return fail(FindingKind::Memory, "waits on a condition without holding the mutex " + describe(mutex, 40));
      for (ThreadId other : waiters(address))
        if (Address with = state_.threads[other]->wait_mutex; with != mutex)
          return fail(FindingKind::Memory, "waits on " + describe(address, 48) + " with " + describe(mutex, 40) + ", while " +
                                               thread_name(other) + " waits on it with " + describe(with, 40));
      thread_->status = Status::Waiting;
      thread_->wait_object = address;
      thread_->wait_mutex = mutex;
      thread_->timed_wait = op == SyncOp::CondTimedWait;
      thread_->timed_out = false;
      uint32_t depth = word_at(mutex_place, kMutexDepth);
      set_word(mutex, kMutexDepth, depth - 1);
      if (depth == 1) {
        set_word(mutex, 0, 0);
        unhold(mutex, false);
        event(Event::Kind::Release, mutex);
      }
      return Exec::Stop;
    }
    case SyncOp::CondSignal:
    case SyncOp::CondBroadcast: {
      std::vector<ThreadId> waiting = waiters(address);
      for (size_t i = 0; i < waiting.size(); ++i) {
        if (op == SyncOp::CondSignal && i != choice_) continue;
        Thread& woken = state_.threads[waiting[i]].write();
        woken.status = Status::Woken;
        // That it was woken tells it what the mutex does not order unless the signal is given under it.
        if (!holds(*thread_, woken.wait_mutex, false)) observed_ = true;
      }
      break;
    }
    default:  // destroy
      if (!waiters(address).empty())
        return fail(FindingKind::Memory,
                    "destroys a condition variable that threads wait on: " + describe(address, 48));
      observes();
      set_word(address, kCondition.destroyed_at, 1);
  }
  set_result(in, 0);
  return Exec::Next;
}

bool Vm::prefers_writers(Address lock) const { return peek(lock, kRwKind) == kPrefersWriters; }

bool Vm::write_lock_is_free(Address lock) const { return peek(lock, 0) == 0 && peek(lock, 4) == 0; }

// REQUIRES: prefers_writers(lock)
bool Vm::writer_waits(Address lock) const {
  return std::any_of(state_.threads.begin(), state_.threads.end(), [&](const Ref<Thread>& t) {
    return t && t->status == Status::Queued && t->wait_object == lock;
  });
}

// From now on readers do not get the lock.
Exec Vm::enter_queue(Address lock, bool timed) {
  thread_->status = Status::Queued;
  thread_->wait_object = lock;
  thread_->timed_wait = timed;
  return Exec::Stop;
}

// The thread takes the lock, or gives up, where it may and the lock is not free.
Exec Vm::leave_queue() {
  const Address lock = thread_->wait_object;
  Place place;
  if (!locate(lock, size_of_object(SyncOp::RwWrLock), true, place)) return Exec::Fault;
  thread_->status = Status::Ready;
  thread_->timed_wait = false;
  thread_->wait_object = 0;
  const bool is_free = write_lock_is_free(lock);
  if (is_free) {
    set_word(lock, 0, current_ + 1);
    hold(lock, false);
    event(Event::Kind::Acquire, lock);
  } else {
    failed_try(lock);
  }
  set_result(instruction(*thread_), is_free ? 0 : kTimedOut);
  return Exec::Next;
}

Exec Vm::rwlock(SyncOp op, const Instr& in) {
  static constexpr SyncObject kRwLock{"readers-writer lock", 56, 20, 16}, kRaw{"readers-writer lock", 56, 0, kNoMark};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), op == SyncOp::RwInit ? kRaw : kRwLock, place)) return Exec::Fault;
  bool timed = op == SyncOp::RwTimedRdLock || op == SyncOp::RwTimedWrLock;
  if (must_park(place)) return Exec::Park;
  if (op == SyncOp::RwInit) {
    if (Exec how = in_use("initialises", "readers-writer lock", place, kRwLock.size); how != Exec::Next) return how;
    mark_initialised(address, kRwLock.size);
    set_word(address, kRwKind, static_cast<uint32_t>(bits(argument(in, 1))));
    set_result(in, 0);
    return Exec::Next;
  }
  uint32_t writer = word_at(place, 0), readers = word_at(place, 4);
  bool mine = writer == current_ + 1;
  bool reads = op == SyncOp::RwRdLock || op == SyncOp::RwTryRdLock || op == SyncOp::RwTimedRdLock;
  bool tries = op == SyncOp::RwTryRdLock || op == SyncOp::RwTryWrLock;
  const bool has_queue = prefers_writers(address);
  bool is_free = writer == 0 && (reads ? !has_queue || !writer_waits(address) : readers == 0);
  uint64_t result = 0;
  if (op == SyncOp::RwUnlock) {
    if (mine) {
      set_word(address, 0, 0);
      unhold(address, false);
      event(Event::Kind::Release, address);
    } else if (holds(*thread_, address, true)) {
      set_word(address, 4, readers - 1);
      unhold(address, true);
      event(Event::Kind::Release, address, true);
    } else {
      return fail(FindingKind::Memory, "unlocks a readers-writer lock that it does not hold: " + describe(address, 56));
    }
  } else if (op == SyncOp::RwDestroy) {
    if (writer != 0 || readers != 0)
      return fail(FindingKind::Memory, "destroys a readers-writer lock that is held: " + describe(address, 56));
    if (Exec how = in_use("destroys", "readers-writer lock", place, kRwLock.size); how != Exec::Next) return how;
    observes();
    set_word(address, kRwLock.destroyed_at, 1);
  } else if (!is_free) {
    if (mine && !tries)
      result = kDeadlock;
    else if (has_queue && !reads && !tries)
      return enter_queue(address, timed);
    else if (tries || timed)
      result = tries ? kBusy : kTimedOut, failed_try(address);
    else
      return Exec::Park;
  } else {
    if (reads)
      set_word(address, 4, readers + 1);
    else
      set_word(address, 0, current_ + 1);
    hold(address, reads);
    event(Event::Kind::Acquire, address, reads);
  }
  set_result(in, result);
  return Exec::Next;
}

Exec Vm::spin(SyncOp op, const Instr& in) {
  static constexpr SyncObject kSpin{"spin lock", 4, 4, kNoMark}, kRaw{"spin lock", 4, 0, kNoMark};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), op == SyncOp::SpinInit ? kRaw : kSpin, place)) return Exec::Fault;
  if (must_park(place, false)) return Exec::Park;
  uint32_t owner = op == SyncOp::SpinInit ? 0 : word_at(place, 0);
  if (owner == kSpinDestroyed)
    return fail(FindingKind::Memory, "uses a spin lock that was destroyed: " + describe(address, 4));
  uint64_t result = 0;
  switch (op) {
    case SyncOp::SpinInit:
      if (Exec how = in_use("initialises", "spin lock", place, kSpin.size); how != Exec::Next) return how;
      mark_initialised(address, kSpin.size);
      break;
    case SyncOp::SpinUnlock:
      if (owner != current_ + 1)
        return fail(FindingKind::Memory, "unlocks a spin lock that it does not hold: " + describe(address, 4));
      set_word(address, 0, 0);
      unhold(address, false);
      event(Event::Kind::Release, address);
      break;
    case SyncOp::SpinDestroy:
      if (owner != 0) return fail(FindingKind::Memory, "destroys a spin lock that is held: " + describe(address, 4));
      observes();
      set_word(address, 0, kSpinDestroyed);
      break;
    default:  // lock and trylock
      if (owner != 0) {
        if (op == SyncOp::SpinLock) return Exec::Park;
        result = kBusy;
        failed_try(address);
        break;
      }
      set_word(address, 0, current_ + 1);
      hold(address, false);
      event(Event::Kind::Acquire, address);
  }
  set_result(in, result);
  return Exec::Next;
}

Exec Vm::semaphore(SyncOp op, const Instr& in) {
  static constexpr SyncObject kSemaphore{"semaphore", 32, 12, 8}, kRaw{"semaphore", 32, 0, kNoMark};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), op == SyncOp::SemInit ? kRaw : kSemaphore, place)) return Exec::Fault;
  if (must_park(place)) return Exec::Park;
  uint32_t count = op == SyncOp::SemInit ? 0 : word_at(place, 0);
  uint64_t result = 0;
  switch (op) {
    case SyncOp::SemInit:
      mark_initialised(address, kSemaphore.size);
      set_word(address, 0, static_cast<uint32_t>(bits(argument(in, 1))));
      break;
    case SyncOp::SemPost:
      if (count == 0x7fffffff) {  // SEM_VALUE_MAX
        result = kOverflow;
        failed_try(address);
        break;
      }
      set_word(address, 0, count + 1);
      event(Event::Kind::Release, address);
      break;
    case SyncOp::SemGetValue:
      result = count;
      observes();
      break;
    case SyncOp::SemDestroy:
      observes();
      set_word(address, kSemaphore.destroyed_at, 1);
      break;
    default:
      if (count == 0) {
        if (op == SyncOp::SemWait) return Exec::Park;
        result = op == SyncOp::SemTryWait ? kTryAgain : kTimedOut;
        failed_try(address);
        break;
      }
      set_word(address, 0, count - 1);
      event(Event::Kind::Acquire, address);
  }
  set_result(in, result);
  return Exec::Next;
}

Exec Vm::barrier(SyncOp op, const Instr& in) {
  static constexpr SyncObject kBarrier{"barrier", 32, 12, 8}, kRaw{"barrier", 32, 0, kNoMark};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), op == SyncOp::BarrierInit ? kRaw : kBarrier, place)) return Exec::Fault;
  if (must_park(place, op == SyncOp::BarrierWait)) return Exec::Park;
  if (op == SyncOp::BarrierInit) {
    auto count = static_cast<uint32_t>(bits(argument(in, 1)));
    if (count != 0) {
      if (Exec how = in_use("initialises", "barrier", place, kBarrier.size); how != Exec::Next) return how;
      mark_initialised(address, kBarrier.size);
      set_word(address, 0, count);
    }
    set_result(in, count == 0 ? kInvalid : 0);
    return Exec::Next;
  }
  uint32_t threshold = word_at(place, 0), arrived = word_at(place, 4);
  if (threshold == 0)
    return fail(FindingKind::Memory, "uses a barrier that was never initialised: " + describe(address, 32));
  if (op == SyncOp::BarrierDestroy) {
    if (arrived != 0)
      return fail(FindingKind::Memory, "destroys a barrier that threads wait at: " + describe(address, 32));
    observes();
    set_word(address, kBarrier.destroyed_at, 1);
    set_result(in, 0);
    return Exec::Next;
  }
  event(Event::Kind::Release, address);
  if (arrived + 1 < threshold) {
    set_word(address, 4, arrived + 1);
    thread_->status = Status::InBarrier;
    thread_->wait_object = address;
    return Exec::Stop;
  }
  set_word(address, 4, 0);
  for (Ref<Thread>& other : state_.threads)
    if (other && other->status == Status::InBarrier && other->wait_object == address)
      other.write().status = Status::PastBarrier;
  event(Event::Kind::Acquire, address);
  set_result(in, ~0ull & 0xffffffffu);  // PTHREAD_BARRIER_SERIAL_THREAD
  return Exec::Next;
}

Exec Vm::once(SyncOp op, const Instr& in) {
  static constexpr SyncObject kOnce{"once control", 4, 4, kNoMark};
  Address address = bits(argument(in, 0));
  Place place;
  if (!sync_place(argument(in, 0), kOnce, place)) return Exec::Fault;
  if (must_park(place, false)) return Exec::Park;
  uint32_t state = word_at(place, 0);
  if (op == SyncOp::OnceEnd) {
    set_word(address, 0, 2);
    event(Event::Kind::Release, address);
    set_result(in, 0);
    return Exec::Next;
  }
  if (state % 4 == 1) return Exec::Park;
  if (state == 0) set_word(address, 0, 1 + 4 * (current_ + 1));
  event(Event::Kind::Acquire, address);
  set_result(in, state == 0 ? 1 : 0);
  return Exec::Next;
}

// Objects are memory: see for_each_object_access. While no other thread is there nothing races.
void Vm::record_use(SyncOp op, Address object, Address mutex, size_t at) {
  Action action;
  action.kind = ActionKind::Sync;
  action.sync = op;
  action.object = object;
  action.mutex = mutex;
  std::vector<Event> uses;
  for_each_object_access(action, [&](const Access& access) {
    const Slot slot = slot_of(access.address);
    if (slot >= state_.objects.size() || !state_.objects[slot] || !state_.objects[slot]->shared) return;
    Event& use = uses.emplace_back();
    use.kind = Event::Kind::Use;
    use.access = access;
    use.loc = user_loc(*thread_);
  });
  events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(at), uses.begin(), uses.end());
}

bool Vm::remakes_objects() const {
  return remakes_objects_ || std::any_of(freed_sites_.begin(), freed_sites_.end(),
                                         [&](ir::LocId site) { return object_sites_.count(site) != 0; });
}

// A thread that holds a lock in there, or waits on an object in there. One that was woken has left its condition, and
// has its mutex still to take.
std::string Vm::user_of_object(const Place& place, uint64_t size) const {
  auto is_inside = [&](Address address) {
    const auto offset = static_cast<uint64_t>(offset_of(address));
    return slot_of(address) == place.slot && offset >= place.offset && offset < place.offset + size;
  };
  for (ThreadId t = 0; t < state_.threads.size(); ++t) {
    if (!state_.threads[t]) continue;
    const Thread& thread = *state_.threads[t];
    for (const Held& held : thread.held)
      if (is_inside(held.object)) return thread_name(t) + " holds";
    const bool on_condition = thread.status == Status::Waiting || thread.status == Status::Woken;
    if (on_condition && is_inside(thread.wait_mutex)) return thread_name(t) + " takes again after a wait";
    const bool waits =
        thread.status == Status::Waiting || thread.status == Status::InBarrier || thread.status == Status::Queued;
    if (waits && is_inside(thread.wait_object)) return thread_name(t) + " waits for";
  }
  return "";
}

// A thread that waits for a semaphore uses it, though it may never go on. (What is done to a lock that a thread waits for is
// done to one that a thread holds.)
void Vm::record_blocked_wait(const Instr& in) {
  if (in.op != ir::Op::Sync || static_cast<SyncOp>(in.sub) != SyncOp::SemWait || !others()) return;
  WaitsFor why = WaitsFor::Nothing;
  if (!sync_enabled(current_, in, why)) record_use(SyncOp::SemWait, bits(argument(in, 0)), 0, events_.size());
}

Exec Vm::in_use(const char* what, const char* name, const Place& place, uint64_t size) {
  const std::string user = user_of_object(place, size);
  if (user.empty()) return Exec::Next;
  return fail(FindingKind::Memory, std::string(what) + " a " + name + " that " + user + ": " +
                                       describe(address_of(place.slot, static_cast<int64_t>(place.offset)), size));
}

Exec Vm::sync(const Instr& in) {
  const auto op = static_cast<SyncOp>(in.sub);
  if (op > SyncOp::OnceEnd) return sync_object(op, in);
  const bool records = recording_ && others();
  const size_t at = events_.size();
  const Address object = bits(argument(in, 0));
  const Address mutex = op == SyncOp::CondWait || op == SyncOp::CondTimedWait ? bits(argument(in, 1)) : 0;
  const bool remakes = others() && (initialises(op) || destroys(op));
  const Exec how = sync_object(op, in);
  if (how != Exec::Next && how != Exec::Stop) return how;
  remakes_objects_ |= remakes;
  if (const Slot slot = slot_of(object); slot >= first_dynamic_ && others()) object_sites_.insert(state_.objects[slot]->site);
  if (records) record_use(op, object, mutex, at);
  return how;
}

Exec Vm::sync_object(SyncOp op, const Instr& in) {
  if (op <= SyncOp::MutexDestroy) return mutex(op, in);
  if (op <= SyncOp::CondDestroy) return condition(op, in);
  if (op <= SyncOp::RwDestroy) return rwlock(op, in);
  if (op <= SyncOp::SpinDestroy) return spin(op, in);
  if (op <= SyncOp::SemDestroy) return semaphore(op, in);
  if (op <= SyncOp::BarrierDestroy) return barrier(op, in);
  if (op <= SyncOp::OnceEnd) return once(op, in);
  switch (op) {
    case SyncOp::ThreadCreate:
      return create_thread(in);
    case SyncOp::ThreadJoin:
      return join_thread(in);
    case SyncOp::ThreadDetach:
      return detach_thread(in);
    case SyncOp::ThreadExit:
      return end_thread(value(argument(in, 0)));
    case SyncOp::Yield:
      if (!visible_allowed_ && others()) return Exec::Park;
      set_result(in, 0);
      return Exec::Next;
    case SyncOp::AtomicBegin:
      if (thread_->atomic_depth == 0) {
        if (!visible_allowed_ && others()) return Exec::Park;
        enter_atomic();
      }
      ++thread_->atomic_depth;
      return Exec::Next;
    default:  // AtomicEnd
      if (thread_->atomic_depth == 0) return fail(FindingKind::Assertion, "ends an atomic section that it is not in");
      leave_atomic();
      return Exec::Next;
  }
}

// Whether the synchronisation that t is parked at can go through (or fails, which is a way of going through).
bool Vm::sync_enabled(ThreadId t, const Instr& in, WaitsFor& why) const {
  const Thread& thread = *state_.threads[t];
  auto op = static_cast<SyncOp>(in.sub);
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto object = [&] { return operand(thread, function.args[in.first_arg]).bits; };
  // An object that is gone or unusable fails as soon as it is touched.
  auto destroyed = [&](uint64_t mark) { return peek(object(), mark) != 0; };
  switch (op) {
    case SyncOp::MutexLock:
      why = WaitsFor::Mutex;
      return mutex_free_for(t, object()) || destroyed(20);
    case SyncOp::SpinLock: {
      why = WaitsFor::Spin;
      uint32_t owner = peek(object(), 0);
      return owner == 0 || owner == kSpinDestroyed;
    }
    case SyncOp::RwRdLock:
    case SyncOp::RwWrLock: {
      why = WaitsFor::RwLock;
      const uint32_t writer = peek(object(), 0);
      if (writer == t + 1 || destroyed(16)) return true;
      const bool has_queue = prefers_writers(object());
      if (op == SyncOp::RwWrLock) return has_queue || write_lock_is_free(object());  // it can wait
      if (writer != 0) return false;
      why = WaitsFor::Writers;
      return !has_queue || !writer_waits(object());
    }
    case SyncOp::SemWait:
      why = WaitsFor::Semaphore;
      return peek(object(), 0) != 0 || destroyed(8) || !usable(object(), 32, 12);
    case SyncOp::OnceBegin:
      why = WaitsFor::Once;
      return peek(object(), 0) % 4 != 1;
    case SyncOp::ThreadJoin: {
      why = WaitsFor::Join;
      Slot slot = slot_of(object());
      if (slot >= state_.objects.size() || !state_.objects[slot]) return true;
      const Object& handle = *state_.objects[slot];
      if (handle.kind != ObjectKind::ThreadHandle || !handle.alive) return true;
      const Thread& target = *state_.threads[handle.owner];
      return target.detached || target.status == Status::Ended;
    }
    default:
      return true;
  }
}

// A mutex, semaphore, … that exists and whose state is defined.
bool Vm::usable(Address address, uint64_t size, uint64_t used) const {
  Slot slot = slot_of(address);
  if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) return false;
  const Object& object = *state_.objects[slot];
  int64_t offset = offset_of(address);
  if (!object.alive || offset < 0 || static_cast<uint64_t>(offset) + size > object.size) return false;
  if (!object.has_undefined) return true;
  const uint8_t* shadow = object.undefined() + offset;
  return std::all_of(shadow, shadow + used, [](uint8_t byte) { return byte == 0; });
}

uint32_t Vm::sync_choices(ThreadId t, const Instr& in) const {
  const Thread& thread = *state_.threads[t];
  const ir::Function& function = program_.functions[thread.frames.back().function];
  auto object = [&] { return operand(thread, function.args[in.first_arg]).bits; };
  switch (static_cast<SyncOp>(in.sub)) {
    case SyncOp::CondSignal:
      return std::max<uint32_t>(1, static_cast<uint32_t>(waiters(object()).size()));
    case SyncOp::ThreadCreate:
      return 1 + static_cast<uint32_t>(reusable(ObjectKind::ThreadHandle, t).size());
    default:
      return 1;
  }
}

}  // namespace mover::vm
