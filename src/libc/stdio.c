/* <stdio.h>: output to stdout and stderr, and formatting into memory. Input and files are not modelled. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtins.h"
#include "local.h"
#include "printf.h"
#include "streams.h"

#undef putc
#undef putchar

int fileno(FILE *stream) { return ((const struct stream *)stream)->descriptor; }

static int output_of(FILE *stream) {
  int descriptor = fileno(stream);
  if (descriptor != 1 && descriptor != 2) __mover_unsupported("output to a stream other than stdout and stderr");
  return descriptor;
}

/* ---- Formatted ---- */

static int format_to(int descriptor, const char *format, va_list arguments) {
  struct sink sink = {.kind = TO_DESCRIPTOR, .descriptor = descriptor};
  return __mover_format(&sink, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments) { return format_to(1, format, arguments); }

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return format_to(output_of(stream), format, arguments);
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments) {
  if (descriptor != 1 && descriptor != 2) __mover_unsupported("dprintf to a file other than standard output and error");
  return format_to(descriptor, format, arguments);
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments) {
  struct sink sink = {.kind = TO_MEMORY, .memory = to, .capacity = size};
  return __mover_format(&sink, format, arguments);
}

int vsprintf(char *restrict to, const char *restrict format, va_list arguments) {
  return vsnprintf(to, (size_t)INT_MAX + 1, format, arguments);
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments) {
  struct sink sink = {.kind = TO_NEW_MEMORY};
  int length = __mover_format(&sink, format, arguments);
  if (length >= 0) *result = sink.memory;
  return length;
}

/* The variadic function `name` that calls v`name`; `last` is its last named parameter. */
#define VARIADIC(name, last, parameters, ...)     \
  int name parameters {                           \
    va_list arguments;                            \
    va_start(arguments, last);                    \
    int length = v##name(__VA_ARGS__, arguments); \
    va_end(arguments);                            \
    return length;                                \
  }
VARIADIC(printf, format, (const char *restrict format, ...), format)
VARIADIC(fprintf, format, (FILE *restrict stream, const char *restrict format, ...), stream, format)
VARIADIC(dprintf, format, (int descriptor, const char *restrict format, ...), descriptor, format)
VARIADIC(sprintf, format, (char *restrict to, const char *restrict format, ...), to, format)
VARIADIC(snprintf, format, (char *restrict to, size_t size, const char *restrict format, ...), to, size, format)
VARIADIC(asprintf, format, (char **restrict result, const char *restrict format, ...), result, format)

/* ---- Plain ---- */

static void put_bytes(int descriptor, const void *bytes, size_t n) {
  char copy[AT_LEAST_ONE(n)];
  if (n) __mover_copy_text(copy, bytes, n);
  __mover_write(descriptor, copy, n);
}

static int put_byte(int descriptor, int c) {
  unsigned char byte = (unsigned char)c;
  __mover_write(descriptor, &byte, 1);
  return byte;
}

int fputs(const char *restrict string, FILE *restrict stream) {
  put_bytes(output_of(stream), string, __mover_strlen(string));
  return 1;
}

int puts(const char *string) {
  size_t length = __mover_strlen(string);
  char line[length + 1];
  if (length) __mover_copy_text(line, string, length);
  line[length] = '\n';
  __mover_write(1, line, length + 1);
  return 1;
}

int fputc(int c, FILE *stream) { return put_byte(output_of(stream), c); }
int putc(int c, FILE *stream) { return put_byte(output_of(stream), c); }
int putchar(int c) { return put_byte(1, c); }

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  size_t total = size * count;
  if (total == 0) return 0;
  put_bytes(output_of(stream), bytes, total);
  return count;
}

int fputs_unlocked(const char *restrict string, FILE *restrict stream) { return fputs(string, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return putchar(c); }
size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(bytes, size, count, stream);
}

void perror(const char *what) {
  const char *error = strerror(errno);
  if (what && *what)
    dprintf(2, "%s: %s\n", what, error);
  else
    dprintf(2, "%s\n", error);
}

/* ---- Buffering, which has no observable effect, and errors, which do not occur ---- */

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

int fflush_unlocked(FILE *stream) { return fflush(stream); }

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)stream;
  (void)buffer;
  (void)mode;
  (void)size;
  return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer) {
  (void)stream;
  (void)buffer;
}

void setlinebuf(FILE *stream) { (void)stream; }

int ferror(FILE *stream) {
  (void)stream;
  return 0;
}

void clearerr(FILE *stream) { (void)stream; }
