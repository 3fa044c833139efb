// Symmetry reduction: states that differ only by a permutation of interchangeable threads have the same canonical form
// [ID96; CEFJ96]. docs/symmetry.md has the argument for soundness.
//
// The form is that of a permuted state. Interchangeable threads are sorted by a signature: a hash of their own state,
// of what only they can reach and of what was given to them, in which neither a thread's number nor the address of a
// dynamic object occurs. Wherever a state contains the number of a thread, the form contains its place in this order.
// Two threads with one signature stay in the order of their numbers. If they are different nevertheless, states may be
// stored that are permutations of each other; a form is never that of two states that are not.
//
// A handle of an interchangeable thread is written without its thread, because main keeps handles in the order in which
// it has created the threads. This is sound as long as no thread uses a handle except to join all threads of the kind,
// one directly after the other. Each use is checked, and an unexpected one refutes the kind.
#include <algorithm>
#include <map>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using ir::SyncOp;

// Computes a hash of contents without addresses of dynamic objects.
struct Vm::Contents {
  const Vm& vm;
  uint64_t hash = 0x9e3779b97f4a7c15ull;

  void add(uint64_t word) {
    hash = (hash ^ word) * 0xbf58476d1ce4e5b9ull;
    hash ^= hash >> 29;
  }
  bool is_dynamic(Address address) const {
    return slot_of(address) >= vm.first_dynamic_ && slot_of(address) < kImmutable;
  }
  void add_address(Address address) { add(is_dynamic(address) ? address & UINT32_MAX : address); }
  void add(const Value& v) {
    add(v.tag);
    v.tag& kPointer ? add_address(v.bits) : add(v.bits);
    if (v.tag & kUndefined) add(v.undefined);
  }
  uint64_t result() const { return hash == 0 ? 1 : hash; }
};

uint64_t Vm::contents_of(const Object& object) const {
  uint64_t& known = object.canonical.contents;
  if (known != 0) return known;
  Contents contents{*this};
  contents.add(static_cast<uint64_t>(object.kind) | (object.alive ? 16u : 0u));
  contents.add(object.size);
  for (uint64_t word = 0; word < (object.size + 7) / 8; ++word)
    word < object.size / 8 && object.is_pointer(word) ? contents.add_address(object.word(word))
                                                      : contents.add(object.word(word));
  return known = contents.result();
}

uint64_t Vm::contents_of(const Thread& thread) const {
  uint64_t& known = thread.canonical.contents;
  if (known != 0) return known;
  Contents contents{*this};
  contents.add(static_cast<uint64_t>(thread.status) | (thread.detached ? 16u : 0u) | (thread.timed_wait ? 32u : 0u) |
               (thread.timed_out ? 64u : 0u) | (thread.has_left_object ? 128u : 0u) |
               static_cast<uint64_t>(thread.atomic_depth) << 8);
  contents.add_address(thread.wait_object);
  contents.add_address(thread.wait_mutex);
  if (thread.status == Status::Ended) contents.add(thread.result);
  for (const Held& held : thread.held) contents.add_address(held.object), contents.add(held.shared);
  for (const ThreadLocalCopy& copy : thread.thread_locals) contents.add(copy.global);
  for (uint32_t i = 0; i < thread.frames.size(); ++i) {
    const Frame& frame = thread.frames[i];
    contents.add(static_cast<uint64_t>(frame.function) << 32 | frame.pc);
    for (uint32_t reg : live_registers(frame, i + 1 == thread.frames.size()))
      contents.add(thread.value(frame.base + reg));
  }
  return known = contents.result();
}

// Of an object and, to this depth, of what it points to. An object that several threads can reach may contain numbers
// of threads (in a lock), so only its kind is part of the signature, unless it was given to the thread.
uint64_t Vm::signature(const Object& object, ThreadId of, int depth) const {
  Contents contents{*this};
  const bool own = !object.shared || (object.given_to_twin && object.given_to == of);
  contents.add(own ? contents_of(object) : static_cast<uint64_t>(object.kind) << 32 | object.site);
  if (own && depth > 0)
    object.for_each_pointer([&](uint64_t, Address address) {
      if (contents.is_dynamic(address) && slot_of(address) < state_.objects.size() && state_.objects[slot_of(address)])
        contents.add(signature(*state_.objects[slot_of(address)], of, depth - 1));
    });
  return contents.result();
}

uint64_t Vm::signature(ThreadId t, const Thread& thread) const {
  constexpr int kDepth = 2;
  Contents contents{*this};
  contents.add(contents_of(thread));
  auto add_target = [&](Address address) {
    if (contents.is_dynamic(address) && slot_of(address) < state_.objects.size() && state_.objects[slot_of(address)])
      contents.add(signature(*state_.objects[slot_of(address)], t, kDepth));
  };
  for (const Held& held : thread.held) add_target(held.object);
  add_target(thread.wait_object);
  for (const ThreadLocalCopy& copy : thread.thread_locals) add_target(address_of(copy.slot));
  for (uint32_t i = 0; i < thread.frames.size(); ++i)
    for (uint32_t reg : live_registers(thread.frames[i], i + 1 == thread.frames.size()))
      if (thread.tags[thread.frames[i].base + reg] & kPointer) add_target(thread.regs[thread.frames[i].base + reg]);
  return contents.result();
}

// Computes the places of threads, and finds the words in memory that contain numbers of threads. The threads of a kind
// share the places of that kind.
void Vm::order_threads() {
  position_.clear();
  owner_words_.clear();
  if (!twins_.any()) return;
  struct Twin {
    Twins::Kind kind;
    uint64_t signature;
    ThreadId thread;
    auto operator<=>(const Twin&) const = default;
  };
  std::vector<Twin> twins;
  std::map<Twins::Kind, std::vector<ThreadId>> places;
  const auto threads = static_cast<ThreadId>(state_.threads.size());
  position_.resize(threads);
  in_order_.resize(threads);
  for (ThreadId t = 0; t < threads; ++t) {
    position_[t] = in_order_[t] = t;
    if (!is_interchangeable(t)) continue;
    const Thread& thread = *state_.threads[t];
    places[thread.kind].push_back(t);
    twins.push_back({thread.kind, signature(t, thread), t});
    for (const Held& held : thread.held)
      if (!held.shared &&
          (held.kind == sync::Kind::Mutex || held.kind == sync::Kind::RwLock || held.kind == sync::Kind::Spin))
        owner_words_.push_back({slot_of(held.object), static_cast<uint32_t>(offset_of(held.object)), t});
  }
  std::sort(twins.begin(), twins.end());
  std::map<Twins::Kind, size_t> used;
  for (const Twin& twin : twins) {
    const ThreadId place = places[twin.kind][used[twin.kind]++];
    position_[twin.thread] = place;
    in_order_[place] = twin.thread;
  }
}

// The object's bytes with places of threads instead of their numbers. The chunk that is written depends on the places.
const uint8_t* Vm::with_positions(const Object& object, Slot slot, ChunkCache& cache) {
  uint8_t* patched = nullptr;
  for (const OwnerWord& word : owner_words_) {
    uint32_t owner = 0;
    if (word.slot != slot || word.offset + sizeof owner > object.size) continue;
    std::memcpy(&owner, object.data() + word.offset, sizeof owner);
    if (owner != word.owner + 1) continue;  // overwritten
    if (patched == nullptr) {
      patched_.resize((object.size + 7) / 8);
      patched = reinterpret_cast<uint8_t*>(patched_.data());
      std::memcpy(patched, object.data(), patched_.size() * 8);
    }
    owner = position_[word.owner] + 1;
    std::memcpy(patched + word.offset, &owner, sizeof owner);
    cache.mentions.push_back({kThreadMention | word.owner, position_[word.owner]});
  }
  return patched != nullptr ? patched : object.data();
}

bool Vm::is_interchangeable(ThreadId t) const {
  return t < state_.threads.size() && state_.threads[t] && twins_.contains(state_.threads[t]->kind);
}

// Whether the canonical form leaves out which thread the handle denotes.
bool Vm::is_anonymous(const Object& handle) const {
  return handle.alive && !handle.exposed && is_interchangeable(handle.owner);
}

void Vm::use_symmetry(bool on) {
  twins_.use(on && !options_.reuse_addresses && !options_.past_memory_errors && !options_.track_leaks &&
             !options_.track_blocks && !options_.track_operations && has().predicates == nullptr);
}

// Determines the kind of a thread that the running thread creates. Its arguments are not published yet. Only threads
// that main creates have a kind: which thread has created an interchangeable one is not part of the canonical form.
void Vm::find_kind(Thread& thread) {
  if (!twins_.used() || current_ != 0) return;
  Contents contents{*this};
  contents.add(signature(0, thread));
  thread.canonical.contents = 0;
  thread.kind = contents.result();
  const bool another = std::any_of(state_.threads.begin(), state_.threads.end(),
                                   [&](const Ref<Thread>& other) { return other && other->kind == thread.kind; });
  if (another) twins_.found(thread.kind, function_name(thread.entry));
}

// Called when the joiner is parked. If its action is the join of an interchangeable thread, it must join all of them
// from here: then it does not matter which of them end first. What it accesses in between must not matter for other
// threads either.
void Vm::follow_joins(ThreadId joiner) {
  auto& between = state_.between_joins;
  for (uint32_t i = between.size(); i-- > 0;)
    if (between[i].by == joiner) between.erase(i);
  if (joiner >= state_.threads.size() || !state_.threads[joiner]) return;
  const Thread& thread = *state_.threads[joiner];
  if (thread.status != Status::Ready) return;
  const Instr& in = instruction(thread);
  if (in.op != Op::Sync || static_cast<SyncOp>(in.sub) != SyncOp::ThreadJoin) return;
  const ir::Function& function = program_.functions[thread.frames.back().function];
  const Object* handle = thread_handle(operand(thread, function.args[in.first_arg]));
  if (handle == nullptr || !handle->alive || !is_interchangeable(handle->owner)) return;
  const Twins::Kind kind = state_.threads[handle->owner]->kind;
  if (joiner != 0) return twins_.refute(kind);
  std::vector<Access> accessed;
  if (!joins_all(joiner, kind, accessed)) return twins_.refute(kind);
  for (const Access& access : accessed) between.push_back({joiner, access.write, access.address, access.size, kind});
}

// Whether main, from its current action on, joins all threads of the kind, does nothing else but access memory, and
// does the same whatever their results are. Determined in a copy of the state in which all other threads have ended.
bool Vm::joins_all(ThreadId joiner, Twins::Kind kind, std::vector<Access>& accessed) {
  if (!prober_) prober_ = std::make_unique<Vm>(program_, options_);
  prober_->arguments_ = arguments_;
  prober_->unknowns_ = unknowns_;
  State ended = state_;
  for (ThreadId t = 0; t < ended.threads.size(); ++t) {
    if (t == joiner || !ended.threads[t]) continue;
    Thread& thread = ended.threads[t].write();
    thread.status = Status::Ended;
    thread.atomic_depth = 0;
    thread.frames.clear();
    thread.held.clear();
    thread.result = {};
  }
  ++ended.unjoined_threads;  // other threads exist afterwards, too
  ended.atomic_holder = ir::kNone;
  ended.between_joins.clear();
  constexpr uint64_t kResult = 0x5a5a;
  bool same = prober_->joins_all_from(ended, joiner, kind, 0, accessed);
  if (same) {
    const State first = prober_->state_;
    std::vector<Access> ignored;
    same = prober_->joins_all_from(ended, joiner, kind, kResult, ignored) && prober_->is_same_state(first, joiner);
  }
  prober_->state_.objects.clear();
  prober_->state_.threads.clear();
  return same;
}

// Called in the prober.
bool Vm::joins_all_from(const State& from, ThreadId joiner, Twins::Kind kind, uint64_t result,
                        std::vector<Access>& accessed) {
  constexpr int kMostSteps = 2000;
  state_ = from;
  uint32_t left = 0;
  for (const Ref<Thread>& thread : state_.threads) left += thread && thread->kind == kind && !thread->detached;
  std::vector<Access> touches;
  for (int i = 0; left != 0; ++i) {
    if (i == kMostSteps || status(joiner) != ThreadStatus::Parked || !enabled(joiner)) return false;
    const Action action = pending(joiner);
    if (action.kind == ActionKind::Sync && action.sync == SyncOp::ThreadJoin) {
      const Object* handle = thread_handle({action.object, 0, kPointer});
      if (handle == nullptr || !handle->alive) return false;
      Thread& thread = state_.threads[handle->owner].write();
      left -= thread.kind == kind && !thread.detached;
      if (thread.kind == kind) thread.result = {result};
    } else if (action.kind == ActionKind::Access && action.choices == 1) {
      touched(joiner, action, touches);
      accessed.insert(accessed.end(), touches.begin(), touches.end());
    } else {
      return false;
    }
    if (take(joiner, 0).kind != StepResult::Kind::Running) return false;
  }
  return true;
}

// Called for each access.
void Vm::accesses_between_joins(const Pointee& pointee, uint64_t size, bool write) {
  const Address begin = address_of(pointee.slot, static_cast<int64_t>(pointee.offset));
  for (const BetweenJoins& access : state_.between_joins)
    if (access.by != current_ && (access.write || write) && begin < access.begin + access.size &&
        access.begin < begin + size)
      twins_.refute(access.kind);
}

// The running thread reads the bytes as data. If they contain the number of the thread that holds a lock, the program
// may depend on numbers of threads.
void Vm::reads_as_data(const Pointee& pointee, uint64_t size) {
  const Address begin = address_of(pointee.slot, static_cast<int64_t>(pointee.offset));
  for (const Ref<Thread>& thread : state_.threads)
    for (uint32_t i = 0; thread && i < thread->held.size(); ++i)
      if (begin < thread->held[i].object + sizeof(uint32_t) && thread->held[i].object < begin + size)
        return twins_.refute_all();
}

// The running thread has got this value. If it is a handle that only main should use, the threads are told apart.
void Vm::learns_handle(const Value& v) {
  if (!(v.tag & kPointer)) return;
  const Object* handle = thread_handle(v);
  if (handle != nullptr && is_anonymous(*handle) && current_ != 0) twins_.refute(state_.threads[handle->owner]->kind);
}

}  // namespace mover::vm
