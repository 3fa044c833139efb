// Happens-before along a path, for optimal DPOR. The path is extended and undone one step at a time, millions of times,
// so memory is allocated only when the path becomes longer than ever before. Each step has a vector clock. Each piece
// of memory has a list of the last steps that accessed it. Lists are shared between states and restored by an undo log.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/dependence.h"

namespace mover {

class PathOrder {
 public:
  using Clock = Clocks::Clock;
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Step {
    ThreadId thread = 0;
    uint32_t choice = 0;
    Clock clock = 0;
    uint32_t previous = kNone;  // the previous step of the thread
    uint32_t first_touch = 0, num_touches = 0;
    bool several = false;  // the step had several alternatives
    bool section = false;  // the step has entered an atomic section
  };
  // A past step that the next step of a thread depends on directly, not through other steps.
  struct Source {
    uint32_t step = 0;
    bool may_race = false;
    Touch touch;  // of that step
  };

  // Touches are stored in one array that grows and shrinks with the path. A caller that appends touches passes their
  // position.
  std::vector<Touch>& touches() { return touches_; }
  std::span<const Touch> touches(uint32_t first, uint32_t number) const { return {touches_.data() + first, number}; }
  std::span<const Touch> touches(const Step& step) const { return touches(step.first_touch, step.num_touches); }

  size_t size() const { return steps_.size(); }
  const Step& step(size_t number) const { return steps_[number]; }
  Clocks& clocks() { return clocks_; }
  const Clocks& clocks() const { return clocks_; }
  Clock clock(ThreadId t) const { return threads_[t].clock; }
  // Whether step `earlier` happens-before step `later`.
  bool after(size_t later, size_t earlier) const {
    return clocks_.contains(steps_[later].clock, steps_[earlier].thread, earlier);
  }

  // The sources of t's pending step in the state before the step with the number `before`, each step once.
  void sources(ThreadId t, std::span<const Touch> next, size_t before, std::vector<Source>& found) const;
  // Appends the next step, with the sources that are already known.
  void execute(ThreadId t, uint32_t choice, bool several, bool section, std::span<const Source> sources);
  // Sets the touches of the last step: `number` of them, from index `first` of touches(). The first `more` of them were
  // not known when execute() was called, so their sources are added now.
  void touch(uint32_t first, uint32_t number, uint32_t more);
  // The last step happens-before all later steps of `other`. `begins`: a new thread has the number `other`.
  void precedes(ThreadId other, bool begins);

  // The steps in the clock with a number greater than `number`, in the order of the path.
  void steps_after(Clock clock, size_t number, std::vector<uint32_t>& steps) const;

  // The lengths of all arrays in one state of the path.
  struct Mark {
    uint32_t undo = 0, records = 0, clocks = 0, touches = 0, steps = 0;
  };
  Mark mark() const {
    return {static_cast<uint32_t>(undo_.size()), static_cast<uint32_t>(records_.size()), clocks_.size(),
            static_cast<uint32_t>(touches_.size()), static_cast<uint32_t>(steps_.size())};
  }
  void back_to(const Mark& mark);

 private:
  // Memory is cut into pieces of 2^kPieceBits bytes. Touches that span kMostPieces or more are in one list, kWide.
  static constexpr uint32_t kPieceBits = 6;
  static constexpr uint64_t kMostPieces = 8;
  static constexpr uint32_t kWide = 0;

  struct Record {
    Touch touch;
    uint32_t step = 0;
    uint32_t next = kNone;
    uint32_t older = kNone;  // the head of the list before this record was added
  };
  struct Thread {
    Clock clock = Clocks::kBeginning;
    uint32_t last = kNone;  // its last step
  };
  struct Undo {
    uint32_t list;  // a list, or kThreads + a thread
    uint32_t head;  // the earlier head of the list, or the thread's earlier last step
    Clock clock;    // the thread's earlier clock
  };
  static constexpr uint32_t kThreads = 1u << 31;
  struct Slot {  // of the hash table from pieces to lists
    uint64_t piece = 0;
    uint32_t list = kNone;
  };

  static uint64_t first_piece(const Touch& touch) { return touch.object >> kPieceBits; }
  static uint64_t last_piece(const Touch& touch) { return (touch.object + touch.size - 1) >> kPieceBits; }
  static bool is_wide(const Touch& touch) { return last_piece(touch) - first_piece(touch) >= kMostPieces; }
  static size_t hash(uint64_t piece) { return static_cast<size_t>(piece * 0x9e3779b97f4a7c15ull >> 20); }
  uint32_t find_list(uint64_t piece) const;
  uint32_t list_for(uint64_t piece);
  void grow();
  template <typename F>
  void for_each_list(const Touch& touch, F f) const;
  void add_sources(uint32_t list, ThreadId t, const Touch& next, size_t before, std::vector<Source>& found) const;
  void add_record(uint32_t list, const Touch& touch);
  Thread& thread(ThreadId t);
  void join(Clock clock, uint32_t step) {
    if (!clocks_.contains(clock, steps_[step].thread, step)) clocks_.join(clock, steps_[step].clock);
  }

  std::vector<Step> steps_;
  std::vector<Touch> touches_;
  Clocks clocks_;
  std::vector<Thread> threads_ = std::vector<Thread>(64);
  std::vector<uint32_t> heads_ = {kNone};  // by list
  std::vector<uint32_t> free_lists_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  size_t used_ = 0;
  std::vector<Record> records_;
  std::vector<Undo> undo_;
  std::vector<Source> scratch_;
};

}  // namespace mover
