#include "report/guards.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "ir/names.h"
#include "trace/location.h"

namespace mover {

namespace {

using Json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> held_in_words(const GuardSite& site) {
  std::vector<std::string> words;
  for (const GuardSite::Held& held : site.locks) words.push_back(held.lock + (held.shared ? " (read)" : ""));
  return words;
}

const char* protection_word(Guard::By by) {
  switch (by) {
    case Guard::By::Lock:
      return "lock";
    case Guard::By::Section:
      return "atomic-section";
    case Guard::By::Thread:
      return "thread";
    case Guard::By::ReadOnly:
      return "read-only";
    case Guard::By::Atomic:
      return "atomic";
    case Guard::By::Nothing:
      break;
  }
  return "nothing";
}

std::string protection_in_words(const Guard& guard) {
  switch (guard.by) {
    case Guard::By::Lock: {
      std::vector<std::string> names;
      for (const GuardLock& lock : guard.locks)
        names.push_back(lock.name + (lock.shared ? " (its read side for reads)" : ""));
      return joined(names, " and ") + (guard.thread.empty() ? "" : ", and only " + guard.thread + " accesses it");
    }
    case Guard::By::Section:
      return "atomic sections";
    case Guard::By::Thread:
      return guard.thread == "one thread for each" ? "one thread for each element"
                                                   : "only " + guard.thread + " accesses it";
    case Guard::By::ReadOnly:
      return "only read";
    case Guard::By::Atomic:
      return "nothing, but every access is atomic";
    case Guard::By::Nothing:
      break;
  }
  return "nothing";
}

Tone tone_of(Guard::By by) {
  if (by == Guard::By::Nothing) return Tone::Error;
  return by == Guard::By::Atomic ? Tone::Warning : Tone::Good;
}

// The accesses at one place that differ only in their threads.
struct Line {
  const GuardSite* site;
  std::vector<std::string> threads;
};

// `violations_only`: only accesses that violate the protection by the lock that most accesses hold.
std::vector<Line> lines_of(const Guard& guard, bool violations_only) {
  std::vector<Line> lines;
  for (const GuardSite& site : guard.sites) {
    if (violations_only && !site.breaks) continue;
    auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
      return std::tie(line.site->loc, line.site->write, line.site->atomic) ==
                 std::tie(site.loc, site.write, site.atomic) &&
             line.site->locks == site.locks;
    });
    if (same == lines.end()) same = lines.insert(lines.end(), Line{&site, {}});
    if (std::find(same->threads.begin(), same->threads.end(), site.thread) == same->threads.end())
      same->threads.push_back(site.thread);
  }
  return lines;
}

// Aligns the columns of a table. Each column but the last is as wide as its widest cell.
std::string aligned(const std::vector<std::vector<std::string>>& rows, const std::string& indent, const Style& style) {
  std::vector<size_t> widths;
  for (const auto& row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  std::string text;
  for (const auto& row : rows) {
    std::string line = indent;
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line += std::string(widths[i] - display_width(row[i]) + 2, ' ');
    }
    text += fit(line, style.width, style) + "\n";
  }
  return text;
}

std::string accesses(const Guard& guard, const ir::Program& code, const Style& style, bool verbose) {
  const bool violations_only = !guard.almost.empty() && !verbose;
  constexpr size_t kMost = 8;
  std::vector<std::vector<std::string>> rows;
  const std::vector<Line> lines = lines_of(guard, violations_only);
  for (const Line& line : lines) {
    if (rows.size() == kMost && !verbose) break;
    const GuardSite& site = *line.site;
    std::string verb = site.write ? "writes" : "reads";
    rows.push_back({(site.breaks && verbose ? std::string(style.cross()) + " " : "  ") +
                        to_text_with_column(place_of(code, site.loc)),
                    site.function == ir::kNone ? "" : ir::source_name(code.functions[site.function]),
                    site.atomic ? verb + ", atomic" : verb,
                    site.locks.empty() ? "holds nothing" : "holds " + joined(held_in_words(site), ", "),
                    joined(line.threads, ", ")});
  }
  std::string text = aligned(rows, "    ", style);
  if (rows.size() < lines.size()) text += "      and " + plural(lines.size() - rows.size(), "more", "more") + "\n";
  return text;
}

std::string explanation(const Guard& guard, const Style& style, bool verbose) {
  if (guard.by != Guard::By::Nothing || guard.almost.empty()) return "";
  const size_t all = lines_of(guard, false).size(), without = lines_of(guard, true).size();
  return "    " + std::to_string(all - without) + " of " + plural(all, "access", "accesses") + " hold" +
         (all - without == 1 ? "s " : " ") + style.paint(Tone::Bold, guard.almost) +
         (verbose        ? ":\n"
          : without == 1 ? "; this one does not:\n"
                         : "; these do not:\n");
}

std::string variables_table(const GuardsOutcome& outcome, const Style& style, bool verbose) {
  size_t widest = 0;
  const size_t most = style.width / 2;
  for (const Guard& guard : outcome.guards) widest = std::max(widest, std::min(most, display_width(guard.variable)));
  std::string text;
  for (const Guard& guard : outcome.guards) {
    const size_t width = display_width(guard.variable);
    text += "  " + style.paint(Tone::Bold, guard.variable);
    text += width <= widest ? std::string(widest - width + 2, ' ') : "\n  " + std::string(widest + 2, ' ');
    text += style.paint(tone_of(guard.by), fit(protection_in_words(guard), style.width - widest - 4, style)) + "\n";
    text += explanation(guard, style, verbose);
    if (verbose || guard.by == Guard::By::Nothing) text += accesses(guard, *outcome.code, style, verbose);
  }
  return text;
}

// Whether the function is defined in a header of the C++ library, so that only the verbose table has it.
bool is_in_system_header(const ir::Program& code, const FunctionTransactions& function) {
  return place_of(code, function.loc).file.starts_with("/usr/");
}

std::string functions_table(const GuardsOutcome& outcome, const Style& style, bool verbose) {
  const ir::Program& code = *outcome.code;
  std::vector<FunctionTransactions> shown = outcome.functions;
  if (!verbose) std::erase_if(shown, [&](const FunctionTransactions& f) { return is_in_system_header(code, f); });
  size_t widest = 0;
  for (const FunctionTransactions& f : shown)
    widest = std::max(widest, std::min(style.width / 2, display_width(f.function)));
  std::string text;
  for (const FunctionTransactions& f : shown) {
    const std::string name = fit(f.function, widest, style);
    text += "  " + style.paint(Tone::Bold, name) + std::string(widest - display_width(name) + 2, ' ');
    if (f.one_transaction) {
      text += style.paint(Tone::Good, "yes") + "\n";
    } else {
      const Place first = place_of(code, f.committed_at), second = place_of(code, f.broken_at);
      const std::string why = "commit point at " + to_text(first) + ", no left mover at " +
                              (first.file == second.file ? "line " + std::to_string(second.line) : to_text(second));
      text += style.paint(Tone::Warning, "no") + "   " + fit(why, style.width - widest - 9, style) + "\n";
    }
  }
  return text;
}

Json place_to_json(const ir::Program& code, ir::LocId loc) {
  const Place place = place_of(code, loc);
  return Json{{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

Json site_to_json(const ir::Program& code, const GuardSite& site) {
  Json json = place_to_json(code, site.loc);
  json["function"] = site.function == ir::kNone ? "" : ir::source_name(code.functions[site.function]);
  json["thread"] = site.thread;
  json["write"] = site.write;
  json["atomic"] = site.atomic;
  json["locks"] = held_in_words(site);
  json["breaks"] = site.breaks;
  return json;
}

}  // namespace

std::optional<MajorityLock> majority_lock(const Guard& guard, const ir::Program& code) {
  if (guard.by != Guard::By::Nothing || guard.almost.empty()) return std::nullopt;
  MajorityLock result;
  result.variable = guard.variable;
  result.lock = guard.almost;
  const std::vector<Line> all = lines_of(guard, false), without = lines_of(guard, true);
  result.accesses = all.size();
  result.holding = all.size() - without.size();
  if (result.holding * 2 <= result.accesses) return std::nullopt;
  for (const Line& line : without) {
    const Place place = place_of(code, line.site->loc);
    const bool ambiguous = std::any_of(all.begin(), all.end(), [&](const Line& other) {
      const Place there = place_of(code, other.site->loc);
      return !other.site->breaks && there.file == place.file && there.line == place.line;
    });
    result.without.push_back({place, line.threads, ambiguous});
  }
  return result;
}

std::string in_words(const MajorityLock& majority) {
  std::vector<std::string> without;
  for (const MajorityLock::Access& access : majority.without) {
    std::string words = to_text(access.place) + (access.ambiguous ? " in " + joined(access.threads, ", ") : "");
    if (std::find(without.begin(), without.end(), words) == without.end()) without.push_back(std::move(words));
  }
  constexpr size_t kMost = 3;
  const bool one = without.size() == 1;
  if (without.size() > kMost + 1) {
    const size_t others = without.size() - kMost;
    without.resize(kMost);
    without.push_back(std::to_string(others) + " others");
  }
  return std::to_string(majority.holding) + " of " + plural(majority.accesses, "access", "accesses") + " to " +
         majority.variable + " hold " + majority.lock + "; " + joined(without, ", ") + (one ? " does not" : " do not");
}

std::string guards_table(const GuardsOutcome& outcome, const Style& style, bool verbose) {
  const std::string far = outcome.incomplete.empty() ? "" : ", as far as explored";
  std::string text = style.paint(Tone::Bold, outcome.program + ":") + " ";
  if (outcome.guards.empty())
    text += "no variable is accessed while several threads exist" + far + "\n";
  else
    text += "what protects each shared variable" + far + "\n" + variables_table(outcome, style, verbose);
  if (!outcome.functions.empty())
    text += style.paint(Tone::Bold, "functions:") + " whether every execution was one transaction" + far + "\n" +
            functions_table(outcome, style, verbose);
  return text + titled_list("Not explored", outcome.incomplete, style) + titled_list("Note", outcome.notes, style);
}

std::string guards_json(const GuardsOutcome& outcome) {
  const ir::Program& code = *outcome.code;
  Json json{{"program", outcome.program}, {"complete", outcome.incomplete.empty()}};
  json["variables"] = Json::array();
  for (const Guard& guard : outcome.guards) {
    Json locks = Json::array(), sites = Json::array();
    for (const GuardLock& lock : guard.locks)
      locks.push_back(Json{{"name", lock.name}, {"own", lock.own}, {"shared", lock.shared}});
    for (const GuardSite& site : guard.sites) sites.push_back(site_to_json(code, site));
    json["variables"].push_back(Json{{"name", guard.variable},
                                     {"protection", protection_word(guard.by)},
                                     {"locks", locks},
                                     {"thread", guard.thread},
                                     {"almost", guard.almost},
                                     {"accesses", sites}});
  }
  json["functions"] = Json::array();
  for (const FunctionTransactions& f : outcome.functions) {
    Json function{{"name", f.function}};
    function.update(place_to_json(code, f.loc));
    function["one_transaction"] = f.one_transaction;
    if (!f.one_transaction) {
      function["committed_at"] = place_to_json(code, f.committed_at);
      function["broken_at"] = place_to_json(code, f.broken_at);
    }
    json["functions"].push_back(function);
  }
  json["limits"] = outcome.incomplete;
  json["notes"] = outcome.notes;
  json["stats"] = Json{{"states", outcome.stats.states},
                       {"transitions", outcome.stats.transitions},
                       {"seconds", outcome.stats.seconds},
                       {"peak_rss_kib", outcome.stats.peak_rss_kib}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mover
