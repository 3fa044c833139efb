// The sentences about the limits of a verdict: bounds that were hit, and standing assumptions.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "report/outcome.h"

namespace mover::cli {

// Standing assumptions, only those that matter to this program.
std::vector<std::string> standing_assumptions(const ir::Program& program, const Settings& settings);

// Why the search stopped before its end; nothing where it did not.
std::string stop_sentence(Stop stop, const Settings& settings);

std::vector<std::string> advice_for(const Outcome& outcome, const Settings& settings);

// Why not everything was covered, a sentence each.
std::vector<std::string> in_words(const ir::Program& program, const std::vector<Omission>& omissions);

// Appends those that are not in the list yet.
void add_new(std::vector<std::string>& to, const std::vector<std::string>& from);

}  // namespace mover::cli
