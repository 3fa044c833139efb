// <string.h>, <strings.h>, and similar functions.
#include "footprints.h"

#include <libgen.h>
#include <locale.h>
#include <strings.h>
#include <unistd.h>
#undef basename

void* __memcpy_chk(void*, const void*, size_t, size_t);
void* __memmove_chk(void*, const void*, size_t, size_t);
void* __mempcpy_chk(void*, const void*, size_t, size_t);
void* __mempcpy(void*, const void*, size_t);
void* __memset_chk(void*, int, size_t, size_t);
char* __strcpy_chk(char*, const char*, size_t);
char* __stpcpy_chk(char*, const char*, size_t);
char* __strncpy_chk(char*, const char*, size_t, size_t);
char* __stpncpy_chk(char*, const char*, size_t, size_t);
char* __strcat_chk(char*, const char*, size_t);
char* __strncat_chk(char*, const char*, size_t, size_t);
void __explicit_bzero_chk(void*, size_t, size_t);
void* __memrchr(const void*, int, size_t);
void* __rawmemchr(const void*, int);
int __memcmpeq(const void*, const void*, size_t);
char* __strdup(const char*);
char* __strndup(const char*, size_t);
char* __stpcpy(char*, const char*);
int __strcasecmp(const char*, const char*);
char* __strcasestr(const char*, const char*);
int __strverscmp(const char*, const char*);
char* __strtok_r(char*, const char*, char**);
char* __strsep(char**, const char*);
int __xpg_strerror_r(int, char*, size_t);
char* __strerror_r(int, char*, size_t);
void __bzero(void*, size_t);
char* basename(const char*);
char* __xpg_basename(char*);
int __strcoll_l(const char*, const char*, locale_t);
size_t __strxfrm_l(char*, const char*, size_t, locale_t);
int __strcasecmp_l(const char*, const char*, locale_t);
int __strncasecmp_l(const char*, const char*, size_t, locale_t);

CASE("memcpy") { char *t = region(0, 8), *f = region(1, 8); CALL(memcpy(t, f, 8)); }
CASE("memcpy/nothing") { char *t = region(0, 8), *f = region(1, 8); CALL(memcpy(t, f, 0)); }
CASE("memcpy/large") { char *t = region(0, 300), *f = region(1, 300); CALL(memcpy(t, f, 300)); }
CASE("memmove") { char *t = region(0, 8), *f = region(1, 8); CALL(memmove(t, f, 8)); }
CASE("mempcpy") { char *t = region(0, 8), *f = region(1, 8); CALL(mempcpy(t, f, 8)); }
CASE("__mempcpy") { char *t = region(0, 8), *f = region(1, 8); CALL(__mempcpy(t, f, 7)); }
CASE("memset") { char* t = region(0, 9); CALL(memset(t, 1, 9)); }
CASE("__memcpy_chk") { char *t = region(0, 8), *f = region(1, 8); CALL(__memcpy_chk(t, f, 7, 8)); }
CASE("__memmove_chk") { char *t = region(0, 8), *f = region(1, 8); CALL(__memmove_chk(t, f, 7, 8)); }
CASE("__mempcpy_chk") { char *t = region(0, 8), *f = region(1, 8); CALL(__mempcpy_chk(t, f, 7, 8)); }
CASE("__memset_chk") { char* t = region(0, 9); CALL(__memset_chk(t, 1, 8, 9)); }
CASE("__strcpy_chk") { char *t = region(0, 8), *f = text(1, "abc"); CALL(__strcpy_chk(t, f, 8)); }
CASE("__stpcpy_chk") { char *t = region(0, 8), *f = text(1, "abc"); CALL(__stpcpy_chk(t, f, 8)); }
CASE("__strncpy_chk") { char *t = region(0, 8), *f = text(1, "abc"); CALL(__strncpy_chk(t, f, 7, 8)); }
CASE("__stpncpy_chk") { char *t = region(0, 8), *f = text(1, "abc"); CALL(__stpncpy_chk(t, f, 7, 8)); }
CASE("__strcat_chk") { char *t = region(0, 8), *f = text(1, "abc"); strcpy(t, "ab"); CALL(__strcat_chk(t, f, 8)); }
CASE("__strncat_chk") { char *t = region(0, 8), *f = text(1, "abc"); strcpy(t, "ab"); CALL(__strncat_chk(t, f, 2, 8)); }
CASE("__explicit_bzero_chk") { char* t = region(0, 8); CALLV(__explicit_bzero_chk(t, 7, 8)); }
CASE("explicit_bzero") { char* t = region(0, 8); CALLV(explicit_bzero(t, 7)); }
CASE("bzero") { char* t = region(0, 8); CALLV(bzero(t, 7)); }
CASE("__bzero") { char* t = region(0, 8); CALLV(__bzero(t, 7)); }
CASE("memccpy") { char *t = region(0, 8), *f = text(1, "abc"); CALL(memccpy(t, f, 0, 8)); }
CASE("memccpy/found") { char *t = region(0, 8), *f = text(1, "abcdefg"); CALL(memccpy(t, f, 'c', 8)); }
CASE("memccpy/not found") { char *t = region(0, 8), *f = text(1, "abcdefg"); CALL(memccpy(t, f, 'q', 5)); }
CASE("memcmp") { char *a = text(0, "abcd"), *b = text(1, "abcd"); CALL(memcmp(a, b, 4)); }
CASE("memcmp/differ") {
  char *a = text(0, "abcd"), *b = text(1, "bbcd");
  may_read(0, 4, "memcmp may read all of both"), may_read(1, 4, "memcmp may read all of both");
  CALL(memcmp(a, b, 4) < 0);
}
CASE("__memcmpeq") { char *a = text(0, "abcd"), *b = text(1, "abcd"); CALL(__memcmpeq(a, b, 4)); }
CASE("bcmp") { char *a = text(0, "abcd"), *b = text(1, "abcd"); CALL(bcmp(a, b, 4)); }
CASE("bcopy") { char *a = region(0, 8), *b = region(1, 8); CALLV(bcopy(a, b, 7)); }
CASE("swab") { char *a = region(0, 8), *b = region(1, 8); CALLV(swab(a, b, 6)); }
CASE("swab/odd") { char *a = region(0, 8), *b = region(1, 8); CALLV(swab(a, b, 7)); }
CASE("memchr") { char* a = text(0, "abcdef"); CALL(memchr(a, 'c', 6)); }
CASE("memchr/not found") { char* a = text(0, "abcdef"); CALL(memchr(a, 'q', 6)); }
CASE("memrchr") { char* a = text(0, "abcdef"); may_read(0, 6, "memrchr is told the size"); CALL(memrchr(a, 'c', 6)); }
CASE("memrchr/not found") { char* a = text(0, "abcdef"); CALL(memrchr(a, 'q', 6)); }
CASE("rawmemchr") { char* a = text(0, "abcdef"); CALL(rawmemchr(a, 'c')); }
CASE("rawmemchr/zero") { char* a = text(0, "abcdef"); CALL(rawmemchr(a, 0)); }
CASE("__rawmemchr") { char* a = text(0, "abcdef"); CALL(__rawmemchr(a, 'd')); }
CASE("memmem") { char *a = text(0, "abcdef"), *b = text(1, "qr"); CALL(memmem(a, 6, b, 2)); }
CASE("memmem/found") {
  char *a = text(0, "abcdef"), *b = text(1, "bc");
  may_read(0, 6, "memmem is told the size");
  CALL(memmem(a, 6, b, 2));
}
CASE("memfrob") { char* a = region(0, 6); CALL(memfrob(a, 6)); }
CASE("strfry") { char* a = text(0, "abcdef"); opaque(0); may_write(0, 6, "any order will do"); CALL(strfry(a)); }

CASE("strlen") { char* a = text(0, "abc"); CALL(strlen(a)); }
CASE("strnlen") { char* a = text(0, "abc"); CALL(strnlen(a, 9)); }
CASE("strnlen/short") { char* a = text(0, "abcdef"); CALL(strnlen(a, 2)); }
CASE("strcpy") { char *t = region(0, 8), *f = text(1, "abc"); CALL(strcpy(t, f)); }
CASE("stpcpy") { char *t = region(0, 8), *f = text(1, "abc"); CALL(stpcpy(t, f)); }
CASE("__stpcpy") { char *t = region(0, 8), *f = text(1, "abc"); CALL(__stpcpy(t, f)); }
CASE("strncpy") { char *t = region(0, 8), *f = text(1, "abc"); CALL(strncpy(t, f, 7)); }
CASE("strncpy/cut") { char *t = region(0, 8), *f = text(1, "abcdef"); CALL(strncpy(t, f, 2)); }
CASE("stpncpy") { char *t = region(0, 8), *f = text(1, "abc"); CALL(stpncpy(t, f, 7)); }
CASE("stpncpy/cut") { char *t = region(0, 8), *f = text(1, "abcdef"); CALL(stpncpy(t, f, 2)); }
CASE("strcat") { char *t = region(0, 9), *f = text(1, "abc"); strcpy(t, "ab"); CALL(strcat(t, f)); }
CASE("strncat") { char *t = region(0, 9), *f = text(1, "abc"); strcpy(t, "ab"); CALL(strncat(t, f, 2)); }
CASE("strncat/all") { char *t = region(0, 9), *f = text(1, "abc"); strcpy(t, "ab"); CALL(strncat(t, f, 6)); }
CASE("strcmp") { char *a = text(0, "abcd"), *b = text(1, "abcd"); CALL(strcmp(a, b)); }
CASE("strcmp/differ") { char *a = text(0, "abcd"), *b = text(1, "abqd"); CALL(strcmp(a, b) < 0); }
CASE("strncmp") { char *a = text(0, "abcd"), *b = text(1, "abcd"); CALL(strncmp(a, b, 3)); }
CASE("strncmp/differ") { char *a = text(0, "abcd"), *b = text(1, "aqcd"); CALL(strncmp(a, b, 3) < 0); }
CASE("strcasecmp") { char *a = text(0, "abcd"), *b = text(1, "ABCD"); CALL(strcasecmp(a, b)); }
CASE("strcasecmp/differ") { char *a = text(0, "abcd"), *b = text(1, "AQCD"); CALL(strcasecmp(a, b) < 0); }
CASE("__strcasecmp") { char *a = text(0, "abcd"), *b = text(1, "ABCD"); CALL(__strcasecmp(a, b)); }
CASE("__strcasecmp/differ") { char *a = text(0, "abcd"), *b = text(1, "AQCD"); CALL(__strcasecmp(a, b) < 0); }
CASE("strncasecmp") { char *a = text(0, "abcd"), *b = text(1, "ABCD"); CALL(strncasecmp(a, b, 3)); }
static locale_t c_locale(void) {
  static locale_t made;
  if (made == 0) made = newlocale(LC_ALL_MASK, "C", 0);
  return made;
}
CASE("strcasecmp_l") { char *a = text(0, "abcd"), *b = text(1, "ABCD"); locale_t l = c_locale(); CALL(strcasecmp_l(a, b, l)); }
CASE("strcasecmp_l/differ") { char *a = text(0, "abcd"), *b = text(1, "Qbcd"); locale_t l = c_locale(); CALL(strcasecmp_l(a, b, l) < 0); }
CASE("__strcasecmp_l") { char *a = text(0, "abcd"), *b = text(1, "ABCD"); locale_t l = c_locale(); CALL(__strcasecmp_l(a, b, l)); }
CASE("strncasecmp_l") { char *a = text(0, "abcd"), *b = text(1, "ABCD"); locale_t l = c_locale(); CALL(strncasecmp_l(a, b, 3, l)); }
CASE("__strncasecmp_l") { char *a = text(0, "abcd"), *b = text(1, "AQCD"); locale_t l = c_locale(); CALL(__strncasecmp_l(a, b, 3, l) < 0); }
#define COLLATES(name, ...)                                                                   \
  CASE(#name) { char *a = text(0, "abcd"), *b = text(1, "abcd"); locale_t l = c_locale(); CALL(name(a, b __VA_ARGS__)); } \
  CASE(#name "/differ") {                                                                     \
    char *a = text(0, "abcd"), *b = text(1, "bbcd");                                          \
    locale_t l = c_locale();                                                                  \
    may_read(0, 5, "other locales weigh all"), may_read(1, 5, "other locales weigh all");     \
    CALL(name(a, b __VA_ARGS__) < 0);                                                         \
  }
COLLATES(strcoll)
COLLATES(strcoll_l, , l)
COLLATES(__strcoll_l, , l)
CASE("strxfrm") { char *t = region(0, 9), *f = text(1, "abc"); may_write(0, 9, "told the size"); CALL(strxfrm(t, f, 9)); }
CASE("strxfrm/size only") { char* f = text(1, "abc"); CALL(strxfrm(0, f, 0)); }
CASE("strxfrm_l") { char *t = region(0, 9), *f = text(1, "abc"); locale_t l = c_locale(); may_write(0, 9, "told the size"); CALL(strxfrm_l(t, f, 9, l)); }
CASE("__strxfrm_l") { char *t = region(0, 9), *f = text(1, "abc"); locale_t l = c_locale(); may_write(0, 9, "told the size"); CALL(__strxfrm_l(t, f, 9, l)); }
CASE("strchr") { char* a = text(0, "abcdef"); CALL(strchr(a, 'c')); }
CASE("strchr/not found") { char* a = text(0, "abcdef"); CALL(strchr(a, 'q')); }
CASE("strrchr") { char* a = text(0, "abcdef"); CALL(strrchr(a, 'c')); }
CASE("index") { char* a = text(0, "abcdef"); CALL(index(a, 'c')); }
CASE("index/not found") { char* a = text(0, "abcdef"); CALL(index(a, 'q')); }
CASE("rindex") { char* a = text(0, "abcdef"); CALL(rindex(a, 'c')); }
CASE("strchrnul") { char* a = text(0, "abcdef"); CALL(strchrnul(a, 'c')); }
CASE("strchrnul/not found") { char* a = text(0, "abcdef"); CALL(strchrnul(a, 'q')); }
char* __strchrnul(const char*, int);
#define READS_UP_TO_THE_END may_read(0, 7, "allowed to read the whole string"), may_read(1, 4, "allowed to read the whole string")
CASE("strstr") { char *a = text(0, "abcdef"), *b = text(1, "cd"); READS_UP_TO_THE_END; CALL(strstr(a, b)); }
CASE("strstr/not found") { char *a = text(0, "abcdef"), *b = text(1, "qd"); READS_UP_TO_THE_END; CALL(strstr(a, b)); }
CASE("strcasestr") { char *a = text(0, "abcdef"), *b = text(1, "CD"); READS_UP_TO_THE_END; CALL(strcasestr(a, b)); }
CASE("strcasestr/not found") { char *a = text(0, "abcdef"), *b = text(1, "Qd"); READS_UP_TO_THE_END; CALL(strcasestr(a, b)); }
CASE("__strcasestr") { char *a = text(0, "abcdef"), *b = text(1, "CD"); READS_UP_TO_THE_END; CALL(__strcasestr(a, b)); }
CASE("strspn") { char *a = text(0, "abcdef"), *b = text(1, "ba"); CALL(strspn(a, b)); }
CASE("strcspn") { char *a = text(0, "abcdef"), *b = text(1, "dc"); CALL(strcspn(a, b)); }
CASE("strcspn/not found") { char *a = text(0, "abcdef"), *b = text(1, "q"); CALL(strcspn(a, b)); }
CASE("strpbrk") { char *a = text(0, "abcdef"), *b = text(1, "dc"); CALL(strpbrk(a, b)); }
CASE("strpbrk/not found") { char *a = text(0, "abcdef"), *b = text(1, "rq"); CALL(strpbrk(a, b)); }
CASE("strverscmp") { char *a = text(0, "a10"), *b = text(1, "a10"); CALL(strverscmp(a, b)); }
CASE("strverscmp/differ") { char *a = text(0, "a10b"), *b = text(1, "a9bb"); may_read(0, 5, "it is a string"), may_read(1, 5, "it is a string"); CALL(strverscmp(a, b) > 0); }
CASE("__strverscmp") { char *a = text(0, "a10"), *b = text(1, "a10"); CALL(__strverscmp(a, b)); }
CASE("__strverscmp/differ") { char *a = text(0, "a10b"), *b = text(1, "b9bb"); may_read(0, 5, "it is a string"), may_read(1, 5, "it is a string"); CALL(__strverscmp(a, b) < 0); }
CASE("strdup") { char* a = text(0, "abc"); CALL(strdup(a)); }
CASE("__strdup") { char* a = text(0, "abc"); CALL(__strdup(a)); }
CASE("strndup") { char* a = text(0, "abc"); CALL(strndup(a, 2)); }
CASE("strndup/all") { char* a = text(0, "abc"); CALL(strndup(a, 9)); }
CASE("__strndup") { char* a = text(0, "abc"); CALL(__strndup(a, 2)); }

CASE("strsep") { char **p = region(0, 8), *a = text(1, "ab,cd"), *b = text(2, ","); *p = a; CALL(strsep(p, b)); }
CASE("strsep/last") { char **p = region(0, 8), *a = text(1, "ab"), *b = text(2, ","); *p = a; CALL(strsep(p, b)); }
CASE("strsep/none") { char **p = zeros(0, 8), *b = text(2, ","); may_write(0, 8, "it is null already"); may_read(2, 2, "need not be read"); CALL(strsep(p, b)); }
CASE("strtok_r") { char *a = text(0, ",ab,cd"), *b = text(1, ","), **p = region(2, 8); CALL(strtok_r(a, b, p)); }
CASE("strtok_r/next") { char *a = text(0, ",ab,cd"), *b = text(1, ","), **p = region(2, 8); *p = a; CALL(strtok_r(0, b, p)); }
CASE("strtok_r/last") { char *a = text(0, "cd"), *b = text(1, ","), **p = region(2, 8); *p = a; CALL(strtok_r(0, b, p)); }
CASE("strtok_r/empty") { char *a = text(0, ",,"), *b = text(1, ","), **p = region(2, 8); *p = a; CALL(strtok_r(0, b, p)); }
CASE("__strtok_r") { char *a = text(0, ",ab,cd"), *b = text(1, ","), **p = region(2, 8); CALL(__strtok_r(a, b, p)); }
CASE("strtok") { char *a = text(0, ",ab,cd"), *b = text(1, ","); CALL(strtok(a, b)); }
CASE("strtok/next") { char *a = text(0, ",ab,cd"), *b = text(1, ","); strtok(a, b); CALL(strtok(0, b)); }

CASE("basename") { char* a = text(0, "/usr/lib"); CALL(basename(a)); }
CASE("__xpg_basename") { char* a = text(0, "/usr/lib"); CALL(__xpg_basename(a)); }
CASE("__xpg_basename/slash") { char* a = text(0, "/usr/lib/"); CALL(__xpg_basename(a)); }
CASE("dirname") { char* a = text(0, "/usr/lib"); CALL(dirname(a)); }
CASE("dirname/none") { char* a = text(0, "lib"); opaque_result(); CALL(dirname(a)); }
CASE("strerror_r") { char* a = region(0, 60); may_write(0, 60, "told the size"); opaque_result(); CALL(strerror_r(2, a, 60)); }
CASE("strerror_r/unknown") { char* a = region(0, 60); may_write(0, 60, "told the size"); CALL(strerror_r(9999, a, 60)); }
CASE("__xpg_strerror_r") { char* a = region(0, 60); may_write(0, 60, "told the size"); CALL(__xpg_strerror_r(2, a, 60)); }
CASE("__strerror_r") { char* a = region(0, 60); may_write(0, 60, "told the size"); CALL(__strerror_r(9999, a, 60)); }
