// Determines the accesses of printf and scanf from their formats.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace mover::runtime {

// One conversion of a format, such as %5d.
struct Conversion {
  enum class Size : unsigned char { Char, Short, Int, Long, LongLong, LongDouble };
  char letter = 0;  // d, s, …; 0: the format has ended, or cannot be parsed
  Size size = Size::Int;
  bool width_given = false, precision_given = false;  // an argument supplies the width or the precision (*)
  bool suppressed = false;                            // scanf: *
  bool allocates = false;                             // scanf: m
  long width = -1, precision = -1;
  int argument = 0, width_argument = 0, precision_argument = 0;  // numbers of arguments, from 1 (%2$s); 0: the next one
};

// Returns the next conversion and advances `format` past it. `scans`: the format is one of scanf.
Conversion next_conversion(const char*& format, bool scans);

// Calls access(where, bytes, writes, context) for the strings that a call of printf reads and for the targets of %n.
using FormatAccess = void (*)(const void* where, size_t bytes, bool writes, const void* context);
void printf_accesses(const char* format, va_list arguments, FormatAccess access, const void* context);
// Does the same for the writes of a call of scanf that has made `converted` conversions.
void scanf_accesses(const char* format, va_list arguments, int converted, FormatAccess access, const void* context);

// The targets of %n in a call of scanf. The result of scanf does not count %n as a conversion. To find out whether the
// call has reached a %n, the constructor changes the contents of its target, and accesses() checks whether the call has
// overwritten them.
class ScanCounters {
 public:
  ScanCounters(const char* format, va_list arguments);
  void accesses(FormatAccess access, const void* pc);  // reports the targets that were written; restores the others

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
