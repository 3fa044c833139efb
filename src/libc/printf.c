/* The formatting of the printf family in the C locale: the parser of conversions, integers, strings. Floats are in
 * printf_float.c, the functions of <stdio.h> in stdio.c. */
#include "printf.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "builtins.h"
#include "local.h"

/* ---- Sinks ---- */

static void grow(struct sink *sink) {
  char *larger = malloc(sink->flushed + sink->used + 1);
  if (larger) {
    if (sink->flushed) __mover_copy_text(larger, sink->memory, sink->flushed);
    __mover_copy_text(larger + sink->flushed, sink->buffer, sink->used);
    larger[sink->flushed + sink->used] = 0;
  }
  if (sink->memory) free(sink->memory);
  sink->memory = larger;
  sink->out_of_memory = !larger;
}

static void has_read(struct sink *sink, const char *begin, size_t size) {
  if (sink->kind == TO_MEMORY) sink->read[sink->pieces++] = (struct piece){begin, size};
}

/* Copies the part of the buffer for which there is room, and a NUL, which later text overwrites. */
static void copy_out(struct sink *sink) {
  if (sink->flushed >= sink->capacity) return;
  size_t room = sink->capacity - sink->flushed - 1, n = sink->used < room ? sink->used : room;
  for (size_t i = 0; i < sink->pieces; i++)
    __mover_apart(sink->memory, sink->flushed + n + 1, sink->read[i].begin, sink->read[i].size);
  char piece[n + 1];
  __mover_copy_text(piece, sink->buffer, n);
  piece[n] = 0;
  __mover_copy_text(sink->memory + sink->flushed, piece, n + 1);
}

void __mover_sink_flush(struct sink *sink) {
  switch (sink->kind) {
    case TO_DESCRIPTOR:
      if (sink->used) __mover_write(sink->descriptor, sink->buffer, sink->used);
      break;
    case TO_MEMORY:
      copy_out(sink);
      break;
    case TO_NEW_MEMORY:
      if (!sink->out_of_memory) grow(sink);
      break;
  }
  sink->flushed += sink->used;
  sink->used = 0;
}

void __mover_sink_put(struct sink *sink, const char *bytes, size_t n) {
  while (n > 0) {
    if (sink->used == sizeof sink->buffer) __mover_sink_flush(sink);
    size_t room = sizeof sink->buffer - sink->used, piece = n < room ? n : room;
    __mover_copy_text(sink->buffer + sink->used, bytes, piece);
    sink->used += piece;
    bytes += piece;
    n -= piece;
  }
}

void __mover_sink_fill(struct sink *sink, char byte, size_t n) {
  for (; n > 0; n--) {
    if (sink->used == sizeof sink->buffer) __mover_sink_flush(sink);
    sink->buffer[sink->used++] = byte;
  }
}

/* ---- Conversions ---- */

void __mover_put_padded(struct sink *sink, const struct conversion *how, const char *prefix, const char *body,
                        size_t body_length, int zeros, int may_pad_with_zeros) {
  size_t prefix_length = __mover_strlen(prefix);
  long padding = how->width - (long)(prefix_length + body_length) - zeros;
  if (padding < 0) padding = 0;
  if (!how->left && how->zero && may_pad_with_zeros) {
    zeros += (int)padding;
    padding = 0;
  }
  if (!how->left) __mover_sink_fill(sink, ' ', (size_t)padding);
  __mover_sink_put(sink, prefix, prefix_length);
  __mover_sink_fill(sink, '0', (size_t)zeros);
  __mover_sink_put(sink, body, body_length);
  if (how->left) __mover_sink_fill(sink, ' ', (size_t)padding);
}

static void put_digits(struct sink *sink, const struct conversion *how, const char *prefix, uint64_t value,
                       unsigned base) {
  const char *alphabet = how->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  char digits[24], *start = digits + sizeof digits;
  for (; value; value /= base) *--start = alphabet[value % base];
  int length = (int)(digits + sizeof digits - start);
  int zeros = (how->precision < 0 ? 1 : how->precision) - length;
  if (zeros < 0) zeros = 0;
  if (base == 8 && how->alternative && zeros == 0) zeros = 1;
  __mover_put_padded(sink, how, prefix, start, (size_t)length, zeros, how->precision < 0);
}

static int64_t take_signed(const struct conversion *how, va_list arguments) {
  switch (how->length) {
    case 'H':
      return (signed char)va_arg(arguments, int);
    case 'h':
      return (short)va_arg(arguments, int);
    case 0:
      return va_arg(arguments, int);
    default:
      return va_arg(arguments, long); /* l, ll, z, t and j are all 64 bits wide */
  }
}

static uint64_t take_unsigned(const struct conversion *how, va_list arguments) {
  switch (how->length) {
    case 'H':
      return (unsigned char)va_arg(arguments, unsigned);
    case 'h':
      return (unsigned short)va_arg(arguments, unsigned);
    case 0:
      return va_arg(arguments, unsigned);
    default:
      return va_arg(arguments, unsigned long);
  }
}

static void put_signed(struct sink *sink, const struct conversion *how, va_list arguments) {
  int64_t value = take_signed(how, arguments);
  const char *sign = value < 0 ? "-" : how->plus ? "+" : how->space ? " " : "";
  put_digits(sink, how, sign, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

static void put_unsigned(struct sink *sink, const struct conversion *how, va_list arguments) {
  uint64_t value = take_unsigned(how, arguments);
  const char *prefix = "";
  unsigned base = how->letter == 'u' ? 10 : how->letter == 'o' ? 8 : 16;
  if (base == 16 && how->alternative && value) prefix = how->letter == 'X' ? "0X" : "0x";
  put_digits(sink, how, prefix, value, base);
}

static void put_text(struct sink *sink, const struct conversion *how, const char *text, size_t length) {
  __mover_put_padded(sink, how, "", text, length, 0, 0);
}

static void put_string(struct sink *sink, const struct conversion *how, const char *string) {
  if (how->length == 'l') __mover_unsupported("printf of wide characters");
  if (!string) {
    int shown = how->precision < 0 || how->precision >= 6;
    put_text(sink, how, "(null)", shown ? 6 : 0);
    return;
  }
  size_t length = how->precision < 0 ? __mover_strlen(string) : strnlen(string, (size_t)how->precision);
  char copy[AT_LEAST_ONE(length)];
  if (length) __mover_copy_text(copy, string, length);
  has_read(sink, string, length + (how->precision < 0 || length < (size_t)how->precision));
  put_text(sink, how, copy, length);
}

static void put_pointer(struct sink *sink, const struct conversion *how, void *pointer) {
  if (!pointer) {
    put_text(sink, how, "(nil)", 5);
  } else {
    const char *prefix = how->plus ? "+0x" : how->space ? " 0x" : "0x";
    put_digits(sink, how, prefix, (uint64_t)pointer, 16);
  }
}

static void store_count(const struct conversion *how, size_t count, void *where) {
  switch (how->length) {
    case 'H':
      *(signed char *)where = (signed char)count;
      break;
    case 'h':
      *(short *)where = (short)count;
      break;
    case 0:
      *(int *)where = (int)count;
      break;
    default:
      *(long *)where = (long)count;
      break;
  }
}

static void convert(struct sink *sink, struct conversion *how, va_list arguments) {
  char character;
  switch (how->letter) {
    case 'd':
    case 'i':
      put_signed(sink, how, arguments);
      break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      put_unsigned(sink, how, arguments);
      break;
    case 'c':
      if (how->length == 'l') __mover_unsupported("printf of wide characters");
      character = (char)va_arg(arguments, int);
      put_text(sink, how, &character, 1);
      break;
    case 's':
      put_string(sink, how, va_arg(arguments, const char *));
      break;
    case 'p':
      put_pointer(sink, how, va_arg(arguments, void *));
      break;
    case 'n':
      store_count(how, sink->flushed + sink->used, va_arg(arguments, void *));
      break;
    case 'm':
      put_string(sink, how, strerror(errno));
      break;
    case '%':
      __mover_sink_fill(sink, '%', 1);
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (how->length == 'L')
        __mover_put_floating(sink, how, __mover_take_long_double(va_arg(arguments, long double)));
      else
        __mover_put_floating(sink, how, __mover_take_double(va_arg(arguments, double)));
      break;
    default:
      __mover_unsupported("a conversion of printf that is not one of diuoxXcspnm%fFeEgGaA");
  }
}

/* ---- Parsing ---- */

static int parse_flag(char c, struct conversion *how) {
  switch (c) {
    case '-':
      return how->left = 1;
    case '+':
      return how->plus = 1;
    case ' ':
      return how->space = 1;
    case '#':
      return how->alternative = 1;
    case '0':
      return how->zero = 1;
    case '\'':
      return 1; /* the C locale does not group digits */
    default:
      return 0;
  }
}

/* The value of digits, or of an argument for '*'. */
static int parse_number(const char **at, va_list arguments) {
  if (**at == '*') {
    ++*at;
    return va_arg(arguments, int);
  }
  int number = 0;
  for (; **at >= '0' && **at <= '9'; ++*at) number = number * 10 + (**at - '0');
  if (**at == '$') __mover_unsupported("numbered arguments of printf");
  return number;
}

static int parse_length(const char **at) {
  char c = **at;
  switch (c) {
    case 'h':
    case 'l':
      ++*at;
      if (**at != c) return c;
      ++*at;
      return c == 'h' ? 'H' : 'L';
    case 'q':
      c = 'L'; /* fall through */
    case 'L':
    case 'z':
    case 'Z':
    case 't':
    case 'j':
      ++*at;
      return c;
    default:
      return 0;
  }
}

/* Parses and executes the conversion after a '%'. */
static const char *put_conversion(struct sink *sink, const char *at, va_list arguments) {
  struct conversion how = {.precision = -1};
  while (parse_flag(*at, &how)) at++;
  how.width = parse_number(&at, arguments);
  if (how.width < 0) {
    how.left = 1;
    how.width = -how.width;
  }
  if (*at == '.') {
    at++;
    how.precision = parse_number(&at, arguments);
    if (how.precision < 0) how.precision = -1;
  }
  how.length = parse_length(&at);
  how.letter = *at;
  convert(sink, &how, arguments);
  return at + 1;
}

int __mover_format(struct sink *sink, const char *format, va_list arguments) {
  LOCAL_COPY(text, format);
  const char *at = text;
  size_t most = 1; /* the largest number of ranges that are read: the format, and one for each conversion */
  if (sink->kind == TO_MEMORY)
    for (size_t i = 0; text[i]; i++) most += text[i] == '%';
  struct piece read[most];
  sink->read = read;
  has_read(sink, format, text_size);
  while (*at) {
    size_t plain = 0;
    while (at[plain] && at[plain] != '%') plain++;
    __mover_sink_put(sink, at, plain);
    at += plain;
    if (*at == '%') at = put_conversion(sink, at + 1, arguments);
  }
  __mover_sink_flush(sink);
  if (sink->flushed > INT_MAX || sink->out_of_memory) {
    errno = sink->out_of_memory ? ENOMEM : EOVERFLOW;
    return -1;
  }
  return (int)sink->flushed;
}
