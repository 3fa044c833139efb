#include "memory/locals.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/reporting_code.h"
#include "memory/access.h"
#include "memory/reach.h"
#include "memory/unset.h"
#include "scheduling/assumptions.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

Locals locals;

namespace {

constexpr uint64_t kZoneBefore = 16, kZoneAfter = 32;  // in bytes, as in src/instrument/red_zones.h

}  // namespace

void Locals::open() {
  constexpr uint64_t kWordsOfStack = World::kStackSize / kWord;
  for (uint32_t t = 0; t < kMostThreads; ++t) {
    words_[t] = static_cast<Word*>(reserve(kWordsOfStack * sizeof(Word)));
    known_[t] = static_cast<uint8_t*>(reserve(kWordsOfStack));
    begins_[t] = static_cast<uint8_t*>(reserve(kWordsOfStack));
    unset_[t] = static_cast<UnsetWords*>(reserve(kWordsOfStack / UnsetWords::kWords * sizeof(UnsetWords)));
    deepest_[t] = world.thread_memory[t].stack_end;
  }
}

uint32_t Locals::owner_of(uint64_t address) { return world.owner_of_stack(address); }

Locals::Word& Locals::word(uint32_t t, uint64_t address) const {
  return words_[t][(address - world.thread_memory[t].stack_begin) / kWord];
}
uint8_t& Locals::known(uint32_t t, uint64_t address) const {
  return known_[t][(address - world.thread_memory[t].stack_begin) / kWord];
}

bool Locals::is_known(uint32_t t, uint64_t address, uint64_t size, Known what) const {
  for (uint64_t at = first_word(address); at < address + size; at += kWord)
    if ((known(t, at) & what) != 0) return true;
  return false;
}

void Locals::begin(uint64_t address, uint64_t size, const void* pc) {
  const uint32_t t = world.current_number();
  if (owner_of(address) != t || owner_of(address + size - 1) != t) return;
  if (address < deepest_[t]) trail.set(deepest_[t], address);
  begin_set(t, address, address + size);
  uint8_t* const begins = &begins_[t][(first_word(address) - world.thread_memory[t].stack_begin) / kWord];
  for (uint64_t at = first_word(address), i = 0; at < address + size; at += kWord, ++i)
    begins[i] &= static_cast<uint8_t>(~bytes_of_word(at, address, address + size));
  begins[0] |= static_cast<uint8_t>(1u << address % kWord);
  bool was_left = false, had_ended = false;
  for (uint64_t at = first_word(address); at < address + size; at += kWord) {
    Word& now = word(t, at);
    const uint8_t bytes = bytes_of_word(at, address, address + size);
    if (((now.ended | now.left) & bytes) == 0) continue;
    was_left |= (now.left & bytes) != 0;
    had_ended |= (now.ended & bytes) != 0;
    now.will_change();
    now.ended &= static_cast<uint8_t>(~bytes);
    now.left &= static_cast<uint8_t>(~bytes);
  }
  if (was_left) relies_on(Assumption::ReturnedFrames, "begins such a variable at", pc);
  if (had_ended) relies_on(Assumption::EndedBlocks, "begins such a variable at", pc);
}

void Locals::set_beside(uint32_t t, uint64_t begin, uint64_t end, bool is_beside) {
  for (uint64_t at = first_word(begin); at < end; at += kWord) {
    Word& now = word(t, at);
    const uint8_t bytes = bytes_of_word(at, begin, end);
    const uint8_t beside = is_beside ? now.beside | bytes : now.beside & static_cast<uint8_t>(~bytes);
    if (beside == now.beside) continue;
    now.will_change();
    now.beside = beside;
  }
}

void Locals::begin_with_zones(uint64_t address, uint64_t size, const void* pc) {
  const uint32_t t = world.current_number();
  const uint64_t first = address - kZoneBefore, end = address + size + kZoneAfter;
  if (owner_of(first) != t || owner_of(end - 1) != t) return;
  begin(address, size, pc);
  if (first < deepest_[t]) trail.set(deepest_[t], first);
  set_beside(t, first, address, true);
  set_beside(t, address + size, end, true);
}

void Locals::end_zones(uint64_t address, uint64_t size) {
  const uint32_t t = world.current_number();
  const uint64_t first = address - kZoneBefore, end = address + size + kZoneAfter;
  if (owner_of(first) != t || owner_of(end - 1) != t) return;
  set_beside(t, first, address, false);
  set_beside(t, address + size, end, false);
}

// The current thread writes these bytes. If an earlier access of another thread is concurrent with the write, and not
// both are visible, the bytes become visible (a refinement).
void Locals::write(uint64_t address, uint64_t size, bool visible) {
  if (world.matching && world.learning && shadow.touch(address, size, world.current_number(), true))
    ++world.state_refinements;
  shadow.for_each_unordered(address, size, world.current_number(), world.current().clock,
                            [&](const Recorded& earlier, uint64_t word, uint8_t bytes) {
                              if (earlier.visible && visible) return;
                              for (uint32_t i = 0; i < kWord; ++i)
                                if (bytes >> i & 1) world.learn(word + i, 1);
                            });
}

// Treats the end of a lifetime as a write of the variable, in a step of its own if the bytes are visible.
void Locals::become_step(uint64_t address, uint64_t size, ir::LocId loc) {
  if (world.alone()) return;
  const bool visible = shadow.is_visible(address, size);
  if (visible) {
    Operation operation;
    operation.kind = ActionKind::Access;
    operation.access = {address, size, true, true};
    operation.loc = loc;
    world.act(operation);
  }
  write(address, size, visible);
}

void Locals::destroy_objects(uint64_t address, uint64_t size, ir::LocId loc) {
  world.record_release(address, size);
  if (const std::string user = world.user_of_object(address, size); !user.empty())
    world.fail(FindingKind::Memory,
               kept_text("ends the lifetime of a synchronisation object that " + user + ": " + describe(address)), loc);
  world.end_objects(address, size);
}

void Locals::end(uint64_t address, uint64_t size, Scope scope, ir::LocId loc) {
  const uint32_t t = world.current_number();
  if (owner_of(address) != t || owner_of(address + size - 1) != t) return;
  bool ends_now = false;
  for (uint64_t at = first_word(address); at < address + size && !ends_now; at += kWord)
    ends_now = (bytes_of_word(at, address, address + size) & ~word(t, at).ended) != 0;
  if (ends_now) {
    if (is_known(t, address, size, kAccessedByOthers)) become_step(address, size, loc);
    // When main returns, the process ends, so a lock that is still held in main's frame harms no thread.
    if (scope != Scope::Main && is_known(t, address, size, kHoldsObject)) destroy_objects(address, size, loc);
  }
  if (locking.on && scope != Scope::Block) locking.leave_local(address, address + size);
  const uint32_t time = world.current().clock.at[t];
  for (uint64_t at = first_word(address); at < address + size; at += kWord) {
    Word& now = word(t, at);
    const uint8_t bytes = bytes_of_word(at, address, address + size);
    now.will_change();
    if (ends_now) {
      now.time = time;
      now.past |= bytes;
    }
    if (scope == Scope::Block) {
      now.ended |= bytes;
    } else {
      now.ended &= static_cast<uint8_t>(~bytes);
      now.left |= bytes;
    }
  }
  clear_unset(t, address, address + size);
}

void Locals::mark_left(uint32_t t, uint64_t begin, uint64_t end) {
  const uint32_t time = world.current().clock.at[t];
  for (uint64_t at = first_word(begin); at < end; at += kWord) {
    Word& now = word(t, at);
    now.will_change();
    now.time = time;
    now.past = now.left = 0xff;
    now.ended = now.beside = 0;
  }
  if (begin < end) clear_unset(t, first_word(begin), end);
}

void Locals::end_below(uint64_t address, ir::LocId loc) {
  const uint32_t t = world.current_number();
  if (owner_of(address - 1) != t) return;
  const uint64_t begin = deepest_[t];
  if (begin >= address) return;
  for (uint64_t at = first_word(begin); at < address; at += kWord) {
    if ((known(t, at) & kAccessedByOthers) != 0 && word(t, at).left != 0xff) become_step(at, kWord, loc);
    if ((known(t, at) & kHoldsObject) != 0) destroy_objects(at, kWord, loc);
  }
  mark_left(t, begin, address);
  trail.set(deepest_[t], address);
}

uint64_t Locals::bytes_used_below(uint64_t here) const {
  const uint64_t deepest = deepest_[world.current_number()];
  return deepest < here ? here - deepest : 0;
}

void Locals::retire_above(uint64_t here) { trail.set(retired_[world.current_number()], here); }

void Locals::begin_thread(uint32_t t) {
  if (retired_[t] != 0) trail.set(retired_[t], uint64_t{0});
}

// Fork has created the thread `child`, whose stack is a copy of the stack of `parent`.
void Locals::copy_thread(uint32_t parent, uint32_t child) {
  trail.set(deepest_[child], deepest_[parent]);
  trail.set(retired_[child], retired_[parent]);
  const World::ThreadMemory& place = world.thread_memory[parent];
  for (uint64_t at = first_word(deepest_[parent]); at < place.stack_end; at += kWord) {
    Word &from = word(parent, at), &to = word(child, at);
    known(child, at) |= known(parent, at);
    if (from.time == to.time && from.past == to.past && from.ended == to.ended && from.left == to.left &&
        from.beside == to.beside)
      continue;
    to.will_change();
    to.time = from.time;
    to.past = from.past;
    to.ended = from.ended;
    to.left = from.left;
    to.beside = from.beside;
  }
  copy_unset(parent, child);
}

void Locals::end_thread(ir::LocId loc) {
  const uint32_t t = world.current_number();
  for (const uint64_t word : thread_locals_[t]) become_step(word, kWord, loc);
  for (const uint64_t word : thread_local_objects_[t]) destroy_objects(word, kWord, loc);
  end_below(world.thread_memory[t].stack_end, loc);
}

bool Locals::has_ended(uint32_t t, uint64_t address, uint64_t size, uint64_t here, bool* some_unset) const {
  const uint32_t owner = owner_of(address);
  if (owner == kMostThreads) {
    // The stack belongs to a thread of the parent process that this process does not have.
    if (world.seat_of_stack(address) != kMostThreads) return true;
    const uint32_t of_storage = world.owner_of_storage(address);
    return of_storage != kMostThreads && world.thread(of_storage).life == Life::Ended;
  }
  uint8_t never = 0;
  const uint64_t used = owner == t ? here : world.used_stack(owner);
  if (world.thread(owner).life == Life::Ended || (used != 0 && address < used)) return true;
  for (uint64_t at = first_word(address); at < address + size && at < world.thread_memory[owner].stack_end;
       at += kWord) {
    Word& now = word(owner, at);
    const uint8_t bytes = bytes_of_word(at, address, address + size);
    if (((now.beside | now.ended) & bytes) != 0) return true;
    if ((now.left & bytes) != 0) [[unlikely]] {
      // The owner itself may access a new frame. `here` is 0 if the thread does not run.
      const bool may_be_another = owner == t && (retired_[t] == 0 || address < retired_[t]);
      if (!may_be_another || (here != 0 && is_left(std::max(at, address), now, bytes))) return true;
    }
    never |= unset(owner, at) & bytes;
  }
  if (some_unset != nullptr) *some_unset = never != 0;
  return false;
}

// Every variable that contains a synchronisation object is reported, because its address is passed to the C library. So
// if the address is in a frame of a function that reports its variables, it would have begun again.
bool Locals::is_in_left_frame(uint64_t address, uint64_t frame) const {
  const uint32_t t = world.current_number();
  if (owner_of(address) != t || owner_of(frame) != t) return false;
  if (address < frame) return true;
  return (word(t, address).left >> address % kWord & 1) != 0 &&
         lifetimes_reported_by(code_of_frame_at(address) - 1) != Reports::Nothing;
}

// The current thread accesses bytes of a variable whose function has returned. They may belong to a variable of another
// function that did not report its beginning. Then they are marked as such, because to find the function takes time.
bool Locals::is_left(uint64_t address, Word& now, uint8_t bytes) const {
  const auto code = code_of_frame_at(address) - 1;
  if (lifetimes_reported_by(code) == Reports::Accessible) return true;
  relies_on(Assumption::ReturnedFrames, "has such a variable at", reinterpret_cast<const void*>(code));
  now.will_change();
  now.left &= static_cast<uint8_t>(~bytes);
  return false;
}

bool Locals::is_of_ended_variable(uint64_t address, uint64_t here) const {
  const uint32_t t = world.current_number();
  if (owner_of(address) != t) return false;
  if (address < here) return true;
  Word& now = word(t, address);
  const auto byte = static_cast<uint8_t>(1u << address % kWord);
  return (now.ended & byte) != 0 || ((now.left & byte) != 0 && is_left(address, now, byte));
}

void Locals::end_zones_in(uint64_t begin, uint64_t size) {
  const uint32_t t = world.current_number();
  if (owner_of(begin) == t && owner_of(begin + size - 1) == t) set_beside(t, begin, begin + size, false);
}

uint64_t Locals::end_of_ended(uint64_t from, uint64_t to) const {
  const uint32_t t = world.current_number();
  if (owner_of(from) != t) return from;
  for (; from < to; from += kWord)
    if (const Word& now = word(t, from); now.ended == 0 || now.beside != 0) break;
  return from;
}

bool Locals::is_beside(uint64_t address, uint64_t size) const {
  const uint32_t owner = owner_of(address);
  if (owner == kMostThreads || world.thread(owner).life == Life::Ended) return false;
  for (uint64_t at = first_word(address); at < address + size && at < world.thread_memory[owner].stack_end; at += kWord)
    if ((word(owner, at).beside & bytes_of_word(at, address, address + size)) != 0) return true;
  return false;
}

// The highest address in from..to at which a variable begins, or 0.
uint64_t Locals::latest_begin(uint32_t t, uint64_t from, uint64_t to) const {
  for (uint64_t at = first_word(to); at + kWord > from; at -= kWord) {
    const uint8_t begins = begins_[t][(at - world.thread_memory[t].stack_begin) / kWord];
    if (const uint32_t here = begins & bytes_of_word(at, from, to + 1); here != 0)
      return at + static_cast<uint64_t>(std::bit_width(here)) - 1;
  }
  return 0;
}

bool Locals::separate(uint64_t low, uint64_t high) const {
  constexpr uint64_t kMost = 32 << 10;  // comparisons in loops have to be fast
  const uint32_t owner = owner_of(low);
  if (owner != owner_of(high)) return true;
  if (owner == kMostThreads || low == high) return false;
  const uint64_t lowest = world.thread_memory[owner].stack_begin;
  const uint64_t begin = latest_begin(owner, std::max(low, lowest + kMost) - kMost, low);
  return begin == 0 || is_beside(begin, high - begin) || latest_begin(owner, low + 1, high) != 0;
}

std::string Locals::how_it_ended(const std::string& verb, uint64_t address, uint64_t size) const {
  const uint32_t owner = owner_of(address);
  if (owner == kMostThreads) return verb + " a thread-local variable after its thread has ended";
  for (uint64_t at = first_word(address); at < address + size && at < world.thread_memory[owner].stack_end; at += kWord)
    if ((word(owner, at).ended & bytes_of_word(at, address, address + size)) != 0 &&
        world.thread(owner).life != Life::Ended)
      return "use of a local variable after its scope has ended";
  return verb + " a local variable after its function has returned";
}

void Locals::accessed(uint64_t address, uint64_t size, bool visible) {
  const uint32_t owner = owner_of(address);
  if (owner == world.current_number()) return;
  const Clock& clock = world.current().clock;
  if (owner == kMostThreads) {
    const uint32_t of_storage = world.owner_of_storage(address);
    if (of_storage == kMostThreads || of_storage == world.current_number()) return;
    for (uint64_t at = first_word(address); at < address + size; at += kWord) thread_locals_[of_storage].insert(at);
    const Thread& thread = world.thread(of_storage);
    if (!visible && thread.life == Life::Ended && thread.clock.at[of_storage] > clock.at[of_storage])
      world.learn(address, size);
    return;
  }
  for (uint64_t at = first_word(address); at < address + size && at < world.thread_memory[owner].stack_end;
       at += kWord) {
    known(owner, at) |= kAccessedByOthers;
    const Word& then = word(owner, at);
    const uint8_t bytes = then.past & bytes_of_word(at, address, address + size);
    if (bytes == 0 || then.time <= clock.at[owner]) continue;
    for (uint32_t i = 0; i < kWord; ++i)
      if (bytes >> i & 1) world.learn(at + i, 1);
  }
}

void Locals::accessed_by_others(uint64_t address, uint64_t size) {
  if (process_of(address) != 0) {  // the process may not exist yet, so its thread is unknown: all are marked
    address = address_of(address);
    if (const uint32_t seat = world.seat_of_stack(address); seat != kMostThreads)
      for (uint32_t t = 1; t < kMostThreads; ++t)
        for (uint64_t at = first_word(address); at < address + size && at < world.seats[seat].stack_end; at += kWord)
          known_[t][(at - world.seats[seat].stack_begin) / kWord] |= kAccessedByOthers;
    return;
  }
  const uint32_t owner = owner_of(address);
  const uint32_t of_storage = owner == kMostThreads ? world.owner_of_storage(address) : kMostThreads;
  // Joining or detaching a thread counts as an access to its handle, which is no thread-local variable.
  if (of_storage != kMostThreads && address == world.thread_memory[of_storage].thread_base) return;
  for (uint64_t at = first_word(address); at < address + size; at += kWord) {
    if (owner != kMostThreads && at < world.thread_memory[owner].stack_end) known(owner, at) |= kAccessedByOthers;
    if (of_storage != kMostThreads) thread_locals_[of_storage].insert(at);
  }
}

void Locals::holds_object(uint64_t address) {
  if (const uint32_t owner = owner_of(address); owner != kMostThreads)
    known(owner, address) |= kHoldsObject;
  else if (const uint32_t of_storage = world.owner_of_storage(address); of_storage != kMostThreads)
    thread_local_objects_[of_storage].insert(first_word(address));
}

void Locals::put(uint32_t t, uint64_t used_from, std::string& to) const {
  struct {
    uint64_t at = 0, words = 0;
    uint8_t ended = 0, beside = 0, never = 0;
  } same;  // a run of consecutive words with equal states, such as an array that was never set
  auto put_same = [&] {
    if (same.words == 0) return;
    for (const uint64_t number : {same.at, same.words}) to.append(reinterpret_cast<const char*>(&number), 8);
    for (const uint8_t bytes : {same.ended, same.beside, same.never}) to += static_cast<char>(bytes);
  };
  for (uint64_t at = first_word(used_from); at < world.thread_memory[t].stack_end; at += kWord) {
    const Word& now = word(t, at);
    const uint8_t never = unset(t, at);
    if ((now.ended | now.beside | never) == 0) continue;
    const bool is_next = at == same.at + same.words * kWord && now.ended == same.ended && now.beside == same.beside &&
                         never == same.never;
    if (!is_next) put_same(), same = {at, 0, now.ended, now.beside, never};
    ++same.words;
  }
  put_same();
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT void __mover_local_begin(void* where, uint64_t size) {
  if (world.controls() && size != 0) locals.begin(reinterpret_cast<uint64_t>(where), size, PC);
}
MOVER_EXPORT void __mover_block_end(void* where, uint64_t size) {
  if (world.controls() && size != 0)
    locals.end(reinterpret_cast<uint64_t>(where), size, Locals::Scope::Block, location(PC));
}
MOVER_EXPORT void __mover_frame_end(void* where, uint64_t size) {
  if (world.controls() && size != 0)
    locals.end(reinterpret_cast<uint64_t>(where), size, Locals::Scope::Frame, location(PC));
}
MOVER_EXPORT void __mover_main_end(void* where, uint64_t size) {
  if (world.controls() && size != 0)
    locals.end(reinterpret_cast<uint64_t>(where), size, Locals::Scope::Main, location(PC));
}
// The following functions are for variables with red zones.
MOVER_EXPORT void __mover_zoned_begin(void* where, uint64_t size) {
  if (world.controls()) locals.begin_with_zones(reinterpret_cast<uint64_t>(where), size, PC);
}
MOVER_EXPORT void __mover_zoned_frame_end(void* where, uint64_t size) {
  if (!world.controls()) return;
  locals.end(reinterpret_cast<uint64_t>(where), size, Locals::Scope::Frame, location(PC));
  locals.end_zones(reinterpret_cast<uint64_t>(where), size);
}
MOVER_EXPORT void __mover_zoned_main_end(void* where, uint64_t size) {
  if (!world.controls()) return;
  locals.end(reinterpret_cast<uint64_t>(where), size, Locals::Scope::Main, location(PC));
  locals.end_zones(reinterpret_cast<uint64_t>(where), size);
}
// The program has moved the stack pointer back, which ends variable-length arrays.
MOVER_EXPORT void __mover_stack_end(char* from, char* to) {
  if (!world.controls() || from >= to) return;
  const auto begin = reinterpret_cast<uint64_t>(from), size = static_cast<uint64_t>(to - from);
  locals.end(begin, size, Locals::Scope::Frame, location(PC));
  locals.end_zones_in(begin, size);
}
// An exception or longjmp has transferred control to the caller from a lower frame.
MOVER_EXPORT void __mover_unwound() {
  if (world.controls()) locals.end_below(reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16, location(PC));
}
