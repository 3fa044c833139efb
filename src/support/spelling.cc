#include "support/spelling.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace mover::support {

namespace {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1), previous(row), before_previous(row);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_previous, previous);
    std::swap(previous, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({previous[j - 1] + (a[i - 1] != b[j - 1]), previous[j] + 1, row[j - 1] + 1});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before_previous[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > 64) return "";  // the comparison takes quadratic time
  std::string_view best;
  size_t best_distance = 1 + std::max<size_t>(1, (word.size() + 1) / 3);
  for (std::string_view candidate : known) {
    const size_t edits = edit_distance(word, candidate);
    if (edits >= best_distance || edits >= candidate.size()) continue;
    best = candidate;
    best_distance = edits;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view guess = nearest(word, known);
  return guess.empty() ? std::string() : "; did you mean " + std::string(guess) + "?";
}

}  // namespace mover::support
