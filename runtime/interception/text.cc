// <stdio.h> and <stdlib.h>: records the accesses of their functions to the program's memory (formats, lines, arrays
// that are sorted, the environment).
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/numbers.h"
#include "base/real.h"
#include "channels/files.h"
#include "interception/formatted.h"
#include "libraries/imports.h"
#include "memory/access.h"
#include "scheduling/assumptions.h"

namespace mover::runtime {
void plain_access_of(const void* where, size_t size, bool write, const void* pc);  // interception/memory.cc
}

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

// Functions of the C library that its headers do not declare: those that _FORTIFY_SOURCE uses, and scanf of C99.
extern "C" {
int __vfprintf_chk(FILE*, int, const char*, va_list);
int __isoc99_vsscanf(const char*, const char*, va_list);
int __isoc99_vfscanf(FILE*, const char*, va_list);
}

namespace {

// The memory that a call writes, which must not overlap any string that the call reads; or the memory that a call
// reads, which must not overlap any memory that the call writes.
struct Apart {
  const void* where;
  size_t size;
  const void* pc;
};
void must_be_apart_from(const void* where, size_t bytes, bool writes, const void* context) {
  const auto& other = *static_cast<const Apart*>(context);
  if (writes)
    must_be_apart(where, bytes, other.where, other.size, other.pc);
  else
    must_be_apart(other.where, other.size, where, bytes, other.pc);
}
void arguments_must_be_apart(const char* format, va_list arguments, const Apart& written) {
  must_be_apart_from(format, std::strlen(format) + 1, false, &written);
  va_list again;
  va_copy(again, arguments);
  printf_accesses(format, again, must_be_apart_from, &written);
  va_end(again);
}

int printed_length(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = REAL(vsnprintf)(nullptr, 0, format, again);
  va_end(again);
  return length;
}

// `size`: the size of the buffer `to`, as the caller states it.
int print_to(char* to, size_t size, const char* format, va_list arguments, const void* pc) {
  if (!world.controls()) return REAL(vsnprintf)(to, size, format, arguments);
  reads_arguments(format, arguments, pc);
  const int length = printed_length(format, arguments);
  if (length < 0) return length;
  const size_t all = static_cast<size_t>(length) + 1;
  arguments_must_be_apart(format, arguments, {to, all < size ? all : size, pc});
  plain_access_of(to, all < size ? all : size, true, pc);
  return REAL(vsnprintf)(to, size, format, arguments);
}

constexpr size_t kAnySize = 0x7fffffff;

// The variant of _FORTIFY_SOURCE. `room` is the size of the target, as far as the compiler knows it.
int print_checked(char* to, size_t size, size_t room, const char* format, va_list arguments, const void* pc) {
  const int length = printed_length(format, arguments);
  const size_t all = static_cast<size_t>(length) + 1;
  if (length >= 0 && (size == kAnySize ? all > room : size > room)) overflows();
  return print_to(to, size, format, arguments, pc);
}

int print_to_stream(FILE* stream, const char* format, va_list arguments, const void* pc) {
  reads_arguments(format, arguments, pc);
  stream_step(stream, pc);
  return REAL(vfprintf)(stream, format, arguments);
}

int print_to_new(char** to, const char* format, va_list arguments, const void* pc) {
  reads_arguments(format, arguments, pc);
  plain_access(to, sizeof *to, true, pc);
  return REAL(vasprintf)(to, format, arguments);
}

template <typename Scan>
int scan(const char* format, va_list arguments, const void* pc, Scan scan_all) {
  if (!world.controls()) return scan_all();
  reads_string(format, pc);
  return scan_arguments(format, arguments, pc, scan_all);
}
int scan_text(const char* text, const char* format, va_list arguments, const void* pc) {
  const Apart read{text, std::strlen(text) + 1, pc};
  reads_text(text, read.size, pc);
  va_list again;
  va_copy(again, arguments);
  const int converted = scan(format, arguments, pc, [&] { return REAL(__isoc99_vsscanf)(text, format, arguments); });
  if (world.controls()) scanf_accesses(format, again, converted, must_be_apart_from, &read);
  va_end(again);
  return converted;
}
int scan_stream(FILE* stream, const char* format, va_list arguments, const void* pc) {
  stream_step(stream, pc);
  return scan(format, arguments, pc, [&] { return REAL(__isoc99_vfscanf)(stream, format, arguments); });
}

// Receives the bytes that the C library reads, before they are copied to the program's memory. The size of the access
// to the program's memory is known only after the C library has read the bytes. The thread may park at this access, so
// the bytes lie on its stack or in the program's heap, which backtracking restores.
class TextBuffer {
 public:
  TextBuffer(size_t size, const void* pc) : pc_(pc) {
    if (size <= sizeof few_) return;
    bytes_ = static_cast<char*>(heap.allocate(world.current_number(), size, 16, location(pc)));
    if (bytes_ == nullptr) world.cannot_follow("a call reads more bytes than there is memory for", location(pc));
  }
  ~TextBuffer() {
    if (bytes_ != few_)
      heap.free(world.current_number(), heap.block_of(reinterpret_cast<uint64_t>(bytes_)), location(pc_));
  }
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;
  char* bytes() { return bytes_; }
  void copy_to(void* to, size_t size) {
    plain_access(to, size, true, pc_);
    std::memcpy(to, bytes_, size);
  }

 private:
  const void* pc_;
  char few_[4096];
  char* bytes_ = few_;
};

// The number of bytes that fgets has written, the last one included. REQUIRES: they were all '\n' before. A line may
// contain zeros.
size_t written_by_fgets(const char* bytes, size_t size) {
  const auto* end = static_cast<const char*>(std::memchr(bytes, '\n', size));
  if (end == nullptr) return size;
  const auto before = static_cast<size_t>(end - bytes);
  return before + 1 < size && end[1] == 0 ? before + 2 : before;
}

}  // namespace

MOVER_EXPORT int vsprintf(char* to, const char* format, va_list arguments) noexcept {
  return print_to(to, kAnySize, format, arguments, PC);
}
MOVER_EXPORT int sprintf(char* to, const char* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_to(to, kAnySize, format, arguments, PC));
}
MOVER_EXPORT int vsnprintf(char* to, size_t size, const char* format, va_list arguments) noexcept {
  return print_to(to, size, format, arguments, PC);
}
MOVER_EXPORT int snprintf(char* to, size_t size, const char* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_to(to, size, format, arguments, PC));
}
MOVER_EXPORT int __sprintf_chk(char* to, int, size_t room, const char* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_checked(to, kAnySize, room, format, arguments, PC));
}
MOVER_EXPORT int __snprintf_chk(char* to, size_t size, int, size_t room, const char* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_checked(to, size, room, format, arguments, PC));
}
MOVER_EXPORT int __vsprintf_chk(char* to, int, size_t room, const char* format, va_list arguments) noexcept {
  return print_checked(to, kAnySize, room, format, arguments, PC);
}
MOVER_EXPORT int __vsnprintf_chk(char* to, size_t size, int, size_t room, const char* format,
                                 va_list arguments) noexcept {
  return print_checked(to, size, room, format, arguments, PC);
}
MOVER_EXPORT int vasprintf(char** to, const char* format, va_list arguments) noexcept {
  return print_to_new(to, format, arguments, PC);
}
MOVER_EXPORT int asprintf(char** to, const char* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_to_new(to, format, arguments, PC));
}
MOVER_EXPORT int vprintf(const char* format, va_list arguments) {
  return print_to_stream(stdout, format, arguments, PC);
}
MOVER_EXPORT int vfprintf(FILE* stream, const char* format, va_list arguments) {
  return print_to_stream(stream, format, arguments, PC);
}
MOVER_EXPORT int printf(const char* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stdout, format, arguments, PC));
}
MOVER_EXPORT int fprintf(FILE* stream, const char* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stream, format, arguments, PC));
}
// Formats the text on the thread's stack and writes it by one call of write.
static int print_to_descriptor(int fd, const char* format, va_list arguments, const void* pc) {
  if (!world.controls()) return REAL(vdprintf)(fd, format, arguments);
  reads_arguments(format, arguments, pc);
  const int length = printed_length(format, arguments);
  if (length < 0) return length;
  const auto size = static_cast<size_t>(length);
  char* text = static_cast<char*>(__builtin_alloca(size + 1));
  REAL(vsnprintf)(text, size + 1, format, arguments);
  return static_cast<int>(write_any(fd, text, size, pc));
}
MOVER_EXPORT int vdprintf(int fd, const char* format, va_list arguments) {
  return print_to_descriptor(fd, format, arguments, PC);
}
MOVER_EXPORT int dprintf(int fd, const char* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_descriptor(fd, format, arguments, PC));
}
MOVER_EXPORT int __printf_chk(int, const char* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stdout, format, arguments, PC));
}
MOVER_EXPORT int __fprintf_chk(FILE* stream, int, const char* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_stream(stream, format, arguments, PC));
}
MOVER_EXPORT int __vfprintf_chk(FILE* stream, int, const char* format, va_list arguments) {
  return print_to_stream(stream, format, arguments, PC);
}

MOVER_EXPORT int __vprintf_chk(int, const char* format, va_list arguments) {
  return print_to_stream(stdout, format, arguments, PC);
}
MOVER_EXPORT int __asprintf_chk(char** to, int, const char* format, ...) noexcept {
  RETURN_WITH_ARGUMENTS(format, print_to_new(to, format, arguments, PC));
}
MOVER_EXPORT int __vasprintf_chk(char** to, int, const char* format, va_list arguments) noexcept {
  return print_to_new(to, format, arguments, PC);
}
MOVER_EXPORT int __dprintf_chk(int fd, int, const char* format, ...) {
  RETURN_WITH_ARGUMENTS(format, print_to_descriptor(fd, format, arguments, PC));
}
MOVER_EXPORT int __vdprintf_chk(int fd, int, const char* format, va_list arguments) {
  return print_to_descriptor(fd, format, arguments, PC);
}

// scanf of C89 and of C99, which differ in the meaning of %a. <stdio.h> redirects calls of the C89 names to the C99
// functions.
#define SCANS(prefix, standard)                                                                 \
  MOVER_EXPORT int standard##_sscanf(const char*, const char*, ...) asm(prefix "sscanf");       \
  MOVER_EXPORT int standard##_fscanf(FILE*, const char*, ...) asm(prefix "fscanf");             \
  MOVER_EXPORT int standard##_scanf(const char*, ...) asm(prefix "scanf");                      \
  MOVER_EXPORT int standard##_vsscanf(const char*, const char*, va_list) asm(prefix "vsscanf"); \
  MOVER_EXPORT int standard##_vfscanf(FILE*, const char*, va_list) asm(prefix "vfscanf");       \
  MOVER_EXPORT int standard##_vscanf(const char*, va_list) asm(prefix "vscanf");                \
  int standard##_sscanf(const char* text, const char* format, ...) {                            \
    RETURN_WITH_ARGUMENTS(format, scan_text(text, format, arguments, PC));                      \
  }                                                                                             \
  int standard##_fscanf(FILE* stream, const char* format, ...) {                                \
    RETURN_WITH_ARGUMENTS(format, scan_stream(stream, format, arguments, PC));                  \
  }                                                                                             \
  int standard##_scanf(const char* format, ...) {                                               \
    RETURN_WITH_ARGUMENTS(format, scan_stream(stdin, format, arguments, PC));                   \
  }                                                                                             \
  int standard##_vsscanf(const char* text, const char* format, va_list list) {                  \
    return scan_text(text, format, list, PC);                                                   \
  }                                                                                             \
  int standard##_vfscanf(FILE* stream, const char* format, va_list list) {                      \
    return scan_stream(stream, format, list, PC);                                               \
  }                                                                                             \
  int standard##_vscanf(const char* format, va_list list) { return scan_stream(stdin, format, list, PC); }
SCANS("", c89)
SCANS("__isoc99_", c99)

// Lines and blocks.
MOVER_EXPORT int puts(const char* text) {
  reads_text(text, std::strlen(text) + 1, PC);
  stream_step(stdout, PC);
  return REAL(puts)(text);
}
MOVER_EXPORT int fputs(const char* text, FILE* stream) {
  reads_text(text, std::strlen(text) + 1, PC);
  stream_step(stream, PC);
  return REAL(fputs)(text, stream);
}
MOVER_EXPORT size_t fwrite(const void* from, size_t size, size_t count, FILE* stream) {
  plain_access(from, size * count, false, PC);
  stream_step(stream, PC);
  return REAL(fwrite)(from, size, count, stream);
}
static size_t read_block(void* to, size_t size, size_t count, FILE* stream, const void* pc) {
  if (!world.controls()) return REAL(fread)(to, size, count, stream);
  stream_step(stream, pc);
  TextBuffer buffer(size * count, pc);
  const size_t read = REAL(fread)(buffer.bytes(), 1, size * count, stream);
  buffer.copy_to(to, read);
  return size == 0 ? 0 : read / size;
}
MOVER_EXPORT size_t fread(void* to, size_t size, size_t count, FILE* stream) {
  return read_block(to, size, count, stream, PC);
}
MOVER_EXPORT size_t __fread_chk(void* to, size_t room, size_t size, size_t count, FILE* stream) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(size, count, &bytes) || bytes > room) overflows();
  return read_block(to, size, count, stream, PC);
}
static char* get_line(char* to, int size, FILE* stream, const void* pc) {
  if (!world.controls() || size <= 0) return REAL(fgets)(to, size, stream);
  stream_step(stream, pc);
  const auto room = static_cast<size_t>(size);
  TextBuffer buffer(room, pc);
  std::memset(buffer.bytes(), '\n', room);
  if (REAL(fgets)(buffer.bytes(), size, stream) == nullptr) return nullptr;
  buffer.copy_to(to, written_by_fgets(buffer.bytes(), room));
  return to;
}
MOVER_EXPORT char* fgets(char* to, int size, FILE* stream) { return get_line(to, size, stream, PC); }
MOVER_EXPORT char* __fgets_chk(char* to, size_t room, int size, FILE* stream) {
  if (static_cast<size_t>(size) > room) overflows();
  return get_line(to, size, stream, PC);
}
static ssize_t got_line(ssize_t size, char** line, size_t* room, const void* pc) {
  plain_access(line, sizeof *line, true, pc);
  plain_access(room, sizeof *room, true, pc);
  if (size >= 0) plain_access(*line, static_cast<size_t>(size) + 1, true, pc);
  return size;
}
MOVER_EXPORT ssize_t getline(char** line, size_t* room, FILE* stream) {
  stream_step(stream, PC);
  return got_line(REAL(getline)(line, room, stream), line, room, PC);
}
MOVER_EXPORT ssize_t getdelim(char** line, size_t* room, int end, FILE* stream) {
  stream_step(stream, PC);
  return got_line(REAL(getdelim)(line, room, end, stream), line, room, PC);
}

// Arrays. Sorting is recorded as one write to the array before it and one after it, because the C library moves
// elements until the end, and the comparison function may free the array or pass it to another thread.
MOVER_EXPORT void qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  if (world.controls()) library_moves(reinterpret_cast<uint64_t>(base), count * size, PC);
  plain_access(base, count * size, true, PC);
  if (world.controls())
    compare = reinterpret_cast<decltype(compare)>(called_for_program(reinterpret_cast<void*>(compare), PC));
  REAL(qsort)(base, count, size, compare);
  if (count > 1) plain_access(base, count * size, true, PC);
}
MOVER_EXPORT void qsort_r(void* base, size_t count, size_t size, int (*compare)(const void*, const void*, void*),
                          void* more) {
  if (world.controls()) library_moves(reinterpret_cast<uint64_t>(base), count * size, PC);
  plain_access(base, count * size, true, PC);
  if (world.controls())
    compare = reinterpret_cast<decltype(compare)>(called_for_program(reinterpret_cast<void*>(compare), PC));
  REAL(qsort_r)(base, count, size, compare, more);
  if (count > 1) plain_access(base, count * size, true, PC);
}

// Numbers.
#define NUMBER(type, name, reads, ...)                                                   \
  MOVER_EXPORT type name(const char* text, char** end __VA_OPT__(, int base)) noexcept { \
    if (world.controls()) reads_text(text, reads(text __VA_OPT__(, base)), PC);          \
    char* rest = nullptr;                                                                \
    const type value = REAL(name)(text, &rest __VA_OPT__(, base));                       \
    if (end != nullptr) {                                                                \
      plain_access(end, sizeof *end, true, PC);                                          \
      *end = rest;                                                                       \
    }                                                                                    \
    return value;                                                                        \
  }
NUMBER(long, strtol, read_of_integer, base)
NUMBER(unsigned long, strtoul, read_of_integer, base)
NUMBER(long long, strtoll, read_of_integer, base)
NUMBER(unsigned long long, strtoull, read_of_integer, base)
NUMBER(double, strtod, read_of_real)
NUMBER(float, strtof, read_of_real)
MOVER_EXPORT int atoi(const char* text) noexcept {
  if (world.controls()) reads_text(text, read_of_integer(text, 10), PC);
  return REAL(atoi)(text);
}
MOVER_EXPORT long atol(const char* text) noexcept {
  if (world.controls()) reads_text(text, read_of_integer(text, 10), PC);
  return REAL(atol)(text);
}
MOVER_EXPORT double atof(const char* text) noexcept {
  if (world.controls()) reads_text(text, read_of_real(text), PC);
  return REAL(atof)(text);
}
MOVER_EXPORT char* gcvt(double value, int digits, char* to) noexcept {
  char text[512];
  REAL(gcvt)(value, digits, text);
  plain_access(to, std::strlen(text) + 1, true, PC);
  return std::strcpy(to, text);
}
MOVER_EXPORT char* qgcvt(long double value, int digits, char* to) noexcept {
  char text[512];
  REAL(qgcvt)(value, digits, text);
  plain_access(to, std::strlen(text) + 1, true, PC);
  return std::strcpy(to, text);
}

// The environment is treated as one variable that all threads share: setenv and getenv do not synchronise.
MOVER_EXPORT char* getenv(const char* name) noexcept {
  reads_string(name, PC);
  plain_access(&environ, sizeof environ, false, PC);
  if (!is_reported(Assumption::Environment))
    relies_on(Assumption::Environment, "reads " + std::string(name) + " at", PC);
  return REAL(getenv)(name);
}
static void changes_environment(const void* pc) { plain_access(&environ, sizeof environ, true, pc); }
MOVER_EXPORT int setenv(const char* name, const char* value, int replace) noexcept {
  reads_string(name, PC);
  reads_string(value, PC);
  changes_environment(PC);
  return REAL(setenv)(name, value, replace);
}
MOVER_EXPORT int unsetenv(const char* name) noexcept {
  reads_string(name, PC);
  changes_environment(PC);
  return REAL(unsetenv)(name);
}
MOVER_EXPORT int putenv(char* text) noexcept {
  reads_string(text, PC);
  changes_environment(PC);
  return REAL(putenv)(text);
}
