#include <signal.h>
#include <unistd.h>

static void on_alarm(int number) {}

int main(void) {
  signal(SIGALRM, on_alarm);
  alarm(1);
}
