// The handler of a stack overflow runs on a stack of its own.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static sigjmp_buf back;
static char stack[65536];
static void on_fault(int signal) { siglongjmp(back, signal); }

static int deeper(volatile int n) { return n == 0 ? 0 : 1 + deeper(n + 1); }

int main(void) {
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, 0);
  sigaction(SIGSEGV, &action, 0);
  if (sigsetjmp(back, 1) == 0) {
    deeper(1);
    abort();
  }
  return 0;
}
