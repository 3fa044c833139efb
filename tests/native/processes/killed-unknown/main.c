#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  kill(child, SIGTERM);
  wait(0);
}
