// Suggestions for misspelt names of options, commands and variables.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mover::support {

// The element of `known` with the smallest edit distance from `word`; empty if none is similar. The edit distance is
// the number of insertions, deletions, replacements and swaps of neighbouring letters.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

// "; did you mean x?" for the nearest element x; empty if none is similar.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace mover::support
