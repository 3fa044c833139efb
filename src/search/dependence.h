// The dependence relation on steps of different threads, and the happens-before order of an execution that it induces.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "property/access_index.h"
#include "search/thread_set.h"

namespace mover {

// One element of a step's footprint, and how the step accesses it: bytes of memory, a synchronisation object, or other
// shared state (the table of threads, the lock of atomic sections).
struct Touch {
  enum class Kind : uint8_t {
    Read,
    Write,          // also every operation without a more specific kind
    Acquire,        // blocks until a Release
    AcquireShared,  // like Acquire, but several threads can hold it
    Release,
    ReleaseShared,
    Through,  // the transition acquires and releases the lock, which is unchanged in the end
    Operate,  // an operation on a condition variable, a barrier or a word
    Leave,    // the return from a wait: an access for steps that release or overwrite the object, not for operations
  } kind = Kind::Read;
  Address object = 0;
  uint64_t size = 1;
  bool operator==(const Touch&) const = default;
};
using Footprint = std::vector<Touch>;

// The footprint of the thread's pending step, whether or not it is enabled.
Footprint footprint(const Machine& machine, ThreadId t, const Action& pending);
// The same, appended to `all`. `accesses`: scratch.
void add_footprint(const Machine& machine, ThreadId t, const Action& pending, std::vector<Access>& accesses,
                   Footprint& all);
// Calls f(touch) for each synchronisation in the events of a step of t. REQUIRES: the machine merges steps.
template <typename F>
void for_each_synchronisation(const Machine& machine, ThreadId t, const std::vector<Event>& events, F f) {
  using Kind = Touch::Kind;
  for (const Event& event : events) {
    switch (event.kind) {
      case Event::Kind::Acquire:
        f(Touch{event.shared ? Kind::AcquireShared : Kind::Acquire, event.object});
        break;
      case Event::Kind::Release:
        f(Touch{event.shared ? Kind::ReleaseShared : Kind::Release, event.object});
        break;
      case Event::Kind::Join:  // if steps are merged, thread numbers do not depend on the schedule
        f(Touch{Kind::Acquire, event.object});
        break;
      case Event::Kind::End:
        f(Touch{Kind::Release, event.object != 0 ? event.object : machine.handle(t)});
        break;
      default:
        break;
    }
  }
}
void add_synchronisation(const Machine& machine, ThreadId t, const std::vector<Event>& events, Footprint& all);

inline bool overlap(const Touch& one, const Touch& other) {
  return one.object < other.object + other.size && other.object < one.object + one.size;
}
inline bool overlap(std::span<const Touch> one, std::span<const Touch> other) {
  for (const Touch& a : one)
    for (const Touch& b : other)
      if (overlap(a, b)) return true;
  return false;
}
// For each kind, the set of kinds that are dependent on it (on the same object).
constexpr uint16_t kDependent[] = {
    0b0'1111'1110,  // Read
    0b1'1111'1111,  // Write
    0b1'1111'1111,  // Acquire
    0b1'1101'0111,  // AcquireShared
    0b1'1110'1111,  // Release
    0b1'1101'0111,  // ReleaseShared
    0b1'1011'1111,  // Through
    0b0'1111'1111,  // Operate
    0b0'0111'1110,  // Leave
};
inline bool dependent(const Touch& one, const Touch& other) {
  return (kDependent[static_cast<int>(one.kind)] >> static_cast<int>(other.kind) & 1) != 0 && overlap(one, other);
}
inline bool dependent(std::span<const Touch> one, std::span<const Touch> other) {
  for (const Touch& a : one)
    for (const Touch& b : other)
      if (dependent(a, b)) return true;
  return false;
}
// Dependent, and may be co-enabled [FG05]: a release and the acquisition that waits for it are never co-enabled.
inline bool may_race(const Touch& earlier, const Touch& later) {
  auto acquires = [](Touch::Kind k) { return k == Touch::Kind::Acquire || k == Touch::Kind::AcquireShared; };
  auto releases = [](Touch::Kind k) { return k == Touch::Kind::Release || k == Touch::Kind::ReleaseShared; };
  return dependent(earlier, later) && !(releases(earlier.kind) && acquires(later.kind)) &&
         !(acquires(earlier.kind) && releases(later.kind));
}
bool may_race(const Footprint& earlier, const Footprint& later);
// Whether every touch that depends on `earlier` depends on `later` as well.
inline bool covers(const Touch& later, const Touch& earlier) {
  if (later.object > earlier.object || later.object + later.size < earlier.object + earlier.size) return false;
  if (later.kind == Touch::Kind::Operate) return earlier.kind == Touch::Kind::Operate;
  return later.kind == Touch::Kind::Write || (later.kind == Touch::Kind::Acquire && earlier.kind != Touch::Kind::Write);
}

// Vector clocks of the steps of a path: for each step, the steps that happen-before it. The clocks are a stack that
// grows and shrinks with the path.
class Clocks {
 public:
  using Clock = uint32_t;
  static constexpr Clock kBeginning = 0;

  Clocks() : clocks_(width_) {}
  // Whether the clock contains the step of t with that number.
  bool contains(Clock clock, ThreadId t, size_t number) const {
    return t < width_ && clocks_[clock * width_ + t] > number;
  }
  // The threads of which the clock contains a step with a number greater than `number`.
  ThreadSet threads_after(Clock clock, size_t number) const;
  // For each thread, calls f with the number of the thread's last step in the clock if that is greater than `number`.
  template <typename F>
  void for_each_after(Clock clock, size_t number, F f) const {
    for (size_t t = 0; t < width_; ++t)
      if (const uint32_t end = clocks_[clock * width_ + t]; end > number + 1) f(end - 1);
  }
  void append(Clock clock, std::string& bytes) const {
    bytes.append(reinterpret_cast<const char*>(&clocks_[clock * width_]), width_ * sizeof(uint32_t));
  }
  Clock copy(Clock clock);
  void join(Clock into, Clock other);
  void set(Clock clock, ThreadId t, size_t number);
  Clock size() const { return static_cast<Clock>(clocks_.size() / width_); }
  void shrink_to(Clock size) { clocks_.resize(size * width_); }

 private:
  size_t width_ = 4;  // the number of threads that a clock has room for
  std::vector<uint32_t> clocks_;
};

// Happens-before of the steps that lead to one state of the path.
class DependenceOrder {
 public:
  // A touch of a past step that later steps may depend on.
  struct Record {
    Touch touch;
    ThreadId thread = 0;
    uint32_t number = 0;
    Clocks::Clock clock = 0;
    uint32_t id = 0;  // a number of the touch that the caller has chosen; otherwise 0
    ByteRange bytes() const { return {touch.object, touch.size}; }
  };

  // The latest past step that races with the pending step of t; null if there is none. Records are valid until the
  // order changes.
  const Record* latest_race(const Clocks& clocks, ThreadId t, std::span<const Touch> next) const;
  // The past steps that race with the pending step of t, without those that happen-before another such step.
  void racing(const Clocks& clocks, ThreadId t, std::span<const Touch> next, std::vector<const Record*>& found) const;
  // A new clock: the steps that happen-before the pending step of t even if the latter does not depend on `earlier`.
  Clocks::Clock without(Clocks& clocks, const Record& earlier, ThreadId t, std::span<const Touch> next) const;
  // Appends a step of t. `ids`: none, or one for each touch. REQUIRES: numbers grow along the path.
  void execute(Clocks& clocks, ThreadId t, const Footprint& step, size_t number, std::span<const uint32_t> ids = {});
  // All past steps of t happen-before all later steps of `other`.
  void precedes(Clocks& clocks, ThreadId t, ThreadId other);
  // A new thread has the number t.
  void begins(ThreadId t) { clock_of(t) = Clocks::kBeginning; }
  // The same; `renumber` maps the ids of touches by a former thread with the number t to new ids.
  template <typename F>
  void begins(ThreadId t, F renumber) {
    if (clock(t) == Clocks::kBeginning) return;  // there was no such thread
    begins(t);
    std::vector<Record> former;
    records_.erase_if([&](const Record& record) {
      if (record.thread == t) former.push_back(record);
      return record.thread == t;
    });
    for (Record& record : former) {
      record.id = renumber(record.id);
      records_.add(record);
    }
  }

  Clocks::Clock clock(ThreadId t) const { return t < threads_.size() ? threads_[t] : Clocks::kBeginning; }
  const AccessIndex<Record>& records() const { return records_; }

 private:
  Clocks::Clock& clock_of(ThreadId t) {
    if (t >= threads_.size()) threads_.resize(t + 1);
    return threads_[t];
  }
  AccessIndex<Record> records_;
  std::vector<Clocks::Clock> threads_;
};

}  // namespace mover
