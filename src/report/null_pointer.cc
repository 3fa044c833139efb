#include "report/null_pointer.h"

#include <optional>

#include "report/c_source.h"

namespace mover {

namespace {

class PointerFinder {
 public:
  explicit PointerFinder(const std::string& line) : line_(line), tokens_(c_tokens(line)) {}

  std::string find(size_t column) const {
    for (size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].begin == column) return accessed_by(i);
    return "";
  }

 private:
  bool is(size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].is(text); }
  bool is_word(size_t i) const { return i < tokens_.size() && tokens_[i].kind == CToken::Kind::Word; }

  std::string text(size_t first, size_t last) const {
    return line_.substr(tokens_[first].begin, tokens_[last].end() - tokens_[first].begin);
  }

  std::string accessed_by(size_t i) const {
    if (is_word(i)) return is(i + 1, "[") ? "" : through(i);  // a subscript has the position of its array, too
    if (is(i, "*") && is_word(i + 1) && !is(i + 2, "->") && !is(i + 2, "[") && !is(i + 2, "("))
      return text(i + 1, i + 1);
    const bool assigns = is(i, "=") || is(i, "+") || is(i, "-") || is(i, "*") || is(i, "|") || is(i, "&");
    return assigns && i > 0 ? through(i - 1) : "";
  }

  // The pointer that the postfix expression with this last token goes through.
  std::string through(size_t last) const {
    if (is(last, "]")) {
      const std::optional<size_t> open = opening(last, "[", "]");
      return open && *open > 0 ? text(begin_of(*open - 1), *open - 1) : "";
    }
    if (!is_word(last) || last == 0) return "";
    if (is(last - 1, "->") && last > 1) return text(begin_of(last - 2), last - 2);
    if (is(last - 1, ".") && last > 1) return through(last - 2);
    const bool is_unary = last == 1 || !(is_word(last - 2) || is(last - 2, ")") || is(last - 2, "]"));
    return is(last - 1, "*") && is_unary ? text(last, last) : "";
  }

  std::optional<size_t> opening(size_t close, std::string_view left, std::string_view right) const {
    int depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
      depth += is(i, right);
      depth -= is(i, left);
      if (depth == 0) return i;
    }
    return std::nullopt;
  }

  // The first token of the postfix expression with this last token.
  size_t begin_of(size_t last) const {
    size_t first = last;
    if (is(last, "]")) first = opening(last, "[", "]").value_or(last);
    if (is(last, ")")) first = opening(last, "(", ")").value_or(last);
    if (first != last && first > 0 && (is_word(first - 1) || is(first - 1, "]"))) return begin_of(first - 1);
    const bool continues = first > 1 && (is(first - 1, "->") || is(first - 1, ".") || is(first - 1, "::"));
    return continues ? begin_of(first - 2) : first;
  }

  const std::string& line_;
  const std::vector<CToken> tokens_;
};

}  // namespace

std::string pointer_accessed_at(const std::string& line, size_t column) { return PointerFinder(line).find(column); }

}  // namespace mover
