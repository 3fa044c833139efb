// The accesses that the formats of printf and scanf ask for.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace mover::runtime {

// One conversion of a format; what is between them is left out.
struct Conversion {
  enum class Size : unsigned char { Char, Short, Int, Long, LongLong, LongDouble };
  char letter = 0;  // d, s, …; 0: the format has ended, or cannot be followed
  Size size = Size::Int;
  bool width_given = false, precision_given = false;  // as arguments: *
  bool suppressed = false;                            // scanf: *
  bool allocates = false;                             // scanf: m
  long width = -1, precision = -1;
  int argument = 0, width_argument = 0, precision_argument = 0;  // %2$s: which one, from 1 on; 0: the next one
};

// Returns the next one, and advances.
Conversion next_conversion(const char*& format, bool scans);

// The strings that a call of printf reads; `access(where, bytes, writes, context)`.
using FormatAccess = void (*)(const void* where, size_t bytes, bool writes, const void* context);
void printf_accesses(const char* format, va_list arguments, FormatAccess access, const void* context);
// The writes of a call of scanf that has made `converted` conversions.
void scanf_accesses(const char* format, va_list arguments, int converted, FormatAccess access, const void* context);

// The targets of %n, which counts as no conversion: whether a call comes to it is known by what is there afterwards.
// Until the call is made, something else is stored there.
class ScanCounters {
 public:
  ScanCounters(const char* format, va_list arguments);
  void accesses(FormatAccess access, const void* pc);  // of those that were written; puts back what the others held

 private:
  static constexpr int kMost = 8;
  struct Counter {
    char* where;
    size_t bytes;
    char before[8];
  } all_[kMost];
  int count_ = 0;
};

}  // namespace mover::runtime
