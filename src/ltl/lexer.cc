#include "ltl/lexer.h"

#include <array>
#include <cctype>
#include <charconv>

namespace mover::ltl {

namespace {

// Longer symbols come first.
constexpr std::array kSymbols = {"<->", "<=>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "[]", "<>",
                                 "=>",  "->",  "(",  ")",  "[",  "]",  ".",  ",",  "@",  "!",  "~",  "*",
                                 "/",   "%",   "+",  "-",  "<",  ">",  "&",  "^",  "|",  ":",  "="};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    for (;;) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      Token token;
      token.begin = at_;
      token.column = static_cast<uint32_t>(at_ + 1);
      if (at_ < text_.size()) read(token);
      token.end = at_;
      tokens_.push_back(token);
      if (token.kind == Token::Kind::End) return std::move(tokens_);
    }
  }

 private:
  char peek(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void read(Token& token) {
    if (is_in_place() && read_place(token)) return;
    if (begins_name(text_[at_])) return read_name(token);
    if (is_digit(text_[at_])) return read_number(token);
    if (text_[at_] == '\'') return read_character(token);
    for (std::string_view symbol : kSymbols)
      if (text_.substr(at_).starts_with(symbol)) {
        token.kind = Token::Kind::Symbol;
        token.text = symbol;
        if (symbol == "->" && is_member_access()) token.text = kArrow;
        if (symbol == "<=>") token.text = "<->";
        if (symbol == "=>") token.text = "->";
        at_ += symbol.size();
        return;
      }
    throw SyntaxError{token.column,
                      "the character `" + std::string(1, text_[at_]) + "` has no meaning in a formula; remove it"};
  }

  // Whether the next characters are an argument of `at` or `in`: a file, a label or a function, or the thread that
  // precedes it.
  bool is_in_place() const {
    auto before = [&](size_t i) { return i <= tokens_.size() ? tokens_[tokens_.size() - i] : Token{}; };
    auto is_predicate = [](const Token& token) {
      return token.kind == Token::Kind::Name && (token.text == "at" || token.text == "in");
    };
    return (before(1).is("(") && is_predicate(before(2))) ||
           (before(1).is(",") && before(3).is("(") && is_predicate(before(4)));
  }

  // File names and template instances are not identifiers of C, so everything up to a delimiter is one name.
  bool read_place(Token& token) {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')' &&
           (text_[at_] != ':' || is_qualification(at_) || (at_ > 0 && is_qualification(at_ - 1))))
      ++at_;
    size_t end = at_;
    while (end > begin && std::isspace(static_cast<unsigned char>(text_[end - 1])) != 0) --end;
    token.kind = Token::Kind::Name;
    token.text = text_.substr(begin, end - begin);
    return end > begin;
  }

  std::string_view name_at(size_t begin) const {
    size_t end = begin;
    while (end < text_.size() && (continues_name(text_[end]) || is_qualification(end)))
      end += is_qualification(end) ? 2 : 1;
    return text_.substr(begin, end - begin);
  }
  // "::" between two names
  bool is_qualification(size_t at) const {
    return at + 2 < text_.size() && text_[at] == ':' && text_[at + 1] == ':' && begins_name(text_[at + 2]);
  }

  bool is_member_access() const {
    if (tokens_.empty() || tokens_.back().end != at_ || !begins_name(peek(2))) return false;
    const Token& before = tokens_.back();
    return (before.kind == Token::Kind::Name || before.is("]")) && !is_temporal(name_at(at_ + 2));
  }

  void read_name(Token& token) {
    token.kind = Token::Kind::Name;
    token.text = name_at(at_);
    at_ += token.text.size();
    for (auto [word, symbol] : {std::pair{"and", "&&"}, {"or", "||"}, {"not", "!"}})
      if (token.text == word) token.kind = Token::Kind::Symbol, token.text = symbol;
  }

  void read_number(Token& token) {
    const bool hexadecimal = text_[at_] == '0' && (peek(1) == 'x' || peek(1) == 'X');
    const char* end = text_.data() + text_.size();
    const char* begin = text_.data() + at_ + (hexadecimal ? 2 : 0);
    const int base = hexadecimal ? 16 : text_[at_] == '0' ? 8 : 10;
    auto [rest, error] = std::from_chars(begin, end, token.number, base);
    if (error == std::errc::result_out_of_range)
      throw SyntaxError{token.column, "the number has more than 64 bits; write a smaller one"};
    at_ = static_cast<size_t>(rest - text_.data());
    while (at_ < text_.size() && std::string_view("uUlL").find(text_[at_]) != std::string_view::npos) ++at_;
    if (error != std::errc() || (at_ < text_.size() && (continues_name(text_[at_]) || text_[at_] == '.')))
      throw SyntaxError{token.column,
                        "this is no integer; atoms compare integers and addresses, so write one in C's notation"};
    token.kind = Token::Kind::Number;
    token.text = text_.substr(token.begin, at_ - token.begin);
  }

  void read_character(Token& token) {
    const bool escaped = peek(1) == '\\';
    const size_t size = escaped ? 4 : 3;
    if (at_ + size > text_.size() || text_[at_ + size - 1] != '\'')
      throw SyntaxError{token.column, "the character constant does not end; write one character between two `'`"};
    token.kind = Token::Kind::Number;
    token.number = static_cast<unsigned char>(text_[at_ + size - 2]);
    if (escaped)
      for (auto [letter, value] : {std::pair{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'0', '\0'}})
        if (text_[at_ + 2] == letter) token.number = static_cast<unsigned char>(value);
    token.text = text_.substr(at_, size);
    at_ += size;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

bool is_temporal(std::string_view name) {
  return name.size() == 1 && std::string_view("GFXURVWM").find(name[0]) != std::string_view::npos;
}

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).run(); }

}  // namespace mover::ltl
