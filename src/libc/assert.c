/* <assert.h>, and the assertions of other verifiers. */
#include <assert.h>

#include "builtins.h"

void __VERIFIER_assert(int condition);
void __CPROVER_assert(int condition, const char *description);

static void fail(const char *expression) __attribute__((noreturn));
static void fail(const char *expression) {
  static const char before[] = "assertion `", after[] = "' failed";
  size_t length = __mover_strlen(expression);
  char message[sizeof before + length + sizeof after];
  __mover_memcpy(message, before, sizeof before - 1);
  __mover_memcpy(message + sizeof before - 1, expression, length);
  __mover_memcpy(message + sizeof before - 1 + length, after, sizeof after);
  __mover_assert_fail(message);
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file;
  (void)line;
  (void)function;
  fail(expression);
}

void __assert(const char *expression, const char *file, int line) {
  (void)file;
  (void)line;
  fail(expression);
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  (void)error;
  (void)file;
  (void)line;
  (void)function;
  __mover_assert_fail("unexpected error (assert_perror)");
}

/* Assertions of SV-COMP and of CBMC. */
void __VERIFIER_assert(int condition) {
  if (!condition) fail("__VERIFIER_assert");
}

void __CPROVER_assert(int condition, const char *description) {
  if (!condition) fail(description);
}
