// <wchar.h>: what strings of wide characters and their formats access.
#include <cstdarg>
#include <cstdio>
#include <cwchar>
#include <string>

#include "access.h"
#include "files.h"
#include "formats.h"
#include "real.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

extern "C" int __isoc99_vswscanf(const wchar_t*, const wchar_t*, va_list);

namespace {

size_t length_up_to(const wchar_t* text, size_t most) {
  size_t n = 0;
  while (n < most && text[n] != 0) ++n;
  return n;
}
// As far as functions read it: with the zero at its end, or `most` characters.
size_t read_up_to(const wchar_t* text, size_t most, const void* pc) {
  const size_t length = length_up_to(text, most);
  plain_access(text, (length + (length < most)) * sizeof *text, false, pc);
  return length;
}
size_t read_string(const wchar_t* text, const void* pc) { return read_up_to(text, SIZE_MAX / sizeof *text, pc); }

wchar_t* append(wchar_t* to, const wchar_t* from, size_t most, const void* pc) {
  const size_t behind = read_string(to, pc), length = read_up_to(from, most, pc);
  plain_access(to + behind, (length + 1) * sizeof *to, true, pc);
  wmemcpy(to + behind, from, length);
  to[behind + length] = 0;
  return to;
}

wchar_t* copy_padded(wchar_t* to, const wchar_t* from, size_t size, const void* pc) {
  const size_t length = read_up_to(from, size, pc);
  plain_access(to, size * sizeof *to, true, pc);
  wmemcpy(to, from, length);
  wmemset(to + length, 0, size - length);
  return to + length;
}

// Up to where they differ.
int compare(const wchar_t* a, const wchar_t* b, size_t most, const void* pc) {
  size_t n = 0;
  while (n < most && a[n] == b[n] && a[n] != 0) ++n;
  const size_t size = n + (n < most);
  plain_access(a, size * sizeof *a, false, pc);
  plain_access(b, size * sizeof *b, false, pc);
  return n == most || a[n] == b[n] ? 0 : a[n] < b[n] ? -1 : 1;
}

// Formats: conversions are plain characters, and the same as those of printf.
std::string narrow(const wchar_t* format) {
  std::string text;
  for (; *format != 0; ++format) text += *format > 0 && *format < 128 ? static_cast<char>(*format) : '?';
  return text;
}

void access_of_program(const void* where, size_t bytes, bool writes, const void* pc) { plain_access(where, bytes, writes, pc); }

void reads_arguments(const wchar_t* format, va_list arguments, const void* pc) {
  if (!world.controls()) return;
  va_list again;
  va_copy(again, arguments);
  printf_accesses(narrow(format).c_str(), again, access_of_program, pc);
  va_end(again);
}

// All of the buffer counts as written: how much it is cannot be asked for beforehand.
int print_to(wchar_t* to, size_t size, const wchar_t* format, va_list arguments, const void* pc) {
  reads_arguments(format, arguments, pc);
  plain_access(to, size * sizeof *to, true, pc);
  return REAL(vswprintf)(to, size, format, arguments);
}

int print_to_stream(FILE* stream, const wchar_t* format, va_list arguments, const void* pc) {
  reads_arguments(format, arguments, pc);
  stream_step(stream, pc);
  return REAL(vfwprintf)(stream, format, arguments);
}

int scan_text(const wchar_t* text, const wchar_t* format, va_list arguments, const void* pc) {
  read_string(text, pc);
  va_list again;
  va_copy(again, arguments);
  const int converted = __isoc99_vswscanf(text, format, arguments);
  if (world.controls()) scanf_accesses(narrow(format).c_str(), again, converted, access_of_program, pc);
  va_end(again);
  return converted;
}

}  // namespace

#define WITH_ARGUMENTS(last, call) \
  va_list arguments;               \
  va_start(arguments, last);       \
  const auto result = call;        \
  va_end(arguments);               \
  return result

MOVER_EXPORT wchar_t* wcscat(wchar_t* to, const wchar_t* from) noexcept { return append(to, from, SIZE_MAX / sizeof *from, PC); }
MOVER_EXPORT wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t n) noexcept { return append(to, from, n, PC); }
MOVER_EXPORT wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t n) noexcept { return copy_padded(to, from, n, PC), to; }
MOVER_EXPORT wchar_t* wcpncpy(wchar_t* to, const wchar_t* from, size_t n) noexcept { return copy_padded(to, from, n, PC); }
MOVER_EXPORT int wcscmp(const wchar_t* a, const wchar_t* b) noexcept { return compare(a, b, SIZE_MAX / sizeof *a, PC); }
MOVER_EXPORT int wcsncmp(const wchar_t* a, const wchar_t* b, size_t n) noexcept { return compare(a, b, n, PC); }
MOVER_EXPORT size_t wcsnlen(const wchar_t* text, size_t most) noexcept { return read_up_to(text, most, PC); }
MOVER_EXPORT int wcsncasecmp(const wchar_t* a, const wchar_t* b, size_t n) noexcept {
  read_up_to(a, n, PC);
  read_up_to(b, n, PC);
  return REAL(wcsncasecmp)(a, b, n);
}
MOVER_EXPORT wchar_t* wcstok(wchar_t* text, const wchar_t* between, wchar_t** place) noexcept {
  if (!world.controls()) return REAL(wcstok)(text, between, place);
  const void* pc = PC;
  read_string(between, pc);
  if (text == nullptr) plain_access(place, sizeof *place, false, pc);
  wchar_t* begin = text == nullptr ? *place : text;
  plain_access(place, sizeof *place, true, pc);
  if (begin != nullptr) {
    wchar_t* word = begin + wcsspn(begin, between);
    wchar_t* end = word + wcscspn(word, between);
    plain_access(begin, static_cast<size_t>(end + 1 - begin) * sizeof *begin, false, pc);
    if (*end != 0) plain_access(end, sizeof *end, true, pc);
  }
  return REAL(wcstok)(text, between, place);
}

MOVER_EXPORT int vswprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) noexcept {
  return print_to(to, size, format, arguments, PC);
}
MOVER_EXPORT int swprintf(wchar_t* to, size_t size, const wchar_t* format, ...) noexcept {
  WITH_ARGUMENTS(format, print_to(to, size, format, arguments, PC));
}
MOVER_EXPORT int vfwprintf(FILE* stream, const wchar_t* format, va_list arguments) { return print_to_stream(stream, format, arguments, PC); }
MOVER_EXPORT int vwprintf(const wchar_t* format, va_list arguments) { return print_to_stream(stdout, format, arguments, PC); }
MOVER_EXPORT int fwprintf(FILE* stream, const wchar_t* format, ...) {
  WITH_ARGUMENTS(format, print_to_stream(stream, format, arguments, PC));
}
MOVER_EXPORT int wprintf(const wchar_t* format, ...) { WITH_ARGUMENTS(format, print_to_stream(stdout, format, arguments, PC)); }
MOVER_EXPORT int __isoc99_swscanf(const wchar_t* text, const wchar_t* format, ...) {
  WITH_ARGUMENTS(format, scan_text(text, format, arguments, PC));
}
