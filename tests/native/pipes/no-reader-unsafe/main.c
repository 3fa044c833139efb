// If the read end is closed first, SIGPIPE kills the program.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *leave(void *argument) {
  close(ends[0]);
  return 0;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, leave, 0);
  write(ends[1], "x", 1);
  pthread_join(thread, 0);
}
