#include <signal.h>

static void handle(int number) { (void)number; }

int main(void) {
  signal(SIGINT, handle);
  return 0;
}
