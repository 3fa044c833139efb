// What the formats of printf and scanf say about the memory that the calls read and write.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace mover::runtime {

// One conversion of a format; what is between them is left out.
struct Conversion {
  enum class Size : unsigned char { Char, Short, Int, Long, LongLong, LongDouble };
  char letter = 0;  // d, s, …; 0: the format is over, or cannot be followed
  Size size = Size::Int;
  bool width_given = false, precision_given = false;  // as arguments: *
  bool suppressed = false;                            // scanf: *
  bool allocates = false;                             // scanf: m
  long width = -1, precision = -1;
};

// The next one, and behind it.
Conversion next_conversion(const char*& format, bool scans);

// The strings that a call of printf reads; `access(where, bytes, writes)`.
using FormatAccess = void (*)(const void* where, size_t bytes, bool writes, const void* pc);
void printf_accesses(const char* format, va_list arguments, FormatAccess access, const void* pc);
// What a call of scanf has written that has converted so many.
void scanf_accesses(const char* format, va_list arguments, int converted, FormatAccess access, const void* pc);

}  // namespace mover::runtime
