// Whether the reader returns depends on whether it had begun to wait.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument) {
  char c;
  read(ends[0], &c, 1);
  return 0;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  close(ends[0]);
  pthread_join(thread, 0);
}
