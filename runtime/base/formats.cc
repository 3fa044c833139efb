// Parses the arguments of printf and scanf by their formats, and reports the memory that they access.
#include "base/formats.h"

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

// Parses the number of an argument, such as "2$". Returns 0 if there is none.
int numbered(const char*& format) {
  const char* rest = format;
  const long which = number(rest);
  if (rest == format || *rest != '$') return 0;
  format = rest + 1;
  return static_cast<int>(which);
}

// Skips a set of characters, such as "[^a-z]". REQUIRES: `format` is after the opening bracket.
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
  next.argument = numbered(format);
  if (scans && next.argument != 0 && *format == '*') next.suppressed = true, ++format;
  while (!scans && next.argument != 0 && *format != 0 && std::strchr("-+ #0'I", *format) != nullptr) ++format;
  if (*format == '*') {
    next.width_given = true, ++format;
    next.width_argument = numbered(format);
  } else if (is_digit(*format)) {
    next.width = number(format);
  }
  if (!scans && *format == '.') {
    ++format;
    next.precision = 0;
    if (*format == '*') {
      next.precision_given = true, ++format;
      next.precision_argument = numbered(format);
    } else {
      next.precision = number(format);
    }
  }
  if (scans && *format == 'm') next.allocates = true, ++format;
  next.size = size_of(format);
  if (*format == 0) return next;
  next.letter = *format++;
  if (scans && next.letter == '[') skip_set(format);
  return next;
}

namespace {

// The way in which an argument is passed.
enum class Passed : unsigned char { None, Int, Word, Double, LongDouble };

Passed passed_for(const Conversion& next) {
  switch (next.letter) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return next.size == Size::LongDouble ? Passed::LongDouble : Passed::Double;
    case 'm':
      return Passed::None;
    default:
      return Passed::Word;  // all other arguments take one register, or eight bytes on the stack
  }
}

// The arguments of a call of printf. A format may use them in any order, so the types of all of them are found first.
class Arguments {
 public:
  Arguments(const char* format, va_list arguments) {
    int next_argument = 0, count = 0;
    Passed passed[kMost] = {};
    const auto use = [&](int which, Passed how) {
      if (how == Passed::None) return;
      const int at = which != 0 ? which - 1 : next_argument++;
      if (at >= kMost) return;
      passed[at] = how;
      if (at >= count) count = at + 1;
    };
    for (Conversion next = next_conversion(format, false); next.letter != 0; next = next_conversion(format, false)) {
      if (next.width_given) use(next.width_argument, Passed::Int);
      if (next.precision_given) use(next.precision_argument, Passed::Int);
      use(next.argument, passed_for(next));
    }
    for (int i = 0; i < count; ++i) values_[i] = take(passed[i], arguments);
  }
  uint64_t take_for(int which) {
    const int at = which != 0 ? which - 1 : next_++;
    return at < kMost ? values_[at] : 0;
  }

 private:
  static constexpr int kMost = 64;
  static uint64_t take(Passed how, va_list arguments) {
    switch (how) {
      case Passed::Int:
        return static_cast<uint64_t>(static_cast<int64_t>(va_arg(arguments, int)));
      case Passed::Double:
        va_arg(arguments, double);
        return 0;
      case Passed::LongDouble:
        va_arg(arguments, long double);
        return 0;
      default:
        return reinterpret_cast<uint64_t>(va_arg(arguments, void*));
    }
  }
  uint64_t values_[kMost] = {};
  int next_ = 0;
};

bool is_wide(const Conversion& next) { return next.size == Size::Long || next.letter == 'S' || next.letter == 'C'; }

void reads_text(const Conversion& next, const void* text, FormatAccess access, const void* pc) {
  const size_t n = is_wide(next) ? length(static_cast<const wchar_t*>(text), next.precision)
                                 : length(static_cast<const char*>(text), next.precision);
  const bool is_cut = next.precision >= 0 && n == static_cast<size_t>(next.precision);
  access(text, (is_cut ? n : n + 1) * (is_wide(next) ? sizeof(wchar_t) : 1), false, pc);
}

// Calls f(conversion, target) for each conversion that stores something, until f returns false.
template <typename F>
void for_each_target(const char* format, va_list arguments, F f) {
  constexpr int kMost = 64;
  void* targets[kMost];
  int known = 0, next_argument = 0;
  for (Conversion next = next_conversion(format, true); next.letter != 0; next = next_conversion(format, true)) {
    if (next.suppressed) continue;
    const int at = next.argument != 0 ? next.argument - 1 : next_argument++;
    if (at >= kMost) return;
    while (known <= at) targets[known++] = va_arg(arguments, void*);
    if (!f(next, targets[at])) return;
  }
}

}  // namespace

void printf_accesses(const char* format, va_list arguments, FormatAccess access, const void* pc) {
  Arguments given(format, arguments);
  for (Conversion next = next_conversion(format, false); next.letter != 0; next = next_conversion(format, false)) {
    if (next.width_given) given.take_for(next.width_argument);
    if (next.precision_given) next.precision = static_cast<long>(given.take_for(next.precision_argument));
    if (passed_for(next) == Passed::None) continue;
    void* value = reinterpret_cast<void*>(given.take_for(next.argument));
    if (next.letter == 'n') access(value, bytes_of(next.size), true, pc);
    if ((next.letter == 's' || next.letter == 'S') && value != nullptr) reads_text(next, value, access, pc);
  }
}

void scanf_accesses(const char* format, va_list arguments, int converted, FormatAccess access, const void* pc) {
  for_each_target(format, arguments, [&](const Conversion& next, void* to) {
    if (next.letter == 'n') return true;  // see ScanCounters
    if (converted-- <= 0) return false;
    const bool is_text = std::strchr("sS[", next.letter) != nullptr,
               is_real = std::strchr("aAeEfFgG", next.letter) != nullptr;
    const size_t character = is_wide(next) ? sizeof(wchar_t) : 1;
    if (next.allocates || next.letter == 'p')
      access(to, sizeof(void*), true, pc);
    else if (is_text)
      access(to,
             (is_wide(next) ? length(static_cast<const wchar_t*>(to), -1) : length(static_cast<const char*>(to), -1)) *
                     character +
                 character,
             true, pc);
    else if (next.letter == 'c' || next.letter == 'C')
      access(to, (next.width < 0 ? 1 : static_cast<size_t>(next.width)) * character, true, pc);
    else
      access(to, is_real && next.size == Size::Int ? sizeof(float) : bytes_of(next.size), true, pc);
    return true;
  });
}

ScanCounters::ScanCounters(const char* format, va_list arguments) {
  for_each_target(format, arguments, [&](const Conversion& next, void* to) {
    if (next.letter != 'n' || count_ == kMost) return true;
    Counter& counter = all_[count_++];
    counter.where = static_cast<char*>(to);
    counter.bytes = bytes_of(next.size);
    for (size_t i = 0; i < counter.bytes; ++i) {
      counter.before[i] = counter.where[i];
      counter.where[i] = static_cast<char>(~counter.where[i]);
    }
    return true;
  });
}

void ScanCounters::accesses(FormatAccess access, const void* pc) {
  for (Counter* counter = all_; counter < all_ + count_; ++counter) {
    bool is_written = false;
    for (size_t i = 0; i < counter->bytes; ++i)
      is_written |= counter->where[i] != static_cast<char>(~counter->before[i]);
    if (is_written) access(counter->where, counter->bytes, true, pc);
    for (size_t i = 0; !is_written && i < counter->bytes; ++i) counter->where[i] = counter->before[i];
  }
}

}  // namespace mover::runtime
