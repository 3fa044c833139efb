// The handler prints a message and returns without a repair.
#include <signal.h>
#include <unistd.h>

static void on_fault(int signal) {
  (void)signal;
  _exit(1);
}

int main(void) {
  volatile int *nothing = 0;
  char stack[16384];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, 0);
  sigaction(SIGSEGV, &action, 0);
  *nothing = 1;
  return 0;
}
