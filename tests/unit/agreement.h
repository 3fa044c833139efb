// Compares the transactional search with the reference search on small programs, with all soundness rules and with some
// taken out.
#pragma once

#include <set>
#include <string>

#include "unit/small_programs.h"

namespace mover::test {

// The transactional search needs the names of objects in its states.
inline vm::Options with_names() {
  vm::Options options;
  options.keep_names = true;
  return options;
}

inline SearchResult transactions(const std::string& text, const SoundnessRules& soundness = {},
                                 Ignoring ignoring = Ignoring::Cpc) {
  ir::Program p = program(text);
  SearchOptions options = all_findings();
  options.soundness = soundness;
  options.ignoring = ignoring;
  return search_transactions([&] { return vm::make_machine(p, with_names()); }, options);
}

// The findings by kind and line: "assertion 12", "deadlock 9"; races have no line.
inline std::set<std::string> findings(const std::string& text, const SearchResult& result) {
  const ir::Program p = program(text);
  std::set<std::string> all;
  for (const Violation& v : result.violations) {
    const bool race = v.finding.kind == FindingKind::Race;
    all.insert(to_text(v.finding.kind) + (race ? "" : " " + std::to_string(p.locs[v.finding.loc].line)));
  }
  return all;
}

// The findings of the reference search. Expects that the other searches have the same findings.
inline std::set<std::string> agreed(const std::string& text) {
  const SearchResult judge = reference(text);
  EXPECT_EQ(judge.stop, Stop::Finished);
  EXPECT_TRUE(judge.incomplete.empty()) << judge.incomplete.front().what;
  const std::set<std::string> found = findings(text, judge);
  for (Ignoring ignoring : {Ignoring::Cpc, Ignoring::Cycle}) {
    const SearchResult result = transactions(text, {}, ignoring);
    EXPECT_EQ(result.stop, Stop::Finished);
    EXPECT_TRUE(result.incomplete.empty()) << result.incomplete.front().what;
    EXPECT_EQ(findings(text, result), found)
        << (ignoring == Ignoring::Cpc ? "cpc" : "cycle") << " (left) and the judge differ on\n"
        << text;
  }
  return found;
}

// Whether a finding is of that kind.
inline bool has(const std::set<std::string>& found, const std::string& kind) {
  return std::any_of(found.begin(), found.end(), [&](const std::string& f) { return f.starts_with(kind); });
}

}  // namespace mover::test
