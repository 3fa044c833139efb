#include "ir/lexer.h"

namespace mover::ir {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '.';
}
bool is_word(char c) { return is_word_start(c) || is_digit(c); }
bool is_location(char c) { return is_word(c) || c == ':'; }

// A token in an error message: its text, or "the end of the line" and the like.
std::string described(const Token& token) {
  if (token.kind == Token::Kind::End) return "the end of the text";
  if (token.kind == Token::Kind::Newline) return "the end of the line";
  constexpr size_t kLong = 40;
  std::string shown;
  for (char c : token.text.substr(0, kLong)) shown += c >= 0x20 && c < 0x7f ? c : '?';
  return "'" + shown + (token.text.size() > kLong ? "…'" : "'");
}

}  // namespace

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

void fail_at(const Token& token, std::string message) {
  throw SyntaxError{{std::move(message), token.line, token.column}};
}

Token Lexer::next() {
  Token taken = std::move(token_);
  advance();
  return taken;
}

bool Lexer::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  advance();
  return true;
}

bool Lexer::accept_punct(char c) {
  if (!at_punct(c)) return false;
  advance();
  return true;
}

void Lexer::expect_word(std::string_view word) {
  if (!accept_word(word)) fail_expecting("'" + std::string(word) + "'");
}

void Lexer::expect_punct(char c) {
  if (!accept_punct(c)) fail_expecting(std::string("'") + c + "'");
}

void Lexer::expect_line_end() {
  if (at(Token::Kind::End)) return;
  if (!at(Token::Kind::Newline)) fail_expecting("the end of the line");
  advance();
}

Token Lexer::expect(Token::Kind kind, const char* what) {
  if (!at(kind)) fail_expecting(what);
  return next();
}

uint64_t Lexer::expect_number(const char* what, uint64_t limit) {
  Wide value = 0;
  if (!at(Token::Kind::Number) || !parse_integer(token_.text, value)) fail_expecting(what);
  if (value > limit) fail_at(token_, capitalised(what) + " must be at most " + std::to_string(limit) + ".");
  advance();
  return static_cast<uint64_t>(value);
}

void Lexer::fail_expecting(const std::string& what) const {
  fail_at(token_, "Expected " + what + " instead of " + described(token_) + ".");
}

void Lexer::fail_here(std::string message) const {
  throw SyntaxError{{std::move(message), line_, static_cast<uint32_t>(position_ - line_start_ + 1)}};
}

void Lexer::skip_blanks() {
  while (character() == ' ' || character() == '\t' || character() == '\r') ++position_;
  if (character() != '#') return;
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
}

void Lexer::take_newlines() {
  while (character() == '\n') {
    ++position_;
    ++line_;
    line_start_ = position_;
    skip_blanks();
  }
}

void Lexer::take_while(bool (*wanted)(char)) {
  while (position_ < text_.size() && wanted(text_[position_])) ++position_;
}

// A sign is part of a number only in a decimal exponent (1.5e-3); elsewhere it is a token of its own (@x+8).
void Lexer::take_number() {
  const size_t begin = position_;
  take_while(is_word);
  const bool is_hex = text_.substr(begin, 2) == "0x";
  const char last = text_[position_ - 1];
  if (is_hex || (last != 'e' && last != 'E') || (character() != '+' && character() != '-') || !is_digit(character(1)))
    return;
  ++position_;
  take_while(is_digit);
}

// Escapes: \\, \" and \ with two hexadecimal digits.
void Lexer::take_string() {
  ++position_;
  while (character() != '"') {
    const char c = character();
    if (position_ >= text_.size() || c == '\n') fail_here("The string does not end on its line.");
    ++position_;
    if (c != '\\') {
      token_.value += c;
      continue;
    }
    const char escaped = character();
    const int high = hex_digit(escaped), low = hex_digit(character(1));
    if (escaped == '\\' || escaped == '"') {
      token_.value += escaped;
      position_ += 1;
    } else if (high >= 0 && low >= 0) {
      token_.value += static_cast<char>(high * 16 + low);
      position_ += 2;
    } else {
      fail_here("Expected \\\\, \\\" or two hexadecimal digits after the backslash.");
    }
  }
  ++position_;
}

void Lexer::advance() {
  using Kind = Token::Kind;
  skip_blanks();
  const size_t begin = position_;
  token_.line = line_;
  token_.column = static_cast<uint32_t>(begin - line_start_ + 1);
  token_.value.clear();
  const char c = character();
  if (begin >= text_.size()) {
    token_.kind = Kind::End;
  } else if (c == '\n') {
    token_.kind = Kind::Newline;
    take_newlines();
  } else if (is_word_start(c)) {
    token_.kind = Kind::Word;
    take_while(is_word);
  } else if (is_digit(c)) {
    token_.kind = Kind::Number;
    take_number();
  } else if (c == '"') {
    token_.kind = Kind::String;
    take_string();
  } else if (c == '%' && is_digit(character(1))) {
    token_.kind = Kind::Register;
    ++position_;
    take_while(is_digit);
  } else if (c == '@' && (is_word(character(1)) || character(1) == '"')) {
    token_.kind = Kind::Symbol;
    ++position_;
    if (character() == '"') {
      take_string();
    } else {
      take_while(is_word);
      token_.value = text_.substr(begin + 1, position_ - begin - 1);
    }
  } else if (c == '!') {
    token_.kind = Kind::Location;
    ++position_;
    take_while(is_location);
  } else {
    token_.kind = Kind::Punct;
    ++position_;
  }
  token_.text = text_.substr(begin, position_ - begin);
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool parse_integer(std::string_view digits, Wide& value) {
  const bool is_hex = digits.size() > 2 && digits[0] == '0' && digits[1] == 'x';
  if (is_hex) digits.remove_prefix(2);
  const Wide base = is_hex ? 16 : 10;
  const Wide limit = ~Wide{0};
  value = 0;
  for (char c : digits) {
    const int digit = hex_digit(c);
    if (digit < 0 || static_cast<Wide>(digit) >= base) return false;
    if (value > (limit - static_cast<Wide>(digit)) / base) return false;
    value = value * base + static_cast<Wide>(digit);
  }
  return !digits.empty();
}

}  // namespace mover::ir
