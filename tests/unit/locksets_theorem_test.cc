// Tests Lemma 1 and Theorem 1 of [EQT06] on random executions. By the lemma, the ordering set of a past access
// determines which later events it happens-before. By the theorem, a race is reported if and only if a conflicting
// access does not happen-before the later one. This test computes happens-before by its definition, as a transitive
// closure over all events of the execution.
//
// The executions have Mover's extensions: reads do not race (figure 8), readers-writer locks, reused thread numbers,
// and atomic accesses with C11's memory orders instead of volatile variables. In the paper, a lock joins the set when
// it is acquired; here it does when it is released. The last test tests the paper's version.
#include <gtest/gtest.h>

#include <random>

#include "differential/forwarding.h"
#include "property/ordering_sets.h"
#include "property/race.h"
#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

constexpr Address kMutexes[] = {5ull << 32, 6ull << 32}, kRwLock = 7ull << 32, kVariables = 8ull << 32,
                  kAtomics = 9ull << 32;
constexpr uint32_t kNumbers = 4, kVariableBytes = 3, kAtomicBytes = 3;
constexpr size_t kMostEvents = 28;
using Kind = Event::Kind;

Event event_of(Kind kind) {
  Event event{};
  event.kind = kind;
  return event;
}
bool is_access(const Event& e) {
  return e.kind == Kind::Access || e.kind == Kind::AtomicLoad || e.kind == Kind::AtomicStore ||
         e.kind == Kind::AtomicRmw;
}
bool reads_atomically(const Event& e) { return e.kind == Kind::AtomicLoad || e.kind == Kind::AtomicRmw; }
bool covers(const Event& e, Address byte) {
  return is_access(e) && e.access.address <= byte && byte < e.access.address + e.access.size;
}

// An execution as a list of events. Threads are identified by their creation, not by their numbers.
struct Execution {
  struct Happened {
    uint32_t thread = 0;
    ThreadId number = 0;
    Event event;
    uint32_t other = 0;  // Create, Join: the thread
  };
  std::vector<Happened> events;
};

// Draws a random execution, event by event. Each event is enabled in its state.
class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed) {}

  Execution make() {
    const size_t length = 4 + below(kMostEvents - 4);
    while (execution_.events.size() < length) one();
    return std::move(execution_);
  }

 private:
  struct Thread {
    ThreadId number = 0;
    bool ended = false, joined = false;
    std::vector<std::pair<Address, bool>> held;  // the locks, and whether only the read side is held
  };

  uint32_t below(size_t n) { return static_cast<uint32_t>(random_() % n); }

  void add(uint32_t t, Event event, uint32_t other = 0) {
    event.loc = static_cast<ir::LocId>(execution_.events.size() + 1);  // unique, so that no access subsumes another one
    execution_.events.push_back({t, threads_[t].number, event, other});
  }

  void one() {
    const uint32_t t = below(threads_.size());
    if (threads_[t].ended) return;
    if (threads_.size() == 1 && below(3) == 0) return create(t);
    switch (below(10)) {
      case 0:
        return create(t);
      case 1:
        return join_or_end(t);
      case 2:
      case 3:
      case 4:
        return lock_or_unlock(t);
      case 5:
        return fence(t);
      case 6:
      case 7:
        return atomic(t);
      default:
        return access(t);
    }
  }

  void create(uint32_t t) {
    const ThreadId number = below(kNumbers);
    for (const Thread& thread : threads_)
      if (thread.number == number && !thread.joined) return;
    threads_.emplace_back().number = number;
    Event event = event_of(Kind::Create);
    event.other = number;
    add(t, event, static_cast<uint32_t>(threads_.size() - 1));
  }

  void join_or_end(uint32_t t) {
    const uint32_t other = below(threads_.size());
    if (other == t && t != 0 && threads_[t].held.empty() && below(2)) {
      threads_[t].ended = true;
      return add(t, event_of(Kind::End));
    }
    if (!threads_[other].ended || threads_[other].joined || other == t) return;
    threads_[other].joined = true;
    Event event = event_of(Kind::Join);
    event.other = threads_[other].number;
    add(t, event, other);
  }

  void lock_or_unlock(uint32_t t) {
    Thread& thread = threads_[t];
    Event event = event_of(Kind::Release);
    if (!thread.held.empty() && below(2)) {
      const uint32_t which = below(thread.held.size());
      std::tie(event.object, event.shared) = thread.held[which];
      thread.held.erase(thread.held.begin() + which);
      return add(t, event);
    }
    event.kind = Kind::Acquire;
    const uint32_t which = below(4);
    event.object = which < 2 ? kMutexes[which] : kRwLock;
    event.shared = which == 3;
    for (const Thread& other : threads_)
      for (const auto& [object, shared] : other.held)
        if (object == event.object && !(shared && event.shared && &other != &thread)) return;
    thread.held.push_back({event.object, event.shared});
    add(t, event);
  }

  void fence(uint32_t t) {
    constexpr ir::Order orders[] = {ir::Order::Acquire, ir::Order::Release, ir::Order::AcqRel, ir::Order::SeqCst};
    Event event = event_of(Kind::Fence);
    event.order = orders[below(4)];
    add(t, event);
  }

  void atomic(uint32_t t) {
    constexpr Kind kinds[] = {Kind::AtomicLoad, Kind::AtomicStore, Kind::AtomicRmw};
    Event event = event_of(kinds[below(3)]);
    event.order = static_cast<ir::Order>(1 + below(5));
    event.access = bytes(kAtomics, kAtomicBytes, event.kind != Kind::AtomicLoad);
    event.access.atomic = true;
    add(t, event);
  }

  // A plain access, sometimes to bytes that other threads access atomically.
  void access(uint32_t t) {
    Event event = event_of(Kind::Access);
    event.access =
        below(6) == 0 ? bytes(kAtomics, kAtomicBytes, below(2)) : bytes(kVariables, kVariableBytes, below(2));
    add(t, event);
  }

  Access bytes(Address from, uint32_t of, bool write) {
    const uint32_t first = below(of), size = 1 + below(std::min(2u, of - first));
    return {from + first, size, write};
  }

  std::mt19937_64 random_;
  Execution execution_;
  std::vector<Thread> threads_{{}};
};

// Happens-before among the events of an execution, by its definition.
class HappensBefore {
 public:
  explicit HappensBefore(const std::vector<Execution::Happened>& events) : events_(events), after_(events.size()) {
    for (size_t l = 0; l < events_.size(); ++l)
      for (size_t k = 0; k < l; ++k)
        if (directly(k, l)) after_[k] |= 1ull << l;
    for (size_t r = 0; r < events_.size(); ++r)
      if (reads_atomically(events_[r].event)) synchronise(r);
    for (size_t k = events_.size(); k-- > 0;)  // edges lead to later events
      for (size_t l = k + 1; l < events_.size(); ++l)
        if (after_[k] >> l & 1) after_[k] |= after_[l];
  }

  bool operator()(size_t k, size_t l) const { return (after_[k] >> l & 1) != 0; }
  bool before_or_same(size_t k, size_t l) const { return k == l || (*this)(k, l); }

  // The writes and fences with which an acquiring read of that byte at position `now` would synchronise: those that
  // head a release sequence that contains the last write. A fence heads the release sequences of all later writes of
  // its thread.
  std::vector<size_t> heads(Address byte, size_t now) const {
    std::vector<size_t> all;
    for (size_t w = now; w-- > 0;) {
      const Event& e = events_[w].event;
      if (!covers(e, byte) || !e.access.write) continue;
      if (!e.access.atomic) break;
      if (ir::releases(e.order)) all.push_back(w);
      for (size_t f = 0; f < w; ++f)
        if (events_[f].thread == events_[w].thread && events_[f].event.kind == Kind::Fence &&
            ir::releases(events_[f].event.order))
          all.push_back(f);
      if (e.kind == Kind::AtomicStore) break;
    }
    return all;
  }

 private:
  bool directly(size_t k, size_t l) const {
    const Execution::Happened &earlier = events_[k], &later = events_[l];
    if (earlier.thread == later.thread) return true;
    if (earlier.event.kind == Kind::Create && earlier.other == later.thread) return true;
    if (later.event.kind == Kind::Join && later.other == earlier.thread) return true;
    return earlier.event.kind == Kind::Release && later.event.kind == Kind::Acquire &&
           earlier.event.object == later.event.object && !(earlier.event.shared && later.event.shared);
  }

  void synchronise(size_t r) {
    const Event& read = events_[r].event;
    for (uint64_t i = 0; i < read.access.size; ++i)
      for (size_t head : heads(read.access.address + i, r)) {
        if (ir::acquires(read.order)) after_[head] |= 1ull << r;
        for (size_t f = r + 1; f < events_.size(); ++f)
          if (events_[f].thread == events_[r].thread && events_[f].event.kind == Kind::Fence &&
              ir::acquires(events_[f].event.order))
            after_[head] |= 1ull << f;
      }
  }

  const std::vector<Execution::Happened>& events_;
  std::vector<uint64_t> after_;  // by event: a bit set of the events that it happens-before
};

// Findings name places and threads, which do not exist here.
struct NoNames : differential::ForwardingDescription {
  using ForwardingDescription::ForwardingDescription;
  std::string describe(Address, uint64_t) const override { return ""; }
  std::string thread_name(ThreadId) const override { return ""; }
};
class Nameless final : public differential::Altered<NoNames> {
 public:
  Nameless() : Altered(vm::make_machine(empty(), {})) {}
  // All threads exist from the beginning, because accesses of a single existing thread are not recorded.
  ThreadId num_threads() const override { return kNumbers; }
  ThreadStatus status(ThreadId) const override { return ThreadStatus::Parked; }

 private:
  static const ir::Program& empty() {
    static const ir::Program made = [] {
      ir::Program p = test::program("func @main(0) {\n  ret 0\n}\nentry @main\n");
      while (p.locs.size() <= kMostEvents + 1) p.locs.push_back({0, static_cast<uint32_t>(p.locs.size()), 0});
      return p;
    }();
    return made;
  }
};

std::set<size_t> earlier_sides(const std::vector<Finding>& races, size_t now) {
  std::set<size_t> sides;
  for (const Finding& race : races) sides.insert((race.loc == now + 1 ? race.other_loc : race.loc) - 1);
  return sides;
}

std::string in_words(const std::vector<Execution::Happened>& events) {
  std::string text;
  for (const auto& [thread, number, e, other] : events) {
    text += "  thread " + std::to_string(thread) + " (" + std::to_string(number) + ") event " +
            std::to_string(static_cast<int>(e.kind)) + " order " + std::to_string(static_cast<int>(e.order));
    text += " object " + std::to_string(e.object >> 32) + (e.shared ? " shared" : "") + " bytes " +
            std::to_string(e.access.address >> 32) + "+" + std::to_string(e.access.address & 0xff) + ":" +
            std::to_string(e.access.size) + (e.access.write ? " write" : "") + " other " + std::to_string(other) + "\n";
  }
  return text;
}

// Lemma 1 for the set of event i after n events: all possible elements, each with whether it must be in the set.
class Lemma {
 public:
  Lemma(const std::vector<Execution::Happened>& events, const HappensBefore& before)
      : events_(events), before_(before) {}

  std::vector<std::pair<OrderingSets::Element, bool>> of(size_t i) const {
    using S = OrderingSets;
    std::vector<std::pair<S::Element, bool>> all;
    for (ThreadId number = 0; number < kNumbers; ++number) {
      const std::optional<uint32_t> t = thread_with(number);
      // Clause 3: a step of t, or its creation, happens-after event i.
      all.push_back({S::thread(number), t && exists(i, [&](const auto& e) {
                                          return e.thread == *t || (e.event.kind == Kind::Create && e.other == *t);
                                        })});
      all.push_back({S::released_by_fence(number), t && exists(i, [&](const auto& e) {
                                                     return e.thread == *t && e.event.kind == Kind::Fence &&
                                                            ir::releases(e.event.order);
                                                   })});
      all.push_back({S::seen(number), t && has_seen(*t, i)});
    }
    // Clause 1: a release of the lock happens-after event i.
    for (Address m : {kMutexes[0], kMutexes[1], kRwLock})
      for (bool shared : {false, true})
        all.push_back({shared ? S::read_side(m) : S::lock(m), exists(i, [&](const auto& e) {
                         return e.event.kind == Kind::Release && e.event.object == m && e.event.shared == shared;
                       })});
    for (uint32_t offset = 0; offset < kAtomicBytes; ++offset)
      all.push_back({S::atomic_byte(kAtomics + offset), carried(i, kAtomics + offset, events_.size())});
    return all;
  }

  // The last thread that has had the number.
  std::optional<uint32_t> thread_with(ThreadId number) const {
    std::optional<uint32_t> thread;
    if (number == 0) thread = 0;
    for (const auto& e : events_)
      if (e.event.kind == Kind::Create && e.event.other == number) thread = e.other;
    return thread;
  }

 private:
  template <typename Predicate>
  bool exists(size_t i, Predicate predicate) const {
    for (size_t j = 0; j < events_.size(); ++j)
      if (before_.before_or_same(i, j) && predicate(events_[j])) return true;
    return false;
  }
  bool carried(size_t i, Address byte, size_t now) const {
    for (size_t head : before_.heads(byte, now))
      if (before_.before_or_same(i, head)) return true;
    return false;
  }
  bool has_seen(uint32_t t, size_t i) const {
    for (size_t r = 0; r < events_.size(); ++r) {
      const Event& read = events_[r].event;
      if (events_[r].thread != t || !reads_atomically(read) || ir::acquires(read.order)) continue;
      for (uint64_t byte = 0; byte < read.access.size; ++byte)
        if (carried(i, read.access.address + byte, r)) return true;
    }
    return false;
  }

  const std::vector<Execution::Happened>& events_;
  const HappensBefore& before_;
};

constexpr uint64_t kExecutions = rounds(4000);

TEST(Lemma1, AnElementIsInTheSetIfAndOnlyIfTheAccessHappensBeforeWhatItStandsFor) {
  Nameless machine;
  LocksetTable table;
  size_t in = 0, out = 0;
  for (uint64_t seed = 0; seed < kExecutions; ++seed) {
    const Execution execution = Draw(seed).make();
    OrderingSets sets(table, {.every_pair = true});
    std::vector<Execution::Happened> prefix;
    for (const Execution::Happened& next : execution.events) {
      prefix.push_back(next);
      sets.step(machine, next.number, {next.event});
      const HappensBefore before(prefix);
      const Lemma lemma(prefix, before);
      size_t remembered = 0;
      sets.for_each_past([&](ir::LocId loc, const std::vector<OrderingSets::Element>& elements) {
        ++remembered;
        for (const auto& [element, expected] : lemma.of(loc - 1)) {
          const bool is_in = std::binary_search(elements.begin(), elements.end(), element);
          ++(is_in ? in : out);
          ASSERT_EQ(is_in, expected) << "seed " << seed << ", access " << loc - 1 << ", element " << std::hex << element
                                     << std::dec << " after\n"
                                     << in_words(prefix);
        }
      });
      if (HasFatalFailure()) return;
      ASSERT_EQ(remembered, static_cast<size_t>(std::count_if(prefix.begin(), prefix.end(),
                                                              [](const auto& e) { return is_access(e.event); })));
    }
  }
  EXPECT_GT(in, rounds(100'000));
  EXPECT_GT(out, rounds(100'000));
}

TEST(Theorem1, ARaceIsReportedIfAndOnlyIfNothingOrders) {
  Nameless machine;
  LocksetTable table;
  size_t races = 0, ordered = 0;
  for (uint64_t seed = 0; seed < 2 * kExecutions; ++seed) {
    const Execution execution = Draw(seed).make();
    const HappensBefore before(execution.events);
    OrderingSets every_pair(table, {.every_pair = true}), some(table);
    for (size_t n = 0; n < execution.events.size(); ++n) {
      const auto& [thread, number, event, other] = execution.events[n];
      std::set<size_t> expected;
      for (size_t i = 0; i < n && is_access(event); ++i) {
        if (!is_access(execution.events[i].event) || !conflict(execution.events[i].event.access, event.access))
          continue;
        if (before(i, n))
          ++ordered;
        else
          expected.insert(i);
      }
      races += expected.size();
      ASSERT_EQ(earlier_sides(every_pair.step(machine, number, {event}), n), expected)
          << "seed " << seed << ", event " << n << " of\n"
          << in_words(execution.events);
      // An access that a later one subsumes is dropped. Then at least one race is still reported, and no wrong one.
      const std::set<size_t> seen = earlier_sides(some.step(machine, number, {event}), n);
      ASSERT_EQ(seen.empty(), expected.empty()) << "seed " << seed << ", event " << n;
      ASSERT_TRUE(std::includes(expected.begin(), expected.end(), seen.begin(), seen.end())) << "seed " << seed;
    }
  }
  EXPECT_GT(races, rounds(10'000));
  EXPECT_GT(ordered, rounds(10'000));
}

// In the paper, LS(q) also contains the locks that a thread in LS(q) holds. There is a race if LS(q) contains neither
// the accessing thread nor a lock that this thread holds.
TEST(Theorem1, AsPrintedWithTheLocksThatAreHeld) {
  Nameless machine;
  LocksetTable table;
  size_t held_and_in = 0, checked = 0;
  for (uint64_t seed = 0; seed < kExecutions; ++seed) {
    const Execution execution = Draw(seed).make();
    OrderingSets sets(table, {.every_pair = true});
    std::vector<Execution::Happened> prefix;
    std::map<Address, uint32_t> holder;  // by mutex: the thread
    for (const Execution::Happened& next : execution.events) {
      prefix.push_back(next);
      sets.step(machine, next.number, {next.event});
      if (next.event.kind == Kind::Acquire) holder[next.event.object] = next.thread;
      if (next.event.kind == Kind::Release) holder.erase(next.event.object);
      const HappensBefore before(prefix);
      const Lemma lemma(prefix, before);
      sets.for_each_past([&](ir::LocId loc, const std::vector<OrderingSets::Element>& elements) {
        auto has = [&](OrderingSets::Element e) { return std::binary_search(elements.begin(), elements.end(), e); };
        for (Address m : kMutexes) {
          if (!holder.count(m)) continue;
          const uint32_t t = holder[m];
          ThreadId number = 0;
          while (lemma.thread_with(number) != t) ++number;
          const bool in = has(OrderingSets::lock(m)) || has(OrderingSets::thread(number));
          bool acted_after = false;  // Clause 2: a step of the lock's holder happens-after event i
          for (size_t j = 0; j < prefix.size(); ++j)
            acted_after |= prefix[j].thread == t && before.before_or_same(loc - 1, j);
          ASSERT_EQ(in, acted_after) << "seed " << seed << " after\n" << in_words(prefix);
          ASSERT_EQ(in, has(OrderingSets::thread(number))) << "to hold a lock of the set is to be in it";
          held_and_in += in;
          ++checked;
        }
      });
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(held_and_in, rounds(1'000));
  EXPECT_GT(checked, rounds(10'000));
}

}  // namespace
}  // namespace mover::test
