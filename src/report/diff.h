// Inserts texts into a file, and makes the unified diff of these changes.
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

// The unified diff; empty if there are no insertions. `path`: the file name, which is printed after a/ and b/.
// REQUIRES: insertions are sorted by position, and each is within a line or consists of whole lines.
std::string unified_diff(const std::string& path, const std::string& before, const std::vector<Insertion>& insertions);

}  // namespace mover
