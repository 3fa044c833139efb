#include "report/terminal.h"

#include <algorithm>
#include <cstdio>

#include "report/explain.h"
#include "report/lanes.h"
#include "report/race.h"
#include "report/rows.h"
#include "support/shell.h"

namespace mover {

namespace {

constexpr size_t kMostInShort = 10;  // the most races that are described without verbose, and the most traces listed

// "file:line:column: error: …", which editors recognise.
std::string headline(const TraceFinding& finding, const Style& style) {
  return style.paint(Tone::Bold, to_text_with_column(finding.place) + ":") + " " + style.paint(Tone::Error, "error:") +
         " " + style.paint(Tone::Bold, finding.message) + "\n";
}

std::string other_side(const TraceFinding& finding, const Style& style) {
  if (finding.kind != FindingKind::Race) return "";
  return style.paint(Tone::Bold, to_text_with_column(finding.other_place) + ":") + " note: the other access\n";
}

std::string seconds_in_words(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 10 ? "%.2f s" : "%.0f s", seconds);
  return text;
}

std::string statistics_in_words(const Outcome& outcome) {
  const Statistics& stats = outcome.stats;
  const bool stores = outcome.engine == "native" ? stats.states > 0 : outcome.engine != "stateless";
  std::string text = stores ? plural(stats.states, "state") + ", " : "";
  text += plural(stats.transitions, "transition");
  if (stats.executions > 0 && outcome.engine != "stateful") text += ", " + plural(stats.executions, "execution");
  constexpr double kMeasurable = 0.01;
  if (outcome.engine == "native" && !stores && stats.executions > 0 && stats.seconds > kMeasurable)
    text += " (" + with_thousands(static_cast<uint64_t>(static_cast<double>(stats.executions) / stats.seconds)) +
            " per second)";
  text += ", depth " + with_thousands(stats.max_depth) + ", " + seconds_in_words(stats.seconds) + ", " +
          with_thousands((stats.peak_rss_kib + 1023) / 1024) + " MiB";
  // In a small search most memory is the initial size of the store's tables.
  constexpr uint64_t kManyStates = 10'000;
  if (stats.states >= kManyStates && stats.store_bytes > 0) {
    char bytes[32];
    std::snprintf(bytes, sizeof bytes, "%.1f",
                  static_cast<double>(stats.store_bytes) / static_cast<double>(stats.states));
    text += " (" + std::string(bytes) + " bytes per state)";
  }
  return text;
}

// "; but only one thread ever ran"
std::string caveats_in_words(const Outcome& outcome) {
  constexpr size_t kMostNamed = 3;
  std::string text;
  for (size_t i = 0; i < std::min(outcome.caveats.size(), kMostNamed); ++i)
    text += (i == 0 ? "; but " : "; ") + outcome.caveats[i];
  if (outcome.caveats.size() > kMostNamed)
    text += "; and " + std::to_string(outcome.caveats.size() - kMostNamed) + " more";
  return text;
}

// "no assertion failure, deadlock, data race or memory error in any interleaving"
std::string what_holds(const Outcome& outcome) {
  std::string text;
  for (size_t i = 0; i < outcome.checked.size(); ++i)
    text += (i == 0 ? "no " : i + 1 == outcome.checked.size() ? " or " : ", ") + outcome.checked[i];
  return (text.empty() ? "no violation" : text) + " in any interleaving" + outcome.bound;
}

// Whether all executions within the bound were explored.
bool covers_bound(const Outcome& outcome) {
  return outcome.stop == Stop::Finished && !outcome.bound.empty() &&
         outcome.causes == std::set{Omission::Cause::Preemptions};
}

std::string verdict_line(const Outcome& outcome, const Style& style) {
  std::string text = style.paint(Tone::Bold, outcome.program + ":") + " ";
  if (outcome.verdict == Verdict::Safe)
    return text + style.paint(Tone::Good, "safe:") + " " + what_holds(outcome) + caveats_in_words(outcome) + "\n";
  std::string why = outcome.stop == Stop::Interrupted ? "interrupted; nothing was found so far"
                    : covers_bound(outcome)           ? what_holds(outcome) + "; the others were not explored"
                                                      : "nothing was found, but not everything was covered";
  return text + style.paint(Tone::Warning, "unknown:") + " " + why + caveats_in_words(outcome) + "\n";
}

// The remarks about the choice of the engine and of the reduction.
std::vector<std::string> choices_in(const std::vector<std::string>& remarks) {
  std::vector<std::string> choices;
  for (const std::string& remark : remarks)
    if (remark.starts_with("engine: ") || remark.starts_with("reduction: ")) choices.push_back(remark);
  return choices;
}

// "a.c:12", "a.c:12 and a.c:34"
std::string places_in_words(const TraceFinding& finding) {
  const std::string place = to_text(finding.place), other = to_text(finding.other_place);
  return finding.kind == FindingKind::Race && place != other ? place + " and " + other : place;
}

// The commands that replay the traces, one per line. If there are several violations, each command has its place.
std::string how_to_replay(const Outcome& outcome, const TerminalOptions& options) {
  std::vector<const ReportedViolation*> traced;
  for (const ReportedViolation& violation : outcome.violations)
    if (!violation.trace.empty()) traced.push_back(&violation);
  std::string text;
  for (size_t i = 0; i < traced.size(); ++i) {
    if (i == kMostInShort && i + 1 < traced.size() && !options.verbose)
      return text + "        and " + std::to_string(traced.size() - i) + " more, up to " + traced.back()->trace + "\n";
    text += "replay: " + support::quoted_for_shell(options.command) + " replay " +
            support::quoted_for_shell(traced[i]->trace);
    if (outcome.violations.size() > 1) text += "   # " + places_in_words(traced[i]->finding);
    text += "\n";
  }
  return text;
}

bool is_race(const ReportedViolation& violation) { return violation.finding.kind == FindingKind::Race; }

// "found after ", "3 races found in "
std::string found_in_words(const Outcome& outcome) {
  const size_t count = outcome.violations.size();
  const bool all_races = std::all_of(outcome.violations.begin(), outcome.violations.end(), is_race);
  if (count == 1 && !all_races) return "found after ";
  return (all_races ? plural(count, "race") : plural(count, "violation")) + " found in ";
}

// Chooses the detail of each violation: the first race is described in full and a few more in short, and the other
// races have only their headlines. Violations other than races are always described in full.
class RaceDetail {
 public:
  explicit RaceDetail(const TerminalOptions& options) : verbose_(options.verbose) {}
  Detail of(const ReportedViolation& violation) {
    if (!is_race(violation) || verbose_) return Detail::Full;
    return races_++ == 0 ? Detail::Full : races_ <= kMostInShort ? Detail::Short : Detail::Headline;
  }

 private:
  bool verbose_;
  size_t races_ = 0;
};

}  // namespace

std::string violation_report(const ReportedViolation& violation, const Style& style, const TerminalOptions& options,
                             Detail detail) {
  std::string text = headline(violation.finding, style) + other_side(violation.finding, style);
  if (options.quiet || detail == Detail::Headline) return text;
  if (!violation.left_out.empty()) text += "  " + violation.left_out + "\n";
  if (detail == Detail::Short && is_race(violation) && !violation.replay.threads.empty())
    return text + explain_race(violation, style, /*brief=*/true) + "\n";
  const Replay& replay = violation.replay;
  if (!replay.threads.empty()) {
    SourceCache source;
    std::vector<Row> rows = rows_of(violation, source, style, !options.verbose);
    text += "\n" + draw_lanes(rows, replay, violation.finding.place, style);
    text += style.paint(Tone::Faint, "  " + length_in_words(replay)) + "\n\n";
    if (violation.finding.loop) text += explain_loop(violation, style) + "\n";
    if (violation.finding.kind == FindingKind::Deadlock) text += explain_deadlock(replay, style) + "\n";
    if (violation.finding.kind == FindingKind::Race) text += explain_race(violation, style, /*brief=*/false) + "\n";
    std::string output = quote_output(replay.output, style);
    if (!output.empty()) text += output + "\n";
  }
  return text;
}

std::string terminal_report(const Outcome& outcome, const Style& style, const TerminalOptions& options) {
  std::string text;
  RaceDetail detail(options);
  for (const ReportedViolation& violation : outcome.violations)
    text += violation_report(violation, style, options, detail.of(violation));
  bool is_unsafe = outcome.verdict == Verdict::Unsafe;
  if (!is_unsafe) text += verdict_line(outcome, style);
  if (options.quiet) return text;
  const bool finished = outcome.stop == Stop::Finished && outcome.incomplete.empty();
  text += style.paint(Tone::Faint, "  " + (is_unsafe ? found_in_words(outcome) : "") + statistics_in_words(outcome) +
                                       (is_unsafe && finished ? "; the search was finished" : "")) +
          "\n";
  text += titled_list("Not covered", outcome.incomplete, style);
  if (outcome.verdict == Verdict::Unknown) text += titled_list("Covered", outcome.covered, style);
  if (outcome.caveats.size() > 1) text += titled_list("But", outcome.caveats, style);
  const bool everything = !is_unsafe || options.verbose;
  text += titled_list("How", everything ? outcome.how : choices_in(outcome.how), style);
  text += titled_list("Assumed", everything ? outcome.assumptions : outcome.relied_on, style);
  text += titled_list("What to try", outcome.advice, style);
  return text + how_to_replay(outcome, options);
}

}  // namespace mover
