#include "scheduling/locking.h"

#include "base/private_memory.h"
#include "memory/reach.h"
#include "memory/shadow.h"
#include "native/protocol.h"
#include "scheduling/world.h"
#include "support/check.h"

namespace mover::runtime {

Locking locking;

// The generation distinguishes locks that were at the same address one after the other.
LockName Locking::name_of(uint64_t lock) {
  const SyncObject* object = world.find(lock);
  const uint64_t generation = object == nullptr ? 0 : object->generation;
  auto [number, is_new] = lock_numbers_.try_emplace({lock, generation}, static_cast<uint32_t>(locks_.size()));
  if (is_new) locks_.push_back(lock);
  return {LockName::Kind::Place, number->second, 0};
}

// The locks that the current thread holds.
Locking::Sets Locking::held() {
  const Thread& thread = world.current();
  const uint32_t t = world.current_number();
  std::vector<LockName> any{{LockName::Kind::Thread, 0, t}};
  std::vector<uint64_t> key{t};
  if (thread.atomic_depth != 0) any.push_back({LockName::Kind::Section, 0, 0}), key.push_back(~0ull);
  std::vector<LockName> exclusive = any;
  for (uint32_t i = 0; i < thread.num_held; ++i) {
    any.push_back(name_of(thread.held[i].object));
    if (!thread.held[i].shared) exclusive.push_back(any.back());
    key.push_back(any.back().object * 2ull + thread.held[i].shared);
  }
  auto [sets, is_new] = held_.try_emplace(std::move(key));
  if (is_new) sets->second = {locksets_.intern(std::move(any)), locksets_.intern(std::move(exclusive))};
  return sets->second;
}

void Locking::access(uint64_t address, uint64_t size, bool write, bool atomic, ir::LocId loc) {
  reach.settle();
  const bool shared = reach.is_shared(address, size);
  if (write) reach.writes(address, size);
  if (!shared) return;
  for (uint32_t i = 0; i < num_exempt_; ++i)
    if (address < exempt_[i].end && exempt_[i].begin < address + size) return;
  const Sets sets = held();
  const LockedAccess now{world.current_number(), loc, write, sets.any, sets.exclusive};
  LockedAccess earlier{.thread = kNoThread};
  const uint64_t end = address + size;
  for (uint64_t word = address & ~7ull; word < end; word += 8)
    enter_word(word, bytes_of_word(word, address, end), now, atomic, earlier);
  if (earlier.thread != kNoThread) report(address, now, earlier);
}

Locking::Record& Locking::add(Word& word, const Record& record) {
  if (records_ == nullptr) records_ = static_cast<Record*>(reserve(sizeof(Record) << 28));
  trail.set(used_, used_ + 1);
  MOVER_CHECK(used_ < 1u << 28, "there is room for the records of locksets");
  Record& added = records_[used_];
  added = record;
  added.older = word.newest;
  trail.set(word.newest, used_);
  return added;
}

void Locking::enter_word(uint64_t address, uint8_t bytes, const LockedAccess& now, bool atomic, LockedAccess& earlier) {
  Word& word = words_[address];
  if (word.age != age_) {
    trail.save(word);
    word = {age_, 0};
    if (world.is_on_stack(address)) locals_.insert(address);
  }
  uint8_t left = bytes;  // the bytes that have no record yet
  for (uint32_t number = word.newest; number != 0;) {
    const Record old = records_[number];
    const uint32_t older = old.older;
    if (const uint8_t common = old.bytes & bytes; common != 0) {
      left &= static_cast<uint8_t>(~common);
      Record anew = old;
      if (anew.locks.enter(locksets_, now, atomic) && earlier.thread == kNoThread)
        earlier = old.last.thread == now.thread && old.other.thread != kNoThread ? old.other : old.last;
      if (old.last.thread != now.thread) anew.other = old.last;
      // `last` stays if `now` differs from it only in the place, or in that `now` is a read and `last` a write.
      LockedAccess same = now;
      same.loc = old.last.loc;
      same.write |= old.last.write;
      if (old.last != same) anew.last = now;
      if (common != old.bytes) {  // the other bytes of the record keep their data
        trail.save(records_[number]);
        records_[number].bytes &= static_cast<uint8_t>(~common);
        anew.bytes = common;
        add(word, anew);
      } else if (anew.locks != old.locks || anew.last != old.last || anew.other != old.other) {
        trail.save(records_[number]);
        records_[number] = anew;
      }
    }
    number = older;
  }
  if (left == 0) return;
  Record fresh;
  fresh.bytes = left;
  fresh.last = now;
  fresh.locks.enter(locksets_, now, atomic);
  add(word, fresh);
}

void Locking::report(uint64_t address, const LockedAccess& now, const LockedAccess& earlier) const {
  LockingNames names;
  names.thread = thread_name;
  names.place = native::loc_mark;
  names.lock = [&](const LockName& lock) { return describe(locks_[lock.object]); };
  world.races.push_back(locking_finding(locksets_, describe(address), now, earlier, names));
}

void Locking::clear(uint64_t begin, uint64_t end) {
  for (auto word = words_.lower_bound(begin & ~7ull); word != words_.end() && word->first < end; ++word)
    if (word->second.newest != 0) trail.set(word->second.newest, 0);
}

void Locking::leave_frame(uint64_t end) {
  const uint64_t begin = world.thread_memory[world.current_number()].stack_begin;
  if (end - begin >= world.thread_memory[world.current_number()].stack_end - begin) return;
  reach.settle();
  reach.leave_frame(end);
  auto first = locals_.lower_bound(begin);
  if (first != locals_.end() && *first < end) clear(begin, end);
}

void Locking::leave_local(uint64_t begin, uint64_t end) {
  reach.settle();
  reach.leave_frame(end);
  auto first = locals_.lower_bound(begin & ~7ull);
  if (first != locals_.end() && *first < end) clear(begin, end);
}

void Locking::exempt(uint64_t begin, uint64_t size) {
  exempt_.resize(num_exempt_);
  exempt_.push_back({begin, begin + size});
  trail.set(num_exempt_, num_exempt_ + 1);
}

}  // namespace mover::runtime
