#include "formats.h"

#include <cstdint>
#include <cstring>
#include <cwchar>

namespace mover::runtime {

namespace {

using Size = Conversion::Size;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

long number(const char*& format) {
  long value = 0;
  while (is_digit(*format)) value = value * 10 + (*format++ - '0');
  return value;
}

Size size_of(const char*& format) {
  switch (*format++) {
    case 'h':
      return *format == 'h' ? (++format, Size::Char) : Size::Short;
    case 'l':
      return *format == 'l' ? (++format, Size::LongLong) : Size::Long;
    case 'L':
      return Size::LongDouble;
    case 'q':
    case 'j':
      return Size::LongLong;
    case 'z':
    case 't':
      return Size::Long;
    default:
      --format;
      return Size::Int;
  }
}

size_t bytes_of(Size size) {
  switch (size) {
    case Size::Char:
      return 1;
    case Size::Short:
      return 2;
    case Size::Int:
      return 4;
    case Size::LongDouble:
      return 16;
    default:
      return 8;
  }
}

template <typename Character>
size_t length(const Character* text, long most) {
  size_t n = 0;
  while ((most < 0 || n < static_cast<size_t>(most)) && text[n] != 0) ++n;
  return n;
}

// "[^a-z]", behind the bracket.
void skip_set(const char*& format) {
  if (*format == '^') ++format;
  if (*format == ']') ++format;
  while (*format != 0 && *format != ']') ++format;
  if (*format == ']') ++format;
}

}  // namespace

Conversion next_conversion(const char*& format, bool scans) {
  Conversion next;
  while (*format != 0 && (*format != '%' || format[1] == '%')) format += *format == '%' ? 2 : 1;
  if (*format == 0) return next;
  ++format;
  if (scans && *format == '*') next.suppressed = true, ++format;
  while (!scans && *format != 0 && std::strchr("-+ #0'I", *format) != nullptr) ++format;
  if (*format == '*') {
    next.width_given = true, ++format;
  } else if (is_digit(*format)) {
    next.width = number(format);
  }
  if (*format == '$') return format += std::strlen(format), next;  // numbered arguments are not followed
  if (!scans && *format == '.') {
    ++format;
    next.precision = 0;
    if (*format == '*')
      next.precision_given = true, ++format;
    else
      next.precision = number(format);
  }
  if (scans && *format == 'm') next.allocates = true, ++format;
  next.size = size_of(format);
  if (*format == 0) return next;
  next.letter = *format++;
  if (scans && next.letter == '[') skip_set(format);
  return next;
}

void printf_accesses(const char* format, va_list arguments, FormatAccess access, const void* pc) {
  for (;;) {
    Conversion next = next_conversion(format, false);
    if (next.letter == 0) return;
    if (next.width_given) va_arg(arguments, int);
    if (next.precision_given) next.precision = va_arg(arguments, int);
    switch (next.letter) {
      case 's':
      case 'S': {
        const void* text = va_arg(arguments, const void*);
        if (text == nullptr) break;
        const bool is_wide = next.size == Size::Long || next.letter == 'S';
        const size_t n = is_wide ? length(static_cast<const wchar_t*>(text), next.precision)
                                 : length(static_cast<const char*>(text), next.precision);
        const bool is_cut = next.precision >= 0 && n == static_cast<size_t>(next.precision);
        access(text, (is_cut ? n : n + 1) * (is_wide ? sizeof(wchar_t) : 1), false, pc);
        break;
      }
      case 'n':
        access(va_arg(arguments, void*), bytes_of(next.size), true, pc);
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        if (next.size == Size::LongDouble)
          va_arg(arguments, long double);
        else
          va_arg(arguments, double);
        break;
      case 'm':
        break;
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
      case 'c':
      case 'C':
      case 'p':
        va_arg(arguments, void*);  // all of them take one register, or eight bytes
        break;
      default:
        return;
    }
  }
}

void scanf_accesses(const char* format, va_list arguments, int converted, FormatAccess access, const void* pc) {
  while (converted > 0) {
    const Conversion next = next_conversion(format, true);
    if (next.letter == 0) return;
    if (next.suppressed) continue;
    void* to = va_arg(arguments, void*);
    if (next.letter != 'n') --converted;
    const bool is_text = next.letter == 's' || next.letter == '[';
    const bool is_real = std::strchr("aAeEfFgG", next.letter) != nullptr;
    if (next.allocates || next.letter == 'p')
      access(to, sizeof(void*), true, pc);
    else if (is_text)
      access(to, next.size == Size::Long ? (length(static_cast<const wchar_t*>(to), -1) + 1) * sizeof(wchar_t)
                                         : length(static_cast<const char*>(to), -1) + 1,
             true, pc);
    else if (next.letter == 'c')
      access(to, (next.width < 0 ? 1 : static_cast<size_t>(next.width)) * (next.size == Size::Long ? sizeof(wchar_t) : 1), true, pc);
    else
      access(to, is_real && next.size == Size::Int ? sizeof(float) : bytes_of(next.size), true, pc);
  }
}

}  // namespace mover::runtime
