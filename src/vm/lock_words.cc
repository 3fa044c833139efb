// Lock words: the words of globals on which exclusive access predicates depend (movers/lock_words.h), as far as
// executions have shown, and compare-and-swaps that repeat themselves while another thread holds the word.
#include <algorithm>
#include <bit>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;

// A predicate has read these bytes, or has asked whether a thread holds the lock that begins there. Updates the lock
// words: a word is lost if a predicate that reads some of its bytes reads other bytes as well.
void Vm::record_read(ir::FunctionId predicate, const NamedBytes& place, bool is_lock) {
  std::vector<NamedBytes>& places = predicate_reads_[predicate];
  if (std::find(places.begin(), places.end(), place) != places.end()) return;
  places.push_back(place);
  const auto address = [](const NamedBytes& bytes) { return address_of(bytes.object, bytes.offset); };
  const bool is_word = place.object < first_dynamic_ && place.size <= sizeof(uint64_t);
  auto is_same = [&](const LockWord& word) { return word.address == address(place) && word.size == place.size; };
  auto known = std::find_if(lock_words_.begin(), lock_words_.end(), is_same);
  if (is_word && known == lock_words_.end())
    known = lock_words_.insert(known, {address(place), place.size, {}, 0, is_lock, false});
  if (is_word) {
    known->predicates.push_back(predicate);
    known->is_lost |= known->is_lock != is_lock;
  }
  for (LockWord& word : lock_words_)
    for (const auto& [reader, all] : predicate_reads_)
      for (const NamedBytes& bytes : all) {
        const Access read{address(bytes), bytes.size};
        const bool overlaps = word.address < read.address + read.size && read.address < word.address + word.size;
        const bool is_all = all.size() == 1 && read.address == word.address && read.size == word.size;
        word.is_lost |= overlaps && !is_all;
      }
}

// Whether all threads for which a predicate over the lock is true hold the lock.
bool Vm::may_hold(const LockWord& lock, uint64_t holders) const {
  for (ThreadId t = 0; t < state_.threads.size(); ++t)
    if ((holders >> t & 1) != 0 && !holds_lock(*this, t, lock.address, true)) return false;
  return true;
}

// The predicate is true for the threads `holders`. Its word is lost if the same value has had other holders, so that
// the predicate does not depend on the value alone, or if two threads hold the word by the same value.
void Vm::record_holders(ir::FunctionId predicate, uint64_t holders) {
  for (uint32_t number = 0; number < lock_words_.size(); ++number) {
    LockWord& word = lock_words_[number];
    if (word.is_lost || std::find(word.predicates.begin(), word.predicates.end(), predicate) == word.predicates.end())
      continue;
    if (word.is_lock) {
      word.is_lost |= !may_hold(word, holders);
      continue;
    }
    const Object& object = *state_.objects[slot_of(word.address)];
    const auto offset = static_cast<uint64_t>(offset_of(word.address));
    WordValue now{number, predicate, 0, offset % 8 == 0 && word.size == 8 && object.is_pointer(offset / 8), holders};
    std::memcpy(&now.value, object.data() + offset, word.size);
    bool is_new = true, was_held = false;
    for (const WordValue& known : word_values_) {
      if (known.word != number || known.value != now.value) continue;
      was_held |= known.holders != 0;
      word.is_lost |= std::popcount(known.holders | holders) > 1;
      if (known.predicate != predicate) continue;
      is_new = false;
      word.is_lost |= known.holders != holders;
    }
    if (!is_new) continue;
    word_values_.push_back(now);
    word.values += holders != 0 && !was_held;
  }
}

bool Vm::retries(ThreadId t, const LockWord& word) const {
  const Thread& thread = *state_.threads[t];
  if (thread.status != Status::Ready) return false;
  const Instr& in = instruction(thread);
  if (in.op != Op::CmpXchg || operand(thread, in.a).bits != word.address || (in.width + 7u) / 8 != word.size)
    return false;
  if (!prober_) prober_ = std::make_unique<Vm>(program_, options_);
  prober_->arguments_ = arguments_;
  prober_->unknowns_ = unknowns_;
  const auto number = static_cast<uint32_t>(&word - lock_words_.data());
  return std::all_of(word_values_.begin(), word_values_.end(), [&](const WordValue& value) {
    return value.word != number || (value.holders & ~(uint64_t{1} << t)) == 0 ||
           prober_->repeats_itself(state_, t, word, value);
  });
}

// Called in the prober: whether the pending compare-and-swap of t in the state `from`, if it found this value, would
// leave the thread at the same action and change nothing. Yields in between are no change.
bool Vm::repeats_itself(const State& from, ThreadId t, const LockWord& word, const WordValue& value) {
  constexpr int kMostYields = 8;
  state_ = from;
  Object& object = state_.objects[slot_of(word.address)].write();
  const auto offset = static_cast<uint64_t>(offset_of(word.address));
  std::memcpy(object.data() + offset, &value.value, word.size);
  if (object.has_undefined) std::memset(object.undefined() + offset, 0, word.size);
  if (offset % 8 == 0 && word.size == 8)
    value.is_pointer ? object.set_pointer(offset / 8) : object.clear_pointer(offset / 8);
  bool same = false;
  {
    const State before = state_;
    StepResult step = take(t, 0);
    auto yields = [&] {
      const Instr& in = instruction(*state_.threads[t]);
      return in.op == Op::Sync && static_cast<ir::SyncOp>(in.sub) == ir::SyncOp::Yield;
    };
    for (int i = 0; i < kMostYields && step.kind == StepResult::Kind::Running &&
                    state_.threads[t]->status == Status::Ready && yields();
         ++i)
      step = take(t, 0);
    same = step.kind == StepResult::Kind::Running && is_same_state(before, t);
  }
  state_.objects.clear();  // a second reference would force a copy of each object at its next write
  state_.threads.clear();
  return same;
}

// Whether nothing but dead registers of t differs between the two states.
bool Vm::is_same_state(const State& other, ThreadId t) const {
  if (state_.objects.size() != other.objects.size() || state_.threads.size() != other.threads.size() ||
      state_.exposed.size() != other.exposed.size() || state_.unknowns != other.unknowns ||
      state_.conditions.size() != other.conditions.size() || state_.exclusives.size() != other.exclusives.size() ||
      state_.atomic_holder != other.atomic_holder)
    return false;
  for (size_t i = 0; i < state_.threads.size(); ++i)
    if (i != t && state_.threads[i].get() != other.threads[i].get()) return false;
  for (size_t i = 0; i < state_.objects.size(); ++i) {
    const Object *one = state_.objects[i].get(), *two = other.objects[i].get();
    if (one == two) continue;
    if (one == nullptr || two == nullptr || one->size != two->size || one->alive != two->alive ||
        one->shared != two->shared || one->has_undefined != two->has_undefined ||
        one->pointer_words != two->pointer_words || std::memcmp(one->data(), two->data(), one->size) != 0)
      return false;
    if (one->has_undefined && std::memcmp(one->undefined(), two->undefined(), one->size) != 0) return false;
    for (uint64_t word = 0; word < one->size / 8; ++word)
      if (one->is_pointer(word) != two->is_pointer(word)) return false;
  }
  const Thread &one = *state_.threads[t], &two = *other.threads[t];
  if (one.status != two.status || one.frames.size() != two.frames.size() || one.held.size() != two.held.size() ||
      one.locals.size() != two.locals.size() || one.blocks.size() != two.blocks.size() ||
      one.thread_locals.size() != two.thread_locals.size())
    return false;
  for (uint32_t i = 0; i < one.frames.size(); ++i) {
    const Frame &frame = one.frames[i], &before = two.frames[i];
    if (frame.function != before.function || frame.pc != before.pc || frame.base != before.base) return false;
    for (uint32_t reg : live_registers(frame, i + 1 == one.frames.size())) {
      const Value now = one.value(frame.base + reg), then = two.value(frame.base + reg);
      if (now.bits != then.bits || now.tag != then.tag || now.undefined != then.undefined || now.term != then.term)
        return false;
    }
  }
  return true;
}

}  // namespace mover::vm
