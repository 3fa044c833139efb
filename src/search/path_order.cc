// Happens-before with an undo log, for optimal DPOR.
#include "search/path_order.h"

#include <algorithm>

namespace mover {

uint32_t PathOrder::find_list(uint64_t piece) const {
  const size_t mask = slots_.size() - 1;
  for (size_t i = hash(piece) & mask;; i = (i + 1) & mask) {
    if (slots_[i].list == kNone) return kNone;
    if (slots_[i].piece == piece) return slots_[i].list;
  }
}

uint32_t PathOrder::list_for(uint64_t piece) {
  if (2 * used_ >= slots_.size()) grow();
  const size_t mask = slots_.size() - 1;
  size_t i = hash(piece) & mask;
  for (; slots_[i].list != kNone; i = (i + 1) & mask)
    if (slots_[i].piece == piece) return slots_[i].list;
  ++used_;
  if (free_lists_.empty()) {
    slots_[i] = {piece, static_cast<uint32_t>(heads_.size())};
    heads_.push_back(kNone);
  } else {
    slots_[i] = {piece, free_lists_.back()};
    free_lists_.pop_back();
  }
  return slots_[i].list;
}

// Makes room in the hash table. Keeps only pieces with a non-empty list, which are those that the current path has
// accessed. (The undo log does not refer to empty lists.)
void PathOrder::grow() {
  const std::vector<Slot> old = std::move(slots_);
  const auto kept = static_cast<size_t>(std::count_if(
      old.begin(), old.end(), [&](const Slot& slot) { return slot.list != kNone && heads_[slot.list] != kNone; }));
  slots_.assign(4 * kept >= old.size() ? 2 * old.size() : old.size(), {});
  used_ = kept;
  for (const Slot& slot : old) {
    if (slot.list == kNone) continue;
    if (heads_[slot.list] == kNone) {
      free_lists_.push_back(slot.list);
      continue;
    }
    size_t i = hash(slot.piece) & (slots_.size() - 1);
    while (slots_[i].list != kNone) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

PathOrder::Thread& PathOrder::thread(ThreadId t) {
  if (t >= threads_.size()) threads_.resize(t + 1);
  return threads_[t];
}

// Calls f(list) for each list that may contain touches that overlap this one.
template <typename F>
void PathOrder::for_each_list(const Touch& touch, F f) const {
  if (heads_[kWide] != kNone) f(kWide);
  const uint64_t first = first_piece(touch), last = last_piece(touch);
  if (last - first < slots_.size()) {
    for (uint64_t piece = first; piece <= last; ++piece)
      if (const uint32_t list = find_list(piece); list != kNone) f(list);
    return;
  }
  for (const Slot& slot : slots_)
    if (slot.list != kNone && slot.piece >= first && slot.piece <= last) f(slot.list);
}

void PathOrder::add_sources(uint32_t list, ThreadId t, const Touch& next, size_t before,
                            std::vector<Source>& found) const {
  const Clock now = threads_[t].clock;
  uint32_t head = heads_[list];
  while (head != kNone && records_[head].step >= before) head = records_[head].older;
  for (uint32_t i = head; i != kNone; i = records_[i].next) {
    const Record& record = records_[i];
    if (!dependent(record.touch, next) || clocks_.contains(now, steps_[record.step].thread, record.step)) continue;
    const bool races = may_race(record.touch, next);
    auto known = std::find_if(found.begin(), found.end(), [&](const Source& s) { return s.step == record.step; });
    if (known == found.end())
      found.push_back({record.step, races, record.touch});
    else if (races && !known->may_race)
      *known = {record.step, true, record.touch};
  }
}

void PathOrder::sources(ThreadId t, std::span<const Touch> next, size_t before, std::vector<Source>& found) const {
  found.clear();
  for (const Touch& touch : next)
    for_each_list(touch, [&](uint32_t list) { add_sources(list, t, touch, before, found); });
}

void PathOrder::execute(ThreadId t, uint32_t choice, bool several, bool section, std::span<const Source> sources) {
  const auto number = static_cast<uint32_t>(steps_.size());
  Thread& own = thread(t);
  undo_.push_back({kThreads + t, own.last, own.clock});
  const Clock clock = clocks_.copy(own.clock);
  clocks_.set(clock, t, number);
  for (const Source& source : sources) join(clock, source.step);
  steps_.push_back({t, choice, clock, own.last, 0, 0, several, section});
  own = {clock, number};
}

void PathOrder::touch(uint32_t first, uint32_t number, uint32_t more) {
  Step& step = steps_.back();
  step.first_touch = first;
  step.num_touches = number;
  if (more != 0) {
    sources(step.thread, touches(first, more), steps_.size(), scratch_);
    for (const Source& source : scratch_) join(step.clock, source.step);
  }
  for (uint32_t i = first; i < first + number; ++i) {
    const Touch touch = touches_[i];
    if (is_wide(touch)) {
      add_record(kWide, touch);
      continue;
    }
    for (uint64_t piece = first_piece(touch); piece <= last_piece(touch); ++piece) add_record(list_for(piece), touch);
  }
}

// Prepends a record for the last step and drops the records that it covers. The old list must stay intact, so the
// records before the last dropped one are copied. The tail after it is shared.
void PathOrder::add_record(uint32_t list, const Touch& touch) {
  const auto step = static_cast<uint32_t>(steps_.size() - 1);
  const ThreadId t = steps_[step].thread;
  const uint32_t old = heads_[list];
  auto superfluous = [&](const Record& record) {
    // Touches of the same piece need not overlap.
    if (!overlap(record.touch, touch)) return false;
    if (covers(touch, record.touch)) return true;
    return record.touch == touch && steps_[record.step].thread == t && after(step, record.step);
  };
  uint32_t rest = old;
  for (uint32_t i = old; i != kNone; i = records_[i].next)
    if (superfluous(records_[i])) rest = records_[i].next;
  undo_.push_back({list, old, 0});
  uint32_t head = rest;
  for (uint32_t i = old; i != rest; i = records_[i].next) {
    if (superfluous(records_[i])) continue;
    records_.push_back({records_[i].touch, records_[i].step, head, kNone});
    head = static_cast<uint32_t>(records_.size() - 1);
  }
  records_.push_back({touch, step, head, old});
  heads_[list] = static_cast<uint32_t>(records_.size() - 1);
}

void PathOrder::precedes(ThreadId other, bool begins) {
  Thread& later = thread(other);
  undo_.push_back({kThreads + other, later.last, later.clock});
  const Clock clock = clocks_.copy(begins ? Clocks::kBeginning : later.clock);
  clocks_.join(clock, steps_.back().clock);
  later.clock = clock;  // `last` stays, so steps of a former thread with that number stay in the chain Step::previous
}

void PathOrder::steps_after(Clock clock, size_t number, std::vector<uint32_t>& steps) const {
  steps.clear();
  bool several = false;
  clocks_.for_each_after(clock, number, [&](size_t last) {
    several |= !steps.empty();
    for (auto i = static_cast<uint32_t>(last); i != kNone && i > number; i = steps_[i].previous) steps.push_back(i);
  });
  if (several)
    std::sort(steps.begin(), steps.end());
  else
    std::reverse(steps.begin(), steps.end());
}

void PathOrder::back_to(const Mark& mark) {
  while (undo_.size() > mark.undo) {
    const Undo& undo = undo_.back();
    if (undo.list >= kThreads)
      threads_[undo.list - kThreads] = {undo.clock, undo.head};
    else
      heads_[undo.list] = undo.head;
    undo_.pop_back();
  }
  records_.resize(mark.records);
  clocks_.shrink_to(mark.clocks);
  touches_.resize(mark.touches);
  steps_.resize(mark.steps);
}

}  // namespace mover
