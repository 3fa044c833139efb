/* <locale.h>: the locale of C, which is the only one. */
#define _GNU_SOURCE
#include <locale.h>

#include "builtins.h"

char *setlocale(int category, const char *name) {
  static char classic[] = "C";
  (void)category;
  if (!name || !name[0] || (name[0] == 'C' && !name[1])) return classic;
  return NULL; /* there is no other one */
}

/* Threads cannot tell which locale they use. */
locale_t uselocale(locale_t locale) {
  (void)locale;
  return LC_GLOBAL_LOCALE;
}
locale_t __uselocale(locale_t locale) { return uselocale(locale); }
