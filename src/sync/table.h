// The rules as a table for people: `mover table`, docs/synchronisation.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sync/rules.h"

namespace mover::sync {

// Whatever has rules, at each point of its call.
std::vector<std::pair<ir::SyncOp, Phase>> operations_with_rules();

std::string table_of_rules();  // in Markdown

}  // namespace mover::sync
