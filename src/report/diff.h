// Insertions into a file, and the unified diff of them.
#pragma once

#include <string>
#include <vector>

namespace mover {

struct Insertion {
  size_t at = 0;  // position in the old text
  std::string text;
};

// REQUIRES: insertions are sorted by position.
std::string with_insertions(const std::string& before, const std::vector<Insertion>& insertions);

// Empty if there are no insertions. `path` follows a/ and b/. REQUIRES: insertions are sorted by position; each is
// within a line, or consists of whole lines.
std::string unified_diff(const std::string& path, const std::string& before, const std::vector<Insertion>& insertions);

}  // namespace mover
