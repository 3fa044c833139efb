// The native engine's malloc reuses addresses late, and every thread gets a new handle. So a pointer to a freed block
// differs from all others. With another allocator, a new block may get the same address. Then a comparison of the two
// pointers has another result, and a compare-and-swap that expects the freed block succeeds (ABA). The interpreter
// explores such executions; the native engine only reports that it has not explored them.
#include "memory/reuse.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/real.h"
#include "memory/access.h"
#include "memory/heap.h"
#include "memory/locals.h"
#include "memory/mappings.h"
#include "memory/memory.h"
#include "native/protocol.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

// Whether this comparison has not been reported yet. Each is reported once for a place and a pair of values.
bool is_new(const void* pc, uint64_t one, uint64_t other) {
  using Seen = std::tuple<const void*, uint64_t, uint64_t>;
  static auto* seen = new std::vector<Seen>;
  const Seen now{pc, one, other};
  if (std::find(seen->begin(), seen->end(), now) != seen->end()) return false;
  seen->push_back(now);
  return true;
}

// Whether another allocator could make the two addresses equal: `stale` points into a freed block, and `address` has
// the same offset in its own block, which could lie in the place of the freed one. Returns the latter block, or null.
// Sizes do not matter, because allocators split and join freed blocks, and realloc need not move a block.
const Block* in_place_of(uint64_t stale, uint64_t address) {
  const Block *freed = heap.block_of(stale), *other = heap.block_of(address);
  if (freed == nullptr || other == nullptr || freed == other || freed->state != Block::State::Freed) return nullptr;
  return stale - freed->begin() == address - other->begin() ? other : nullptr;
}

bool compares_blocks(uint64_t stale, uint64_t address, const void* pc, const char* what = "the address of ") {
  const Block* other = in_place_of(stale, address);
  if (other == nullptr) return false;
  if (is_new(pc, heap.block_of(stale)->allocated_at, other->allocated_at))
    world.not_covered(
        what + describe(stale, kWhole) + " is compared at " + native::loc_mark(location(pc)) +
        " with that of the block allocated at " + native::loc_mark(other->allocated_at) +
        ": malloc and realloc may return that address again, and then they are equal, which was not explored");
  return true;
}

// Numbers that the program has computed from addresses (parts of them, hashes), and the address that each was computed
// from. Addresses are the same in every execution, so no entry is ever removed.
class NumbersOfAddresses {
 public:
  static bool is_address(uint64_t number) {
    const Block* block = Heap::contains(number) ? heap.block_of(number) : nullptr;
    return block != nullptr && number - block->begin() <= block->size;
  }
  bool empty() const { return origins_.empty(); }

  // The address that the number was computed from, or the number itself if it is a heap address; otherwise 0.
  uint64_t origin(uint64_t number) const {
    const auto found = origins_.find(number);
    if (found != origins_.end()) return found->second;
    return is_address(number) ? number : 0;
  }

  void add(uint64_t number, uint64_t origin) {
    const bool is_inside = is_address(number) && heap.block_of(number) == heap.block_of(origin);
    if (number < kSmallest || is_inside) return;
    if (origins_.size() == kMost) {
      if (!is_full_) world.not_covered("more numbers are computed from addresses than Mover follows");
      is_full_ = true;
      return;
    }
    origins_[number] = origin;
  }

 private:
  static constexpr uint64_t kSmallest = 1 << 12;  // smaller numbers may be indices or alignments, and are not followed
  static constexpr size_t kMost = 1 << 16;
  std::unordered_map<uint64_t, uint64_t> origins_;
  bool is_full_ = false;
};

NumbersOfAddresses& numbers() {
  static auto* all = new NumbersOfAddresses;
  return *all;
}

// `a` and `b` are the addresses that two unequal numbers were computed from, or 0.
void compares_origins(uint64_t a, uint64_t b, const void* pc) {
  if (a == 0 || b == 0 || a == b) return;
  constexpr const char* kWhat = "a number computed from the address of ";
  if (!compares_blocks(a, b, pc, kWhat)) compares_blocks(b, a, pc, kWhat);
}

// The heap address in the aligned word that contains `part`; 0 if the word is no heap address.
uint64_t address_around(const void* part) {
  if (part == nullptr) return 0;
  uint64_t word = 0;
  __builtin_memcpy(&word, reinterpret_cast<const void*>(reinterpret_cast<uint64_t>(part) & ~uint64_t{7}), sizeof word);
  return Heap::contains(word) && heap.block_of(word) != nullptr ? word : 0;
}

// Whether the thread `other` could have the same handle as the joined thread `over`, because the end of `over`
// happens-before `other`. If so, reports the comparison of the two handles.
bool compares_threads(uint32_t over, uint32_t other, const void* pc) {
  const Thread &gone = world.thread(over), &later = world.thread(other);
  if (!gone.joined || gone.life != Life::Ended || later.clock.at[over] < gone.clock.at[over]) return false;
  if (is_new(pc, gone.created_at, later.created_at))
    world.not_covered("the handle of an ended thread, created at " + native::loc_mark(gone.created_at) +
                      ", is compared at " + native::loc_mark(location(pc)) + " with that of the one created at " +
                      native::loc_mark(later.created_at) +
                      ": a new thread may get that handle again, and then they are equal, which was not explored");
  return true;
}

void report_variables(uint64_t stale, uint64_t address, const void* pc) {
  if (is_new(pc, stale, address))
    world.not_covered("the address of " + describe(stale, kWhole) + ", which has ended, is compared at " +
                      native::loc_mark(location(pc)) + " with that of " + describe(address, kWhole) +
                      ": a later variable may have the same address, and then they are equal, which was not explored");
}

// The thread whose stack or thread-local storage contains the address; kMostThreads: it is a handle, or of no thread.
uint32_t owner_of_variable(uint64_t address) {
  if (!world.is_of_thread(address) || world.by_handle(address) != kMostThreads) return kMostThreads;
  const uint32_t t = Locals::owner_of(address);
  return t != kMostThreads ? t : world.owner_of_storage(address);
}

// `stale` points to a variable of a thread that has ended, and `address` to one of another thread, which could have the
// same stack and storage. If so, reports the comparison. (Of the variables of one thread, a pointer past the end of an
// array may point to one that has ended, so only comparisons with `&variable` are reported: compares_with_local.)
bool compares_variables(uint64_t stale, uint64_t address, const void* pc) {
  const uint32_t t = owner_of_variable(stale), other = owner_of_variable(address);
  if (t == kMostThreads || other == kMostThreads || t == other) return false;
  if (world.thread(t).life != Life::Ended || world.thread(other).life == Life::Ended) return false;
  if ((world.owner_of_storage(stale) == kMostThreads) != (world.owner_of_storage(address) == kMostThreads))
    return false;
  report_variables(stale, address, pc);
  return true;
}

// `stale` points to memory that was unmapped, and `address` to the same place of a page that is mapped. If so, reports
// the comparison.
bool compares_mappings(uint64_t stale, uint64_t address, const void* pc) {
  if (!Mappings::contains(stale) || !Mappings::contains(address) || (stale ^ address) % kPageSize != 0) return false;
  const uint8_t was = Mappings::flags_of(stale), is = Mappings::flags_of(address);
  if ((was & Mappings::kMapped) != 0 || (was & Mappings::kWasMapped) == 0 || (is & Mappings::kMapped) == 0)
    return false;
  if (is_new(pc, stale, address))
    world.not_covered("the address of " + describe(stale, kWhole) + ", which is not mapped any more, is compared at " +
                      native::loc_mark(location(pc)) + " with that of " + describe(address, kWhole) +
                      ": mmap may return that address again, and then they are equal, which was not explored");
  return true;
}

}  // namespace

constexpr unsigned kPointerBits = 48;  // counters in the upper bits keep values apart, even if addresses are reused
constexpr uint64_t kPointer = (uint64_t{1} << kPointerBits) - 1;

static void compares_computed(uint64_t a, uint64_t b, const void* pc) {
  if (a == b || numbers().empty() || (numbers().is_address(a) && numbers().is_address(b))) return;
  const uint64_t from_a = numbers().origin(a), from_b = numbers().origin(b);
  const bool are_whole = (a & kPointer) == from_a && (b & kPointer) == from_b;
  if (!are_whole || a >> kPointerBits == b >> kPointerBits) compares_origins(from_a, from_b, pc);
}

void compares_addresses(uint64_t expected, uint64_t found, const void* pc) {
  if (!Heap::contains(expected & kPointer) || !Heap::contains(found & kPointer))
    return compares_values(expected, found, pc);
  if (expected >> kPointerBits != found >> kPointerBits) return;
  expected &= kPointer;
  found &= kPointer;
  const Block* other = in_place_of(expected, found);
  if (other == nullptr || !is_new(pc, heap.block_of(expected)->allocated_at, other->allocated_at)) return;
  world.not_covered("the compare-and-swap at " + native::loc_mark(location(pc)) + " expects the address of " +
                    describe(expected, kWhole) + ": malloc may return that address again, for the block allocated at " +
                    native::loc_mark(other->allocated_at) + ", and then it succeeds (ABA), which was not explored");
}

void compares_values(uint64_t a, uint64_t b, const void* pc) {
  constexpr uint64_t kLowest = uint64_t{1} << 40;  // handles and the heap lie above
  if (world.controls()) compares_computed(a, b, pc);
  if (a == b || a < kLowest || b < kLowest || !world.controls()) return;
  if (Heap::contains(a) && Heap::contains(b)) {
    if (!compares_blocks(a, b, pc)) compares_blocks(b, a, pc);
    return;
  }
  if (compares_variables(a, b, pc) || compares_variables(b, a, pc)) return;
  if (compares_mappings(a, b, pc) || compares_mappings(b, a, pc)) return;
  const uint32_t one = world.by_handle(a);
  if (one == kMostThreads) return;
  const uint32_t other = world.by_handle(b);
  if (other != kMostThreads && !compares_threads(one, other, pc)) compares_threads(other, one, pc);
}

void compares_memory(const void* a, const void* b, uint64_t size, const void* pc) {
  if (!world.controls()) return;
  for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
    uint64_t one = 0, other = 0;
    std::memcpy(&one, static_cast<const char*>(a) + at, sizeof one);
    std::memcpy(&other, static_cast<const char*>(b) + at, sizeof other);
    compares_values(one, other, pc);
  }
}

// ---- hashes

// Values that the program has hashed. Addresses and handles are the same in every execution, so no value is removed.
class Hashed {
 public:
  explicit Hashed(const char* what) : what_(what) {}

  template <typename F>
  void for_each_other(uint64_t value, F f) {
    if (std::find(values_.begin(), values_.end(), value) == values_.end()) {
      if (values_.size() < kMost)
        values_.push_back(value);
      else
        world.not_covered("the program hashes more than " + std::to_string(kMost) + " " + what_ +
                          ": reuse of the later ones was not considered");
    }
    for (uint64_t other : values_)
      if (other != value) f(other);
  }

 private:
  static constexpr size_t kMost = 512;
  const char* what_;
  std::vector<uint64_t> values_;
};

// Calls f for each of the words that is stored in a global variable or in a heap block. Local variables need no search:
// a thread must hash such a word again to look it up in a container, and is checked then. Mapped memory is not
// searched.
template <typename F>
static void for_each_kept(std::vector<uint64_t> words, F f) {
  if (words.empty()) return;
  const auto [lowest, highest] = std::minmax_element(words.begin(), words.end());
  const uint64_t first = *lowest, last = *highest;
  const auto is_here = [](uint64_t at) {
    if (!Heap::contains(at)) return true;
    const Block* block = heap.block_of(at);
    return block != nullptr && block->state == Block::State::Allocated && at >= block->begin() &&
           at < block->begin() + block->size;
  };
  const auto search = [&](uint64_t begin, uint64_t end) {
    for (uint64_t at = begin; at + sizeof(uint64_t) <= end; at += sizeof(uint64_t)) {
      const uint64_t word = *reinterpret_cast<const uint64_t*>(at);
      if (word - first > last - first) continue;
      const auto found = std::find(words.begin(), words.end(), word);
      if (found == words.end() || !is_here(at)) continue;
      f(word);
      *found = 0;
    }
  };
  memory.for_each_region([&](uint64_t begin, uint64_t end) {
    if (!Heap::contains(begin) && !Mappings::contains(begin)) search(begin, end);
  });
  for (uint32_t t = 0; t < world.num_threads(); ++t) search(kHeapBegin + t * kArenaSize, heap.used_end(t));
}

// Searching memory takes long, so it is done at most kMost times per place and pair of blocks.
static bool is_to_be_searched(const void* pc, uint64_t one, uint64_t other) {
  constexpr unsigned kMost = 1000;
  static auto* times = new std::map<std::tuple<const void*, uint64_t, uint64_t>, unsigned>;
  return ++(*times)[{pc, one, other}] <= kMost;
}

static void finds_in_place_of(uint64_t stale, uint64_t address, const void* pc) {
  const uint32_t freed = heap.block_of(stale)->allocated_at, other = heap.block_of(address)->allocated_at;
  if (!is_new(pc, freed, other)) return;
  world.not_covered("the program takes hashes of the address of " + describe(stale, kWhole) +
                    ", which it still keeps, and, at " + native::loc_mark(location(pc)) +
                    ", of the block allocated at " + native::loc_mark(other) +
                    ": malloc may return that address again, and then they are equal, which was not explored");
}

void takes_for_number(uint64_t address, const void* pc) {
  if (!world.controls() || !Heap::contains(address) || heap.block_of(address) == nullptr) return;
  static auto* hashed = new Hashed("addresses");
  std::vector<uint64_t> stale;
  hashed->for_each_other(address, [&](uint64_t other) {
    if (in_place_of(address, other) != nullptr)
      finds_in_place_of(address, other, pc);
    else if (in_place_of(other, address) != nullptr &&
             is_to_be_searched(pc, heap.block_of(other)->allocated_at, heap.block_of(address)->allocated_at))
      stale.push_back(other);
  });
  for_each_kept(std::move(stale), [&](uint64_t kept) { finds_in_place_of(kept, address, pc); });
}

}  // namespace mover::runtime

using namespace mover::runtime;

#define PC __builtin_return_address(0)

// The instrumentation calls the following functions; this one before each comparison of pointers.
MOVER_EXPORT void __mover_compares_pointers(const void* a, const void* b) {
  compares_values(reinterpret_cast<uint64_t>(a), reinterpret_cast<uint64_t>(b), PC);
}
// Called before the comparison of a pointer with the address of a local variable.
MOVER_EXPORT void __mover_compares_with_local(const void* local, const void* pointer) {
  if (!world.controls() || local == pointer) return;
  const auto address = reinterpret_cast<uint64_t>(local), other = reinterpret_cast<uint64_t>(pointer);
  compares_values(address, other, PC);
  if (locals.is_of_ended_variable(other, reinterpret_cast<uint64_t>(__builtin_frame_address(0))))
    report_variables(other, address, PC);
}
MOVER_EXPORT void __mover_hashes_handle(const uint64_t* handle) {
  if (!world.controls()) return;
  static auto* hashed = new Hashed("threads");
  const uint32_t thread = world.by_handle(*handle);
  if (thread == kMostThreads) return;
  std::vector<uint64_t> earlier;
  hashed->for_each_other(*handle, [&](uint64_t other) {
    if (world.by_handle(other) != kMostThreads) earlier.push_back(other);
  });
  for_each_kept(std::move(earlier), [&](uint64_t kept) { compares_threads(world.by_handle(kept), thread, PC); });
}
MOVER_EXPORT void __mover_compares_numbers(uint64_t a, uint64_t b) { compares_values(a, b, PC); }

// The program compares two numbers of fewer than 64 bits. The pointers say where they were loaded from, or are null.
MOVER_EXPORT void __mover_compares_parts(uint64_t a, uint64_t b, const void* part_of_a, const void* part_of_b) {
  if (a == b || !world.controls()) return;
  const uint64_t around_a = address_around(part_of_a), around_b = address_around(part_of_b);
  if (around_a == 0 && around_b == 0 && numbers().empty()) return;
  compares_origins(around_a != 0 ? around_a : numbers().origin(a), around_b != 0 ? around_b : numbers().origin(b), PC);
}
MOVER_EXPORT void __mover_computes_number(uint64_t a, uint64_t b, uint64_t result) {
  if (!world.controls()) return;
  uint64_t origin = numbers().origin(a);
  if (origin == 0) origin = numbers().origin(b);
  if (origin != 0) numbers().add(result, origin);
}

MOVER_EXPORT int pthread_equal(unsigned long a, unsigned long b) {
  compares_values(a, b, PC);
  return a == b;
}
MOVER_EXPORT int thrd_equal(unsigned long a, unsigned long b) {
  compares_values(a, b, PC);
  return a == b;
}
