// <wchar.h>: records the accesses to wide strings, and those of functions with wide formats.
#include <cstdarg>
#include <cstdio>
#include <cwchar>

#include "base/real.h"
#include "channels/channels.h"
#include "channels/files.h"
#include "interception/formatted.h"
#include "memory/access.h"

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
// Records the read of a string, including its zero, but of at most `most` characters. Returns the length.
size_t read_up_to(const wchar_t* text, size_t most, const void* pc) {
  const size_t length = length_up_to(text, most);
  reads_text(text, (length + (length < most)) * sizeof *text, pc);
  return length;
}
size_t read_string(const wchar_t* text, const void* pc) { return read_up_to(text, SIZE_MAX / sizeof *text, pc); }

wchar_t* append(wchar_t* to, const wchar_t* from, size_t most, const void* pc) {
  const size_t end = read_string(to, pc), length = read_up_to(from, most, pc);
  plain_access(to + end, (length + 1) * sizeof *to, true, pc);
  wmemcpy(to + end, from, length);
  to[end + length] = 0;
  return to;
}

wchar_t* copy_padded(wchar_t* to, const wchar_t* from, size_t size, const void* pc) {
  const size_t length = read_up_to(from, size, pc);
  plain_access(to, size * sizeof *to, true, pc);
  wmemcpy(to, from, length);
  wmemset(to + length, 0, size - length);
  return to + length;
}

// Compares two strings, and records that both are read up to the first difference.
int compare(const wchar_t* a, const wchar_t* b, size_t most, const void* pc) {
  size_t n = 0;
  while (n < most && a[n] == b[n] && a[n] != 0) ++n;
  const size_t size = n + (n < most);
  reads_text(a, size * sizeof *a, pc);
  reads_text(b, size * sizeof *b, pc);
  return n == most || a[n] == b[n] ? 0 : a[n] < b[n] ? -1 : 1;
}

// Streams of files are byte-oriented in the simulation (stream_of in interception/files.cc).
void must_be_wide(FILE* stream, const void* pc) {
  if (world.controls() && stream != stdin && stream != stdout && stream != stderr && REAL(fwide)(stream, 0) < 0)
    world.cannot_follow("the program reads or writes wide characters of a file, which is not simulated", location(pc));
}

// Narrows a format. Its conversions consist of ASCII characters and have the same meaning as in printf.
char* narrow(char* to, const wchar_t* format) {
  char* end = to;
  for (; *format != 0; ++format) *end++ = *format > 0 && *format < 128 ? static_cast<char>(*format) : '?';
  *end = 0;
  return to;
}
// The narrowed format is on the thread's stack, which backtracking restores.
#define NARROWED(format) narrow(static_cast<char*>(__builtin_alloca(wcslen(format) + 1)), format)

void reads_arguments(const wchar_t* format, va_list arguments, const void* pc) {
  if (!world.controls()) return;
  read_string(format, pc);
  reads_arguments_of(NARROWED(format), arguments, pc);
}

// Prints to memory of the run-time library first, because the number of written characters is known only afterwards.
int print_to(wchar_t* to, size_t size, const wchar_t* format, va_list arguments, const void* pc) {
  if (!world.controls() || size == 0 || size > SIZE_MAX / sizeof *to)
    return REAL(vswprintf)(to, size, format, arguments);
  reads_arguments(format, arguments, pc);
  auto* made = static_cast<wchar_t*>(MEMORY_ACROSS_STEPS(size * sizeof *to));
  wmemcpy(made, to, size);
  const int length = REAL(vswprintf)(made, size, format, arguments);
  const size_t written =
      length < 0 ? size : static_cast<size_t>(length) + 1;  // if the text does not fit, the whole buffer is written
  plain_access(to, written * sizeof *to, true, pc);
  wmemcpy(to, made, written);
  return length;
}
int print_checked(wchar_t* to, size_t size, size_t room, const wchar_t* format, va_list arguments, const void* pc) {
  if (size > room) overflows();
  return print_to(to, size, format, arguments, pc);
}

int print_to_stream(FILE* stream, const wchar_t* format, va_list arguments, const void* pc) {
  must_be_wide(stream, pc);
  reads_arguments(format, arguments, pc);
  stream_step(stream, pc);
  return REAL(vfwprintf)(stream, format, arguments);
}

int scan_text(const wchar_t* text, const wchar_t* format, va_list arguments, const void* pc) {
  if (!world.controls()) return __isoc99_vswscanf(text, format, arguments);
  read_string(text, pc);
  read_string(format, pc);
  return scan_arguments(NARROWED(format), arguments, pc, [&] { return __isoc99_vswscanf(text, format, arguments); });
}

}  // namespace

MOVER_EXPORT wchar_t* wcscat(wchar_t* to, const wchar_t* from) noexcept {
  return append(to, from, SIZE_MAX / sizeof *from, PC);
}
MOVER_EXPORT wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t n) noexcept { return append(to, from, n, PC); }
MOVER_EXPORT wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t n) noexcept {
  return copy_padded(to, from, n, PC), to;
}
MOVER_EXPORT wchar_t* wcpncpy(wchar_t* to, const wchar_t* from, size_t n) noexcept {
  return copy_padded(to, from, n, PC);
}
MOVER_EXPORT int wcscmp(const wchar_t* a, const wchar_t* b) noexcept { return compare(a, b, SIZE_MAX / sizeof *a, PC); }
MOVER_EXPORT int wcsncmp(const wchar_t* a, const wchar_t* b, size_t n) noexcept { return compare(a, b, n, PC); }
MOVER_EXPORT size_t wcsnlen(const wchar_t* text, size_t most) noexcept { return read_up_to(text, most, PC); }
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
  RETURN_WITH_ARGUMENTS(format, print_to(to, size, format, arguments, PC));
}
MOVER_EXPORT int vfwprintf(FILE* stream, const wchar_t* format, va_list arguments) {
  return print_to_stream(stream, format, arguments, PC);
}
MOVER_EXPORT int vwprintf(const wchar_t* format, va_list arguments) {
  return print_to_stream(stdout, format, arguments, PC);
}
MOVER_EXPORT int fwprintf(FILE* stream, const wchar_t* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stream, format, arguments, PC));
}
MOVER_EXPORT int wprintf(const wchar_t* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stdout, format, arguments, PC));
}
MOVER_EXPORT int __isoc99_swscanf(const wchar_t* text, const wchar_t* format, ...) {
  RETURN_WITH_ARGUMENTS(format, scan_text(text, format, arguments, PC));
}
MOVER_EXPORT int __swprintf_chk(wchar_t* to, size_t size, int, size_t room, const wchar_t* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_checked(to, size, room, format, arguments, PC));
}
MOVER_EXPORT int __vswprintf_chk(wchar_t* to, size_t size, int, size_t room, const wchar_t* format,
                                 va_list arguments) noexcept {
  return print_checked(to, size, room, format, arguments, PC);
}
MOVER_EXPORT int __wprintf_chk(int, const wchar_t* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stdout, format, arguments, PC));
}
MOVER_EXPORT int __vwprintf_chk(int, const wchar_t* format, va_list arguments) {
  return print_to_stream(stdout, format, arguments, PC);
}
MOVER_EXPORT int __fwprintf_chk(FILE* stream, int, const wchar_t* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stream, format, arguments, PC));
}
MOVER_EXPORT int __vfwprintf_chk(FILE* stream, int, const wchar_t* format, va_list arguments) {
  return print_to_stream(stream, format, arguments, PC);
}
MOVER_EXPORT wchar_t* __wcscat_chk(wchar_t* to, const wchar_t* from, size_t room) noexcept {
  fits(length_up_to(to, room) + length_up_to(from, room) + 1, room);
  return append(to, from, SIZE_MAX / sizeof *from, PC);
}
MOVER_EXPORT wchar_t* __wcsncat_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) noexcept {
  fits(length_up_to(to, room) + length_up_to(from, n) + 1, room);
  return append(to, from, n, PC);
}
MOVER_EXPORT wchar_t* __wcsncpy_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) noexcept {
  return copy_padded(to, from, fits(n, room), PC), to;
}
MOVER_EXPORT wchar_t* __wcpncpy_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) noexcept {
  return copy_padded(to, from, fits(n, room), PC);
}
#define WIDE_STREAM(type, name, parameters, arguments) \
  MOVER_EXPORT type name parameters {                  \
    must_be_wide(stream, PC);                          \
    stream_step(stream, PC);                           \
    return REAL(name) arguments;                       \
  }
WIDE_STREAM(wint_t, fgetwc, (FILE * stream), (stream))
WIDE_STREAM(wint_t, getwc, (FILE * stream), (stream))
WIDE_STREAM(wint_t, fputwc, (wchar_t c, FILE* stream), (c, stream))
WIDE_STREAM(wint_t, putwc, (wchar_t c, FILE* stream), (c, stream))
WIDE_STREAM(wint_t, ungetwc, (wint_t c, FILE* stream), (c, stream))
MOVER_EXPORT int fputws(const wchar_t* text, FILE* stream) {
  must_be_wide(stream, PC);
  read_string(text, PC);
  stream_step(stream, PC);
  return REAL(fputws)(text, stream);
}
MOVER_EXPORT wchar_t* fgetws(wchar_t* to, int size, FILE* stream) {
  must_be_wide(stream, PC);
  stream_step(stream, PC);
  if (size > 0) plain_access(to, static_cast<size_t>(size) * sizeof *to, true, PC);
  return REAL(fgetws)(to, size, stream);
}
