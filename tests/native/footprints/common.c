// The cases and their regions of memory, for both programs.
#include "common.h"

#include <stdio.h>

struct Case cases[kMostCases];
int case_count;
struct Region regions[kRegions];
int result_is_opaque, result_is_error;
_Alignas(kPage) char arena[kRegions][kPagesPerRegion * kPage];

void add_case(const char* label, void (*body)(void)) {
  if (case_count == kMostCases) abort();
  cases[case_count].label = label;
  cases[case_count++].body = body;
}

void variable(int number, void* where, size_t size) {
  struct Region* r = &regions[number];
  r->base = where;
  r->size = size;
  r->is_variable = 1;
}
void may_read(int number, size_t size, const char* reason) {
  (void)reason;
  regions[number].may_read = size;
}
void may_write(int number, size_t size, const char* reason) {
  (void)reason;
  regions[number].may_write = size;
}
void keep_aligned(int number, size_t alignment) { regions[number].alignment = alignment; }
void opaque(int number) { regions[number].is_opaque = 1; }
void opaque_result(void) { result_is_opaque = 1; }
void returns_error(void) { result_is_error = 1; }

void reset_regions(void) {
  memset(regions, 0, sizeof regions);
  result_is_opaque = result_is_error = 0;
}

// A value that is the same in both programs: a pointer into a region is described by the region's number and the offset.
static long normalised(unsigned long value) {
  for (int i = 0; i < kRegions; ++i)
    if (regions[i].base != 0 && value - (unsigned long)regions[i].base <= regions[i].size) return 0x5200000 + i * 0x10000 + (long)(value - (unsigned long)regions[i].base);
  if (value + (1 << 20) < (2u << 20)) return (long)value;
  return 0x5fffffff;
}
void describe_result(char* to, long result) {
  if (result_is_opaque)
    strcpy(to, "-");
  else
    snprintf(to, 32, "%lx", (unsigned long)normalised((unsigned long)result));
}
void describe_contents(char* to, int number) {
  const struct Region* r = &regions[number];
  if (r->is_opaque || r->is_variable) {
    strcpy(to, "-");
    return;
  }
  unsigned long hash = 1469598103934665603ul;
  size_t at = 0;
  while (at < r->size) {
    unsigned long word = 0;
    size_t n = 1;
    if (at % 8 == 0 && at + 8 <= r->size) {
      memcpy(&word, r->base + at, 8);
      const long told = normalised(word);
      if (told != 0x5fffffff || (word > 0x10000 && word < 1ul << 47)) word = (unsigned long)told;
      n = 8;
    } else {
      word = (unsigned char)r->base[at];
    }
    hash = (hash ^ word) * 1099511628211ul;
    at += n;
  }
  snprintf(to, 32, "%lx", hash);
}
