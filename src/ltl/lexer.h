// The tokens of formulas and of the C expressions in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mover::ltl {

struct Token {
  enum class Kind : uint8_t { Name, Number, Symbol, End } kind = Kind::End;
  std::string text;     // a Symbol has its canonical spelling: "&&" for `and`, "->" for `=>`
  uint64_t number = 0;  // Number
  uint32_t column = 1;  // of its first character; 1 is the first column
  size_t begin = 0, end = 0;
  bool is(std::string_view symbol) const { return kind == Kind::Symbol && text == symbol; }
};

// The text of the arrow in p->m, which distinguishes it from an implication.
constexpr const char* kArrow = "member ->";

// An error in a formula: one sentence that says what to do.
struct SyntaxError {
  uint32_t column = 0;
  std::string message;
};

// The tokens of the text, followed by one of kind End.
// `->` is a member access if a name or `]` stands directly before it and a name directly after it (except the names of
// temporal operators); otherwise it is an implication.
// Throws SyntaxError.
std::vector<Token> tokens_of(std::string_view text);

// Whether the name is a temporal operator: G, F, X, U, R, V, W, M.
bool is_temporal(std::string_view name);

}  // namespace mover::ltl
