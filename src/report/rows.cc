#include "report/rows.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "ir/names.h"
#include "report/null_pointer.h"
#include "support/check.h"
#include "trace/words.h"

namespace mover {

namespace {

// The bytes that several threads access in this trace, at least one of them with a write.
class SharedBytes {
 public:
  explicit SharedBytes(const Replay& replay) {
    for (const ReplayedStep& step : replay.steps) {
      for (const SeenAccess& seen : step.accesses) add(step.decision.thread, seen.access);
    }
    for (const RaceSide& side : replay.race) add(side.thread, side.access.access);
  }

  bool overlap(const Access& access) const {
    for (Address byte = access.address; byte < end(access); ++byte) {
      auto found = bytes_.find(byte);
      if (found != bytes_.end() && found->second.several && found->second.written) return true;
    }
    return false;
  }

 private:
  struct Accesses {
    ThreadId thread;  // the first thread
    bool several = false, written = false;
  };

  // Only the first bytes of a large access are considered.
  static Address end(const Access& access) { return access.address + std::min<uint64_t>(access.size, 64); }

  void add(ThreadId thread, const Access& access) {
    for (Address byte = access.address; byte < end(access); ++byte) {
      Accesses& accesses = bytes_.try_emplace(byte, Accesses{thread}).first->second;
      accesses.several |= accesses.thread != thread;
      accesses.written |= access.write;
    }
  }

  std::unordered_map<Address, Accesses> bytes_;
};

// Synchronisation actions that seldom contribute to a violation, so that a report may fold them.
bool is_minor_sync(const Action& action) {
  using ir::SyncOp;
  // clang-format off
  switch (action.sync) {
    case SyncOp::MutexInit: case SyncOp::CondInit: case SyncOp::RwInit: case SyncOp::SpinInit: case SyncOp::SemInit:
    case SyncOp::BarrierInit: case SyncOp::MutexDestroy: case SyncOp::CondDestroy: case SyncOp::RwDestroy:
    case SyncOp::SpinDestroy: case SyncOp::SemDestroy: case SyncOp::BarrierDestroy: case SyncOp::Yield:
    case SyncOp::AtomicBegin: case SyncOp::AtomicEnd: return true;
    default: return false;
  }
  // clang-format on
}

bool is_invisible_action(const Action& action) {
  switch (action.kind) {
    case ActionKind::Sync:
      return is_minor_sync(action);
    case ActionKind::Choice:
    case ActionKind::Free:
    case ActionKind::Exit:
      return false;
    default:
      return true;  // add_step checks the bytes of accesses
  }
}

// Whether the step belongs to no line of its thread. The place of a thread's start is the line that created it, which
// is in another lane. The ends of a thread and of the program, and accesses of the library to its own variables, may
// have no place.
bool has_no_line(const ReplayedStep& step) {
  const Action& action = step.action;
  bool ends = action.kind == ActionKind::Exit ||
              (action.kind == ActionKind::Sync && action.sync == ir::SyncOp::ThreadExit) ||
              (action.kind == ActionKind::Access && !step.accesses.empty());
  return action.kind == ActionKind::Start || step.is_outside || (ends && step.place.line == 0);
}

// Whether std::thread, on whose thread this is, only reads the function that it is to call.
bool only_starts(const ReplayedStep& step) {
  auto is_start = [](const SeenAccess& seen) { return seen.name == ir::kStartOfThread; };
  return !step.accesses.empty() && std::ranges::all_of(step.accesses, is_start);
}

// Whether the step, in words, uses an object that only the C++ library knows.
bool is_about_library(const std::string& what) {
  for (const char* name : {ir::kStartOfThread, ir::kStateOfFuture, ir::kException})
    if (what.find(name) != std::string::npos) return true;
  return false;
}

// Whether other threads can notice the step although it accesses no memory. The end of a thread is no row of its own.
bool has_effect(const ReplayedStep& step) {
  const Action& action = step.action;
  switch (action.kind) {
    case ActionKind::Sync:
      return !is_minor_sync(action) && action.sync != ir::SyncOp::ThreadExit && !is_about_library(step.what);
    case ActionKind::Free:
      return !is_about_library(step.what);
    case ActionKind::Access:
      return step.accesses.empty();
    case ActionKind::Start:
    case ActionKind::Local:
      return false;
    default:
      return true;
  }
}

// Whether the line is nothing but brackets, such as the `}` at which the destructors of locals run.
bool is_bracket(const std::string& line) {
  return std::ranges::all_of(line,
                             [](char c) { return std::string_view("{}()[]; ").find(c) != std::string_view::npos; });
}

std::string access_note(const SeenAccess& seen, const Style& style) {
  if (seen.frees) return "frees " + seen.name;
  if (seen.value.empty()) return (seen.access.write ? "writes " : "reads ") + seen.name;
  if (!seen.access.write) return seen.name + " = " + seen.value;
  if (seen.before.empty()) return seen.name + " := " + seen.value;
  return seen.name + ": " + seen.before + " " + std::string(style.arrow()) + " " + seen.value;
}

// Whether the program has no name for the memory: a library has allocated it, or it is a table of the compiler.
bool has_no_name(const SeenAccess& seen) {
  constexpr std::array<std::string_view, 8> kBeginnings = {
      "the memory ", "a thread-local variable of ", "vtable for ", "typeinfo ",
      "VTT for ",    "the data that the C library", "__libc_",     "program+0x"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view begin) { return seen.name.starts_with(begin); }) ||
         (seen.name.starts_with("lib") && seen.name.find(".so") != std::string::npos);
}

class RowBuilder {
 public:
  RowBuilder(const ReportedViolation& violation, SourceCache& source, const Style& style)
      : violation_(violation), replay_(violation.replay), source_(source), style_(style), shared_(replay_) {}

  std::vector<Row> build() {
    for (at_ = 0; at_ < replay_.steps.size(); ++at_) {
      if (at_ > 0) explain_switch(replay_.steps[at_ - 1], replay_.steps[at_]);
      if (violation_.finding.loop == at_) mark_loop("the loop begins: from here on, the same steps for ever");
      add_step(replay_.steps[at_]);
    }
    at_ = replay_.steps.empty() ? 0 : replay_.steps.size() - 1;
    add_failure();
    std::erase_if(rows_, [&](const Row& row) { return says_nothing(row); });
    return std::move(rows_);
  }

 private:
  // The row of `thread` at `place`: the last row if it matches, otherwise a new one. `otherwise`: the row's text if the
  // source line is unknown.
  Row& row_at(ThreadId thread, const Place& place, const std::string& otherwise) {
    if (!rows_.empty()) {
      Row& last = rows_.back();
      bool same = last.kind == Row::Kind::Step && last.thread == thread && last.place.file == place.file &&
                  last.place.line == place.line;
      last.at = same ? at_ : last.at;
      if (same) return last;
    }
    Row& row = rows_.emplace_back();
    row.thread = thread;
    row.place = place;
    row.text = source_.line(place);
    if (row.text.empty()) row.text = otherwise;
    row.at = at_;
    row.is_invisible = true;
    return row;
  }

  // Also the rows of a thread that runs code of the library: their place is the line that created the thread.
  bool says_nothing(const Row& row) const {
    if (row.kind != Row::Kind::Step || !row.notes.empty()) return false;
    const Place& created = replay_.threads[row.thread].created_at;
    const bool is_of_library = row.thread != 0 && row.place.line == created.line && row.place.file == created.file;
    return !row.has_effect || is_bracket(row.text) || is_of_library;
  }

  void add_step(const ReplayedStep& step) {
    ThreadId t = step.decision.thread;
    bool accesses_users_memory =
        std::any_of(step.accesses.begin(), step.accesses.end(), [](const auto& a) { return !a.is_internal; });
    if (!accesses_users_memory && (has_no_line(step) || only_starts(step))) return;
    bool starts = step.action.kind == ActionKind::Start;
    Row& row = row_at(t, starts ? Place{} : step.place, step.what);
    row.steps += 1;
    row.has_effect |= has_effect(step);
    row.is_invisible &= is_invisible_action(step.action) && !step.changes_atoms;
    if (std::string how = alternative_in_words(step.action, step.decision.choice); !how.empty()) {
      row.notes.push_back(how);
      row.is_invisible &= step.action.choices == 1;
    }
    row.notes.insert(row.notes.end(), step.effects.begin(), step.effects.end());
    for (ThreadId created : step.created) row.notes.push_back("creates " + short_name(replay_, created));
    std::string locks = locks_in_words(step.held);
    if (locks != held_[t] && !locks.empty()) row.notes.push_back("holds " + locks);
    held_[t] = locks;
    // After its action a step may continue with local computation on other lines.
    for (const SeenAccess& seen : step.accesses) {
      if (seen.is_internal) continue;
      if (seen.name.ends_with(" captured by a thread") && !shared_.overlap(seen.access)) continue;
      // In C, the program itself may use memory without a type.
      if (has_no_name(seen) && !(seen.place.file.ends_with(".c") && shared_.overlap(seen.access))) continue;
      Row& where = row_at(t, seen.place, step.what);
      where.is_invisible &= !shared_.overlap(seen.access) && !(step.changes_atoms && seen.access.write) && !seen.frees;
      add_access(where, seen);
    }
  }

  void add_access(Row& row, const SeenAccess& seen) {
    // "x: 0 → 1" includes the information of the preceding "x = 0".
    bool supersedes = seen.access.write && !seen.before.empty() && !row.notes.empty() &&
                      row.notes.back() == seen.name + " = " + seen.before;
    if (supersedes) row.notes.pop_back();
    std::string note = access_note(seen, style_);
    if (seen.value.empty()) {
      // Accesses to parts of one object, such as a container, are one note. A write includes the reads before it.
      const std::string writes = "writes " + seen.name;
      if (std::ranges::find(row.notes, writes) != row.notes.end()) return;
      if (seen.access.write) std::erase(row.notes, "reads " + seen.name);
      if (std::ranges::find(row.notes, note) != row.notes.end()) return;
    }
    if (row.notes.empty() || row.notes.back() != note) row.notes.push_back(std::move(note));
  }

  // At a context switch, adds a remark that says why the thread of the step `before` stopped running.
  void explain_switch(const ReplayedStep& before, const ReplayedStep& now) {
    ThreadId t = before.decision.thread;
    if (t == now.decision.thread || t >= before.positions.size()) return;
    const Position& position = before.positions[t];
    const bool has_row = std::ranges::find(rows_, t, &Row::thread) != rows_.end();
    if (!has_row && (now.preempts || position.status == ThreadStatus::Ended)) return;
    if (now.preempts)
      remark(t, "preempted");
    else if (position.status == ThreadStatus::Ended)
      remark(t, "ends");
    else if (position.status == ThreadStatus::Parked)
      remark(t, waiting_in_words(position, replay_, /*brief=*/true));
  }

  void remark(ThreadId thread, std::string text) {
    Row& row = rows_.emplace_back();
    row.kind = Row::Kind::Remark;
    row.thread = thread;
    row.text = std::move(text);
    row.at = at_ - 1;
  }

  void mark_loop(std::string text) {
    Row& row = rows_.emplace_back();
    row.kind = Row::Kind::Loop;
    row.thread = replay_.steps.empty() ? 0 : replay_.steps[at_].decision.thread;
    row.text = std::move(text);
    row.at = at_;
  }

  Row& failure(ThreadId thread, const Place& place, std::string otherwise) {
    Row& row = rows_.emplace_back();
    row.kind = Row::Kind::Failure;
    row.thread = thread;
    row.place = place;
    row.text = source_.line(place);
    if (row.text.empty()) row.text = std::move(otherwise);
    row.at = at_;
    return row;
  }

  // Whether the last row is a step of the thread at this place, which then becomes the row of the failure.
  bool is_last_row(ThreadId thread, const Place& place) const {
    return !rows_.empty() && rows_.back().kind == Row::Kind::Step && rows_.back().thread == thread &&
           rows_.back().place.line == place.line && rows_.back().place.file == place.file;
  }

  void add_side(const RaceSide& side) {
    if (side.has_happened && mark_failure(side)) return;
    Row* row = nullptr;
    if (is_last_row(side.thread, side.place)) {
      row = &rows_.back();
      row->kind = Row::Kind::Failure;
    } else {
      row = &failure(side.thread, side.place, "access");
    }
    const std::string note = access_note(side.access, style_);
    if (row->notes.empty() || row->notes.back() != note) row->notes.push_back(note);
  }

  // Marks the row of an access that has happened; an access is shown once.
  bool mark_failure(const RaceSide& side) {
    for (size_t i = rows_.size(); i-- > 0;) {
      Row& row = rows_[i];
      if (row.kind != Row::Kind::Step || row.thread != side.thread || row.place.line != side.place.line ||
          row.place.file != side.place.file)
        continue;
      row.kind = Row::Kind::Failure;
      return true;
    }
    return false;
  }

  // The message, with the pointer's name if it says that a pointer is null.
  std::string failure_in_words(const TraceFinding& finding) {
    constexpr std::string_view kNull = "a null pointer";
    std::string text = finding.message;
    const size_t at = text.find(kNull), indentation = source_.indentation(finding.place);
    if (at == std::string::npos || finding.place.column <= indentation) return text;
    const std::string pointer =
        pointer_accessed_at(source_.line(finding.place), finding.place.column - 1 - indentation);
    return pointer.empty() ? text : text.replace(at, kNull.size(), pointer + ", which is null");
  }

  void add_failure() {
    const TraceFinding& finding = violation_.finding;
    if (finding.loop) {
      mark_loop(*finding.loop == replay_.steps.size() ? "the execution ends here: its last state is repeated for ever"
                                                      : "the loop ends in the state in which it has begun");
    } else if (finding.kind == FindingKind::Deadlock) {
      for (ThreadId t = 0; t < replay_.end.size(); ++t) {
        Position position = replay_.end[t];
        auto is_t = [&](const SpinningLane& lane) { return lane.thread == t; };
        if (std::any_of(replay_.spinning.begin(), replay_.spinning.end(), is_t)) {
          failure(t, position.place, "spins").notes.push_back("spins for ever");
          continue;
        }
        if (position.status != ThreadStatus::Parked || position.enabled) continue;
        if (position.waits_for != WaitsFor::Join)
          position.holders.clear();  // the explanation below the lanes names the holders
        failure(t, position.place, "waits").notes.push_back(waiting_in_words(position, replay_, /*brief=*/true));
      }
    } else if (finding.kind == FindingKind::Race) {
      std::vector<RaceSide> sides = replay_.race;
      if (sides.size() == 2 && is_last_row(sides[1].thread, sides[1].place)) std::swap(sides[0], sides[1]);
      for (const RaceSide& side : sides) add_side(side);
    } else {
      if (is_last_row(finding.thread, finding.place))
        rows_.back().kind = Row::Kind::Failure;
      else
        failure(finding.thread, finding.place, finding.message);
      const std::string& text = rows_.back().text;
      const bool says_it = finding.kind == FindingKind::Assertion && text.find("assert") != std::string::npos;
      if (!says_it && text != finding.message) rows_.back().notes.push_back(failure_in_words(finding));
    }
  }

  const ReportedViolation& violation_;
  const Replay& replay_;
  SourceCache& source_;
  const Style& style_;
  SharedBytes shared_;
  std::vector<Row> rows_;
  std::unordered_map<ThreadId, std::string> held_;  // the locks of each thread after its last step, as text
  size_t at_ = 0;                                   // the index of the current step
};

Row folded(std::vector<Row>::const_iterator begin, std::vector<Row>::const_iterator end, const Style& style) {
  Row row;
  row.kind = Row::Kind::Fold;
  row.thread = begin->thread;
  row.at = std::prev(end)->at;
  for (auto at = begin; at != end; ++at) row.steps += at->steps;
  row.text = std::string(style.ellipsis()) + " " + plural(std::max<size_t>(row.steps, 1), "more step");
  return row;
}

bool may_fold(const Row& row) {
  return row.kind == Row::Kind::Fold || (row.kind == Row::Kind::Step && row.is_invisible);
}

// Cuts the middle out of a long list of notes. A loop on one line can have thousands of them.
void fold_notes(Row& row, const Style& style) {
  constexpr ptrdiff_t kHead = 4, kTail = 3;
  size_t count = row.notes.size();
  if (count <= kHead + kTail + 1) return;
  std::string left_out = std::string(style.ellipsis()) + " " + with_thousands(count - kHead - kTail) + " more";
  row.notes.erase(row.notes.begin() + kHead, row.notes.end() - kTail);
  row.notes.insert(row.notes.begin() + kHead, std::move(left_out));
}

// Folds consecutive rows of a thread that no other thread can observe into one row.
std::vector<Row> fold_invisible(const std::vector<Row>& rows, const Style& style) {
  std::vector<Row> result;
  for (auto at = rows.begin(); at != rows.end();) {
    auto end = at;
    while (end != rows.end() && end->thread == at->thread && may_fold(*end)) ++end;
    if (end - at > 1) {
      result.push_back(folded(at, end, style));
      at = end;
    } else {
      result.push_back(*at++);
    }
  }
  return result;
}

// Folds the middle of a trace that is still too long, except for its first `head` and last `tail` rows, which are the
// most informative ones. `same_thread`: each turn of a thread is folded separately; otherwise the whole trace is.
std::vector<Row> fold_middle(const std::vector<Row>& rows, size_t head, size_t tail, bool same_thread,
                             const Style& style) {
  std::vector<Row> result;
  for (auto at = rows.begin(); at != rows.end();) {
    auto end = at;
    auto is_loop = [](const Row& row) { return row.kind == Row::Kind::Loop; };
    while (end != rows.end() && is_loop(*end) == is_loop(*at) && (!same_thread || end->thread == at->thread)) ++end;
    size_t length = static_cast<size_t>(end - at);
    if (length > head + tail + 1) {
      auto cut = at + static_cast<ptrdiff_t>(head), rest = end - static_cast<ptrdiff_t>(tail);
      result.insert(result.end(), at, cut);
      result.push_back(folded(cut, rest, style));
      result.insert(result.end(), rest, end);
    } else {
      result.insert(result.end(), at, end);
    }
    at = end;
  }
  return result;
}

}  // namespace

std::vector<Row> rows_of(const ReportedViolation& violation, SourceCache& source, const Style& style, bool fold) {
  std::vector<Row> rows = RowBuilder(violation, source, style).build();
  if (!fold) return rows;
  for (Row& row : rows) fold_notes(row, style);
  rows = fold_invisible(rows, style);
  rows = fold_middle(rows, 5, 8, /*same_thread=*/true, style);
  return fold_middle(rows, 30, 50, /*same_thread=*/false, style);
}

std::string short_name(const Replay& replay, ThreadId t) {
  if (t >= replay.threads.size()) return "a thread";
  const std::string& name = replay.threads[t].name;
  return name.substr(0, name.find(' '));
}

std::string waiting_in_words(const Position& position, const Replay& replay, bool brief) {
  std::string names;
  for (ThreadId t : position.holders) {
    bool known = !brief && t < replay.threads.size();
    names += (names.empty() ? "" : ", ") + (known ? replay.threads[t].name : short_name(replay, t));
  }
  std::string held_by = names.empty() ? "" : ", held by " + names;
  switch (position.waits_for) {
    case WaitsFor::Nothing:
      return "is enabled";
    case WaitsFor::Mutex:
      return "waits for mutex " + position.object + held_by;
    case WaitsFor::RwLock:
      return "waits for rwlock " + position.object + held_by;
    case WaitsFor::Writers:
      return "waits for rwlock " + position.object + ", for which " + (names.empty() ? "a writer" : names) + " waits";
    case WaitsFor::Spin:
      return "waits for spinlock " + position.object + held_by;
    case WaitsFor::Semaphore:
      return "waits for semaphore " + position.object + " to be posted";
    case WaitsFor::Condition:
      return position.waits_on_word ? "waits for a notification of " + position.object
                                    : "waits for condition " + position.object + " to be signalled";
    case WaitsFor::Barrier:
      return "waits at barrier " + position.object + " for more threads";
    case WaitsFor::Once:
      return "waits for the initialiser that runs under " + position.object;
    case WaitsFor::Join:
      return "waits for " + (names.empty() ? "a thread" : names) + " to end";
    case WaitsFor::Data:
      return "waits for data from " + position.object;
    case WaitsFor::Room:
      return "waits for room in " + position.object;
    case WaitsFor::Connection:
      return "waits for a connection to " + position.object;
    case WaitsFor::Event:
      return "waits for an event at " + position.object;
    case WaitsFor::Signal:
      return "waits for a signal";
    case WaitsFor::Discarded:
      return "is discarded by a false assumption";
  }
  MOVER_UNREACHABLE("every reason to wait has words");
}

std::string locks_in_words(const std::vector<HeldLock>& held) {
  std::string text;
  for (const HeldLock& lock : held) {
    if (!text.empty()) text += ", ";
    text += lock.name + (lock.shared ? " (read)" : "");
  }
  return text;
}

}  // namespace mover
