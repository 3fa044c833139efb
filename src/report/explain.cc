#include "report/explain.h"

#include <algorithm>

#include "report/rows.h"

namespace mover {

namespace {

// Replaces control characters, which a terminal would interpret, by question marks.
std::string printable(const std::string& text) {
  std::string result;
  for (char c : text) result += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '?' : c;
  return result;
}

}  // namespace

std::string name_of(const Replay& replay, ThreadId t) {
  return t < replay.threads.size() ? replay.threads[t].name : "a thread";
}

std::string holding(const std::vector<HeldLock>& held) {
  if (held.empty()) return "holds no lock";
  std::string text = "holds ";
  for (size_t i = 0; i < held.size(); ++i) {
    if (i > 0) text += i + 1 == held.size() ? " and " : ", ";
    text += held[i].name;
    if (held[i].shared) text += " for reading";
    if (!held[i].taken_at.file.empty()) text += " (taken at " + to_text(held[i].taken_at) + ")";
  }
  return text;
}

std::string access_in_words(const SeenAccess& seen) {
  std::string text = seen.access.atomic ? "atomically " : "";
  text += seen.access.write ? "writes " : "reads ";
  return text + seen.name + " (" + plural(seen.access.size, "byte") + ")";
}

namespace {

std::string loop_in_words(const SpinningLane& spinning) {
  std::string text = "the loop at " + to_text(spinning.first);
  if (spinning.last.line != spinning.first.line) text += "-" + std::to_string(spinning.last.line);
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

bool spins(const Replay& replay, ThreadId t) {
  auto is_t = [t](const SpinningLane& lane) { return lane.thread == t; };
  return std::any_of(replay.spinning.begin(), replay.spinning.end(), is_t);
}

// The reason why no step of another thread lets the spinning thread leave its loop.
std::string others_in_words(const Replay& replay, ThreadId spinning) {
  std::vector<std::string> others;
  for (ThreadId t = 0; t < replay.end.size(); ++t) {
    const Position& position = replay.end[t];
    if (t == spinning || position.status == ThreadStatus::Absent) continue;
    const bool serves = std::find(replay.serving.begin(), replay.serving.end(), t) != replay.serving.end();
    others.push_back(name_of(replay, t) + (position.status == ThreadStatus::Ended ? " has ended"
                                           : spins(replay, t)                     ? " spins, too"
                                           : serves                               ? " runs for ever without doing it"
                                           : position.enabled                     ? " goes on without doing it"
                                                                                  : " is blocked"));
  }
  return others.empty() ? "there is no other thread" : listed(others);
}

}  // namespace

std::string blocked_in_words(const Replay& replay, ThreadId t) {
  const Position& position = replay.end[t];
  return waiting_in_words(position, replay, /*brief=*/false) + ", at " + to_text(position.place);
}

std::string explain_deadlock(const Replay& replay, const Style& style) {
  std::string text = style.paint(Tone::Bold, "Blocked threads") + "\n";
  for (const SpinningLane& spinning : replay.spinning) {
    text += "  " + style.paint(Tone::Bold, name_of(replay, spinning.thread)) + " stays for ever in " +
            loop_in_words(spinning) + "\n";
    if (spinning.reads.empty())
      text += spinning.knows_reads ? "      the condition of its exit depends on no shared memory\n" : "";
    else
      text += "      it reads " + listed(spinning.reads) + " again and again; no thread changes " +
              (spinning.reads.size() == 1 ? "it" : "them") +
              " so that the loop ends: " + others_in_words(replay, spinning.thread) + "\n";
    const std::vector<HeldLock>& held = replay.end[spinning.thread].held;
    if (!held.empty()) text += "      and " + holding(held) + "\n";
  }
  for (ThreadId t = 0; t < replay.end.size(); ++t) {
    const Position& position = replay.end[t];
    if (position.status != ThreadStatus::Parked || position.enabled || spins(replay, t)) continue;
    text += "  " + style.paint(Tone::Bold, name_of(replay, t)) + " " + blocked_in_words(replay, t) + "\n";
    if (!position.held.empty()) text += "      and " + holding(position.held) + "\n";
  }
  return text;
}

namespace {

// "main.c:11-14": the lines of the user's program in which the thread takes its steps.
std::string lines_in_words(const Replay& replay, size_t from, ThreadId t) {
  Place first;
  uint32_t last = 0;
  for (size_t i = from; i < replay.steps.size(); ++i) {
    const Place& place = replay.steps[i].place;
    if (replay.steps[i].decision.thread != t || place.line == 0) continue;
    if (first.line == 0) first = place, last = place.line;
    if (place.file != first.file) continue;
    last = std::max(last, place.line);
    if (place.line < first.line) first = place;
  }
  if (first.line == 0) return "";
  return ", at " + to_text(first) + (last != first.line ? "-" + std::to_string(last) : "");
}

std::string fairness_in_words(Fairness fairness) {
  switch (fairness) {
    case Fairness::None:
      return "No fairness is assumed: threads that could take steps may be left out for ever.";
    case Fairness::Weak:
      return "The schedule is weakly fair: each thread that is continuously enabled takes steps.";
    case Fairness::Strong:
      return "The schedule is strongly fair: each thread that is enabled infinitely often takes steps.";
  }
  return "";
}

}  // namespace

std::string explain_loop(const ReportedViolation& violation, const Style& style) {
  const Replay& replay = violation.replay;
  const size_t loop = *violation.finding.loop;
  if (loop == replay.steps.size()) return "";
  std::string text = style.paint(Tone::Bold, "In the loop, for ever") + "\n";
  for (ThreadId t = 0; t < replay.end.size(); ++t) {
    const Position& position = replay.end[t];
    if (position.status != ThreadStatus::Parked) continue;
    size_t steps = 0;
    bool is_enabled = position.enabled;
    for (size_t i = loop; i < replay.steps.size(); ++i) {
      const std::vector<Position>& positions = replay.steps[i].positions;
      steps += replay.steps[i].decision.thread == t;
      is_enabled |= t < positions.size() && positions[t].enabled;
    }
    text += "  " + style.paint(Tone::Bold, name_of(replay, t)) + " ";
    if (steps != 0)
      text += "takes " + plural(steps, "step") + " in each round" + lines_in_words(replay, loop, t) + "\n";
    else if (is_enabled)
      text += "takes no step, although it is enabled at times; it is at " + to_text(position.place) + "\n";
    else
      text += waiting_in_words(position, replay, /*brief=*/false) + ", at " + to_text(position.place) + "\n";
  }
  return text + "  " + fairness_in_words(violation.finding.fairness) + "\n";
}

std::string quote_output(const std::string& output, const Style& style) {
  constexpr size_t kMostLines = 20;
  if (output.empty()) return "";
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < output.size();) {
    size_t end = std::min(output.find('\n', begin), output.size());
    lines.push_back(printable(output.substr(begin, end - begin)));
    begin = end + 1;
  }
  std::string text = style.paint(Tone::Bold, "The program printed") + "\n";
  size_t skipped = lines.size() > kMostLines ? lines.size() - kMostLines : 0;
  if (skipped > 0) text += "  " + std::string(style.ellipsis()) + " " + plural(skipped, "line") + " before this\n";
  for (size_t i = skipped; i < lines.size(); ++i) text += "  " + fit(lines[i], style.width - 2, style) + "\n";
  return text;
}

std::string length_in_words(const Replay& replay) {
  size_t switches = 0, preemptions = 0;
  for (size_t i = 1; i < replay.steps.size(); ++i) {
    switches += replay.steps[i].decision.thread != replay.steps[i - 1].decision.thread;
    preemptions += replay.steps[i].preempts;
  }
  return plural(replay.steps.size(), "step") + ", " + plural(switches, "context switch", "context switches") + ", " +
         (preemptions == 0 ? "no preemption" : plural(preemptions, "preemption"));
}

std::string describe_steps(const Replay& replay, const Style& style) {
  std::string text;
  size_t name_width = 0;
  for (const ReplayedThread& thread : replay.threads) name_width = std::max(name_width, display_width(thread.name));
  auto padded = [&](ThreadId t) {
    std::string name = name_of(replay, t);
    return name + std::string(name_width - std::min(name_width, display_width(name)), ' ');
  };
  for (size_t i = 0; i < replay.steps.size(); ++i) {
    const ReplayedStep& step = replay.steps[i];
    text += style.paint(Tone::Bold, "step " + std::to_string(i + 1) + ": " + name_of(replay, step.decision.thread)) +
            " " + step.what + " at " + to_text(step.place) + (step.preempts ? ", a preemption" : "") + "\n";
    for (const SeenAccess& seen : step.accesses) {
      std::string value = seen.value.empty() ? ""
                          : seen.before.empty() || !seen.access.write
                              ? ": " + seen.value
                              : ": " + seen.before + " " + std::string(style.arrow()) + " " + seen.value;
      text += "    " + style.paint(Tone::Value, access_in_words(seen) + value) + "\n";
    }
    if (!step.output.empty()) text += "    prints " + printable(step.output) + "\n";
    for (ThreadId t = 0; t < step.positions.size(); ++t) {
      const Position& position = step.positions[t];
      if (position.status == ThreadStatus::Absent) continue;
      bool ended = position.status == ThreadStatus::Ended;
      std::string where = ended ? "has ended" : position.started ? "at " + to_text(position.place) : "has not started";
      text += "    " + padded(t) + "  " + where;
      if (!ended && position.started && !position.enabled)
        text += ", " + waiting_in_words(position, replay, /*brief=*/false);
      if (!position.held.empty()) text += ", holds " + locks_in_words(position.held);
      text += "\n";
    }
  }
  return text;
}

}  // namespace mover
