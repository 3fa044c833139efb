#include "report/c_source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mover {

namespace {

// Words before a parenthesis that are not the name of a function.
constexpr std::array<std::string_view, 14> kNoFunctions = {
    "__attribute__", "__attribute", "alignas", "_Alignas", "__declspec", "decltype", "typeof",
    "__typeof__",    "noexcept",    "throw",   "asm",      "__asm__",    "operator", "_Atomic"};

bool contains(auto&& range, const auto& value) { return std::find(range.begin(), range.end(), value) != range.end(); }

// The name of a class template: Stack for "Stack<int>".
std::string without_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

}  // namespace

CSource::CSource(std::string text) : text_(std::move(text)), tokens_(c_tokens(text_)) {
  match_brackets();
  scan();
}

void CSource::match_brackets() {
  matches_.assign(tokens_.size(), tokens_.size());
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != CToken::Kind::Punct) continue;
    const char c = tokens_[i].text[0];
    if (c == '(' || c == '[' || c == '{') open.push_back(i);
    if (c != ')' && c != ']' && c != '}') continue;
    const char partner = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (open.empty() || tokens_[open.back()].text[0] != partner) return;  // brackets after this one are unreliable
    matches_[i] = open.back();
    matches_[open.back()] = i;
    open.pop_back();
  }
}

void CSource::scan() {
  scopes_.assign(1, {});
  for (size_t i = 0; i < tokens_.size(); ++i) {
    const CToken& token = tokens_[i];
    Scope& scope = scopes_.back();
    if (token.is("(") || token.is("[")) {
      if (matches_[i] == tokens_.size()) return;
      scope.statement.insert(scope.statement.end(), {i, matches_[i]});
      i = matches_[i];
    } else if (token.is("{")) {
      if (matches_[i] == tokens_.size()) return;
      i = open_brace(i);
    } else if (token.is("}")) {
      if (scopes_.size() == 1) return;
      const bool was_record = scope.is_record;
      const size_t record = scope.record;
      scopes_.pop_back();
      if (was_record)
        scopes_.back().declares = record;
      else
        scopes_.back().statement.clear();
    } else if (token.is(";")) {
      end_statement(i);
    } else if (token.is(":") && scope.is_record && scope.statement.size() == 1 &&
               contains(std::array<std::string_view, 3>{"public", "private", "protected"}, tokens_[i - 1].text)) {
      scope.statement.clear();
    } else {
      scope.statement.push_back(i);
      if (scope.is_record) records_[scope.record].tokens.push_back(i);
    }
  }
}

// Enters the scope of namespaces and records, and skips all other braces. Returns the token after which to continue.
size_t CSource::open_brace(size_t at) {
  Scope& scope = scopes_.back();
  const std::vector<size_t>& head = scope.statement;
  auto has = [&](std::string_view word) {
    return std::any_of(head.begin(), head.end(), [&](size_t i) { return tokens_[i].is(word); });
  };
  const bool linkage = head.size() == 2 && tokens_[head[0]].is("extern") && tokens_[head[1]].kind == CToken::Kind::Text;
  if (has("namespace") || linkage) {
    scopes_.emplace_back();
    return at;
  }
  if (has("=") || has("enum")) return matches_[at];
  if (read_function(at, true)) {
    scope.statement.clear();
    return matches_[at];
  }
  auto keyword = std::find_if(head.begin(), head.end(), [&](size_t i) {
    return tokens_[i].is("struct") || tokens_[i].is("class") || tokens_[i].is("union");
  });
  if (keyword == head.end()) return matches_[at];
  // The name is the last word before the braces or the base classes that is not an attribute.
  Record record;
  for (auto i = std::next(keyword); i != head.end() && !tokens_[*i].is(":"); ++i)
    if (tokens_[*i].kind == CToken::Kind::Word && !tokens_[*i].is("final") && !contains(kNoFunctions, tokens_[*i].text))
      record.names = {std::string(tokens_[*i].text)};
  records_.push_back(std::move(record));
  Scope inner;
  inner.is_record = true;
  inner.record = records_.size() - 1;
  scopes_.push_back(std::move(inner));
  return at;
}

void CSource::end_statement(size_t at) {
  Scope& scope = scopes_.back();
  const std::vector<size_t> statement = std::exchange(scope.statement, {});
  const std::optional<size_t> declares = std::exchange(scope.declares, std::nullopt);
  if (statement.empty()) return;
  const bool is_typedef = tokens_[statement[0]].is("typedef");
  if (is_typedef && declares) {
    for (size_t i : statement)
      if (tokens_[i].kind == CToken::Kind::Word && (is_at(i + 1, ";") || is_at(i + 1, ",")) && !tokens_[i - 1].is("*"))
        records_[*declares].names.emplace_back(tokens_[i].text);
  }
  if (is_typedef) return;
  scope.statement = statement;
  const bool is_function = read_function(at, false);
  scope.statement.clear();
  if (is_function || !tokens_[statement[0]].is("extern")) return;
  for (size_t i : statement)
    if (is_declarator(i)) externs_.push_back({std::string(tokens_[i].text), after_declarator(i)});
}

// If the statement up to `terminator` declares or defines a function, records it. Returns whether it does.
bool CSource::read_function(size_t terminator, bool is_definition) {
  const Scope& scope = scopes_.back();
  const std::vector<size_t>& head = scope.statement;
  size_t open = 1;
  for (; open < head.size(); ++open) {
    if (tokens_[head[open]].is("=")) return false;
    const CToken& before = tokens_[head[open - 1]];
    if (tokens_[head[open]].is("(") && before.kind == CToken::Kind::Word && !contains(kNoFunctions, before.text) &&
        !before.text.starts_with("MOVER_"))
      break;
  }
  if (open >= head.size()) return false;
  const size_t name = head[open - 1];
  CFunction function;
  function.name = tokens_[name].text;
  function.line = tokens_[name].line;
  if (scope.is_record && !records_[scope.record].names.empty()) function.record = records_[scope.record].names[0];
  if (open >= 3 && tokens_[head[open - 2]].is("::")) {
    size_t qualifier = open - 3;
    while (qualifier > 0 && tokens_[head[qualifier]].kind != CToken::Kind::Word) --qualifier;
    function.record = tokens_[head[qualifier]].text;
  }
  for (size_t i = head[open] + 1; i < matches_[head[open]]; ++i) function.parameters.push_back(tokens_[i]);
  bool plain =
      true;  // no initialiser list or "= default" follows the parameters; an attribute would have to precede it
  for (size_t i = open + 2; i < head.size(); ++i)
    plain &= !tokens_[head[i]].is(":") && !tokens_[head[i]].is("=") && !tokens_[head[i]].is(",");
  if (plain) function.annotate = tokens_[head.back()].end();
  if (is_definition) {
    function.body = tokens_[terminator].begin;
    function.end = tokens_[matches_[terminator]].end();
  }
  functions_.push_back(std::move(function));
  return true;
}

bool CSource::is_declarator(size_t name) const {
  if (tokens_[name].kind != CToken::Kind::Word || name == 0 || name + 1 >= tokens_.size()) return false;
  const CToken &before = tokens_[name - 1], &next = tokens_[name + 1];
  if (before.is(".") || before.is("->") || before.is("::")) return false;
  if (next.kind == CToken::Kind::Word) return next.text.starts_with("MOVER_GUARDED_BY");
  return next.is(";") || next.is(",") || next.is("[") || next.is("=") || next.is(":") || next.is("{");
}

size_t CSource::after_declarator(size_t name) const {
  size_t last = name;
  while (is_at(last + 1, "[") && matches_[last + 1] < tokens_.size()) last = matches_[last + 1];
  while (last + 2 < tokens_.size() && tokens_[last + 1].text.starts_with("MOVER_GUARDED_BY") && is_at(last + 2, "(") &&
         matches_[last + 2] < tokens_.size())
    last = matches_[last + 2];
  if (is_at(last + 1, ":"))  // a bit-field
    while (last + 1 < tokens_.size() && !is_at(last + 1, ";") && !is_at(last + 1, ",") && !is_at(last + 1, "=")) ++last;
  return tokens_[last].end();
}

std::optional<size_t> CSource::variable(const std::string& name, uint32_t line) const {
  std::optional<size_t> found;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].line != line || !tokens_[i].is(name) || !is_declarator(i) || is_at(i + 1, ":")) continue;
    if (found) return std::nullopt;
    found = after_declarator(i);
  }
  return found;
}

std::vector<size_t> CSource::externs(const std::string& name) const {
  std::vector<size_t> positions;
  for (const Extern& declared : externs_)
    if (declared.name == name) positions.push_back(declared.annotate);
  return positions;
}

std::vector<size_t> CSource::members(const std::string& record, const std::string& name) const {
  std::vector<size_t> positions;
  for (const Record& candidate : records_) {
    if (!contains(candidate.names, without_arguments(record))) continue;
    for (size_t i : candidate.tokens)
      if (tokens_[i].is(name) && is_declarator(i)) positions.push_back(after_declarator(i));
  }
  return positions;
}

std::optional<size_t> CSource::function_at(size_t position) const {
  for (size_t i = 0; i < functions_.size(); ++i)
    if (functions_[i].body <= position && position < functions_[i].end) return i;
  return std::nullopt;
}

size_t CSource::position(uint32_t line, uint32_t column) const {
  size_t at = 0;
  for (uint32_t i = 1; i < line && at < text_.size(); ++i) at = std::min(text_.find('\n', at), text_.size() - 1) + 1;
  return std::min(at + (column == 0 ? 0 : column - 1), text_.size());
}

std::vector<CSource::Directive> CSource::directives() const {
  std::vector<Directive> result;
  int depth = 0;
  for (size_t begin = 0; begin < text_.size();) {
    const size_t end = std::min(text_.find('\n', begin), text_.size());
    const size_t hash = text_.find_first_not_of(" \t", begin);
    if (hash < end && text_[hash] == '#') {
      const size_t word = std::min(text_.find_first_not_of(" \t", hash + 1), end);
      const std::string_view text = std::string_view(text_).substr(word, end - word);
      depth -= text.starts_with("endif");
      result.push_back({text, std::min(end + 1, text_.size()), depth});
      depth += text.starts_with("if");
    }
    begin = end + 1;
  }
  return result;
}

std::vector<std::string> CSource::includes() const {
  std::vector<std::string> names;
  for (const Directive& directive : directives()) {
    const size_t open = directive.text.find('"');
    const size_t close = open == std::string_view::npos ? open : directive.text.find('"', open + 1);
    if (directive.text.starts_with("include") && close != std::string_view::npos)
      names.emplace_back(directive.text.substr(open + 1, close - open - 1));
  }
  return names;
}

size_t CSource::include_before(size_t position) const {
  std::vector<Directive> includes = directives();
  std::erase_if(includes, [&](const Directive& d) { return !d.text.starts_with("include") || d.next_line > position; });
  if (includes.empty()) return 0;
  // The preprocessor may skip an #include inside an #if, so the last one with the least nesting is chosen. (In a header
  // all of them are inside the include guard.)
  auto shallower = [](const Directive& a, const Directive& b) { return a.depth < b.depth; };
  const int least = std::min_element(includes.begin(), includes.end(), shallower)->depth;
  return std::find_if(includes.rbegin(), includes.rend(), [&](const Directive& d) { return d.depth == least; })
      ->next_line;
}

}  // namespace mover
