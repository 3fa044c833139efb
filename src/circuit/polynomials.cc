// Polynomials over words, and their words in a fixed order of operations.
#include "circuit/polynomials.h"

#include <algorithm>

#include "circuit/word.h"
#include "support/check.h"

namespace mover::circuit {

using Operator = Arithmetic::Operator;

namespace {

// A word with a larger polynomial is regarded as a variable.
constexpr size_t kMostTerms = 24, kMostFactors = 3;
constexpr unsigned kMostBits = 64;

uint64_t mask_of(size_t width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

std::optional<uint64_t> constant_value(const Word& word) {
  uint64_t value = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (!is_constant(word[i])) return std::nullopt;
    value |= uint64_t{word[i]} << i;
  }
  return value;
}

}  // namespace

uint64_t apply(Operator op, uint64_t a, uint64_t b) {
  switch (op) {
    case Operator::Add:
      return a + b;
    case Operator::Sub:
      return a - b;
    case Operator::Mul:
      break;
  }
  return a * b;
}

Word apply(Circuit& circuit, Operator op, const Word& a, const Word& b) {
  switch (op) {
    case Operator::Add:
      return add(circuit, a, b);
    case Operator::Sub:
      return sub(circuit, a, b);
    case Operator::Mul:
      break;
  }
  return mul(circuit, a, b);
}

size_t Polynomials::Hash::operator()(const Word& word) const {
  uint64_t hash = word.size();
  for (Literal l : word) hash = (hash ^ l) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return hash;
}

Polynomials::Polynomial Polynomials::polynomial_of(const Word& word) const {
  if (const std::optional<uint64_t> value = constant_value(word)) {
    if (*value == 0) return {};
    return {{{}, *value}};
  }
  const auto found = known_.find(word);
  if (found != known_.end()) return found->second;
  return {{{word}, 1}};
}

Word Polynomials::product_of(const Monomial& monomial, unsigned width) {
  Word product = monomial.empty() ? constant_word(1, width) : monomial[0];
  for (size_t i = 1; i < monomial.size(); ++i) product = mul(circuit_, product, monomial[i]);
  return product;
}

// The monomials are added in their order, and the constant last.
Word Polynomials::word_of(const Polynomial& polynomial, unsigned width) {
  Word sum = constant_word(0, width);
  for (const auto& [monomial, coefficient] : polynomial) {
    if (monomial.empty()) continue;
    const uint64_t negated = (0 - coefficient) & mask_of(width);
    const bool is_negative = negated < coefficient;
    const Word term =
        mul(circuit_, product_of(monomial, width), constant_word(is_negative ? negated : coefficient, width));
    sum = is_negative ? sub(circuit_, sum, term) : add(circuit_, sum, term);
  }
  const auto constant = polynomial.find(Monomial{});
  return constant == polynomial.end() ? sum : add(circuit_, sum, constant_word(constant->second, width));
}

Word Polynomials::apply(Operator op, const Word& a, const Word& b) {
  const size_t width = a.size();
  if (width > kMostBits) return circuit::apply(circuit_, op, a, b);
  const std::optional<uint64_t> x = constant_value(a), y = constant_value(b);
  if (x && y) return constant_word(circuit::apply(op, *x, *y), static_cast<unsigned>(width));
  const Polynomial p = polynomial_of(a), q = polynomial_of(b);
  Polynomial result;
  bool is_small = true;
  auto plus = [&](const Monomial& monomial, uint64_t coefficient) {
    uint64_t& sum = result[monomial];
    sum = (sum + coefficient) & mask_of(width);
    if (sum == 0) result.erase(monomial);
    is_small &= result.size() <= kMostTerms && monomial.size() <= kMostFactors;
  };
  if (op == Operator::Mul) {
    for (const auto& [m, c] : p)
      for (const auto& [n, d] : q) {
        Monomial product(m.size() + n.size());
        std::merge(m.begin(), m.end(), n.begin(), n.end(), product.begin());
        plus(product, c * d);
      }
  } else {
    result = p;
    for (const auto& [n, d] : q) plus(n, op == Operator::Add ? d : 0 - d);
  }
  const Word word = is_small ? word_of(result, static_cast<unsigned>(width)) : circuit::apply(circuit_, op, a, b);
  check(op, a, b, word);
  if (is_small && !constant_value(word)) known_.try_emplace(word, std::move(result));
  return word;
}

uint64_t Polynomials::value_of(const Word& word, unsigned lane) const {
  uint64_t value = 0;
  for (size_t i = 0; i < word.size(); ++i)
    value |= uint64_t{((lanes_[node_of(word[i])] >> lane) & 1) != (is_negated(word[i]) ? 1u : 0u)} << i;
  return value;
}

// If two different polynomials were taken to be equal, each of the 64 comparisons would notice it with a probability
// of at least one half, because a coefficient differs and the variables have random values.
void Polynomials::check(Operator op, const Word& a, const Word& b, const Word& result) {
  for (uint32_t node = static_cast<uint32_t>(lanes_.size()); node < circuit_.node_count(); ++node) {
    auto of = [&](Literal l) { return is_negated(l) ? ~lanes_[node_of(l)] : lanes_[node_of(l)]; };
    const Kind kind = circuit_.kind(node);
    lanes_.push_back(kind == Kind::Constant ? 0
                     : kind == Kind::And    ? of(circuit_.left(node)) & of(circuit_.right(node))
                                            : random_());
  }
  for (unsigned lane = 0; lane < 64; ++lane)
    MOVER_CHECK(
        value_of(result, lane) == (circuit::apply(op, value_of(a, lane), value_of(b, lane)) & mask_of(result.size())),
        "a polynomial has the value of the operation that it replaces");
}

}  // namespace mover::circuit
