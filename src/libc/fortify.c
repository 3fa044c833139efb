/* The functions that headers call instead of the ordinary ones with _FORTIFY_SOURCE. The machine checks all bounds
 * itself, so they only call the ordinary functions. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "builtins.h"

void __chk_fail(void) { __mover_abort("buffer overflow detected"); }

void __stack_chk_fail(void) { __mover_abort("stack smashing detected"); }

int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  return vprintf(format, arguments);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vdprintf(descriptor, format, arguments);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  (void)room;
  return vsprintf(to, format, arguments);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  (void)room;
  return vsnprintf(to, size, format, arguments);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vasprintf(result, format, arguments);
}

#define VARIADIC(name, parameters, ...)           \
  int __##name##_chk parameters {                 \
    va_list arguments;                            \
    va_start(arguments, format);                  \
    int length = v##name(__VA_ARGS__, arguments); \
    va_end(arguments);                            \
    return length;                                \
  }
#define UNUSED __attribute__((unused))
VARIADIC(printf, (UNUSED int flag, const char *format, ...), format)
VARIADIC(fprintf, (FILE * stream, UNUSED int flag, const char *format, ...), stream, format)
VARIADIC(dprintf, (int descriptor, UNUSED int flag, const char *format, ...), descriptor, format)
VARIADIC(sprintf, (char *to, UNUSED int flag, UNUSED size_t room, const char *format, ...), to, format)
VARIADIC(snprintf, (char *to, size_t size, UNUSED int flag, UNUSED size_t room, const char *format, ...), to, size,
         format)
VARIADIC(asprintf, (char **result, UNUSED int flag, const char *format, ...), result, format)

void *__memcpy_chk(void *to, const void *from, size_t n, UNUSED size_t room) { return memcpy(to, from, n); }
void *__memmove_chk(void *to, const void *from, size_t n, UNUSED size_t room) { return memmove(to, from, n); }
void *__mempcpy_chk(void *to, const void *from, size_t n, UNUSED size_t room) { return mempcpy(to, from, n); }
void *__memset_chk(void *to, int byte, size_t n, UNUSED size_t room) { return memset(to, byte, n); }
void __explicit_bzero_chk(void *to, size_t n, UNUSED size_t room) { explicit_bzero(to, n); }
char *__strcpy_chk(char *to, const char *from, UNUSED size_t room) { return strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, UNUSED size_t room) { return stpcpy(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t n, UNUSED size_t room) { return strncpy(to, from, n); }
char *__stpncpy_chk(char *to, const char *from, size_t n, UNUSED size_t room) { return stpncpy(to, from, n); }
char *__strcat_chk(char *to, const char *from, UNUSED size_t room) { return strcat(to, from); }
char *__strncat_chk(char *to, const char *from, size_t n, UNUSED size_t room) { return strncat(to, from, n); }
