// The canonical form of a state: a tuple of chunks, one for each mutable global, each thread, and each object that is
// reachable from them, in the order of a fixed traversal. An address is written as the number of its object in that
// order (the object's name in this form), so states that differ only in addresses of objects are equal. Dead registers,
// unreachable stack objects, garbage and freed memory are left out. (A freed object to which a pointer exists is
// written as a tombstone without contents, because comparisons of pointers depend on its identity.)
//
// Exposed objects, whose addresses have become numbers, are written with their real slots and are always roots of the
// traversal, so that values computed from the number keep their meaning.
//
// A chunk's number is cached in the object or thread, with the names that the chunk contains. Only chunks that a step
// changed, or that contain changed names, are written and hashed again.
#include <algorithm>
#include <tuple>

#include "vm/interpreter.h"

namespace mover::vm {

namespace {
constexpr uint64_t kNamed = 0x7000'0000;  // names use slots that no object has
constexpr Slot kUnknown = 1u << 31;       // in ChunkCache::Mention: the rest is the number of an unknown value
}  // namespace

// Writes chunks. Memory is reserved for a whole object or thread at once, so writing a word takes a few instructions.
struct Vm::Serialiser {
  Vm& vm;
  ChunkSink& sink;
  ChunkCache* cache = nullptr;  // the cache of the chunk that is being written
  char* at = nullptr;

  void begin(ChunkCache& m, uint64_t words) {
    cache = &m;
    m.mentions.clear();
    begin(words);
  }
  void begin(uint64_t words) {
    if (vm.buffer_.size() < words * 9) vm.buffer_.resize(words * 9);
    at = vm.buffer_.data();
  }
  uint32_t end() {
    uint32_t chunk = sink.intern({vm.buffer_.data(), static_cast<size_t>(at - vm.buffer_.data())});
    if (cache != nullptr) cache->chunk = chunk, cache->epoch = vm.chunk_epoch_;
    return chunk;
  }

  // Whether the object has a name in this form; otherwise its address is written as it is.
  bool is_renamed(Slot slot) const {
    return slot >= vm.first_dynamic_ && slot < vm.state_.objects.size() && vm.state_.objects[slot] &&
           !vm.state_.objects[slot]->exposed;
  }
  // The object's name. At the first mention, the object gets a name and is added to the traversal.
  uint32_t name(Slot slot) {
    uint32_t& name = vm.name_of_[slot];
    if (name == 0) {
      vm.named_.push_back(slot);
      name = static_cast<uint32_t>(vm.named_.size());
    }
    return name;
  }
  uint64_t rename(Address address) {
    Slot slot = slot_of(address);
    if (slot < vm.first_dynamic_ || slot >= kImmutable) return address;
    uint32_t n = name_of(slot);
    cache->mentions.push_back({slot, n});
    return n == 0 ? address : ((kNamed + n) << 32) | (address & 0xffffffffu);
  }
  // The object's name, or 0 if its address is written as it is. (A cached chunk may be shared with another state in
  // which the object is not exposed.)
  uint32_t name_of(Slot slot) {
    if (slot >= kUnknown) return vm.name_of_unknown(slot & ~kUnknown);
    if (slot >= kThreadMention) return vm.canonical_thread(slot & ~kThreadMention);
    return is_renamed(slot) ? name(slot) : 0;
  }
  // Whether the cached chunk is still valid. Names the objects that the chunk mentions, as writing the chunk would.
  bool is_cached(const ChunkCache& m) {
    if (m.chunk == kNoChunk || m.epoch != vm.chunk_epoch_) return false;
    bool same = true;
    for (const ChunkCache::Mention& mention : m.mentions) same &= name_of(mention.slot) == mention.name;
    return same;
  }

  template <typename T>
  void put(T v) {
    std::memcpy(at, &v, sizeof v);
    at += sizeof v;
  }
  // Writes the thread's place in the order of threads.
  void put_thread(ThreadId t) {
    if (vm.position_.empty()) return put(t);
    cache->mentions.push_back({kThreadMention | t, vm.canonical_thread(t)});
    put(vm.canonical_thread(t));
  }
  // Writes a word as a bit set of its nonzero bytes, followed by these bytes: most words of most programs are short.
  void put_word(uint64_t word) {
    if (word <= 0xff) {
      at[0] = word != 0;
      at[1] = static_cast<char>(word);
      at += word != 0 ? 2 : 1;
      return;
    }
    if (word >> 56 != 0) {  // an address of a named object, or a negative number: all 8 bytes
      *at++ = static_cast<char>(0xff);
      put(word);
      return;
    }
    char* set = at++;
    unsigned bits = 0;
    for (unsigned i = 0; word != 0; ++i, word >>= 8)
      if (word & 0xff) bits |= 1u << i, *at++ = static_cast<char>(word);
    *set = static_cast<char>(bits);
  }
  void put_words(const uint8_t* bytes, uint64_t size) {
    for (uint64_t i = 0; i < size; i += 8) {  // objects are padded to whole words with zeros
      uint64_t word;
      std::memcpy(&word, bytes + i, 8);
      put_word(word);
    }
  }
  void put_value(const Value& v) {
    put(v.tag);
    put_word(v.tag & kPointer ? rename(v.bits) : v.bits);
    if (v.tag & kUndefined) put_word(v.undefined), put_word(renamed_term(v.term));
  }
  // The term with the names of its variables in this form.
  terms::TermId renamed_term(terms::TermId term) {
    if (term == 0) return 0;
    for (uint32_t variable : vm.unknowns_->terms.variables(term))
      cache->mentions.push_back({variable | kUnknown, vm.name_of_unknown(variable)});
    return vm.rename_term(term);
  }

  uint32_t object_chunk(const Object& object, Slot slot) {
    if (is_cached(object.canonical)) return object.canonical.chunk;
    begin(object.canonical, 10 + object.size / 8 * 2 + 2 + object.map_words() + 3 * object.unknowns.size());
    put(static_cast<uint8_t>(static_cast<uint8_t>(object.kind) | (object.alive ? 16 : 0) | (object.shared ? 32 : 0) |
                             (object.exposed ? 64 : 0) | (object.has_undefined ? 128 : 0)));
    put(static_cast<uint8_t>((object.in_memory ? 1 : 0) | (object.pointer_words ? 2 : 0) | (object.has_scope ? 4 : 0) |
                             static_cast<uint8_t>(object.allocated_by) << 3));
    if (object.exposed) put(slot);
    if (object.kind == ObjectKind::ThreadHandle) put_handle(object);
    if (object.kind == ObjectKind::Stack && (object.alive || object.has_scope))
      put_thread(object.owner), put(object.frame), put(object.rank);  // these determine when its lifetime ends
    else if (object.kind == ObjectKind::Stack && vm.options_.reuse_addresses)
      put(object.owner);  // its slot belongs to this thread's stack
    if (vm.options_.keep_names && slot >= vm.first_dynamic_) put_word(object.site), put_given(object);
    if (vm.options_.keep_names && object.kind == ObjectKind::ThreadLocal) put_thread(object.owner);
    put_word(object.size);
    const uint8_t* bytes = vm.owner_words_.empty() ? object.data() : vm.with_positions(object, slot, object.canonical);
    if (object.pointer_words == 0) {
      put_words(bytes, object.size);
    } else {
      for (uint64_t i = 0; i < object.map_words(); ++i) put_word(object.map()[i]);
      for (uint64_t i = 0; i < (object.size + 7) / 8; ++i) {
        uint64_t word;
        std::memcpy(&word, bytes + i * 8, 8);
        put_word(i < object.size / 8 && object.is_pointer(i) ? rename(word) : word);
      }
    }
    if (object.has_undefined) put_words(object.undefined(), object.size), put_unknowns(object);
    return end();
  }

  void put_given(const Object& object) {
    if (vm.position_.empty()) return put_word(object.given_to);
    put(static_cast<uint8_t>(object.given_to_twin));
    put_thread(object.given_to);
  }
  void put_handle(const Object& handle) {
    if (vm.position_.empty()) return put(handle.owner);
    put(static_cast<uint8_t>(vm.is_anonymous(handle)));
    if (handle.alive && !vm.is_anonymous(handle)) put_thread(handle.owner);
  }

  void put_unknowns(const Object& object) {
    for (const UnknownByte& byte : object.unknowns)
      if (object.undefined()[byte.offset] != 0)
        put_word(byte.offset), put_word(byte.index), put_word(renamed_term(byte.term));
  }

  void put_frame(const Thread& thread, const Frame& frame, bool innermost) {
    put_word(frame.function);
    put_word(frame.pc);
    if (frame.varargs != 0) put_word(rename(address_of(frame.varargs)));
    for (uint32_t reg : vm.live_registers(frame, innermost)) {
      uint32_t r = frame.base + reg;
      put_value(thread.value(r));
    }
  }

  // Local variables that a formula reads, although the program may not read them again.
  void put_inspected(const Thread& thread) {
    for (Slot slot : thread.locals)
      put_word(vm.is_inspected_local(*vm.state_.objects[slot]) ? rename(address_of(slot)) : 0);
    put_word(thread.locals.size());
  }

  uint32_t thread_chunk(const Thread& thread) {
    if (is_cached(thread.canonical)) return thread.canonical.chunk;
    const bool is_released = thread.released != 0 && vm.signals(thread);
    begin(thread.canonical, 19 + thread.blocks.size() + thread.held.size() * 2 + thread.thread_locals.size() * 2 +
                                thread.locals.size() + 1 + thread.frames.size() * 3 + thread.regs.size() * 4);
    put(thread.status);
    put(static_cast<uint8_t>((thread.detached ? 1 : 0) | (thread.timed_wait ? 2 : 0) | (thread.timed_out ? 4 : 0) |
                             (thread.blocks.empty() ? 0 : 8) | (thread.has_left_object ? 16 : 0) |
                             (is_released ? 32 : 0)));
    if (is_released) put_word(rename(thread.released));
    put(static_cast<uint16_t>(thread.atomic_depth));
    if (!vm.position_.empty()) put(vm.twins_.contains(thread.kind) ? thread.kind : 0);
    if (thread.status == Status::Waiting || thread.status == Status::Woken || thread.status == Status::Queued ||
        thread.status == Status::InBarrier || thread.status == Status::PastBarrier || thread.status == Status::OnWord) {
      put_word(thread.has_left_object ? 0 : rename(thread.wait_object));
      put_word(rename(thread.wait_mutex));
    }
    if (thread.status == Status::Ended) put_value(thread.result);
    put(static_cast<uint16_t>(thread.held.size()));
    for (const Held& h : thread.held) {
      put_word(rename(h.object));
      put(static_cast<uint8_t>((h.shared ? 1 : 0) | static_cast<uint8_t>(h.kind) << 1));
    }
    if (!thread.blocks.empty()) {
      put(static_cast<uint16_t>(thread.blocks.size()));
      for (const Block& block : thread.blocks) put(block.begin), put(block.frame);
    }
    put(static_cast<uint16_t>(thread.thread_locals.size()));
    for (const ThreadLocalCopy& copy : thread.thread_locals) {
      put(copy.global);
      put_word(rename(address_of(copy.slot)));
    }
    if (!vm.inspected_.locals.empty()) put_inspected(thread);
    for (uint32_t i = 0; i < thread.frames.size(); ++i)
      put_frame(thread, thread.frames[i], i + 1 == thread.frames.size());
    return end();
  }
};

// Writes the elements of an array as separate chunks. Consecutive states differ little, so the array is compared with
// its contents in the last canonical form, and only changed elements are interned again.
void Vm::append_elements(Slot slot, const Object& object, ChunkSink& sink, std::vector<uint32_t>& tuple) {
  uint64_t element = element_size_[slot];
  LastArray& last = last_arrays_[slot];
  ChunkCache unused;
  const uint8_t* bytes = owner_words_.empty() ? object.data() : with_positions(object, slot, unused);
  bool first = last.bytes.empty();
  if (first) last.bytes.resize(object.size), last.numbers.resize((object.size + element - 1) / element);
  if (first || std::memcmp(last.bytes.data(), bytes, object.size) != 0) {
    for (uint64_t i = 0, at = 0; at < object.size; ++i, at += element) {
      uint64_t size = std::min(element, object.size - at);
      if (!first && std::memcmp(last.bytes.data() + at, bytes + at, size) == 0) continue;
      std::memcpy(last.bytes.data() + at, bytes + at, size);
      last.numbers[i] = sink.intern({reinterpret_cast<const char*>(bytes) + at, size});
    }
  }
  tuple.insert(tuple.end(), last.numbers.begin(), last.numbers.end());
}

// Writes the exclusive access predicates in force, in an order that does not depend on the order of the declarations.
// Predicates of unreachable objects are left out. REQUIRES: every reachable object has its name.
void Vm::put_exclusives(Serialiser& out) const {
  if (state_.exclusives.empty()) return;
  std::vector<std::tuple<Address, uint64_t, ir::FunctionId>> all;
  for (const Exclusive& exclusive : state_.exclusives)
    if (Address address = canonical_address(exclusive.address); address != 0)
      all.emplace_back(address, exclusive.size, exclusive.predicate);
  std::sort(all.begin(), all.end());
  for (const auto& [address, size, predicate] : all) out.put(address), out.put(size), out.put(predicate);
}

void Vm::forget_chunks() {
  ++chunk_epoch_;
  for (LastArray& last : last_arrays_) last.bytes.clear();
}

void Vm::canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) {
  tuple.clear();
  name_of_.assign(state_.objects.size(), 0);
  named_.clear();
  unknown_name_of_.clear();
  named_unknowns_ = 0;
  renamed_terms_.clear();
  split_arrays_.clear();
  first_chunk_.resize(first_dynamic_);
  order_threads();
  Serialiser out{*this, sink};
  for (Slot slot = 1; slot < first_dynamic_; ++slot) {
    const Object& object = *state_.objects[slot];
    first_chunk_[slot] = static_cast<uint32_t>(tuple.size());
    if (element_size_[slot] != 0 && object.pointer_words == 0 && !object.has_undefined) {
      append_elements(slot, object, sink, tuple);
      split_arrays_.push_back(slot);
    } else {
      tuple.push_back(out.object_chunk(object, slot));
    }
  }
  num_global_chunks_ = tuple.size();
  for (ThreadId place = 0; place < state_.threads.size(); ++place) {
    const Ref<Thread>& thread = state_.threads[position_.empty() ? place : in_order_[place]];
    tuple.push_back(thread ? out.thread_chunk(*thread) : kNoChunk);
  }
  for (Slot slot : state_.exposed) tuple.push_back(out.object_chunk(*state_.objects[slot], slot));
  for (size_t i = 0; i < named_.size(); ++i) tuple.push_back(out.object_chunk(*state_.objects[named_[i]], named_[i]));
  // The last chunk contains the numbers of chunks of each kind, and the data that belong to no object and no thread.
  out.cache = nullptr;
  out.begin(8 + split_arrays_.size() + 3 * state_.exclusives.size() + 2 * state_.conditions.size() +
            (options_.track_leaks ? state_.objects.size() : 0));
  out.put(static_cast<uint32_t>(state_.threads.size()));
  out.put(static_cast<uint32_t>(state_.exposed.size()));
  out.put(canonical_thread(state_.atomic_holder));
  out.put(static_cast<uint8_t>((state_.detached_thread_ended ? 1 : 0) | (state_.number_free ? 2 : 0)));
  out.put(static_cast<uint32_t>(split_arrays_.size()));
  for (Slot slot : split_arrays_) out.put(slot);
  if (options_.track_leaks)
    for (ir::LocId site : leaks_after_traversal()) out.put(site);
  put_exclusives(out);
  for (const terms::Condition& condition : relevant_conditions())
    out.put_word(condition.term), out.put(condition.value);
  tuple.push_back(out.end());
}

uint32_t Vm::name_of_unknown(uint32_t variable) {
  uint32_t& name = unknown_name_of_[variable];
  if (name == 0) name = ++named_unknowns_;
  return name;
}

terms::TermId Vm::rename_term(terms::TermId term) {
  return unknowns_->terms.renamed(term, renamed_terms_, [&](uint32_t variable) { return name_of_unknown(variable); });
}

// The conditions on unknown values that may still be used: those that have a variable in common with a value of the
// state, or with another such condition. Other variables can be chosen independently of these.
std::vector<terms::Condition> Vm::relevant_conditions() {
  std::vector<terms::Condition> relevant, rest = state_.conditions;
  auto is_relevant = [&](const terms::Condition& condition) {
    const std::vector<uint32_t> variables = unknowns_->terms.variables(condition.term);
    const bool named = std::ranges::any_of(variables, [&](uint32_t v) { return unknown_name_of_.contains(v); });
    if (named) relevant.push_back({rename_term(condition.term), condition.value});
    return named;
  };
  while (std::erase_if(rest, is_relevant) != 0) {
  }
  std::sort(relevant.begin(), relevant.end());
  return relevant;
}

Address Vm::canonical_address(Address address) const {
  Slot slot = slot_of(address);
  if (slot < first_dynamic_ || slot >= kImmutable) return address;
  if (slot >= state_.objects.size() || !state_.objects[slot]) return 0;
  if (state_.objects[slot]->exposed) return address;
  if (const Object& object = *state_.objects[slot];
      object.kind == ObjectKind::ThreadHandle && !position_.empty() && is_anonymous(object))
    return static_cast<Address>(kThreadMention | position_[object.owner]) << 32;
  uint32_t name = name_of_[slot];
  return name == 0 ? 0 : ((kNamed + name) << 32) | (address & 0xffffffffu);
}

std::pair<size_t, size_t> Vm::canonical_places(const NamedBytes& bytes) const {
  const size_t first = first_chunk_[bytes.object];
  if (!std::binary_search(split_arrays_.begin(), split_arrays_.end(), bytes.object)) return {first, first};
  const uint64_t element = element_size_[bytes.object], last = bytes.offset + std::max(bytes.size, 1u) - 1;
  return {first + bytes.offset / element, first + last / element};
}

// REQUIRES: name_of_ is the result of the last traversal.
std::vector<ir::LocId> Vm::leaks_after_traversal() const {
  std::vector<ir::LocId> sites;
  for (Slot slot = first_dynamic_; slot < state_.objects.size(); ++slot)
    if (state_.objects[slot] && name_of_[slot] == 0 && state_.objects[slot]->alive &&
        state_.objects[slot]->kind == ObjectKind::Heap && !state_.objects[slot]->exposed)
      sites.push_back(state_.objects[slot]->site);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

std::vector<ir::LocId> Vm::leaks() {
  mark_reachable(true, name_of_);
  return leaks_after_traversal();
}

// Frees the slots of unreachable objects. Garbage collection runs at points that depend on the execution alone, so the
// same schedule always gives the same addresses.
void Vm::collect_garbage() {
  mark_reachable(false, name_of_);
  uint32_t live = 0;
  for (Slot slot = first_dynamic_; slot < state_.objects.size(); ++slot) {
    if (!state_.objects[slot]) continue;
    const Object& object = *state_.objects[slot];
    bool leaked = object.kind == ObjectKind::Heap && object.alive;
    if (name_of_[slot] != 0 || (leaked && options_.track_leaks)) {
      ++live;
      continue;
    }
    if (leaked) state_.heap_bytes -= object.size;
    state_.objects[slot] = Ref<Object>();
    drop_exclusives(slot);
  }
  while (state_.objects.size() > first_dynamic_ && !state_.objects.back()) state_.objects.pop_back();
  state_.created_since_gc = 0;
  state_.live_after_gc = live;
}

// Sets reached[slot] to a nonzero value for all reachable objects. `used`: ignores dead registers, as the canonical
// form does, so that equal states have the same leaks.
void Vm::mark_reachable(bool used, std::vector<uint32_t>& reached) const {
  reached.assign(state_.objects.size(), 0);
  std::vector<Slot> work;
  auto reach_slot = [&](Slot slot) {
    if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot] || reached[slot] != 0) return;
    reached[slot] = 1;
    work.push_back(slot);
  };
  auto reach = [&](const Value& v) {
    if (v.tag & kPointer) reach_slot(slot_of(v.bits));
  };
  auto reach_object = [&](const Object& object) {
    object.for_each_pointer([&](uint64_t, Address address) { reach_slot(slot_of(address)); });
  };
  for (Slot slot = 1; slot < first_dynamic_; ++slot) reach_object(*state_.objects[slot]);
  for (Slot slot : state_.exposed) reach_slot(slot);
  reach_slot(slot_of(arguments_));
  for (const Ref<Thread>& thread : state_.threads) {
    if (!thread) continue;
    reach_slot(thread->handle);
    reach(thread->result);
    reach_slot(slot_of(thread->wait_object));
    reach_slot(slot_of(thread->wait_mutex));
    for (uint32_t i = 0; used && i < thread->frames.size(); ++i) {
      const Frame& frame = thread->frames[i];
      reach_slot(frame.varargs);
      for (uint32_t reg : live_registers(frame, i + 1 == thread->frames.size()))
        reach({thread->regs[frame.base + reg], 0, thread->tags[frame.base + reg]});
    }
    for (uint32_t i = 0; !used && i < thread->regs.size(); ++i) reach({thread->regs[i], 0, thread->tags[i]});
    for (uint32_t i = 0; !used && i < thread->locals.size(); ++i) reach_slot(thread->locals[i]);
    for (const Held& h : thread->held) reach_slot(slot_of(h.object));
    for (const ThreadLocalCopy& copy : thread->thread_locals) reach_slot(copy.slot);
  }
  while (!work.empty()) {
    Slot slot = work.back();
    work.pop_back();
    reach_object(*state_.objects[slot]);
  }
}

}  // namespace mover::vm
