// The part of the parser that parses operands and constants.
#include <charconv>
#include <cstring>

#include "ir/parser.h"

namespace mover::ir {

namespace {

constexpr Wide kOne = 1;

bool is_float_text(std::string_view text) {
  return text.substr(0, 2) != "0x" && text.find_first_of(".eE") != std::string_view::npos;
}

std::string bits(uint32_t width) { return std::to_string(width) + (width == 1 ? " bit" : " bits"); }

// The width, or a valid one in its place: the verifier rejects invalid widths, the parser accepts them.
uint32_t valid_width(uint32_t width) { return width == 0 ? 64 : width > 128 ? 128 : width; }

Wide integer_bits(const Literal& l, uint32_t width) {
  if (!l.negative) return l.magnitude;
  if (l.magnitude > kOne << (width - 1)) fail_at(l.token, "The number does not fit in " + bits(width) + ".");
  const Wide mask = width == 128 ? ~Wide{0} : (kOne << width) - 1;
  return (0 - l.magnitude) & mask;
}

template <typename Float, typename Bits>
uint64_t float_bits(const Literal& l) {
  Float value = 0;
  const char* end = l.token.text.data() + l.token.text.size();
  const auto [rest, error] = std::from_chars(l.token.text.data(), end, value);
  if (error != std::errc() || rest != end) fail_at(l.token, "Expected a decimal floating-point number within range.");
  if (l.negative) value = -value;
  Bits result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

uint64_t float_bits(const Literal& l, uint32_t width) {
  if (width == 32) return float_bits<float, uint32_t>(l);
  if (width == 64) return float_bits<double, uint64_t>(l);
  fail_at(l.token, "Only floats of 32 and 64 bits can be written in decimal; write the bits (0x…) instead.");
}

Literal number(Lexer& lexer) {
  Literal l;
  l.negative = lexer.accept_punct('-');
  l.token = lexer.expect(Token::Kind::Number, "a number");
  if (is_float_text(l.token.text)) {
    l.kind = Literal::Kind::Float;
  } else {
    l.kind = Literal::Kind::Integer;
    if (!parse_integer(l.token.text, l.magnitude))
      fail_at(l.token, "Expected a decimal or 0x hexadecimal number of at most 128 bits.");
  }
  return l;
}

// Parses <low, high>, the halves of a wide constant that is not a number.
Literal pair(Lexer& lexer, const Symbols& symbols) {
  Literal l;
  l.kind = Literal::Kind::Pair;
  l.token = lexer.peek();
  lexer.expect_punct('<');
  for (Constant* half : {&l.low, &l.high}) {
    if (half == &l.high) lexer.expect_punct(',');
    if (lexer.at_punct('<')) lexer.fail_expecting("a constant");
    const Literal part = parse_literal(lexer, symbols);
    if (part.kind == Literal::Kind::Register) fail_at(part.token, "The halves of a pair are constants, not registers.");
    *half = narrow_constant(part, 64);
  }
  lexer.expect_punct('>');
  return l;
}

}  // namespace

Constant parse_name(Lexer& lexer, const Symbols& symbols) {
  if (lexer.at(Token::Kind::Symbol)) return symbols.resolve(lexer.next());
  const bool is_function = lexer.at_word("function");
  if (!is_function && !lexer.at_word("global")) lexer.fail_expecting("a name (@name)");
  lexer.next();
  lexer.expect_punct(':');
  const Token at = lexer.peek();
  const uint64_t id = lexer.expect_number("the number of a function or global", UINT32_MAX);
  if (id >= (is_function ? symbols.num_functions() : symbols.num_globals())) {
    fail_at(at, std::string("There is no ") + (is_function ? "function " : "global ") + std::to_string(id) + ".");
  }
  return {is_function ? Constant::Kind::Function : Constant::Kind::Global, static_cast<uint32_t>(id), 0};
}

Constant parse_address(Lexer& lexer, const Symbols& symbols) {
  Constant c = parse_name(lexer, symbols);
  if (!lexer.at_punct('+') && !lexer.at_punct('-')) return c;
  const Token sign = lexer.next();
  if (c.kind == Constant::Kind::Function) fail_at(sign, "A function's address takes no offset.");
  const uint64_t offset = lexer.expect_number("the offset", uint64_t{1} << 63);
  c.value = sign.text == "-" ? 0 - offset : offset;
  return c;
}

Literal parse_literal(Lexer& lexer, const Symbols& symbols) {
  Literal l;
  l.token = lexer.peek();
  switch (l.token.kind) {
    case Token::Kind::Register: {
      l.kind = Literal::Kind::Register;
      Wide value = 0;
      if (!parse_integer(l.token.text.substr(1), value) || value >= kMaxRegisters) {
        fail_at(l.token, "Registers are numbered below " + std::to_string(kMaxRegisters) + ".");
      }
      l.reg = static_cast<uint32_t>(value);
      lexer.next();
      return l;
    }
    case Token::Kind::Number:
      return number(lexer);
    case Token::Kind::Punct:
      if (lexer.at_punct('-')) return number(lexer);
      if (lexer.at_punct('<')) return pair(lexer, symbols);
      break;
    case Token::Kind::Word:
      if (lexer.accept_word("undef")) return l;
      if (!lexer.at_word("function") && !lexer.at_word("global")) break;
      [[fallthrough]];
    case Token::Kind::Symbol:
      l.kind = Literal::Kind::Address;
      l.address = parse_address(lexer, symbols);
      return l;
    default:
      break;
  }
  lexer.fail_expecting("a register, a number, a name (@name) or undef");
}

int64_t parse_signed(Lexer& lexer, const char* what) {
  const Token at = lexer.peek();
  if (!lexer.at(Token::Kind::Number) && !lexer.at_punct('-')) lexer.fail_expecting(what);
  const Literal l = number(lexer);
  const Wide limit = (kOne << 63) - (l.negative ? 0 : 1);
  if (l.kind != Literal::Kind::Integer || l.magnitude > limit)
    fail_at(at, capitalised(what) + " must be an integer of 64 bits.");
  const auto magnitude = static_cast<uint64_t>(l.magnitude);
  return static_cast<int64_t>(l.negative ? 0 - magnitude : magnitude);
}

Constant narrow_constant(const Literal& l, uint32_t width) {
  width = std::min<uint32_t>(valid_width(width), 64);
  switch (l.kind) {
    case Literal::Kind::Undef:
      return {Constant::Kind::Undef, 0, 0};
    case Literal::Kind::Address:
      return l.address;
    case Literal::Kind::Float:
      return {Constant::Kind::Int, 0, float_bits(l, width)};
    case Literal::Kind::Integer: {
      const Wide value = integer_bits(l, width);
      if (value >> 64 != 0) fail_at(l.token, "The number does not fit in " + bits(width) + ".");
      return {Constant::Kind::Int, 0, static_cast<uint64_t>(value)};
    }
    default:
      fail_at(l.token, "Expected a constant of at most 64 bits.");
  }
}

std::pair<Constant, Constant> wide_constant(const Literal& l, uint32_t width) {
  const Constant undef{Constant::Kind::Undef, 0, 0};
  switch (l.kind) {
    case Literal::Kind::Undef:
      return {undef, undef};
    case Literal::Kind::Pair:
      return {l.low, l.high};
    case Literal::Kind::Integer: {
      const Wide value = integer_bits(l, valid_width(width));
      return {{Constant::Kind::Int, 0, static_cast<uint64_t>(value)},
              {Constant::Kind::Int, 0, static_cast<uint64_t>(value >> 64)}};
    }
    default:
      fail_at(l.token, "A constant of more than 64 bits is a number, undef or <low half, high half>.");
  }
}

}  // namespace mover::ir
