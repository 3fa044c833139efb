// Sentences of the report about the limits of a verdict: reasons why the search is incomplete, assumptions, advice.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "report/outcome.h"

namespace mover::cli {

// The standing assumptions (sequential consistency, for example) on which the verdict about this program depends.
std::vector<std::string> standing_assumptions(const ir::Program& program, const Settings& settings);

// Whether a violation may rely on the assumption, because it is about the program's environment: its arguments, input,
// time, random numbers. Other assumptions are about executions that are not explored, which can only hide violations.
bool matters_for_violations(const std::string& assumption);

// The reason why the search stopped early; empty if it did not.
std::string stop_sentence(Stop stop, const Settings& settings);

// Options that the user can try next.
std::vector<std::string> advice_for(const Outcome& outcome, const Settings& settings);

// The reasons why the search was incomplete, one sentence each.
std::vector<std::string> in_words(const ir::Program& program, const std::vector<Omission>& omissions);

// Appends the sentences that are not in the list yet.
void add_new(std::vector<std::string>& to, const std::vector<std::string>& from);

}  // namespace mover::cli
