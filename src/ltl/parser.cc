// Precedence, from low to high: <-> (left-associative), -> (right-associative), ||, &&, the binary temporal operators
// (right-associative), the unary operators, atoms.
#include "ltl/parser.h"

#include <algorithm>
#include <utility>

namespace mover::ltl {

namespace {

// The translation stores promises as bits of a word. Simplification at most doubles the number of temporal operators.
constexpr uint32_t kMostTemporal = 32;
constexpr size_t kMostTokens = 1000;  // the parser is recursive

class FormulaParser : ExpressionParser {
 public:
  explicit FormulaParser(std::string_view text) : ExpressionParser(tokens_of(text)) { result_.text = text; }

  Specification run() {
    if (tokens_.size() > kMostTokens)
      fail(tokens_[kMostTokens], "the formula is too long; split it into several formulas");
    result_.formula = equivalence();
    if (next().kind != Token::Kind::End)
      fail(next(), "the formula is complete before `" + found_text() + "`; " + advice());
    if (result_.uses_next)
      result_.warnings.push_back(
          "X is not stutter-invariant: the next state depends on how a program is divided into steps, so the verdict "
          "may change with the "
          "reduction; write the formula with U, F and G if possible");
    return std::move(result_);
  }

 private:
  std::string found_text() const { return next().text == kArrow ? "->" : next().text; }
  std::string advice() const {
    if (is_next("=")) return "a comparison is written with ==";
    if (is_next(")")) return "no parenthesis is open here";
    return "write an operator before it";
  }

  Formula equivalence() {
    Formula left = implication();
    while (accept("<->")) {
      const Formula right = implication();
      left = Formula::conjunction(implies(left, right), implies(right, left));
    }
    return left;
  }
  static Formula implies(const Formula& a, const Formula& b) { return Formula::disjunction(Formula::negation(a), b); }

  Formula implication() {
    Formula left = disjunction();
    return accept("->") ? implies(left, implication()) : left;
  }

  Formula disjunction() {
    Formula left = conjunction();
    while (accept("||")) left = Formula::disjunction(left, conjunction());
    return left;
  }

  Formula conjunction() {
    Formula left = temporal();
    while (accept("&&")) left = Formula::conjunction(left, temporal());
    return left;
  }

  bool accept_temporal(char op) {
    if (next().kind != Token::Kind::Name || next().text != std::string_view(&op, 1)) return false;
    skip_temporal();
    return true;
  }
  bool accept_temporal(std::string_view symbol) {
    if (!is_next(symbol)) return false;
    skip_temporal();
    return true;
  }
  void skip_temporal() {
    if (++temporal_ > kMostTemporal)
      fail(next(), "the formula has more than " + std::to_string(kMostTemporal) +
                       " temporal operators; split it into several formulas");
    ++at_;
  }

  Formula temporal() {
    Formula left = unary();
    if (accept_temporal('U')) return Formula::until(left, temporal());
    if (accept_temporal('R') || accept_temporal('V')) return Formula::release(left, temporal());
    if (accept_temporal('W')) {
      const Formula right = temporal();
      return Formula::release(right, Formula::disjunction(left, right));
    }
    if (accept_temporal('M')) {
      const Formula right = temporal();
      return Formula::until(right, Formula::conjunction(left, right));
    }
    return left;
  }

  Formula unary() {
    const Token at = next();
    if (accept("!")) {
      const bool grouped = is_next("(");
      const Formula operand = unary();
      if (!grouped && is_comparison_) fail(at, "it is not clear how far `!` extends; write !(a == b) or (!a) == b");
      return Formula::negation(operand);
    }
    if (accept_temporal('G') || accept_temporal("[]")) return Formula::always(temporal_operand());
    if (accept_temporal('F') || accept_temporal("<>")) return Formula::eventually(temporal_operand());
    if (accept_temporal('X')) {
      result_.uses_next = true;
      return Formula::next(temporal_operand());
    }
    return primary();
  }

  // The operand of a prefix operator. After `!F x == 1` it is clear how far `!` extends, so no warning is needed.
  Formula temporal_operand() {
    Formula result = unary();
    is_comparison_ = false;
    return result;
  }

  Formula primary() {
    is_comparison_ = false;
    // Parentheses enclose a formula, unless an operator of C follows them: they are then part of an expression.
    if (is_next("(") && !continues_expression(matching_parenthesis() + 1)) {
      ++at_;
      Formula inside = equivalence();
      expect(")", "a parenthesis before it is not closed");
      is_comparison_ = false;
      return inside;
    }
    if (next().text == "true" || next().text == "false") {
      const bool value = next().text == "true";
      if (next().kind == Token::Kind::Name && !continues_expression(at_ + 1)) {
        ++at_;
        return value ? Formula::truth() : Formula::falsity();
      }
    }
    Expression expression = atom();
    is_comparison_ = expression.op >= Expression::Op::Multiply && expression.op <= Expression::Op::Or;
    return Formula::atom(number_of(std::move(expression)));
  }

  uint32_t number_of(Expression expression) {
    std::vector<Expression>& atoms = result_.atoms;
    auto known =
        std::find_if(atoms.begin(), atoms.end(), [&](const Expression& e) { return e.text == expression.text; });
    const auto number = static_cast<uint32_t>(known - atoms.begin());
    if (known != atoms.end()) return number;
    if (atoms.size() == kMostAtoms)
      throw SyntaxError{expression.column, "the formula has more than " + std::to_string(kMostAtoms) +
                                               " different atoms; split it into several formulas"};
    atoms.push_back(std::move(expression));
    return number;
  }

  Specification result_;
  bool is_comparison_ = false;  // the last atom has a binary operator outside parentheses
  uint32_t temporal_ = 0;
};

// The text without its comment, which begins with a # that is not the character constant '#'.
std::string_view without_comment(std::string_view line) {
  size_t at = line.find('#');
  while (at != std::string_view::npos && at > 0 && line.substr(at - 1, 3) == "'#'") at = line.find('#', at + 1);
  return line.substr(0, at);
}

// The length of "name:" at the beginning of the line, or 0.
size_t name_length(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.substr(colon).starts_with("::")) return 0;
  const std::string_view name = line.substr(0, colon);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == ' ' || c == '\t';
  });
  return is_name ? colon + 1 : 0;
}

std::string_view trimmed(std::string_view text) {
  const char* blanks = " \t\r:";
  const size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace

std::variant<Specification, std::string> parse(std::string_view text) {
  try {
    return FormulaParser(text).run();
  } catch (const SyntaxError& error) {
    return "column " + std::to_string(error.column) + ": " + error.message;
  }
}

std::variant<std::vector<Specification>, std::string> parse_file(const std::string& file, std::string_view contents) {
  std::vector<Specification> result;
  for (size_t line = 1, begin = 0; begin < contents.size(); ++line) {
    const size_t end = std::min(contents.find('\n', begin), contents.size());
    const std::string_view text = without_comment(contents.substr(begin, end - begin));
    begin = end + 1;
    if (trimmed(text).empty()) continue;
    const size_t named = name_length(text);
    try {
      result.push_back(FormulaParser(text.substr(named)).run());
    } catch (const SyntaxError& error) {
      return file + ":" + std::to_string(line) + ":" + std::to_string(named + error.column) + ": " + error.message;
    }
    result.back().name = trimmed(text.substr(0, named));
    result.back().text = trimmed(result.back().text);
  }
  return result;
}

}  // namespace mover::ltl
