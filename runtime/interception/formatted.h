// The common parts of functions that take formats: printf and scanf, wide or not, warn, syslog.
#pragma once

#include <cstdarg>
#include <cstring>

#include "base/formats.h"
#include "memory/access.h"

// Evaluates `call` with `arguments`, the variable arguments after the parameter `last`.
#define WITH_ARGUMENTS(last, call) \
  va_list arguments;               \
  va_start(arguments, last);       \
  call;                            \
  va_end(arguments)

#define RETURN_WITH_ARGUMENTS(last, call)         \
  WITH_ARGUMENTS(last, const auto result = call); \
  return result

namespace mover::runtime {

inline void access_of_program(const void* where, size_t bytes, bool writes, const void* pc) {
  writes ? plain_access(where, bytes, true, pc) : reads_text(where, bytes, pc);
}

// Records that printf reads the memory that its arguments point to. The caller records the read of the format, because
// the original format may be a wide string.
inline void reads_arguments_of(const char* format, va_list arguments, const void* pc) {
  if (!world.controls()) return;
  va_list again;
  va_copy(again, arguments);
  printf_accesses(format, again, access_of_program, pc);
  va_end(again);
}

inline void reads_arguments(const char* format, va_list arguments, const void* pc) {
  if (!world.controls() || format == nullptr) return;
  reads_string(format, pc);
  reads_arguments_of(format, arguments, pc);
}

// Calls scanf by scan_all() and then records its writes, which are not known before.
template <typename Scan>
int scan_arguments(const char* format, va_list arguments, const void* pc, Scan scan_all) {
  va_list first, second;
  va_copy(first, arguments);
  va_copy(second, arguments);
  ScanCounters counters(format, first);
  const int converted = scan_all();
  counters.accesses(access_of_program, pc);
  scanf_accesses(format, second, converted, access_of_program, pc);
  va_end(second);
  va_end(first);
  return converted;
}

}  // namespace mover::runtime
