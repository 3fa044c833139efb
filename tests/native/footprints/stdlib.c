// <stdlib.h>, <inttypes.h>, <search.h>, <regex.h>, <fmtmsg.h> and their like.
#include "footprints.h"

#include <ctype.h>
#include <inttypes.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <monetary.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>
#include <unistd.h>
#include <fnmatch.h>
#include <getopt.h>
#include <execinfo.h>
#include <iconv.h>

static locale_t c_locale(void) {
  static locale_t made;
  if (made == 0) made = newlocale(LC_ALL_MASK, "C", 0);
  return made;
}

// Numbers: the functions read up to the first character that is not part of the number.
CASE("atoi") { char* a = text(0, " 12x4"); CALL(atoi(a)); }
CASE("atol") { char* a = text(0, "12"); CALL(atol(a)); }
CASE("atoll") { char* a = text(0, "12x4"); CALL(atoll(a)); }
CASE("atof") { char* a = text(0, "1.5x"); CALL(atof(a)); }
long long atoq(const char*);
CASE("a64l") { char* a = text(0, "./ab"); CALL(a64l(a)); }
CASE("a64l/long") { char* a = text(0, "./abcdefgh"); may_read(0, 11, "it is a string"); CALL(a64l(a)); }
CASE("a64l/ends") { char* a = text(0, "./?bc"); may_read(0, 6, "it is a string"); CALL(a64l(a)); }
#define INTEGER(name, ...)                                                                     \
  CASE(#name) { char *a = text(0, "  12x456789"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 10 __VA_ARGS__)); } \
  CASE(#name "/end") { char *a = text(0, "-77"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 0 __VA_ARGS__)); } \
  CASE(#name "/hexadecimal") { char *a = text(0, "0x1fzz"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 16 __VA_ARGS__)); } \
  CASE(#name "/0xz") { char *a = text(0, "0xzz"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 0 __VA_ARGS__)); } \
  CASE(#name "/none") { char *a = text(0, "  +qrst"), **e = region(1, 8); locale_t l = c_locale(); CALL(name(a, e, 10 __VA_ARGS__)); } \
  CASE(#name "/no end") { char *a = text(0, "12 "); locale_t l = c_locale(); CALL(name(a, 0, 10 __VA_ARGS__)); }
long long strtoq(const char*, char**, int);
unsigned long long strtouq(const char*, char**, int);
#define INTERNAL(type, name) type name();
INTERNAL(long, __strtol_internal) INTERNAL(long, __strtoul_internal) INTERNAL(long, __strtoll_internal) INTERNAL(long, __strtoull_internal)
INTERNAL(long, __strtol_l) INTERNAL(long, __strtoul_l) INTERNAL(long, __strtoll_l) INTERNAL(long, __strtoull_l)
INTEGER(strtol) INTEGER(strtoul) INTEGER(strtoll) INTEGER(strtoull) INTEGER(strtoimax) INTEGER(strtoumax) INTEGER(strtoq) INTEGER(strtouq)
INTEGER(strtol_l, , l) INTEGER(strtoul_l, , l) INTEGER(strtoll_l, , l) INTEGER(strtoull_l, , l)
INTEGER(__strtol_l, , l) INTEGER(__strtoul_l, , l) INTEGER(__strtoll_l, , l) INTEGER(__strtoull_l, , l)
INTEGER(__strtol_internal, , 0) INTEGER(__strtoul_internal, , 0) INTEGER(__strtoll_internal, , 0) INTEGER(__strtoull_internal, , 0)
#define REAL_NUMBER(name, ...)                                                                 \
  CASE(#name) { char *a = text(0, " 1.5x45678"), **e = region(1, 8); locale_t l = c_locale(); CALL((long)name(a, e __VA_ARGS__)); } \
  CASE(#name "/exponent") { char *a = text(0, "1e2,"), **e = region(1, 8); locale_t l = c_locale(); CALL((long)name(a, e __VA_ARGS__)); } \
  CASE(#name "/no exponent") { char *a = text(0, "1e+q345"), **e = region(1, 8); locale_t l = c_locale(); CALL((long)name(a, e __VA_ARGS__)); } \
  CASE(#name "/none") { char *a = text(0, "qrst"), **e = region(1, 8); locale_t l = c_locale(); CALL((long)name(a, e __VA_ARGS__)); } \
  CASE(#name "/inf") { char *a = text(0, "infix"), **e = region(1, 8); locale_t l = c_locale(); opaque_result(); CALL(name(a, e __VA_ARGS__) > 0); } \
  CASE(#name "/nan") { char *a = text(0, "nan(1)x"), **e = region(1, 8); locale_t l = c_locale(); opaque_result(); CALL(name(a, e __VA_ARGS__) > 0); } \
  CASE(#name "/no end") { char *a = text(0, "2.5 "); locale_t l = c_locale(); CALL((long)name(a, 0 __VA_ARGS__)); }
double __strtod_l(const char*, char**, locale_t);
float __strtof_l(const char*, char**, locale_t);
long double __strtold_l(const char*, char**, locale_t);
double __strtod_internal(const char*, char**, int);
float __strtof_internal(const char*, char**, int);
long double __strtold_internal(const char*, char**, int);
float strtof32(const char*, char**);
double strtof64(const char*, char**);
double strtof32x(const char*, char**);
long double strtof64x(const char*, char**);
float strtof32_l(const char*, char**, locale_t);
double strtof64_l(const char*, char**, locale_t);
double strtof32x_l(const char*, char**, locale_t);
long double strtof64x_l(const char*, char**, locale_t);
__float128 strtof128(const char*, char**);
__float128 strtof128_l(const char*, char**, locale_t);
REAL_NUMBER(strtod) REAL_NUMBER(strtof) REAL_NUMBER(strtold) REAL_NUMBER(strtod_l, , l) REAL_NUMBER(strtof_l, , l) REAL_NUMBER(strtold_l, , l)
REAL_NUMBER(__strtod_l, , l) REAL_NUMBER(__strtof_l, , l) REAL_NUMBER(__strtold_l, , l)
REAL_NUMBER(__strtod_internal, , 0) REAL_NUMBER(__strtof_internal, , 0) REAL_NUMBER(__strtold_internal, , 0)
REAL_NUMBER(strtof32) REAL_NUMBER(strtof64) REAL_NUMBER(strtof32x) REAL_NUMBER(strtof64x)
REAL_NUMBER(strtof32_l, , l) REAL_NUMBER(strtof64_l, , l) REAL_NUMBER(strtof32x_l, , l) REAL_NUMBER(strtof64x_l, , l)
CASE("strtof128") { char *a = text(0, " 1.5x45678"), **e = region(1, 8); CALLV(strtof128(a, e)); }
CASE("strtof128_l") { char *a = text(0, " 1.5x45678"), **e = region(1, 8); locale_t l = c_locale(); CALLV(strtof128_l(a, e, l)); }
#define FROM_NUMBER(name) CASE(#name) { char *a = region(0, 20), *f = text(1, "%.2f"); may_write(0, 20, "told the size"); may_read(1, 5, "it is a string"); CALL(name(a, 20, f, 1.5)); }
FROM_NUMBER(strfromd)
CASE("strfromf") { char *a = region(0, 20), *f = text(1, "%.2f"); may_write(0, 20, "told the size"); may_read(1, 5, "it is a string"); CALL(strfromf(a, 20, f, 1.5f)); }
CASE("strfroml") { char *a = region(0, 20), *f = text(1, "%.2f"); may_write(0, 20, "told the size"); may_read(1, 5, "it is a string"); CALL(strfroml(a, 20, f, 1.5l)); }
CASE("strfmon") { char *a = region(0, 20), *f = text(1, "%i"); may_write(0, 20, "told the size"); CALL(strfmon(a, 20, f, 1.5)); }
CASE("strfmon_l") { char *a = region(0, 20), *f = text(1, "%i"); locale_t l = c_locale(); may_write(0, 20, "told the size"); CALL(strfmon_l(a, 20, l, f, 1.5)); }
CASE("ecvt") { int *d = region(0, 4), *s = region(1, 4); opaque_result(); CALL(ecvt(1.5, 3, d, s)); }
CASE("fcvt") { int *d = region(0, 4), *s = region(1, 4); opaque_result(); CALL(fcvt(1.5, 3, d, s)); }
CASE("gcvt") { char* a = region(0, 20); CALL(gcvt(1.5, 5, a)); }
CASE("qgcvt") { char* a = region(0, 20); CALL(qgcvt(1.5l, 5, a)); }
CASE("qecvt") { int *d = region(0, 4), *s = region(1, 4); opaque_result(); CALL(qecvt(1.5l, 3, d, s)); }
CASE("qfcvt") { int *d = region(0, 4), *s = region(1, 4); opaque_result(); CALL(qfcvt(1.5l, 3, d, s)); }
CASE("ecvt_r") { int *d = region(0, 4), *s = region(1, 4); char* b = region(2, 30); may_write(2, 30, "told the size"); CALL(ecvt_r(1.5, 3, d, s, b, 30)); }
CASE("fcvt_r") { int *d = region(0, 4), *s = region(1, 4); char* b = region(2, 30); may_write(2, 30, "told the size"); CALL(fcvt_r(1.5, 3, d, s, b, 30)); }

// Random numbers.
CASE("erand48") { unsigned short* x = zeros(0, 6); CALL((long)(1000 * erand48(x))); }
CASE("nrand48") { unsigned short* x = zeros(0, 6); CALL(nrand48(x)); }
CASE("jrand48") { unsigned short* x = zeros(0, 6); CALL(jrand48(x)); }
static const unsigned short seed[7] = {1, 2, 3, 4, 5, 6, 7};
CASE("seed48") { unsigned short* x = bytes(0, seed, 6); opaque_result(); CALL(seed48(x)); }
CASE("lcong48") { unsigned short* x = bytes(0, seed, 14); CALLV(lcong48(x)); }
static struct drand48_data* seeded(int number) {
  struct drand48_data* d = zeros(number, sizeof *d);
  srand48_r(7, d);
  return d;
}
#define WHOLE_STATE(n) may_write(n, sizeof(struct drand48_data), "the state is one object")
CASE("drand48_r") { struct drand48_data* d = seeded(0); double* r = region(1, 8); WHOLE_STATE(0); CALL(drand48_r(d, r)); }
CASE("lrand48_r") { struct drand48_data* d = seeded(0); long* r = region(1, 8); WHOLE_STATE(0); CALL(lrand48_r(d, r)); }
CASE("mrand48_r") { struct drand48_data* d = seeded(0); long* r = region(1, 8); WHOLE_STATE(0); CALL(mrand48_r(d, r)); }
CASE("erand48_r") { unsigned short* x = zeros(0, 6); struct drand48_data* d = seeded(1); double* r = region(2, 8); WHOLE_STATE(1); CALL(erand48_r(x, d, r)); }
CASE("nrand48_r") { unsigned short* x = zeros(0, 6); struct drand48_data* d = seeded(1); long* r = region(2, 8); WHOLE_STATE(1); CALL(nrand48_r(x, d, r)); }
CASE("jrand48_r") { unsigned short* x = zeros(0, 6); struct drand48_data* d = seeded(1); long* r = region(2, 8); WHOLE_STATE(1); CALL(jrand48_r(x, d, r)); }
CASE("srand48_r") { struct drand48_data* d = seeded(0); WHOLE_STATE(0); CALL(srand48_r(3, d)); }
CASE("seed48_r") { unsigned short* x = bytes(0, seed, 6); struct drand48_data* d = seeded(1); WHOLE_STATE(1); CALL(seed48_r(x, d)); }
CASE("lcong48_r") { unsigned short* x = bytes(0, seed, 14); struct drand48_data* d = seeded(1); WHOLE_STATE(1); CALL(lcong48_r(x, d)); }
CASE("rand_r") { unsigned* s = zeros(0, 4); opaque_result(), opaque(0); CALL(rand_r(s)); }
static struct random_data* with_state(int data, int state) {
  struct random_data* d = zeros(data, sizeof *d);
  char* s = zeros(state, 64);
  initstate_r(5, s, 64, d);
  return d;
}
#define WHOLE_DATA(n) may_write(n, sizeof(struct random_data), "the data is one object")
#define WHOLE_TABLE(n) may_write(n, 64, "the table is one object"), opaque(n)
CASE("random_r") { struct random_data* d = with_state(0, 1); int* r = region(2, 4); WHOLE_DATA(0); WHOLE_TABLE(1); CALL(random_r(d, r)); }
CASE("srandom_r") { struct random_data* d = with_state(0, 1); WHOLE_DATA(0); WHOLE_TABLE(1); CALL(srandom_r(3, d)); }
CASE("initstate_r") { struct random_data* d = zeros(0, sizeof *d); char* s = zeros(1, 64); WHOLE_DATA(0); WHOLE_TABLE(1); CALL(initstate_r(3, s, 64, d)); }
CASE("setstate_r") { struct random_data* d = with_state(0, 1); char* s = zeros(2, 64); struct random_data other = {0}; initstate_r(5, s, 64, &other); WHOLE_DATA(0); WHOLE_TABLE(1); WHOLE_TABLE(2); CALL(setstate_r(s, d)); }
CASE("initstate") { static char home[64]; initstate(1, home, 64); char* s = zeros(0, 64); WHOLE_TABLE(0); opaque_result(); CALL(initstate(3, s, 64)); setstate(home); }
CASE("setstate") { char* s = zeros(0, 64); char* old = initstate(3, s, 64); setstate(old); WHOLE_TABLE(0); opaque_result(); CALL(setstate(s)); setstate(old); }

// Searching and sorting, with a comparison function of the program.
static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int compare_with(const void* a, const void* b, void* more) { return (void)more, compare(a, b); }
static const int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, mixed[4] = {3, 1, 4, 2};
#define BY_COMPARISONS "the program's function reads it"
CASE("qsort") { int* a = bytes(0, mixed, 16); CALLV(qsort(a, 4, 4, compare)); }
CASE("qsort_r") { int* a = bytes(0, mixed, 16); CALLV(qsort_r(a, 4, 4, compare_with, 0)); }
CASE("bsearch") { int *k = bytes(0, &numbers[2], 4), *a = bytes(1, numbers, 32); CALL(bsearch(k, a, 8, 4, compare)); }
CASE("lfind") { int *k = bytes(0, &numbers[2], 4), *a = bytes(1, numbers, 32); size_t eight = 8, *n = COPY(2, eight); CALL(lfind(k, a, n, 4, compare)); }
CASE("lsearch") { int *k = bytes(0, &numbers[2], 4), *a = bytes(1, numbers, 32); size_t eight = 8, *n = COPY(2, eight); CALL(lsearch(k, a, n, 4, compare)); }
CASE("lsearch/appends") { int nine = 9, *k = COPY(0, nine), *a = region(1, 40); memcpy(a, numbers, 32); size_t eight = 8, *n = COPY(2, eight); CALL(lsearch(k, a, n, 4, compare)); }
CASE("tsearch") { int nine = 9, *k = COPY(0, nine); void** root = zeros(1, 8); may_read(0, 4, BY_COMPARISONS); opaque_result(), opaque(1); CALL(tsearch(k, root, compare)); }
CASE("tfind") { int nine = 9, *k = COPY(0, nine); void** root = zeros(1, 8); tsearch(k, root, compare); opaque_result(), opaque(1); CALL(tfind(k, root, compare)); }
CASE("tdelete") { int nine = 9, *k = COPY(0, nine); void** root = zeros(1, 8); tsearch(k, root, compare); opaque(1); CALL(tdelete(k, root, compare) != 0); }
CASE("insque") { struct qelem { struct qelem *f, *b; }*a = zeros(0, 16), *n = zeros(1, 16), *m = zeros(2, 16); a->f = m; m->b = a; CALLV(insque(n, a)); }
CASE("insque/first") { struct qelem { struct qelem *f, *b; }*n = region(1, 16); CALLV(insque(n, 0)); }
CASE("insque/last") { struct qelem { struct qelem *f, *b; }*a = zeros(0, 16), *n = region(1, 16); CALLV(insque(n, a)); }
CASE("remque") { struct qelem { struct qelem *f, *b; }*a = zeros(0, 16), *n = zeros(1, 16), *m = zeros(2, 16); a->f = n; n->b = a; n->f = m; m->b = n; CALLV(remque(n)); }
CASE("hcreate_r") { struct hsearch_data* h = zeros(0, sizeof *h); opaque(0); CALL(hcreate_r(5, h)); }
CASE("hdestroy_r") { struct hsearch_data* h = zeros(0, sizeof *h); hcreate_r(5, h); opaque(0); CALLV(hdestroy_r(h)); }
CASE("hsearch_r") { struct hsearch_data* h = zeros(0, sizeof *h); hcreate_r(5, h); opaque(0); char* k = text(1, "key"); ENTRY** f = region(2, 8); ENTRY e = {k, 0}; opaque(2); may_write(0, 16, "the table is one object"); CALL(hsearch_r(e, ENTER, f, h)); }
CASE("hsearch_r/find") { struct hsearch_data* h = zeros(0, sizeof *h); hcreate_r(5, h); opaque(0); char* k = text(1, "key"); ENTRY** f = region(2, 8); ENTRY e = {k, 0}; opaque(2); may_write(0, 16, "the table is one object"); CALL(hsearch_r(e, FIND, f, h)); }

// Patterns.
#define COMPILED(number) regex_t* r = zeros(number, sizeof *r); regcomp(r, "a\\(b*\\)c", 0); opaque(number)
#define OF_PATTERN(n) may_read(n, sizeof(regex_t), "the pattern is one object")
CASE("regcomp") { regex_t* r = zeros(0, sizeof *r); char* p = text(1, "a*b"); opaque(0); may_write(0, sizeof *r, "the pattern is one object"); CALL(regcomp(r, p, 0)); }
CASE("regexec") { COMPILED(0); char* t = text(1, "xabbcx"); regmatch_t* m = region(2, 16); OF_PATTERN(0); may_read(1, 7, "allowed to read the whole string"); CALL(regexec(r, t, 2, m, 0)); }
CASE("regexec/none") { COMPILED(0); char* t = text(1, "xxxx"); regmatch_t* m = region(2, 16); OF_PATTERN(0); may_write(2, 16, "on failure unspecified"); CALL(regexec(r, t, 2, m, 0)); }
CASE("regexec/no matches wanted") { COMPILED(0); char* t = text(1, "abc"); OF_PATTERN(0); may_read(1, 4, "allowed to read the whole string"); CALL(regexec(r, t, 0, 0, 0)); }
CASE("regexec/start and end") { COMPILED(0); char* t = text(1, "xxabcxx"); regmatch_t* m = zeros(2, 16); m[0].rm_so = 2, m[0].rm_eo = 5; OF_PATTERN(0); may_read(1, 5, "the part that it is told"); CALL(regexec(r, t, 2, m, REG_STARTEND)); }
CASE("regexec/REG_NOSUB") { regex_t* r = zeros(0, sizeof *r); regcomp(r, "ab", REG_NOSUB); opaque(0); char* t = text(1, "xxabcxx"); regmatch_t* m = zeros(2, 16); OF_PATTERN(0); may_read(1, 8, "allowed to read the whole string"); CALL(regexec(r, t, 2, m, 0)); }
CASE("regerror") { COMPILED(0); char* b = region(1, 40); OF_PATTERN(0); may_write(1, 40, "told the size"); CALL(regerror(REG_EBRACK, r, b, 40)); }
CASE("regerror/size only") { CALL(regerror(REG_EBRACK, 0, 0, 0)); }
CASE("regfree") { COMPILED(0); may_write(0, sizeof *r, "the pattern is one object"); CALLV(regfree(r)); }
CASE("fnmatch") { char *p = text(0, "a*c"), *t = text(1, "abc"); CALL(fnmatch(p, t, 0)); }
CASE("rpmatch") { char* t = text(0, "yes"); may_read(0, 4, "other locales match more"); CALL(rpmatch(t)); }

// Options.
static char** arguments_of_main(int number, const char* first) {
  char** v = zeros(number, 32);
  v[0] = "program", v[1] = (char*)first, v[2] = "rest";
  optind = 0;
  return v;
}
CASE("getopt") { char *a = text(1, "-ab"), **v = arguments_of_main(0, a), *o = text(2, "ab:c"); optarg = (char*)1; may_read(0, 24, "the vector is one object"); may_write(0, 24, "arguments may be permuted"); may_read(1, 4, "an argument is read as far as it is needed"); may_read(2, 5, "options are read as far as they are needed"); variable(3, &optind, 4), variable(4, &optarg, 8); may_write(4, 8, "nothing to change"); CALL(getopt(3, v, o)); }
CASE("getopt/argument") { char *a = text(1, "-bxy"), **v = arguments_of_main(0, a), *o = text(2, "ab:c"); optarg = 0; may_write(0, 24, "arguments may be permuted"); may_read(1, 5, "an argument is read as far as it is needed"); may_read(2, 5, "options are read as far as they are needed"); variable(3, &optind, 4), variable(4, &optarg, 8); CALL(getopt(3, v, o)); }
CASE("getopt/unknown") { char *a = text(1, "-z"), **v = arguments_of_main(0, a), *o = text(2, ":ab"); optopt = 0; may_write(0, 24, "arguments may be permuted"); may_read(1, 3, "as needed"); variable(3, &optind, 4), variable(4, &optopt, 4); CALL(getopt(3, v, o)); }
static const struct option* long_options(int number) {
  struct option* o = zeros(number, 2 * sizeof *o);
  o[0].name = "long", o[0].has_arg = 1, o[0].val = 'l';
  return o;
}
CASE("getopt_long") { char *a = text(1, "--long=xy"), **v = arguments_of_main(0, a), *o = text(2, "ab"); int* i = region(4, 4); const struct option* l = long_options(3); optarg = 0; may_write(0, 24, "arguments may be permuted"); may_read(1, 10, "as needed"); may_read(2, 3, "as needed"); may_read(3, 64, "the table is one object"); variable(5, &optarg, 8); CALL(getopt_long(3, v, o, l, i)); }
CASE("getopt_long_only") { char *a = text(1, "-long=xy"), **v = arguments_of_main(0, a), *o = text(2, "ab"); int* i = region(4, 4); const struct option* l = long_options(3); optarg = 0; may_write(0, 24, "arguments may be permuted"); may_read(1, 10, "as needed"); may_read(2, 3, "as needed"); may_read(3, 64, "the table is one object"); variable(5, &optarg, 8); CALL(getopt_long_only(3, v, o, l, i)); }
CASE("getsubopt") { char *a = text(1, "b=1,c"), **p = region(0, 8), **t = zeros(2, 24), **v = region(3, 8); *p = a; t[0] = text(4, "a"), t[1] = text(5, "b"); may_read(2, 24, "the table is one object"); may_read(4, 2, "as needed"); may_read(4, 2, "it is a string"), may_read(5, 2, "it is a string"); CALL(getsubopt(p, t, v)); }
CASE("getsubopt/last") { char *a = text(1, "b"), **p = region(0, 8), **t = zeros(2, 24), **v = region(3, 8); *p = a; t[0] = text(4, "a"), t[1] = text(5, "b"); may_read(2, 24, "the table is one object"); may_read(4, 2, "it is a string"), may_read(5, 2, "it is a string"); CALL(getsubopt(p, t, v)); }
CASE("getsubopt/unknown") { char *a = text(1, "q=1,c"), **p = region(0, 8), **t = zeros(2, 24), **v = region(3, 8); *p = a; t[0] = text(4, "a"), t[1] = text(5, "b"); may_read(4, 2, "it is a string"), may_read(5, 2, "it is a string"); CALL(getsubopt(p, t, v)); }

// The environment.
CASE("getenv") { char* a = text(0, "HOME"); opaque_result(); CALL(getenv(a)); }
CASE("secure_getenv") { char* a = text(0, "HOME"); opaque_result(); CALL(secure_getenv(a)); }
CASE("setenv") { char *a = text(0, "NAME"), *v = text(1, "value"); CALL(setenv(a, v, 1)); }
CASE("setenv/kept") { char *a = text(0, "NAME"), *v = text(1, "value"); setenv("NAME", "old", 1); may_read(1, 6, "need not be read"); CALL(setenv(a, v, 0)); }
CASE("unsetenv") { char* a = text(0, "NAME"); CALL(unsetenv(a)); }
CASE("putenv") { char* a = text(0, "NAMED=value"); may_read(0, 12, "it becomes part of the environment"); CALL(putenv(a)); unsetenv("NAMED"); }
CASE("putenv/removes") { char* a = text(0, "NAMED"); CALL(putenv(a)); }

// Memory.
CASE("posix_memalign") { void** p = region(0, 8); opaque(0); CALL(posix_memalign(p, 16, 16)); }
CASE("posix_memalign/fails") { void** p = region(0, 8); CALL(posix_memalign(p, 3, 16)); }
CASE("malloc_usable_size") { void* p = malloc(8); CALL(malloc_usable_size(p) >= 8); }

// Paths, messages.
CASE("realpath") { char *p = text(0, "/usr/./lib"), *r = region(1, 4096); may_write(1, 4096, "PATH_MAX"); opaque(1); CALL(realpath(p, r)); }
CASE("realpath/allocates") { char* p = text(0, "/usr"); CALL(realpath(p, 0)); }
CASE("canonicalize_file_name") { char* p = text(0, "/usr"); CALL(canonicalize_file_name(p)); }
CASE("mktemp") { char* p = text(0, "new-XXXXXX"); opaque(0); CALL(mktemp(p)); }
CASE("mkdtemp") { char* p = text(0, "new-XXXXXX"); opaque(0); CALL(mkdtemp(p)); rmdir(p); }
CASE("mkstemp") { char* p = text(0, "new-XXXXXX"); opaque(0), opaque_result(); CALL(mkstemp(p)); unlink(p); }
CASE("mkostemp") { char* p = text(0, "new-XXXXXX"); opaque(0), opaque_result(); CALL(mkostemp(p, 0)); unlink(p); }
CASE("mkstemps") { char* p = text(0, "new-XXXXXX.c"); opaque(0), opaque_result(); CALL(mkstemps(p, 2)); unlink(p); }
CASE("mkostemps") { char* p = text(0, "new-XXXXXX.c"); opaque(0), opaque_result(); CALL(mkostemps(p, 2, 0)); unlink(p); }
CASE("mkstemp64") { char* p = text(0, "new-XXXXXX"); opaque(0), opaque_result(); CALL(mkstemp64(p)); unlink(p); }
CASE("gettext") { char* m = text(0, "message"); may_read(0, 8, "looked up where there are translations"); CALL(gettext(m)); }
CASE("dgettext") { char *d = text(0, "domain"), *m = text(1, "message"); may_read(0, 7, "as needed"), may_read(1, 8, "as needed"); CALL(dgettext(d, m)); }
CASE("ngettext") { char *m = text(0, "one"), *n = text(1, "many"); may_read(0, 4, "as needed"), may_read(1, 5, "as needed"); CALL(ngettext(m, n, 1)); }
CASE("textdomain") { char* d = text(0, "domain"); CALL(textdomain(d)); }
CASE("textdomain/asks") { opaque_result(); CALL(textdomain(0)); }
CASE("bindtextdomain") { char *d = text(0, "domain"), *f = text(1, "/nowhere"); CALL(bindtextdomain(d, f)); }
CASE("bind_textdomain_codeset") { char *d = text(0, "domain"), *f = text(1, "UTF-8"); CALL(bind_textdomain_codeset(d, f)); }
CASE("setlocale") { char* l = text(0, "C"); opaque_result(); CALL(setlocale(LC_ALL, l)); }
CASE("newlocale") { char* l = text(0, "C"); opaque_result(); CALL(newlocale(LC_ALL_MASK, l, 0)); }
CASE("backtrace") { void** a = region(0, 16); opaque(0); CALL(backtrace(a, 2)); }
CASE("backtrace_symbols") { void** a = zeros(0, 16); a[0] = a[1] = (void*)compare; opaque(0); CALL(backtrace_symbols(a, 2)); }
CASE("backtrace_symbols_fd") { void** a = zeros(0, 16); a[0] = a[1] = (void*)compare; opaque(0); CALLV(backtrace_symbols_fd(a, 2, 1)); }
CASE("getloadavg") { double* a = region(0, 24); opaque(0); CALL(getloadavg(a, 3)); }

static void visit(const void* node, VISIT order, int depth) { (void)node, (void)order, (void)depth; }
CASE("twalk") { int nine = 9, *k = COPY(0, nine); void** root = zeros(1, 8); tsearch(k, root, compare); void* tree = *root; opaque(1); CALLV(twalk(tree, visit)); }
static void forget(void* key) { (void)key; }
CASE("tdestroy") { int nine = 9, *k = COPY(0, nine); void** root = zeros(1, 8); tsearch(k, root, compare); void* tree = *root; opaque(1); CALLV(tdestroy(tree, forget)); }
CASE("dcgettext") { char *d = text(0, "domain"), *m = text(1, "message"); may_read(1, 8, "as needed"); CALL(dcgettext(d, m, LC_MESSAGES)); }
CASE("dngettext") { char *d = text(0, "domain"), *m = text(1, "one"), *n = text(2, "many"); may_read(1, 4, "as needed"), may_read(2, 5, "as needed"); CALL(dngettext(d, m, n, 1)); }
CASE("hsearch") { hcreate(5); char* k = text(0, "key"); ENTRY e = {k, 0}; opaque_result(); CALL(hsearch(e, ENTER)); hdestroy(); }
CASE("qecvt_r") { int *d = region(0, 4), *s = region(1, 4); char* b = region(2, 30); may_write(2, 30, "told the size"); CALL(qecvt_r(1.5l, 3, d, s, b, 30)); }
CASE("qfcvt_r") { int *d = region(0, 4), *s = region(1, 4); char* b = region(2, 30); may_write(2, 30, "told the size"); CALL(qfcvt_r(1.5l, 3, d, s, b, 30)); }
CASE("iconv_open") { char *t = text(0, "UTF-8"), *f = text(1, "ASCII"); CALL(iconv_open(t, f)); }
static iconv_t converter(void) {
  static iconv_t made;
  if (made == 0) made = iconv_open("UTF-8", "ASCII");
  return made;
}
CASE("iconv") { iconv_t c = converter(); char *in = text(1, "abc"), **ip = region(0, 8), *out = region(3, 9), **op = region(2, 8); size_t *il = region(4, 8), *ol = region(5, 8); *ip = in, *op = out, *il = 3, *ol = 9; may_write(3, 9, "told the size"); CALL(iconv(c, ip, il, op, ol)); }
CASE("iconv/resets") { iconv_t c = converter(); CALL(iconv(c, 0, 0, 0, 0)); }
