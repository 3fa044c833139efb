// The rules as a readable table, for `mover table` and docs/synchronisation.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sync/rules.h"

namespace mover::sync {

// The operations that have rules, each with the phases in which it has them.
std::vector<std::pair<ir::SyncOp, Phase>> operations_with_rules();

std::string table_of_rules();  // in Markdown

}  // namespace mover::sync
