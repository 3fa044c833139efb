// Measures the accesses of functions: memory around a boundary is made inaccessible (or read-only), and the boundary is moved until
// the function no longer accesses the memory beyond it. Page faults show accesses, and EFAULT those of the kernel.
//     measure CASE...    the numbers of cases; all cases without arguments. Prints "case N label", "region …", "result …", "done"
#include "common.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

// The probed region: `boundary` is at the beginning of its third page, and the memory beyond it is protected.
static int probed = -1, guard_is_before, protection;
static long boundary;
static volatile int touched;
static char* guard_begin;
static size_t guard_size;
static const char* current;

void* region(int number, size_t size) {
  struct Region* r = &regions[number];
  memset(arena[number], 'x', sizeof arena[number]);
  r->base = number == probed ? arena[number] + 2 * kPage - boundary : arena[number] + kPage;
  r->size = size;
  return r->base;
}

static void fault(int signal, siginfo_t* info, void* context) {
  (void)context;
  char* at = info->si_addr;
  if (signal == SIGSEGV && guard_begin != 0 && at >= guard_begin && at < guard_begin + guard_size) {
    touched = 1;
    mprotect(guard_begin, guard_size, PROT_READ | PROT_WRITE);
    return;
  }
  char line[200];
  const int n = snprintf(line, sizeof line, "crash %s by signal %d at %p\n", current, signal, (void*)at);
  if (write(1, line, (size_t)n) < 0) _exit(1);
  _exit(3);
}

static char before[kRegions][2 * kPage];
static long result_of_case;
static char usual_result[32];

void before_call(void) {
  for (int i = 0; i < kRegions; ++i)
    if (regions[i].base != 0) memcpy(before[i], regions[i].base, regions[i].size);
  guard_begin = 0;
  if (probed >= 0) {
    guard_begin = guard_is_before ? arena[probed] : arena[probed] + 2 * kPage;
    guard_size = 2 * kPage;
    mprotect(guard_begin, guard_size, protection);
  }
  errno = 0;
}
void after_call(long result) {
  const int error = errno;
  if (guard_begin != 0) mprotect(guard_begin, guard_size, PROT_READ | PROT_WRITE);
  guard_begin = 0;
  char described[32];
  describe_result(described, result);
  if (probed >= 0 && strcmp(described, usual_result) != 0) touched = 1;  // the kernel has read or written less
  if (error == EFAULT || (result_is_error && result == EFAULT)) touched = 1;
  result_of_case = result;
}

static int touches(const struct Case* c, int number, long at, int before_it, int protected_as) {
  reset_regions();
  probed = number;
  boundary = at;
  guard_is_before = before_it;
  protection = protected_as;
  touched = 0;
  c->body();
  probed = -1;
  return touched;
}

// The extent of the accesses to a region that fault under that protection; begin == end: there are none.
static void measure(const struct Case* c, int number, const struct Region* r, int protected_as, long* begin, long* end) {
  const long unit = r->alignment != 0 ? (long)r->alignment : 1, margin = 64 / unit;
  long low = -margin, high = (long)r->size / unit + margin;
  *begin = *end = 0;
  if (!touches(c, number, low * unit, 0, protected_as)) return;
  while (low < high) {
    const long middle = low + (high - low) / 2;
    if (touches(c, number, middle * unit, 0, protected_as)) low = middle + 1;
    else high = middle;
  }
  *end = low * unit;
  low = -margin, high = *end / unit;
  while (low < high) {
    const long middle = low + (high - low + 1) / 2;
    if (touches(c, number, middle * unit, 1, protected_as)) high = middle - 1;
    else low = middle;
  }
  *begin = low * unit;
}

static void run(int number) {
  const struct Case* c = &cases[number];
  current = c->label;
  reset_regions();
  probed = -1;
  c->body();
  struct Region seen[kRegions];
  memcpy(seen, regions, sizeof seen);
  char described[32];
  describe_result(described, result_of_case);
  strcpy(usual_result, described);
  printf("case %d %s\nresult %s\n", number, c->label, described);
  for (int i = 0; i < kRegions; ++i) {
    if (seen[i].base == 0) continue;
    describe_contents(described, i);
    printf("region %d size %zu may_read %zu may_write %zu variable %d contents %s changed", i, seen[i].size, seen[i].may_read,
           seen[i].may_write, seen[i].is_variable, described);
    for (size_t at = 0; at < seen[i].size; ++at)
      if (before[i][at] != seen[i].base[at]) printf(" %zu", at);
    printf("\n");
  }
  for (int i = 0; i < kRegions; ++i) {
    if (seen[i].base == 0 || seen[i].is_variable) continue;
    long begin, end;
    measure(c, i, &seen[i], PROT_NONE, &begin, &end);
    printf("touched %d %ld %ld\n", i, begin, end);
    measure(c, i, &seen[i], PROT_READ, &begin, &end);
    printf("written %d %ld %ld\n", i, begin, end);
  }
  printf("done\n");
  fflush(stdout);
}

int main(int argc, char** argv) {
  static char stack[1 << 16];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, 0);
  struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
  sigaction(SIGABRT, &action, 0);
  for (int i = 0; i < case_count; ++i) {
    int wanted = argc == 1;
    for (int k = 1; k < argc; ++k) wanted |= atoi(argv[k]) == i;
    if (!wanted) continue;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      run(i);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0) printf("crash %s: status %d\n", cases[i].label, status);
  }
  return 0;
}
