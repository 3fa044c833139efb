// The lexer of c_source.h.
#include <cctype>

#include "report/c_source.h"

namespace mover {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<CToken> run() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
        line_begins_ = true;
      } else if (std::isspace(static_cast<unsigned char>(c)) || starts("\\\n")) {
        line_ += c == '\\';
        at_ += c == '\\' ? 2 : 1;
      } else if (starts("//") || starts("/*")) {
        comment();
      } else if (c == '#' && line_begins_) {
        directive();
      } else {
        line_begins_ = false;
        token(c);
      }
    }
    return std::move(tokens_);
  }

 private:
  // The current branch of an #if that is not closed yet.
  struct Branch {
    bool taken;         // the tokens of this branch are used
    bool taken_before;  // the tokens of this branch or of an earlier branch of the same #if are used
  };

  bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }

  void advance_to(size_t end) {
    for (; at_ < end && at_ < text_.size(); ++at_) line_ += text_[at_] == '\n';
  }

  void comment() {
    bool block = text_[at_ + 1] == '*';
    size_t end = text_.find(block ? "*/" : "\n", at_ + 2);
    advance_to(end == std::string_view::npos ? text_.size() : end + (block ? 2 : 0));
  }

  void directive() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (starts("/*"))
        comment();
      else
        advance_to(at_ + (starts("\\\n") ? 2 : 1));
    }
    std::string word;
    size_t i = begin + 1;
    while (i < at_ && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    while (i < at_ && is_word(text_[i])) word += text_[i++];
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      size_t value = text_.find_first_not_of(" \t", i);
      bool never =
          word == "if" && value < at_ && text_[value] == '0' && (value + 1 == at_ || !is_word(text_[value + 1]));
      branches_.push_back({!never, !never});
    } else if ((word == "else" || word == "elif") && !branches_.empty()) {
      Branch& branch = branches_.back();
      branch.taken = !branch.taken_before;
      branch.taken_before = true;
    } else if (word == "endif" && !branches_.empty()) {
      branches_.pop_back();
    }
  }

  void token(char c) {
    CToken token;
    token.begin = at_;
    token.line = line_;
    if (size_t prefix = quote_prefix(); prefix != std::string_view::npos) {
      token.kind = CToken::Kind::Text;
      quoted(prefix);
    } else if (is_word(c)) {
      token.kind = std::isdigit(static_cast<unsigned char>(c)) ? CToken::Kind::Number : CToken::Kind::Word;
      while (at_ < text_.size() && (is_word(text_[at_]) || (token.kind == CToken::Kind::Number && in_number()))) ++at_;
    } else {
      at_ += starts("->*")                                                                                  ? 3
             : starts("->") || starts("::") || starts("==") || starts("!=") || starts("<=") || starts(">=") ? 2
                                                                                                            : 1;
    }
    token.text = text_.substr(token.begin, at_ - token.begin);
    for (const Branch& branch : branches_)
      if (!branch.taken) return;
    tokens_.push_back(token);
  }

  bool in_number() const {
    return text_[at_] == '.' || (text_[at_] == '\'' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]));
  }

  // The number of characters before the quote of a literal that begins here: L"…", u8R"(…)".
  size_t quote_prefix() const {
    for (std::string_view prefix : {"", "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"})
      if (starts(prefix) && at_ + prefix.size() < text_.size() &&
          (text_[at_ + prefix.size()] == '"' || (text_[at_ + prefix.size()] == '\'' && !prefix.ends_with('R'))))
        return prefix.size();
    return std::string_view::npos;
  }

  void quoted(size_t prefix) {
    const bool raw = prefix > 0 && text_[at_ + prefix - 1] == 'R';
    const char quote = text_[at_ + prefix];
    at_ += prefix + 1;
    if (raw) {
      size_t open = text_.find('(', at_);
      std::string close = open == std::string_view::npos ? "" : ")" + std::string(text_.substr(at_, open - at_)) + "\"";
      size_t end = text_.find(close, at_);
      return advance_to(close.empty() || end == std::string_view::npos ? text_.size() : end + close.size());
    }
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      advance_to(at_ + (text_[at_] == '\\' ? 2 : 1));
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  bool line_begins_ = true;
  std::vector<Branch> branches_;
  std::vector<CToken> tokens_;
};

}  // namespace

std::vector<CToken> c_tokens(std::string_view text) { return Lexer(text).run(); }

}  // namespace mover
