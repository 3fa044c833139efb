// Normal forms of arithmetic on machine words. SAT solvers need much time to show that (a + b) + c and (a + c) + b are
// equal, because the carries of the two sums share no gates. A word that was computed by additions, subtractions and
// multiplications is a polynomial over the words that it was computed from, with coefficients modulo 2^width. Equal
// polynomials become the same literals here, so no solver has to compare them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <unordered_map>
#include <vector>

#include "circuit/aig.h"

namespace mover::circuit {

class Polynomials {
 public:
  explicit Polynomials(Circuit& circuit) : circuit_(circuit) {}

  // The result of the operation on two words of the circuit. Its gates depend only on the polynomial of the result, if
  // this is small, and not on the order of the operations. Each result is compared with the operation on 64 random
  // values of the circuit's inputs.
  Word apply(Arithmetic::Operator op, const Word& a, const Word& b);

 private:
  using Monomial = std::vector<Word>;               // a product of words, in ascending order; empty: 1
  using Polynomial = std::map<Monomial, uint64_t>;  // coefficients, which are not zero
  struct Hash {
    size_t operator()(const Word& word) const;
  };

  Polynomial polynomial_of(const Word& word) const;
  Word word_of(const Polynomial& polynomial, unsigned width);
  Word product_of(const Monomial& monomial, unsigned width);
  void check(Arithmetic::Operator op, const Word& a, const Word& b, const Word& result);
  uint64_t value_of(const Word& word, unsigned lane) const;

  Circuit& circuit_;
  std::unordered_map<Word, Polynomial, Hash> known_;  // words that apply() has returned
  std::mt19937_64 random_{1};
  std::vector<uint64_t> lanes_;  // by node: its values for 64 random values of the inputs
};

// The result of the operation on numbers, modulo 2^64.
uint64_t apply(Arithmetic::Operator op, uint64_t a, uint64_t b);
// The result of the operation as word.h computes it.
Word apply(Circuit& circuit, Arithmetic::Operator op, const Word& a, const Word& b);

}  // namespace mover::circuit
