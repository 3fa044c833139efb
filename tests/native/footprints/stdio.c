// <stdio.h>, <err.h>, <syslog.h>: formats, lines, blocks.
#include "footprints.h"

#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <syslog.h>
#include <unistd.h>
#include <fcntl.h>

int __sprintf_chk(char*, int, size_t, const char*, ...);
int __snprintf_chk(char*, size_t, int, size_t, const char*, ...);
int __printf_chk(int, const char*, ...);
int __fprintf_chk(FILE*, int, const char*, ...);
int __asprintf_chk(char**, int, const char*, ...);
int __dprintf_chk(int, int, const char*, ...);
size_t __fread_chk(void*, size_t, size_t, size_t, FILE*);
char* __fgets_chk(char*, size_t, int, FILE*);

static FILE* in(void) { return fopen("file", "r"); }
static FILE* out(void) { return fopen("/dev/null", "w"); }

CASE("sprintf") { char *t = region(0, 40), *f = text(1, "%s-%d"), *a = text(2, "ab"); CALL(sprintf(t, f, a, 7)); }
CASE("sprintf/wide") { char *t = region(0, 40), *f = text(1, "%ls"); wchar_t* a = wide(2, L"abc"); CALL(sprintf(t, f, a)); }
CASE("sprintf/%S") { char *t = region(0, 40), *f = text(1, "%S"); wchar_t* a = wide(2, L"abc"); CALL(sprintf(t, f, a)); }
CASE("sprintf/precision") { char *t = region(0, 40), *f = text(1, "%.2s"), *a = text(2, "abcdef"); CALL(sprintf(t, f, a)); }
CASE("sprintf/given precision") { char *t = region(0, 40), *f = text(1, "%*.*s"), *a = text(2, "abcdef"); CALL(sprintf(t, f, 5, 3, a)); }
CASE("sprintf/negative precision") { char *t = region(0, 40), *f = text(1, "%.*s"), *a = text(2, "abcdef"); CALL(sprintf(t, f, -1, a)); }
CASE("sprintf/wide precision") { char *t = region(0, 40), *f = text(1, "%.2ls"); wchar_t* a = wide(2, L"abcdef"); may_read(2, 12, "a character of more bytes could begin"); CALL(sprintf(t, f, a)); }
CASE("sprintf/%n") { char *t = region(0, 40), *f = text(1, "ab%n"); int* n = region(2, 4); CALL(sprintf(t, f, n)); }
CASE("sprintf/%hhn") { char *t = region(0, 40), *f = text(1, "ab%hhn"); char* n = region(2, 4); CALL(sprintf(t, f, n)); }
CASE("sprintf/numbered") { char *t = region(0, 40), *f = text(1, "%2$s %1$d"), *a = text(2, "abc"); CALL(sprintf(t, f, 7, a)); }
CASE("sprintf/long double") { char *t = region(0, 40), *f = text(1, "%Lf%s"), *a = text(2, "abc"); CALL(sprintf(t, f, 1.5l, a)); }
CASE("sprintf/percent") { char *t = region(0, 40), *f = text(1, "%%%c%s"), *a = text(2, "abc"); CALL(sprintf(t, f, 'x', a)); }
CASE("sprintf/many") { char *t = region(0, 60), *f = text(1, "%d%f%d%d%d%d%d%f%s"), *a = text(2, "abc"); CALL(sprintf(t, f, 1, 1., 1, 1, 1, 1, 1, 1., a)); }
CASE("snprintf") { char *t = region(0, 40), *f = text(1, "%s"), *a = text(2, "ab"); CALL(snprintf(t, 40, f, a)); }
CASE("snprintf/cut") { char *t = region(0, 40), *f = text(1, "%s"), *a = text(2, "abcdef"); CALL(snprintf(t, 3, f, a)); }
CASE("snprintf/size only") { char *f = text(1, "%s"), *a = text(2, "abcdef"); CALL(snprintf(0, 0, f, a)); }
CASE("asprintf") { char **t = region(0, 8), *f = text(1, "%s"), *a = text(2, "ab"); CALL(asprintf(t, f, a)); }
CASE("__sprintf_chk") { char *t = region(0, 40), *f = text(1, "%s"), *a = text(2, "ab"); CALL(__sprintf_chk(t, 1, 40, f, a)); }
CASE("__snprintf_chk") { char *t = region(0, 40), *f = text(1, "%s"), *a = text(2, "ab"); CALL(__snprintf_chk(t, 30, 1, 40, f, a)); }
CASE("__asprintf_chk") { char **t = region(0, 8), *f = text(1, "%s"), *a = text(2, "ab"); CALL(__asprintf_chk(t, 1, f, a)); }
CASE("fprintf") { FILE* o = out(); char *f = text(1, "%s"), *a = text(2, "ab"); CALL(fprintf(o, f, a)); fclose(o); }
CASE("__fprintf_chk") { FILE* o = out(); char *f = text(1, "%s"), *a = text(2, "ab"); CALL(__fprintf_chk(o, 1, f, a)); fclose(o); }
CASE("dprintf") { int o = open("/dev/null", O_WRONLY); char *f = text(1, "%s"), *a = text(2, "ab"); CALL(dprintf(o, f, a)); close(o); }
CASE("__dprintf_chk") { int o = open("/dev/null", O_WRONLY); char *f = text(1, "%s"), *a = text(2, "ab"); CALL(__dprintf_chk(o, 1, f, a)); close(o); }
static int passed_on(char* t, size_t n, const char* f, ...) {
  va_list list;
  va_start(list, f);
  CALL(vsnprintf(t, n, f, list));
  va_end(list);
  return 0;
}
CASE("vsnprintf") { char *t = region(0, 40), *f = text(1, "%d%s"), *a = text(2, "ab"); passed_on(t, 40, f, 3, a); }

CASE("sscanf") { char *t = text(0, "12 ab"), *f = text(1, "%d %s"), *a = region(2, 9); int* i = region(3, 4); CALL(sscanf(t, f, i, a)); }
CASE("sscanf/sizes") { char *t = text(0, "1 2 3 4"), *f = text(1, "%hd %ld %hhd %lf"); short* h = region(2, 2); long* l = region(3, 8); char* c = region(4, 1); double* d = region(5, 8); CALL(sscanf(t, f, h, l, c, d)); }
CASE("sscanf/stops") { char *t = text(0, "1 x"), *f = text(1, "%d %d"); int *a = region(2, 4), *b = region(3, 4); may_read(1, 6, "it is a string"); CALL(sscanf(t, f, a, b)); }
CASE("sscanf/wide") { char *t = text(0, "abc"), *f = text(1, "%ls"); wchar_t* w = region(2, 40); CALL(sscanf(t, f, w)); }
CASE("sscanf/%S") { char *t = text(0, "abc"), *f = text(1, "%S"); wchar_t* w = region(2, 40); CALL(sscanf(t, f, w)); }
CASE("sscanf/%lc") { char *t = text(0, "abc"), *f = text(1, "%2lc"); wchar_t* w = region(2, 40); CALL(sscanf(t, f, w)); }
CASE("sscanf/set") { char *t = text(0, "abc9"), *f = text(1, "%[a-z]"); char* w = region(2, 40); CALL(sscanf(t, f, w)); }
CASE("sscanf/allocates") { char *t = text(0, "abc9"), *f = text(1, "%ms"); char** w = region(2, 8); CALL(sscanf(t, f, w)); }
CASE("sscanf/%n") { char *t = text(0, "ab 12"), *f = text(1, "%*s%n %d"); int *n = region(2, 4), *d = region(3, 4); CALL(sscanf(t, f, n, d)); }
CASE("sscanf/%n last") { char *t = text(0, "12"), *f = text(1, "%d%n"); int *n = region(2, 4), *d = region(3, 4); CALL(sscanf(t, f, d, n)); }
CASE("sscanf/%c") { char *t = text(0, "abcd"), *f = text(1, "%3c"); char* c = region(2, 9); CALL(sscanf(t, f, c)); }
CASE("sscanf/numbered") { char *t = text(0, "1 2"), *f = text(1, "%2$d %1$d"); int *a = region(2, 4), *b = region(3, 4); CALL(sscanf(t, f, a, b)); }
CASE("fscanf") { FILE* i = in(); char *f = text(1, "%s %s"), *a = region(2, 20), *b = region(3, 20); CALL(fscanf(i, f, a, b)); fclose(i); }
CASE("fopen") { char *p = text(0, "file"), *m = text(1, "r"); may_read(1, 2, "it is a string"); CALL((fopen(p, m) != 0)); }
CASE("fdopen") { int d = open("file", O_RDONLY); char* m = text(1, "r"); may_read(1, 2, "it is a string"); CALL((fdopen(d, m) != 0)); }
CASE("puts") { char* a = text(0, "a"); CALL(puts(a) >= 0); }
CASE("fputs") { FILE* o = out(); char* a = text(0, "abc"); CALL(fputs(a, o) >= 0); fclose(o); }
CASE("fputs_unlocked") { FILE* o = out(); char* a = text(0, "abc"); CALL(fputs_unlocked(a, o) >= 0); fclose(o); }
CASE("fwrite") { FILE* o = out(); char* a = region(0, 20); CALL(fwrite(a, 2, 5, o)); fclose(o); }
CASE("fwrite_unlocked") { FILE* o = out(); char* a = region(0, 20); CALL(fwrite_unlocked(a, 2, 5, o)); fclose(o); }
CASE("fread") { FILE* i = in(); char* a = region(0, 20); CALL(fread(a, 2, 5, i)); fclose(i); }
CASE("fread/end") { FILE* i = in(); char* a = region(0, 60); CALL(fread(a, 1, 60, i)); fclose(i); }
CASE("fread/part of an element") { FILE* i = in(); char* a = region(0, 60); CALL(fread(a, 7, 8, i)); fclose(i); }
CASE("__fread_chk") { FILE* i = in(); char* a = region(0, 20); CALL(__fread_chk(a, 20, 2, 5, i)); fclose(i); }
CASE("fread_unlocked") { FILE* i = in(); char* a = region(0, 20); CALL(fread_unlocked(a, 2, 5, i)); fclose(i); }
CASE("fgets") { FILE* i = in(); char* a = region(0, 20); CALL(fgets(a, 20, i)); fclose(i); }
CASE("fgets/cut") { FILE* i = in(); char* a = region(0, 20); CALL(fgets(a, 4, i)); fclose(i); }
CASE("__fgets_chk") { FILE* i = in(); char* a = region(0, 20); CALL(__fgets_chk(a, 20, 20, i)); fclose(i); }
CASE("fgets_unlocked") { FILE* i = in(); char* a = region(0, 20); may_write(0, 20, "told the size"); CALL(fgets_unlocked(a, 20, i)); fclose(i); }
CASE("getline") { FILE* i = in(); char** l = zeros(0, 8); size_t* n = zeros(1, 8); CALL(getline(l, n, i)); fclose(i); }
CASE("getline/room") { FILE* i = in(); char** l = zeros(0, 8); size_t* n = zeros(1, 8); *l = malloc(120); *n = 120; may_write(0, 8, "it is large enough already"), may_write(1, 8, "it is large enough already"); CALL(getline(l, n, i)); fclose(i); }
CASE("getdelim") { FILE* i = in(); char** l = zeros(0, 8); size_t* n = zeros(1, 8); CALL(getdelim(l, n, ' ', i)); fclose(i); }
CASE("fgetpos") { FILE* i = in(); fpos_t* p = region(0, sizeof *p); may_write(0, 16, "it is one object"); CALL(fgetpos(i, p)); fclose(i); }
CASE("fsetpos") { FILE* i = in(); fpos_t* p = zeros(0, sizeof *p); fgetpos(i, p); may_read(0, 16, "it is one object"); CALL(fsetpos(i, p)); fclose(i); }
CASE("setvbuf") { FILE* o = out(); char* b = region(0, 64); may_write(0, 64, "the stream uses it from now on"); CALL(setvbuf(o, b, _IOFBF, 64)); setvbuf(o, 0, _IONBF, 0); fclose(o); }
CASE("perror") { char* a = text(0, "abc"); CALLV(perror(a)); }
CASE("warnx") { char *f = text(0, "%s"), *a = text(1, "abc"); CALLV(warnx(f, a)); }
CASE("fmemopen") { char *b = region(0, 40), *m = text(1, "w"); may_read(1, 2, "it is a string"); CALL((fmemopen(b, 40, m) != 0)); }
CASE("open_memstream") { char** b = region(0, 8); size_t* n = region(1, 8); opaque(0); CALL((open_memstream(b, n) != 0)); }
CASE("remove") { char* p = text(0, "none"); CALL(remove(p)); }
CASE("rename") { char *a = text(0, "none"), *b = text(1, "other"); CALL(rename(a, b)); }
CASE("fgetpos64") { FILE* i = in(); fpos64_t* p = region(0, sizeof *p); may_write(0, 16, "it is one object"); CALL(fgetpos64(i, p)); fclose(i); }
CASE("fsetpos64") { FILE* i = in(); fpos64_t* p = zeros(0, sizeof *p); fgetpos64(i, p); may_read(0, 16, "it is one object"); CALL(fsetpos64(i, p)); fclose(i); }
