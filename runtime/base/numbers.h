// Computes the number of characters that strtol, strtod and the like read: leading spaces, the number, and the
// character after the number.
#pragma once

#include <cstddef>

namespace mover::runtime {

namespace numbers {

template <typename Character>
bool is_space(Character c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
template <typename Character>
Character lower(Character c) {
  return c >= 'A' && c <= 'Z' ? static_cast<Character>(c - 'A' + 'a') : c;
}
// The value of a digit; 36 or more if the character is not a digit in any base.
template <typename Character>
int digit(Character c) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0');
  c = lower(c);
  return c >= 'a' && c <= 'z' ? static_cast<int>(c - 'a') + 10 : 99;
}
template <typename Character>
size_t skip_sign(const Character* text) {
  size_t at = 0;
  while (is_space(text[at])) ++at;
  if (text[at] == '+' || text[at] == '-') ++at;
  return at;
}
template <typename Character>
size_t skip_digits(const Character* text, size_t at, int base) {
  while (digit(text[at]) < base) ++at;
  return at;
}
// The length of the longest common prefix of `text` and `word`, ignoring case. REQUIRES: `word` is in lower case.
template <typename Character>
size_t common_prefix(const Character* text, const char* word) {
  size_t n = 0;
  while (word[n] != 0 && lower(text[n]) == static_cast<Character>(word[n])) ++n;
  return n;
}
// The number of characters read if "nan" ends at `at`. A payload such as "(1)" may follow.
template <typename Character>
size_t read_of_payload(const Character* text, size_t at) {
  if (text[at] != '(') return at + 1;
  ++at;
  while (digit(text[at]) < 36 || text[at] == '_') ++at;
  return at + 1;
}

}  // namespace numbers

template <typename Character>
size_t read_of_integer(const Character* text, int base) {
  if (base == 1 || base < 0 || base > 36) return 0;
  size_t at = numbers::skip_sign(text);
  const bool is_zero = text[at] == '0';
  if (is_zero && (base == 0 || base == 16) && numbers::lower(text[at + 1]) == 'x') {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = is_zero ? 8 : 10;
  }
  return numbers::skip_digits(text, at, base) + 1;
}

template <typename Character>
size_t read_of_real(const Character* text) {
  size_t at = numbers::skip_sign(text);
  if (numbers::lower(text[at]) == 'i') {
    const size_t n = numbers::common_prefix(text + at, "infinity");
    return at + n + (n < 8);
  }
  if (numbers::lower(text[at]) == 'n') {
    const size_t n = numbers::common_prefix(text + at, "nan");
    return n < 3 ? at + n + 1 : numbers::read_of_payload(text, at + 3);
  }
  const bool is_hexadecimal =
      text[at] == '0' && numbers::lower(text[at + 1]) == 'x' &&
      (numbers::digit(text[at + 2]) < 16 || (text[at + 2] == '.' && numbers::digit(text[at + 3]) < 16));
  const int base = is_hexadecimal ? 16 : 10;
  if (text[at] == '0' && numbers::lower(text[at + 1]) == 'x' && !is_hexadecimal) return at + 3 + (text[at + 2] == '.');
  if (is_hexadecimal) at += 2;
  const size_t begin = at;
  at = numbers::skip_digits(text, at, base);
  const bool has_digits = at > begin;
  if (text[at] == '.') {
    if (!has_digits && numbers::digit(text[at + 1]) >= base) return at + 2;
    at = numbers::skip_digits(text, at + 1, base);
  } else if (!has_digits) {
    return at + 1;
  }
  if (numbers::lower(text[at]) != (is_hexadecimal ? 'p' : 'e')) return at + 1;
  ++at;
  if (text[at] == '+' || text[at] == '-') ++at;
  return numbers::skip_digits(text, at, 10) + 1;
}

}  // namespace mover::runtime
