#include "ltl/expression.h"

#include <array>
#include <charconv>
#include <utility>

namespace mover::ltl {

namespace {

using Op = Expression::Op;

// The binary operators of C by ascending precedence. The first two levels, || and &&, do not occur in atoms outside
// parentheses.
using Operator = std::pair<const char*, Op>;
const std::array<std::vector<Operator>, 10> kLevels = {{
    {{"||", Op::Or}},
    {{"&&", Op::And}},
    {{"|", Op::BitOr}},
    {{"^", Op::BitXor}},
    {{"&", Op::BitAnd}},
    {{"==", Op::Equal}, {"!=", Op::NotEqual}},
    {{"<=", Op::LessOrEqual}, {">=", Op::GreaterOrEqual}, {"<", Op::Less}, {">", Op::Greater}},
    {{"<<", Op::ShiftLeft}, {">>", Op::ShiftRight}},
    {{"+", Op::Add}, {"-", Op::Subtract}},
    {{"*", Op::Multiply}, {"/", Op::Divide}, {"%", Op::Remainder}},
}};
constexpr size_t kFirstOfAtoms = 2;

Expression node(Op op, const Token& at, std::vector<Expression> operands) {
  Expression result;
  result.op = op;
  result.column = at.column;
  result.operands = std::move(operands);
  return result;
}

// The number of the thread `name`: main is 0, T3 is 3.
std::optional<uint32_t> thread_number(const std::string& name) {
  if (name == "main") return 0;
  uint32_t number = 0;
  const char *begin = name.data() + 1, *end = name.data() + name.size();
  if (name.size() < 2 || name[0] != 'T' || std::from_chars(begin, end, number).ptr != end) return std::nullopt;
  return number;
}

}  // namespace

bool ExpressionParser::accept(std::string_view symbol) {
  if (!is_next(symbol)) return false;
  ++at_;
  return true;
}

std::string ExpressionParser::found(const Token& token) {
  if (token.kind == Token::Kind::End) return "the formula ends";
  return "there is `" + (token.text == kArrow ? "->" : token.text) + "`";
}

void ExpressionParser::expect(std::string_view symbol, const char* advice) {
  if (!accept(symbol)) fail(next(), found(next()) + " where `" + std::string(symbol) + "` is expected; " + advice);
}

size_t ExpressionParser::matching_parenthesis() const {
  size_t depth = 0;
  for (size_t i = at_; i < tokens_.size(); ++i) {
    depth += tokens_[i].is("(");
    if (tokens_[i].is(")") && --depth == 0) return i;
  }
  fail(next(), "this parenthesis is not closed; add a `)`");
}

// Whether the token continues an expression that ends before it.
bool ExpressionParser::continues_expression(size_t token) const {
  for (size_t level = kFirstOfAtoms; level < kLevels.size(); ++level)
    for (const auto& [symbol, unused] : kLevels[level])
      if (tokens_[token].is(symbol)) return true;
  return tokens_[token].is("[") || tokens_[token].is(".");
}

Expression ExpressionParser::atom() {
  const Token& first = next();
  Expression result = binary(kFirstOfAtoms);
  for (const Token* token = &first; token != &next(); ++token)
    result.text += token->text == kArrow ? "->" : token->text;
  return result;
}

Expression ExpressionParser::whole() { return binary(0); }

Expression ExpressionParser::binary(size_t level) {
  if (level == kLevels.size()) return unary();
  Expression left = binary(level + 1);
  for (bool again = true; again;) {
    again = false;
    for (const auto& [symbol, op] : kLevels[level]) {
      const Token at = next();
      if (!accept(symbol)) continue;
      left = node(op, at, {std::move(left), binary(level + 1)});
      again = true;
      break;
    }
  }
  return left;
}

Expression ExpressionParser::unary() {
  const Token at = next();
  if (accept("!")) return node(Op::Not, at, {unary()});
  if (accept("-")) return node(Op::Minus, at, {unary()});
  if (accept("+")) return unary();
  if (accept("~")) return node(Op::Complement, at, {unary()});
  if (accept("*")) return node(Op::Dereference, at, {unary()});
  if (accept("&")) return node(Op::AddressOf, at, {unary()});
  return postfix();
}

Expression ExpressionParser::postfix() {
  Expression result = primary();
  for (;;) {
    const Token at = next();
    if (accept("[")) {
      result = node(Op::Index, at, {std::move(result), whole()});
      expect("]", "an index ends with it");
    } else if (is_next(".") || is_next(kArrow)) {
      result = node(is_next(".") ? Op::Member : Op::Arrow, at, {std::move(result)});
      ++at_;
      if (next().kind != Token::Kind::Name) fail(next(), found(next()) + " where the name of a member is expected");
      result.name = next().text;
      ++at_;
    } else {
      return result;
    }
  }
}

Expression ExpressionParser::primary() {
  const Token at = next();
  if (accept("(")) {
    Expression inside = whole();
    expect(")", "the parenthesis before it is not closed");
    return inside;
  }
  if (at.kind == Token::Kind::Number) {
    ++at_;
    Expression number = node(Op::Number, at, {});
    number.number = at.number;
    number.name = at.text;
    return number;
  }
  if (at.kind != Token::Kind::Name) fail(at, found(at) + " where a variable, a number or a formula is expected");
  if (is_temporal(at.text))
    fail(at,
         "`" + at.text +
             "` is a temporal operator, which cannot stand inside an expression of C; connect formulas with && or ||");
  ++at_;
  if (is_next("("))
    for (auto [name, op] : {std::pair{"at", Op::At}, {"in", Op::In}, {"holds", Op::Holds}, {"enabled", Op::Enabled}})
      if (at.text == name) return predicate(op);
  if (is_next("("))
    fail(at, "`" + at.text + "` is called, but formulas have no calls; the predicates are at, in, holds and enabled");
  Expression variable = node(Op::Variable, at, {});
  variable.name = at.text;
  for (auto [name, value] : {std::pair{"NULL", 0}, {"nullptr", 0}, {"true", 1}, {"false", 0}})
    if (at.text == name) variable.op = Op::Number, variable.number = static_cast<uint64_t>(value);
  if (accept("@")) variable.thread = thread();
  return variable;
}

uint32_t ExpressionParser::thread() {
  const Token at = next();
  const std::optional<uint32_t> number = at.kind == Token::Kind::Name ? thread_number(at.text) : std::nullopt;
  if (!number) fail(at, found(at) + " where a thread is expected; write main, T1, T2 and so on");
  ++at_;
  return *number;
}

std::optional<uint32_t> ExpressionParser::thread_before_comma() {
  if (next().kind == Token::Kind::End || !tokens_[at_ + 1].is(",")) return std::nullopt;
  const uint32_t number = thread();
  ++at_;
  return number;
}

Expression ExpressionParser::predicate(Op op) {
  Expression result = node(op, tokens_[at_ - 1], {});
  ++at_;  // the parenthesis
  if (op == Op::Enabled) {
    result.thread = thread();
  } else if (op == Op::Holds) {
    result.thread = thread_before_comma();
    if (!result.thread) fail(next(), "holds has two arguments; write holds(T1, lock)");
    result.operands.push_back(whole());
  } else {
    result.thread = thread_before_comma();
    result = place(std::move(result));
  }
  expect(")", "the predicate's arguments end with it");
  return result;
}

// A function, a label, or a file and a line.
Expression ExpressionParser::place(Expression result) {
  if (next().kind != Token::Kind::Name)
    fail(next(), result.op == Op::At ? "at needs a place; write at(label) or at(file.c:12)"
                                     : "in needs a function; write in(function)");
  result.name = next().text;
  ++at_;
  if (result.op == Op::At && accept(":")) {
    if (next().kind != Token::Kind::Number) fail(next(), found(next()) + " where the number of a line is expected");
    result.number = next().number;
    ++at_;
  }
  return result;
}

}  // namespace mover::ltl
