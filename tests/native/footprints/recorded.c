// Prints the accesses that the run-time library records for functions. A second thread exists, so that accesses are recorded.
//     recorded FIRST    the number of the case to begin with
#include "common.h"

#include <semaphore.h>
#include <pthread.h>
#include <stdio.h>

// Functions of the run-time library (runtime/entry/testing.cc).
void __mover_test_forget(const void* where, size_t size);
void __mover_test_accesses(const void* where, size_t size, unsigned char* kinds);  // 0 none, 1 read, 2 written
void __mover_test_log(const char* text);

void* region(int number, size_t size) {
  struct Region* r = &regions[number];
  memset(arena[number], 'x', sizeof arena[number]);
  r->base = arena[number] + kPage;
  r->size = size;
  return r->base;
}

static long result_of_case;
void before_call(void) {
  for (int i = 0; i < kRegions; ++i)
    if (regions[i].base != 0) __mover_test_forget(regions[i].base - kPage, regions[i].size + 2 * kPage);
  errno = 0;
}
enum { kMargin = 64 };
static unsigned char kinds[kRegions][2 * kPage + 2 * kMargin];
void after_call(long result) {
  result_of_case = result;
  for (int i = 0; i < kRegions; ++i)
    if (regions[i].base != 0) __mover_test_accesses(regions[i].base - kMargin, regions[i].size + 2 * kMargin, kinds[i]);
}

static void tell(const char* line) { __mover_test_log(line); }
static void report(int number) {
  char line[300], described[32];
  describe_result(described, result_of_case);
  snprintf(line, sizeof line, "result %s\n", described);
  tell(line);
  for (int i = 0; i < kRegions; ++i) {
    if (regions[i].base == 0) continue;
    describe_contents(described, i);
    snprintf(line, sizeof line, "region %d contents %s\n", i, described);
    tell(line);
    const size_t size = regions[i].size + 2 * kMargin;
    for (size_t at = 0; at < size;) {
      size_t end = at + 1;
      while (end < size && kinds[i][end] == kinds[i][at]) ++end;
      snprintf(line, sizeof line, "access %d %ld %ld %d\n", i, (long)at - kMargin, (long)end - kMargin, kinds[i][at]);
      if (kinds[i][at] != 0) tell(line);
      at = end;
    }
  }
  snprintf(line, sizeof line, "done %d\n", number);
  tell(line);
}

static sem_t never;
static void* wait(void* unused) {
  sem_wait(&never);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t other;
  pthread_create(&other, 0, wait, 0);
  for (int i = argc > 1 ? atoi(argv[1]) : 0; i < case_count; ++i) {
    char line[200];
    snprintf(line, sizeof line, "case %d %s\n", i, cases[i].label);
    tell(line);
    reset_regions();
    cases[i].body();
    report(i);
  }
  tell("end\n");
  sem_post(&never);
  pthread_join(other, 0);
  return 0;
}
