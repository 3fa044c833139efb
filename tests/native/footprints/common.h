#pragma once
#include "footprints.h"

enum { kMostCases = 2000 };
struct Case {
  const char* label;
  void (*body)(void);
};
struct Region {
  char* base;
  size_t size, may_read, may_write;
  int is_opaque, is_variable;
  size_t alignment;
};
extern struct Case cases[];
extern int case_count;
extern struct Region regions[kRegions];
extern int result_is_opaque, result_is_error;
extern char arena[kRegions][kPagesPerRegion * kPage];

void reset_regions(void);
void describe_result(char* to, long result);
void describe_contents(char* to, int number);
