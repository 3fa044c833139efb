// A program that tries whether an address can be read, as some do, and one that divides by zero.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static sigjmp_buf back;
static void on_fault(int signal) { siglongjmp(back, signal); }
static void on_division(int signal, siginfo_t *info, void *context) {
  assert(info->si_signo == signal && context != 0);
  siglongjmp(back, signal);
}

static int reads(volatile int *p) {
  if (sigsetjmp(back, 1) != 0) return 0;
  (void)*p;
  return 1;
}

int main(void) {
  int number = 1;
  volatile int zero = 0;
  struct sigaction action = {0};
  action.sa_sigaction = on_division;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGFPE, &action, 0);
  signal(SIGSEGV, on_fault);
  assert(reads(&number));
  assert(!reads(0));
  assert(!reads((int *)0x123456789000));
  assert(reads(&number));
  if (sigsetjmp(back, 1) == 0) {
    number /= zero;
    abort();
  }
  return 0;
}
