// The atoms of formulas: C expressions over variables, and predicates about threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltl/lexer.h"

namespace mover::ltl {

struct Expression {
  enum class Op : uint8_t {
    Number,    // name: as it is written
    Variable,  // name, thread
    Member,    // operand . name
    Arrow,     // operand -> name
    Index,     // operand [ operand ]
    Dereference,
    AddressOf,
    Minus,
    Complement,
    Not,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    At,       // at(name), at(file:line): name, number, thread
    In,       // in(function): name, thread
    Holds,    // holds(thread, lock)
    Enabled,  // enabled(thread)
  };
  Op op = Op::Number;
  uint32_t column = 0;
  std::string name;
  uint64_t number = 0;             // Number; At: the line, or 0 for a label
  std::optional<uint32_t> thread;  // the number of a thread
  std::vector<Expression> operands;
  std::string text;  // as it is written, without blanks; of atoms only
};

// Reads expressions from the tokens, beginning at a position. Throws SyntaxError.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

 protected:
  const Token& next() const { return tokens_[at_]; }
  bool is_next(std::string_view symbol) const { return next().is(symbol); }
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol, const char* advice);
  [[noreturn]] static void fail(const Token& at, const std::string& message) { throw SyntaxError{at.column, message}; }
  static std::string found(const Token& token);

  // An expression without && and || outside parentheses.
  Expression atom();
  size_t matching_parenthesis() const;  // of the `(` that is next
  bool continues_expression(size_t token) const;

  std::vector<Token> tokens_;
  size_t at_ = 0;

 private:
  Expression whole();
  Expression binary(size_t level);
  Expression unary();
  Expression postfix();
  Expression primary();
  Expression predicate(Expression::Op op);
  Expression place(Expression result);
  uint32_t thread();
  std::optional<uint32_t> thread_before_comma();
};

}  // namespace mover::ltl
