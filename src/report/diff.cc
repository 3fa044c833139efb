#include "report/diff.h"

#include <algorithm>
#include <string_view>

namespace mover {

namespace {

constexpr size_t kContext = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// The change of one line.
struct Change {
  size_t line = 0;        // counting from 0
  std::string new_lines;  // lines that are inserted before the line
  std::string new_text;   // the new text of the line; empty: unchanged
};

std::vector<Change> changes(std::string_view text, const std::vector<std::string_view>& lines,
                            const std::vector<Insertion>& insertions) {
  std::vector<Change> result;
  size_t next = 0;
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t begin = static_cast<size_t>(lines[line].data() - text.data()), end = begin + lines[line].size();
    Change change;
    change.line = line;
    size_t copied = begin;
    const bool last = line + 1 == lines.size();
    for (; next < insertions.size() && (insertions[next].at < end || last); ++next) {
      const Insertion& insertion = insertions[next];
      if (insertion.at == begin && insertion.text.ends_with('\n')) {
        change.new_lines += insertion.text;
        continue;
      }
      change.new_text += std::string(text.substr(copied, insertion.at - copied)) + insertion.text;
      copied = insertion.at;
    }
    if (!change.new_text.empty()) change.new_text += text.substr(copied, end - copied);
    if (!change.new_text.empty() || !change.new_lines.empty()) result.push_back(std::move(change));
  }
  return result;
}

std::string marked(char mark, std::string_view line) {
  std::string text = mark + std::string(line);
  return line.ends_with('\n') ? text : text + "\n\\ No newline at end of file\n";
}

struct Hunk {
  std::string text;
  size_t added_lines = 0;
};

// The hunk of the lines in [begin, end), with the changes in [next, last).
Hunk hunk(const std::vector<std::string_view>& lines, size_t begin, size_t end, const Change* next,
          const Change* last) {
  Hunk result;
  for (size_t i = begin; i < end; ++i) {
    const bool changed = next != last && next->line == i;
    if (changed)
      for (std::string_view line : lines_of(next->new_lines)) {
        result.text += marked('+', line);
        ++result.added_lines;
      }
    if (!changed || next->new_text.empty())
      result.text += marked(' ', lines[i]);
    else
      result.text += marked('-', lines[i]) + marked('+', next->new_text);
    next += changed;
  }
  return result;
}

}  // namespace

std::string with_insertions(const std::string& before, const std::vector<Insertion>& insertions) {
  std::string after;
  size_t copied = 0;
  for (const Insertion& insertion : insertions) {
    after += before.substr(copied, insertion.at - copied) + insertion.text;
    copied = insertion.at;
  }
  return after + before.substr(copied);
}

std::string unified_diff(const std::string& path, const std::string& before, const std::vector<Insertion>& insertions) {
  const std::vector<std::string_view> lines = lines_of(before);
  const std::vector<Change> all = changes(before, lines, insertions);
  if (all.empty()) return "";
  std::string text = "--- a/" + path + "\n+++ b/" + path + "\n";
  size_t shift = 0;  // the number of lines that earlier hunks add
  for (size_t first = 0; first < all.size();) {
    size_t last = first + 1;
    while (last < all.size() && all[last].line <= all[last - 1].line + 2 * kContext) ++last;
    const size_t begin = all[first].line - std::min(kContext, all[first].line);
    const size_t end = std::min(lines.size(), all[last - 1].line + 1 + kContext);
    const Hunk part = hunk(lines, begin, end, &all[first], &all[first] + (last - first));
    text += "@@ -" + std::to_string(begin + 1) + "," + std::to_string(end - begin) + " +" +
            std::to_string(begin + 1 + shift) + "," + std::to_string(end - begin + part.added_lines) + " @@\n" +
            part.text;
    shift += part.added_lines;
    first = last;
  }
  return text;
}

}  // namespace mover
