// Internal to the parser: splits the text into tokens. All productions of the grammar use its operations: accept a
// token, or report the expected one with line and column.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "ir/shape.h"
#include "ir/text.h"

namespace mover::ir {

struct Token {
  enum class Kind : uint8_t {
    Word,      // load.32.seq_cst, loop, func
    Number,    // begins with a digit: 12, 0x1f, 1.5e-3, 6c
    Register,  // %12
    Symbol,    // @name, @"any name": `value` is the name
    String,    // "…": `value` is the decoded string
    Location,  // !1:12:3, !none
    Punct,     // one character
    Newline,   // one or more line ends
    End,
  } kind = Kind::End;
  std::string_view text;  // as written
  std::string value;      // Symbol, String: decoded
  uint32_t line = 1, column = 1;
};

// Thrown only inside the parser, which converts it to the result of parse().
struct SyntaxError {
  ParseError error;
};

std::string capitalised(std::string text);  // for the beginning of a sentence
[[noreturn]] void fail_at(const Token& token, std::string message);

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  const Token& peek() const { return token_; }
  Token next();  // returns the current token and advances

  bool at(Token::Kind kind) const { return token_.kind == kind; }
  bool at_word(std::string_view word) const { return at(Token::Kind::Word) && token_.text == word; }
  bool at_punct(char c) const { return at(Token::Kind::Punct) && token_.text[0] == c; }
  bool accept_word(std::string_view word);
  bool accept_punct(char c);

  void expect_word(std::string_view word);
  void expect_punct(char c);
  void expect_line_end();
  Token expect(Token::Kind kind, const char* what);
  uint64_t expect_number(const char* what, uint64_t limit);  // at most limit

  [[noreturn]] void fail_expecting(const std::string& what) const;

 private:
  void advance();
  void skip_blanks();
  void take_newlines();
  void take_number();
  void take_string();
  void take_while(bool (*wanted)(char));
  [[noreturn]] void fail_here(std::string message) const;
  char character(size_t ahead = 0) const { return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0'; }

  std::string_view text_;
  size_t position_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  Token token_;
};

// Parses decimal or 0x hexadecimal digits of at most 128 bits; returns false if the text is no such number.
bool parse_integer(std::string_view digits, Wide& value);

int hex_digit(char c);  // -1 if it is no digit

}  // namespace mover::ir
