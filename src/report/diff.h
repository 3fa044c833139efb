// Texts that are inserted into a file, and the unified diff that says so.
#pragma once

#include <string>
#include <vector>

namespace mover {

struct Insertion {
  size_t at = 0;  // position in the old text
  std::string text;
};

// REQUIRES: in order of position.
std::string with_insertions(const std::string& before, const std::vector<Insertion>& insertions);

// Empty where there are none. `path` follows a/ and b/. REQUIRES: in order of position; each is within
// a line, or whole lines before one.
std::string unified_diff(const std::string& path, const std::string& before, const std::vector<Insertion>& insertions);

}  // namespace mover
