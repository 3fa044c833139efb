// The accesses of library functions to the caller's memory: each case calls one function with sample arguments. Compiled without
// instrumentation, the program measures the accesses of the real function (measure.c); compiled by `mover cc`, it prints the accesses
// that the run-time library records (recorded.c). ../footprints.py compares the two.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { kRegions = 8, kPage = 4096, kPagesPerRegion = 4 };

// The label is "function" or "function/variant". The body requests regions, fills them, and makes one call.
#define CASE(label) CASE_OF(label, __COUNTER__)
#define CASE_OF(label, number) CASE_NUMBERED(label, number)
#define CASE_NUMBERED(label, number)                                                                      \
  static void case_##number(void);                                                                        \
  __attribute__((constructor)) static void add_case_##number(void) { add_case(label, case_##number); }    \
  static void case_##number(void)
void add_case(const char* label, void (*body)(void));

// Memory of that size for an argument. It is filled with 'x', and so is the memory around it.
void* region(int number, size_t size);
static inline char* text(int number, const char* contents) {
  return memcpy(region(number, strlen(contents) + 1), contents, strlen(contents) + 1);
}
void keep_aligned(int number, size_t alignment);  // the region must begin at a multiple of the alignment
static inline wchar_t* wide(int number, const wchar_t* contents) {
  keep_aligned(number, sizeof(wchar_t));
  return memcpy(region(number, (wcslen(contents) + 1) * sizeof(wchar_t)), contents, (wcslen(contents) + 1) * sizeof(wchar_t));
}
static inline void* zeros(int number, size_t size) { return memset(region(number, size), 0, size); }
static inline void* bytes(int number, const void* contents, size_t size) { return memcpy(region(number, size), contents, size); }
#define COPY(number, value) ((__typeof__(value)*)bytes(number, &(value), sizeof(value)))
// A variable of the library that programs can access by its name.
void variable(int number, void* where, size_t size);

// The recorded footprint may be larger than the actual accesses, up to that many bytes of the region.
void may_read(int number, size_t size, const char* reason);
void may_write(int number, size_t size, const char* reason);
void opaque(int number);     // the contents after the call differ from process to process
void opaque_result(void);
void returns_error(void);    // the function returns its error instead of setting errno

void before_call(void);
void after_call(long result);
#define CALL(...)                          \
  do {                                     \
    before_call();                         \
    long result_of_call = (long)(__VA_ARGS__); \
    after_call(result_of_call);            \
  } while (0)
#define CALLV(...)   \
  do {               \
    before_call();   \
    __VA_ARGS__;     \
    after_call(0);   \
  } while (0)
