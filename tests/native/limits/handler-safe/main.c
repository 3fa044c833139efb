#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void on_signal(int number) { seen = number; }

int main(void) {
  struct sigaction action = {.sa_handler = on_signal};
  assert(sigaction(SIGUSR1, &action, 0) == 0);
  assert(sigaction(SIGSEGV, &action, 0) == 0);
  raise(SIGUSR1);
  assert(seen == SIGUSR1);
}
