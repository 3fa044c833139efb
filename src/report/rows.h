// A trace as rows to be drawn in lanes: steps on the same line share a row, invisible steps are folded, and remarks say
// why a thread stopped.
#pragma once

#include <string>
#include <vector>

#include "report/outcome.h"
#include "report/source.h"
#include "report/style.h"

namespace mover {

struct Row {
  enum class Kind : uint8_t {
    Step,     // a step of the thread
    Fold,     // "… 7 more steps"
    Remark,   // "preempted", "waits for mutex m"
    Failure,  // the end of the trace
  } kind = Kind::Step;
  ThreadId thread = 0;
  Place place;                     // Step, Failure
  std::string text;                // the source line, or a substitute
  std::vector<std::string> notes;  // the effects: "x: 0 → 1", "holds mutex m"
  size_t steps = 0;                // the number of the machine's steps that it stands for
  size_t at = 0;                   // index of its last step in the replay
  bool is_quiet = false;           // no other thread can observe it, so it may be folded
};

std::vector<Row> rows_of(const ReportedViolation& violation, SourceCache& source, const Style& style, bool fold);

// "T1" for "T1 (worker)", if space is short.
std::string short_name(const Replay& replay, ThreadId t);

// "waits for mutex m, held by T1 (worker)"; `brief`: held by T1.
std::string waiting_in_words(const Position& position, const Replay& replay, bool brief);

// "mutex m, rwlock r (read)"; empty for none.
std::string locks_in_words(const std::vector<HeldLock>& held);

}  // namespace mover
