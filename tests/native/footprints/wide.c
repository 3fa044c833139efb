// <wchar.h>, <uchar.h>, multibyte characters of <stdlib.h>.
#include "footprints.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <time.h>
#include <uchar.h>
#include <wctype.h>

static locale_t c_locale(void) {
  static locale_t made;
  if (made == 0) made = newlocale(LC_ALL_MASK, "C", 0);
  return made;
}
#define W(n, t) wide(n, L##t)
#define IS_STRING(n, size) may_read(n, size, "it is a string")

CASE("wcslen") { wchar_t* a = W(0, "abc"); CALL(wcslen(a)); }
CASE("wcsnlen") { wchar_t* a = W(0, "abc"); CALL(wcsnlen(a, 2)); }
CASE("wcsdup") { wchar_t* a = W(0, "abc"); CALL(wcsdup(a)); }
CASE("wcschr") { wchar_t* a = W(0, "abcdef"); CALL(wcschr(a, 'c')); }
CASE("wcschr/not found") { wchar_t* a = W(0, "abcdef"); CALL(wcschr(a, 'q')); }
CASE("wcschrnul") { wchar_t* a = W(0, "abcdef"); CALL(wcschrnul(a, 'c')); }
CASE("wcsrchr") { wchar_t* a = W(0, "abcdef"); CALL(wcsrchr(a, 'c')); }
CASE("wcswidth") { wchar_t* a = W(0, "abcdef"); CALL(wcswidth(a, 3)); }
CASE("wcswidth/all") { wchar_t* a = W(0, "abcdef"); CALL(wcswidth(a, 30)); }
CASE("wcscmp") { wchar_t *a = W(0, "abcdef"), *b = W(1, "abcdef"); CALL(wcscmp(a, b)); }
CASE("wcscmp/differ") { wchar_t *a = W(0, "abcdef"), *b = W(1, "abqdef"); CALL(wcscmp(a, b) < 0); }
CASE("wcsncmp") { wchar_t *a = W(0, "abcdef"), *b = W(1, "abcdef"); CALL(wcsncmp(a, b, 3)); }
CASE("wcscasecmp") { wchar_t *a = W(0, "abcdef"), *b = W(1, "ABCDEF"); CALL(wcscasecmp(a, b)); }
CASE("wcscasecmp/differ") { wchar_t *a = W(0, "abcdef"), *b = W(1, "ABQDEF"); CALL(wcscasecmp(a, b) < 0); }
CASE("wcsncasecmp") { wchar_t *a = W(0, "abcdef"), *b = W(1, "ABCDEF"); CALL(wcsncasecmp(a, b, 3)); }
CASE("wcsncasecmp/differ") { wchar_t *a = W(0, "abcdef"), *b = W(1, "AQCDEF"); CALL(wcsncasecmp(a, b, 5) < 0); }
CASE("wcscasecmp_l") { wchar_t *a = W(0, "abcdef"), *b = W(1, "ABQDEF"); locale_t l = c_locale(); CALL(wcscasecmp_l(a, b, l) < 0); }
CASE("wcsncasecmp_l") { wchar_t *a = W(0, "abcdef"), *b = W(1, "ABCDEF"); locale_t l = c_locale(); CALL(wcsncasecmp_l(a, b, 3, l)); }
CASE("wcscoll") { wchar_t *a = W(0, "abc"), *b = W(1, "abc"); CALL(wcscoll(a, b)); }
CASE("wcscoll_l") { wchar_t *a = W(0, "abc"), *b = W(1, "abc"); locale_t l = c_locale(); CALL(wcscoll_l(a, b, l)); }
CASE("wcsxfrm") { wchar_t *a = region(0, 40), *b = W(1, "abc"); may_write(0, 40, "told the size"); CALL(wcsxfrm(a, b, 10)); }
CASE("wcsxfrm_l") { wchar_t *a = region(0, 40), *b = W(1, "abc"); locale_t l = c_locale(); may_write(0, 40, "told the size"); CALL(wcsxfrm_l(a, b, 10, l)); }
CASE("wcsstr") { wchar_t *a = W(0, "abcdef"), *b = W(1, "cd"); IS_STRING(0, 28); CALL(wcsstr(a, b)); }
CASE("wcswcs") { wchar_t *a = W(0, "abcdef"), *b = W(1, "cd"); IS_STRING(0, 28); CALL(wcswcs(a, b)); }
CASE("wcsspn") { wchar_t *a = W(0, "abcdef"), *b = W(1, "ab"); IS_STRING(0, 28); CALL(wcsspn(a, b)); }
CASE("wcscspn") { wchar_t *a = W(0, "abcdef"), *b = W(1, "cd"); IS_STRING(0, 28), IS_STRING(1, 12); CALL(wcscspn(a, b)); }
CASE("wcspbrk") { wchar_t *a = W(0, "abcdef"), *b = W(1, "cd"); IS_STRING(0, 28), IS_STRING(1, 12); CALL(wcspbrk(a, b)); }
CASE("wcscpy") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(wcscpy(a, b)); }
CASE("wcpcpy") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(wcpcpy(a, b)); }
CASE("wcsncpy") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(wcsncpy(a, b, 7)); }
CASE("wcpncpy") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(wcpncpy(a, b, 2)); }
CASE("wcscat") { keep_aligned(0, 4); wchar_t *a = region(0, 40), *b = W(1, "abc"); wcscpy(a, L"12"); CALL(wcscat(a, b)); }
CASE("wcsncat") { keep_aligned(0, 4); wchar_t *a = region(0, 40), *b = W(1, "abc"); wcscpy(a, L"12"); CALL(wcsncat(a, b, 2)); }
CASE("wcstok") { wchar_t *a = W(0, ",ab,cd"), *b = W(1, ","), **p = region(2, 8); CALL(wcstok(a, b, p)); }
CASE("wcstok/next") { wchar_t *a = W(0, ",ab,cd"), *b = W(1, ","), **p = region(2, 8); *p = a; CALL(wcstok(0, b, p)); }
CASE("wcstok/last") { wchar_t *a = W(0, "ab"), *b = W(1, ","), **p = region(2, 8); *p = a; CALL(wcstok(0, b, p)); }
CASE("wcstok/none") { may_read(1, 8, "it is a string"); wchar_t *a = W(0, ",,"), *b = W(1, ","), **p = region(2, 8); *p = a; CALL(wcstok(0, b, p)); }
CASE("wmemcpy") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(wmemcpy(a, b, 9)); }
CASE("wmemmove") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(wmemmove(a, b, 9)); }
CASE("wmempcpy") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(wmempcpy(a, b, 9)); }
CASE("wmemset") { wchar_t* a = region(0, 40); CALL(wmemset(a, 1, 9)); }
CASE("wmemcmp") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(wmemcmp(a, b, 9)); }
CASE("wmemchr") { wchar_t* a = region(0, 40); CALL(wmemchr(a, 'q', 9)); }
wchar_t *__wmemcpy_chk(), *__wmemmove_chk(), *__wmempcpy_chk(), *__wmemset_chk(), *__wcscpy_chk(), *__wcpcpy_chk(), *__wcsncpy_chk(), *__wcpncpy_chk(), *__wcscat_chk(), *__wcsncat_chk();
CASE("__wmemcpy_chk") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(__wmemcpy_chk(a, b, 9ul, 10ul)); }
CASE("__wmemmove_chk") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(__wmemmove_chk(a, b, 9ul, 10ul)); }
CASE("__wmempcpy_chk") { wchar_t *a = region(0, 40), *b = region(1, 40); CALL(__wmempcpy_chk(a, b, 9ul, 10ul)); }
CASE("__wmemset_chk") { wchar_t* a = region(0, 40); CALL(__wmemset_chk(a, 1, 9ul, 10ul)); }
CASE("__wcscpy_chk") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(__wcscpy_chk(a, b, 10ul)); }
CASE("__wcpcpy_chk") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(__wcpcpy_chk(a, b, 10ul)); }
CASE("__wcsncpy_chk") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(__wcsncpy_chk(a, b, 7ul, 10ul)); }
CASE("__wcpncpy_chk") { wchar_t *a = region(0, 40), *b = W(1, "abc"); CALL(__wcpncpy_chk(a, b, 7ul, 10ul)); }
CASE("__wcscat_chk") { wchar_t *a = region(0, 40), *b = W(1, "abc"); wcscpy(a, L"12"); CALL(__wcscat_chk(a, b, 10ul)); }
CASE("__wcsncat_chk") { wchar_t *a = region(0, 40), *b = W(1, "abc"); wcscpy(a, L"12"); CALL(__wcsncat_chk(a, b, 2ul, 10ul)); }
#define INTEGER(name, ...)                                                                                                        \
  CASE(#name) { wchar_t *a = W(0, "  12x456789"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 10 __VA_ARGS__)); } \
  CASE(#name "/0xz") { wchar_t *a = W(0, "0xzz"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 0 __VA_ARGS__)); }  \
  CASE(#name "/none") { wchar_t *a = W(0, " +qrst"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 10 __VA_ARGS__)); }
long __wcstol_internal(), __wcstoul_internal(), __wcstoll_internal(), __wcstoull_internal();
long __wcstol_l(), __wcstoul_l(), __wcstoll_l(), __wcstoull_l();
INTEGER(wcstol) INTEGER(wcstoul) INTEGER(wcstoll) INTEGER(wcstoull) INTEGER(wcstoimax) INTEGER(wcstoumax) INTEGER(wcstoq) INTEGER(wcstouq)
INTEGER(wcstol_l, , l) INTEGER(wcstoul_l, , l) INTEGER(wcstoll_l, , l) INTEGER(wcstoull_l, , l)
INTEGER(__wcstol_internal, , 0) INTEGER(__wcstoul_internal, , 0) INTEGER(__wcstoll_internal, , 0) INTEGER(__wcstoull_internal, , 0)
#define REAL_NUMBER(name, ...)                                                                                               \
  CASE(#name) { wchar_t *a = W(0, " 1.5x45678"), **e = region(1, 8); locale_t l = c_locale(); CALLV(name(a, e __VA_ARGS__)); } \
  CASE(#name "/no exponent") { wchar_t *a = W(0, "1e+q345"), **e = region(1, 8); locale_t l = c_locale(); CALLV(name(a, e __VA_ARGS__)); }
double __wcstod_internal(const wchar_t*, wchar_t**, int);
float __wcstof_internal(const wchar_t*, wchar_t**, int);
long double __wcstold_internal(const wchar_t*, wchar_t**, int);
float wcstof32(const wchar_t*, wchar_t**);
double wcstof64(const wchar_t*, wchar_t**), wcstof32x(const wchar_t*, wchar_t**);
long double wcstof64x(const wchar_t*, wchar_t**);
__float128 wcstof128(const wchar_t*, wchar_t**);
REAL_NUMBER(wcstod) REAL_NUMBER(wcstof) REAL_NUMBER(wcstold) REAL_NUMBER(wcstod_l, , l) REAL_NUMBER(wcstof_l, , l) REAL_NUMBER(wcstold_l, , l)
REAL_NUMBER(__wcstod_internal, , 0) REAL_NUMBER(__wcstof_internal, , 0) REAL_NUMBER(__wcstold_internal, , 0)
REAL_NUMBER(wcstof32) REAL_NUMBER(wcstof64) REAL_NUMBER(wcstof32x) REAL_NUMBER(wcstof64x) REAL_NUMBER(wcstof128)

#define STATE(n) mbstate_t* s = zeros(n, sizeof *s)
#define OF_STATE(n) may_write(n, 8, "the state is one object")
CASE("mbrtowc") { wchar_t* w = region(0, 4); char* a = text(1, "abc"); STATE(2); OF_STATE(2); CALL(mbrtowc(w, a, 3, s)); }
CASE("mbrtowc/zero") { wchar_t* w = region(0, 4); char* a = text(1, ""); STATE(2); OF_STATE(2); CALL(mbrtowc(w, a, 1, s)); }
CASE("mbrtowc/length") { char* a = text(1, "abc"); STATE(2); OF_STATE(2); CALL(mbrtowc(0, a, 3, s)); }
CASE("mbrtowc/no state") { wchar_t* w = region(0, 4); char* a = text(1, "abc"); CALL(mbrtowc(w, a, 3, 0)); }
CASE("mbrlen") { char* a = text(1, "abc"); STATE(2); OF_STATE(2); CALL(mbrlen(a, 3, s)); }
CASE("mbrtoc16") { char16_t* w = region(0, 2); char* a = text(1, "abc"); STATE(2); OF_STATE(2); CALL(mbrtoc16(w, a, 3, s)); }
CASE("mbrtoc32") { char32_t* w = region(0, 4); char* a = text(1, "abc"); STATE(2); OF_STATE(2); CALL(mbrtoc32(w, a, 3, s)); }
CASE("wcrtomb") { char* a = region(0, 16); STATE(2); OF_STATE(2); CALL(wcrtomb(a, L'a', s)); }
CASE("wcrtomb/resets") { STATE(2); OF_STATE(2); CALL(wcrtomb(0, L'a', s)); }
size_t __wcrtomb_chk(), __mbstowcs_chk(), __wcstombs_chk(), __mbsrtowcs_chk(), __wcsrtombs_chk(), __mbsnrtowcs_chk(), __wcsnrtombs_chk();
int __wctomb_chk();
CASE("__wcrtomb_chk") { char* a = region(0, 16); STATE(2); OF_STATE(2); CALL(__wcrtomb_chk(a, L'a', s, 16ul)); }
CASE("c16rtomb") { char* a = region(0, 16); STATE(2); OF_STATE(2); CALL(c16rtomb(a, u'a', s)); }
CASE("c32rtomb") { char* a = region(0, 16); STATE(2); OF_STATE(2); CALL(c32rtomb(a, U'a', s)); }
CASE("mbsinit") { STATE(2); may_read(2, 8, "the state is one object"); CALL(mbsinit(s)); }
CASE("mbtowc") { wchar_t* w = region(0, 4); char* a = text(1, "abc"); CALL(mbtowc(w, a, 3)); }
CASE("mbtowc/length") { char* a = text(1, "abc"); CALL(mbtowc(0, a, 3)); }
CASE("mblen") { char* a = text(1, "abc"); CALL(mblen(a, 3)); }
CASE("wctomb") { char* a = region(0, 16); CALL(wctomb(a, L'a')); }
CASE("__wctomb_chk") { char* a = region(0, 16); CALL(__wctomb_chk(a, L'a', 16ul)); }
CASE("mbstowcs") { wchar_t* w = region(0, 40); char* a = text(1, "abc"); CALL(mbstowcs(w, a, 10)); }
CASE("mbstowcs/cut") { wchar_t* w = region(0, 40); char* a = text(1, "abcdef"); IS_STRING(1, 7); CALL(mbstowcs(w, a, 2)); }
CASE("mbstowcs/length") { char* a = text(1, "abcdef"); CALL(mbstowcs(0, a, 2)); }
CASE("__mbstowcs_chk") { wchar_t* w = region(0, 40); char* a = text(1, "abc"); CALL(__mbstowcs_chk(w, a, 10ul, 10ul)); }
CASE("wcstombs") { char* a = region(0, 40); wchar_t* w = W(1, "abc"); IS_STRING(1, 16); CALL(wcstombs(a, w, 10)); }
CASE("wcstombs/cut") { char* a = region(0, 40); wchar_t* w = W(1, "abcdef"); IS_STRING(1, 28); CALL(wcstombs(a, w, 2)); }
CASE("wcstombs/length") { wchar_t* w = W(1, "abcdef"); CALL(wcstombs(0, w, 2)); }
CASE("__wcstombs_chk") { char* a = region(0, 40); wchar_t* w = W(1, "abc"); CALL(__wcstombs_chk(a, w, 10ul, 40ul)); }
CASE("mbsrtowcs") { wchar_t* w = region(0, 40); char *a = text(1, "abc"), **p = region(3, 8); *p = a; STATE(2); OF_STATE(2); CALL(mbsrtowcs(w, p, 10, s)); }
CASE("mbsrtowcs/cut") { wchar_t* w = region(0, 40); char *a = text(1, "abcdef"), **p = region(3, 8); *p = a; STATE(2); OF_STATE(2); IS_STRING(1, 7); CALL(mbsrtowcs(w, p, 2, s)); }
CASE("mbsrtowcs/length") { char *a = text(1, "abc"), **p = region(3, 8); *p = a; STATE(2); OF_STATE(2); CALL(mbsrtowcs(0, p, 10, s)); }
CASE("__mbsrtowcs_chk") { wchar_t* w = region(0, 40); char *a = text(1, "abc"), **p = region(3, 8); *p = a; STATE(2); OF_STATE(2); CALL(__mbsrtowcs_chk(w, p, 10ul, s, 10ul)); }
CASE("mbsnrtowcs") { wchar_t* w = region(0, 40); char *a = text(1, "abcdef"), **p = region(3, 8); *p = a; STATE(2); OF_STATE(2); CALL(mbsnrtowcs(w, p, 3, 10, s)); }
CASE("wcsrtombs") { char* a = region(0, 40); wchar_t *w = W(1, "abc"), **p = region(3, 8); *p = w; STATE(2); OF_STATE(2); CALL(wcsrtombs(a, p, 10, s)); }
CASE("wcsrtombs/length") { wchar_t *w = W(1, "abc"), **p = region(3, 8); *p = w; STATE(2); OF_STATE(2); CALL(wcsrtombs(0, p, 10, s)); }
CASE("__wcsrtombs_chk") { char* a = region(0, 40); wchar_t *w = W(1, "abc"), **p = region(3, 8); *p = w; STATE(2); OF_STATE(2); CALL(__wcsrtombs_chk(a, p, 10ul, s, 40ul)); }
CASE("wcsnrtombs") { char* a = region(0, 40); wchar_t *w = W(1, "abcdef"), **p = region(3, 8); *p = w; STATE(2); OF_STATE(2); CALL(wcsnrtombs(a, p, 3, 10, s)); }

CASE("wctype") { char* a = text(0, "alpha"); opaque_result(); CALL(wctype(a)); }
CASE("wctrans") { char* a = text(0, "tolower"); opaque_result(); CALL(wctrans(a)); }

// Formats.
CASE("swprintf") { wchar_t *t = region(0, 80), *f = W(1, "%ls-%s-%d"), *a = W(2, "ab"); char* b = text(3, "cd"); CALL(swprintf(t, 20, f, a, b, 7)); }
CASE("swprintf/cut") { wchar_t *t = region(0, 16), *f = W(1, "abcdefghi"); may_write(0, 16, "told the size"), IS_STRING(1, 40); CALL(swprintf(t, 4, f)); }
int __swprintf_chk(wchar_t*, size_t, int, size_t, const wchar_t*, ...);
CASE("__swprintf_chk") { wchar_t *t = region(0, 80), *f = W(1, "%ls-%d"), *a = W(2, "ab"); CALL(__swprintf_chk(t, 20, 1, 20, f, a, 7)); }
CASE("swscanf") { wchar_t *t = W(0, "12 ab"), *f = W(1, "%d %ls"), *a = region(2, 20); int* i = region(3, 4); CALL(swscanf(t, f, i, a)); }
CASE("wcsftime") { wchar_t *t = region(0, 80), *f = W(1, "%Y"); struct tm tm = {0}, *m = COPY(2, tm); may_write(0, 80, "told the size"), may_read(2, sizeof tm, "the time is one object"); CALL(wcsftime(t, 20, f, m)); }
