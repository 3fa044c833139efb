// Tests parts of the run-time library in an ordinary process: the undo log, vector clocks, the program's heap, and
// footprints of library calls that depend on formats and numbers.
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/elf_file.h"
#include "base/formats.h"
#include "base/numbers.h"
#include "base/private_memory.h"
#include "base/trail.h"
#include "memory/heap.h"
#include "scheduling/thread_fields.h"

namespace mover::runtime {
namespace {

void open_once() {
  static const bool opened = [] {
    trail.open();
    heap.open();
    return true;
  }();
  (void)opened;
}

TEST(Trail, UndoesRandomChanges) {
  open_once();
  std::mt19937 random(1);
  std::vector<uint64_t> memory(50);
  std::vector<std::pair<size_t, std::vector<uint64_t>>> checkpoints;
  for (int i = 0; i < 5000; ++i) {
    if (random() % 20 == 0) checkpoints.emplace_back(trail.checkpoint(), memory);
    if (random() % 30 == 0 && !checkpoints.empty()) {
      trail.undo_to(checkpoints.back().first);
      ASSERT_EQ(memory, checkpoints.back().second);
      checkpoints.pop_back();
    }
    const size_t at = random() % memory.size();
    const auto length = static_cast<uint32_t>(1 + random() % (memory.size() - at));
    trail.save(&memory[at], length * 8);
    for (size_t k = 0; k < length; ++k) memory[at + k] = random();
  }
}

TEST(Trail, SavesOnceBetweenTwoCheckpoints) {
  open_once();
  struct {
    int value = 1;
    uint64_t saved_in = 0;
  } record;
  const size_t first = trail.checkpoint();
  trail.save_once(record.saved_in, &record.value, sizeof record.value);
  const size_t length = trail.checkpoint() - first;
  trail.undo_to(first);
  const size_t again = trail.checkpoint();
  for (int i = 0; i < 3; ++i) {
    trail.save_once(record.saved_in, &record.value, sizeof record.value);
    record.value = 10 + i;
  }
  EXPECT_EQ(trail.checkpoint() - again, length);
  trail.undo_to(again);
  EXPECT_EQ(record.value, 1);
}

TEST(Clock, JoinsAndIsPutBack) {
  open_once();
  Clock one, two;
  one.tick(0, 3);
  two.tick(1, 3);
  EXPECT_FALSE(one.includes(two, 3));
  const size_t before = trail.checkpoint();
  one.join(two, 3);
  EXPECT_TRUE(one.includes(two, 3));
  EXPECT_FALSE(two.includes(one, 3));
  trail.undo_to(before);
  EXPECT_FALSE(one.includes(two, 3));
}

TEST(Clock, TimeIsHandedOnAndDoesNotGoBack) {
  open_once();
  Clock one, two;
  two.advance_to(100, &Clock::wall, 1);
  one.advance_times(two, 1);
  EXPECT_EQ(one.wall, 100);
  one.advance_to(50, &Clock::wall, 1);
  EXPECT_EQ(one.wall, 100);
  EXPECT_TRUE(two.includes(one, 1));  // the arrival of a thread does not order it after others
}

TEST(Heap, KnowsTheBlockOfEveryAddress) {
  open_once();
  std::mt19937 random(2);
  struct Known {
    uint64_t begin, size;
    bool freed;
  };
  std::vector<Known> blocks;
  for (int i = 0; i < 3000; ++i) {
    const uint64_t size = random() % 8 == 0 ? random() % 300'000 : random() % 500;
    const uint64_t alignment = uint64_t{16} << random() % 4;
    void* where = heap.allocate(3, size, alignment, 7);
    ASSERT_NE(where, nullptr);
    const auto begin = reinterpret_cast<uint64_t>(where);
    EXPECT_EQ(begin % alignment, 0u);
    std::erase_if(blocks, [&](const Known& known) { return known.begin == begin; });  // reused
    for (const Known& known : blocks)
      ASSERT_TRUE(begin >= known.begin + known.size || begin + size <= known.begin) << "blocks overlap";
    blocks.push_back({begin, size, false});
    std::memset(where, 0x5a, size);
    if (random() % 2 == 0) {
      Known& victim = blocks[random() % blocks.size()];
      if (!victim.freed) heap.free(3, heap.block_of(victim.begin), 9), victim.freed = true;
    }
  }
  for (const Known& known : blocks) {
    const Block* block = heap.block_of(known.size == 0 ? known.begin : known.begin + random() % known.size);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->begin(), known.begin);
    EXPECT_EQ(block->size, known.size);
    EXPECT_EQ(block->state, known.freed ? Block::State::Freed : Block::State::Allocated);
    EXPECT_EQ(block->freed_at, known.freed ? 9u : 0u);
  }
}

TEST(Heap, ThreadsHaveArenasOfTheirOwn) {
  open_once();
  void* first = heap.allocate(10, 24, 16, 1);
  heap.allocate(11, 24, 16, 1);
  void* second = heap.allocate(10, 24, 16, 1);
  void* of_other = heap.allocate(12, 24, 16, 1);
  EXPECT_EQ(reinterpret_cast<uint64_t>(second) - reinterpret_cast<uint64_t>(first),
            reinterpret_cast<uint64_t>(heap.allocate(12, 24, 16, 1)) - reinterpret_cast<uint64_t>(of_other));
  EXPECT_EQ(heap.allocate(10, kArenaSize, 16, 1), nullptr);
}

TEST(PrivateMemory, BlocksAreAlignedDistinctAndPrivate) {
  std::mt19937 random(3);
  std::vector<std::pair<char*, size_t>> blocks;
  for (int i = 0; i < 2000; ++i) {
    const size_t size = 1 + (random() % 50 == 0 ? random() % 2'000'000 : random() % 400);
    const size_t alignment = size_t{16} << random() % 3;
    auto* block = static_cast<char*>(private_allocate(size, alignment));
    ASSERT_TRUE(is_private(block));
    ASSERT_EQ(reinterpret_cast<uint64_t>(block) % alignment, 0u);
    ASSERT_EQ(private_size(block), size);
    std::memset(block, i & 0xff, size);
    blocks.emplace_back(block, size);
    if (random() % 2 == 0) {
      const size_t victim = random() % blocks.size();
      auto [where, bytes] = blocks[victim];
      for (size_t k = 1; k < bytes; ++k) ASSERT_EQ(where[k], where[0]) << "blocks overlap";
      private_free(where);
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(victim));
    }
  }
}

struct Accessed {
  const void* where;
  size_t bytes;
  bool writes;
  bool operator==(const Accessed&) const = default;
};
std::vector<Accessed> accessed;
void note(const void* where, size_t bytes, bool writes, const void*) { accessed.push_back({where, bytes, writes}); }

std::vector<Accessed> printed(const char* format, ...) {
  accessed.clear();
  va_list arguments;
  va_start(arguments, format);
  printf_accesses(format, arguments, note, nullptr);
  va_end(arguments);
  return accessed;
}

std::vector<Accessed> scanned(int converted, const char* format, ...) {
  accessed.clear();
  va_list arguments;
  va_start(arguments, format);
  scanf_accesses(format, arguments, converted, note, nullptr);
  va_end(arguments);
  return accessed;
}

TEST(Formats, PrintfReadsStringsUpToTheirEndOrPrecision) {
  const char text[] = "hello";
  const wchar_t wide[] = L"wide";
  int count = 0;
  long long many = 0;
  using All = std::vector<Accessed>;
  EXPECT_EQ(printed("%d %% %5.2f %Lg", 1, 2.0, 3.0L), All{});
  EXPECT_EQ(printed("%d %s", 1, text), (All{{text, 6, false}}));
  EXPECT_EQ(printed("%.3s", text), (All{{text, 3, false}}));
  EXPECT_EQ(printed("%.*s|%-*d", 9, text, 4, 1), (All{{text, 6, false}}));
  EXPECT_EQ(printed("%ls", wide), (All{{wide, 5 * sizeof(wchar_t), false}}));
  EXPECT_EQ(printed("%n%lln", &count, &many), (All{{&count, 4, true}, {&many, 8, true}}));
  EXPECT_EQ(printed("%2$s %1$d", 1, text), (All{{text, 6, false}}));
  EXPECT_EQ(printed("%s", nullptr), All{});
}

TEST(Formats, ScanfWritesWhatIsConverted) {
  char text[8] = "abc";
  int number = 0;
  double real = 0;
  short small = 0;
  char* made = nullptr;
  using All = std::vector<Accessed>;
  EXPECT_EQ(scanned(2, "%d %7s", &number, text), (All{{&number, 4, true}, {text, 4, true}}));
  EXPECT_EQ(scanned(1, "%d %7s", &number, text), (All{{&number, 4, true}}));
  EXPECT_EQ(scanned(-1, "%d", &number), All{});
  EXPECT_EQ(scanned(2, "%*d %lf %hd", &real, &small), (All{{&real, 8, true}, {&small, 2, true}}));
  EXPECT_EQ(scanned(1, "%[^]x]", text), (All{{text, 4, true}}));
  EXPECT_EQ(scanned(1, "%3c", text), (All{{text, 3, true}}));
  EXPECT_EQ(scanned(1, "%ms", &made), (All{{&made, 8, true}}));
}

TEST(Formats, ScanfCountersCountAsWrittenWhereTheyAre) {
  int first = 5, second = 6;
  auto counted = [](int written, const char* format, ...) {
    accessed.clear();
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    ScanCounters counters(format, arguments);
    if (written > 0) *va_arg(again, int*) = 77;
    counters.accesses(note, nullptr);
    va_end(again);
    va_end(arguments);
    return accessed;
  };
  EXPECT_EQ(counted(1, "%n%n", &first, &second), (std::vector<Accessed>{{&first, 4, true}}));
  EXPECT_EQ(first, 77);
  EXPECT_EQ(second, 6);
}

TEST(Numbers, ReadAsManyCharactersAsShowThatTheNumberIsOver) {
  EXPECT_EQ(read_of_integer("12 ", 10), 3u);
  EXPECT_EQ(read_of_integer(" -0x1g", 0), 6u);
  EXPECT_EQ(read_of_integer("08", 0), 2u);
  EXPECT_EQ(read_of_integer("zz,", 36), 3u);
  EXPECT_EQ(read_of_integer("1", 1), 0u);
  EXPECT_EQ(read_of_real("1.5x45678"), 4u);
  EXPECT_EQ(read_of_real("1e2,"), 4u);
  EXPECT_EQ(read_of_real("infix"), 5u);
  EXPECT_EQ(read_of_real("nan(1)x"), 6u);
  EXPECT_EQ(read_of_real(L"0x1p3 "), 6u);
}

TEST(ElfFile, ReadsItsOwnSectionsAndSymbols) {
  const ElfFile own("/proc/self/exe");
  ASSERT_FALSE(own.sections().empty());
  int texts = 0;
  own.for_each_section(".text", [&](const ElfW(Shdr) & section) { texts += section.sh_size > 0; });
  EXPECT_EQ(texts, 1);
  bool has_main = false;
  own.for_each_symbol([&](const ElfW(Sym) & symbol, const char* name) {
    has_main |= symbol.st_shndx != SHN_UNDEF && std::strcmp(name, "main") == 0;
  });
  EXPECT_EQ(has_main, own.has_symbols());
  EXPECT_TRUE(ElfFile("/no/such/file").sections().empty());
}

std::unique_ptr<Thread> new_thread() {
  auto thread = std::make_unique<Thread>();
  thread->life = Life::Parked;
  return thread;
}

std::string state_of(const Thread& thread) {
  std::string state;
  put_thread(state, thread, true);
  return state;
}

template <typename Field>
uint8_t* bytes_of(Thread& thread, Field field) {
  return reinterpret_cast<uint8_t*>(&(thread.*field.member));
}

TEST(ThreadFields, NamesEveryFieldOnce) {
  const auto thread = new_thread();
  std::set<uint8_t*> places;
  for_each_thread_field([&](auto field) { places.insert(bytes_of(*thread, field)); });
  EXPECT_EQ(places.size(), std::tuple_size_v<ThreadFields>);  // as many as there are: all_fields
}

TEST(ThreadFields, TheRecordIsSavedUpToTheEpochInWhichItWas) {
  const auto thread = new_thread();
  auto* end = reinterpret_cast<uint8_t*>(&thread->saved_in);
  for_each_thread_field(
      [&](auto field) { EXPECT_EQ(field.restored == Restored::WithRecord, bytes_of(*thread, field) < end); });
}

TEST(ThreadFields, WhatIsSavedWithTheRecordIsUndone) {
  open_once();
  const auto thread = new_thread();
  for_each_thread_field([&](auto field) {
    if (field.restored != Restored::WithRecord) return;
    const size_t checkpoint = trail.checkpoint();
    const uint8_t before = *bytes_of(*thread, field);
    thread->will_change();
    *bytes_of(*thread, field) ^= 1;
    trail.undo_to(checkpoint);
    EXPECT_EQ(*bytes_of(*thread, field), before);
  });
}

template <typename T>
constexpr bool is_trailed = false;
template <typename T>
constexpr bool is_trailed<Trailed<T>> = true;
template <>
constexpr bool is_trailed<Clock> = true;
template <>
constexpr bool is_trailed<SpinLoop> = true;

TEST(ThreadFields, OthersWriteToTheTrailThemselvesOrAreWrittenOnce) {
  for_each_thread_field([&](auto field) {
    using Type = std::remove_all_extents_t<std::remove_reference_t<decltype(std::declval<Thread>().*field.member)>>;
    EXPECT_EQ(field.restored == Restored::ByItself, is_trailed<Type>);
  });
}

TEST(ThreadFields, AnAssignmentToATrailedFieldIsUndone) {
  open_once();
  const auto thread = new_thread();
  const size_t checkpoint = trail.checkpoint();
  const std::string before = state_of(*thread);
  thread->random = 7;
  thread->specific[5] = thread.get();
  thread->fault = Fault{FindingKind::Memory, "text", 3};
  EXPECT_NE(state_of(*thread), before);
  trail.undo_to(checkpoint);
  EXPECT_EQ(state_of(*thread), before);
}

TEST(ThreadFields, StatesDifferInThoseThatAreComparedAndInNoOthers) {
  const auto thread = new_thread();
  for_each_thread_field([&](auto field) {
    if (field.compared == Compared::ByCaller) return;
    const std::string before = state_of(*thread);
    *bytes_of(*thread, field) ^= 1;
    EXPECT_EQ(state_of(*thread) != before, field.compared != Compared::Never);
    *bytes_of(*thread, field) ^= 1;
  });
}

}  // namespace
}  // namespace mover::runtime
