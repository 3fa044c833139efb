/* The formatter of all functions of the printf family. */
#ifndef MOVER_LIBC_PRINTF_H
#define MOVER_LIBC_PRINTF_H

#include <stdarg.h>
#include <stddef.h>

/* A range of memory. */
struct piece {
  const char *begin;
  size_t size;
};

/* The destination of formatted text. Text is collected in `buffer`, and flushed to a file descriptor or to memory when
 * the buffer is full and at the end. */
struct sink {
  enum { TO_DESCRIPTOR, TO_MEMORY, TO_NEW_MEMORY } kind;
  int descriptor;
  char *memory;    /* TO_MEMORY: the caller's; TO_NEW_MEMORY: allocated, holds the flushed text and a NUL */
  size_t capacity; /* TO_MEMORY: the number of bytes that may be written, including the final NUL */
  size_t flushed;  /* the number of bytes that were flushed */
  size_t used;     /* the number of bytes in `buffer` */
  int out_of_memory;
  struct piece
      *read; /* TO_MEMORY: the memory that was read (format, strings), which the destination must not overlap */
  size_t pieces;
  char buffer[256];
};

/* REQUIRES: the bytes are in memory that no other thread accesses. */
void __mover_sink_put(struct sink *sink, const char *bytes, size_t n);
void __mover_sink_fill(struct sink *sink, char byte, size_t n);
void __mover_sink_flush(struct sink *sink);

/* One conversion: %[flags][width][.precision][length]letter. */
struct conversion {
  int left, plus, space, alternative, zero; /* flags - + space # 0 */
  int width;
  int precision; /* -1: not given */
  int length;    /* the length modifier: 'H' for hh, 'h', 'l', 'L' for ll and L, 'z', 't', 'j', or 0 */
  char letter;
};

/* Writes `prefix`, `zeros` zeros and `body`. If they are shorter than the width, adds spaces after them (flag -), zeros
 * after the prefix (flag 0, if may_pad_with_zeros), or spaces before them. */
void __mover_put_padded(struct sink *sink, const struct conversion *how, const char *prefix, const char *body,
                        size_t body_length, int zeros, int may_pad_with_zeros);

/* A finite number is mantissa * 2^exponent. */
struct floating {
  enum { FINITE, INFINITE, NOT_A_NUMBER } kind;
  int negative;
  unsigned long mantissa;
  int exponent;
  int bits; /* the number of bits of a normal mantissa: 53 or 64 */
};

struct floating __mover_take_double(double value);
struct floating __mover_take_long_double(long double value);
void __mover_put_floating(struct sink *sink, const struct conversion *how, struct floating value);

/* Formats, flushes, and returns the length of the text, or -1. `format` may be in shared memory. */
int __mover_format(struct sink *sink, const char *format, va_list arguments);

#endif
