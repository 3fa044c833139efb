// Converts a trace to rows, which lanes.h draws. Consecutive steps of a thread on the same line share a row. Rows that
// no other thread can observe are folded. Remarks say why a thread stopped running.
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
    Loop,     // the beginning or the end of the loop of a lasso
  } kind = Kind::Step;
  ThreadId thread = 0;
  Place place;                     // Step, Failure
  std::string text;                // the source line, or a description of the step if the line is unknown
  std::vector<std::string> notes;  // the effects: "x: 0 → 1", "holds mutex m"
  size_t steps = 0;                // the number of the machine's steps that the row stands for
  size_t at = 0;                   // the index of the row's last step in the replay
  bool has_effect = false;         // its steps do more than to access memory
  bool is_invisible = false;       // no other thread can observe the row's steps, so it may be folded
};

// `fold`: whether long traces are folded.
std::vector<Row> rows_of(const ReportedViolation& violation, SourceCache& source, const Style& style, bool fold);

// "T1", for a thread with the name "T1 (worker)".
std::string short_name(const Replay& replay, ThreadId t);

// "waits for mutex m, held by T1 (worker)"; `brief`: "waits for mutex m, held by T1".
std::string waiting_in_words(const Position& position, const Replay& replay, bool brief);

// "mutex m, rwlock r (read)"; empty for none.
std::string locks_in_words(const std::vector<HeldLock>& held);

}  // namespace mover
