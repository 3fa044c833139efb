// A trace as rows to be drawn in lanes: steps on the same line are one row, invisible steps are folded,
// and why a thread stopped where it did is said.
#pragma once

#include <string>
#include <vector>

#include "report/outcome.h"
#include "report/source.h"
#include "report/style.h"

namespace mover {

struct Row {
  enum class Kind : uint8_t {
    Step,     // something that the thread did
    Fold,     // "… 7 more steps"
    Remark,   // "preempted", "waits for mutex m"
    Failure,  // where it all ends
  } kind = Kind::Step;
  ThreadId thread = 0;
  Place place;                     // Step, Failure
  std::string text;                // the source line, or what to say instead
  std::vector<std::string> notes;  // what it did: "x: 0 → 1", "holds mutex m"
  size_t steps = 0;                // how many steps of the machine it stands for
  size_t at = 0;                   // index of its last step in the replay
  bool is_quiet = false;           // no other thread can notice it: may be folded
};

std::vector<Row> rows_of(const ReportedViolation& violation, SourceCache& source, const Style& style, bool fold);

// "T1" of "T1 (worker)", for where space is short.
std::string short_name(const Replay& replay, ThreadId t);

// "waits for mutex m, held by T1 (worker)", or by T1 where `brief`.
std::string waiting_in_words(const Position& position, const Replay& replay, bool brief);

// "mutex m, rwlock r (read)"; empty for none.
std::string locks_in_words(const std::vector<HeldLock>& held);

}  // namespace mover
