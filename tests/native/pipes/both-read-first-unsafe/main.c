#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void *other(void *argument) {
  char c;
  read(there[0], &c, 1);
  write(back[1], &c, 1);
  return 0;
}

int main(void) {
  pipe(there);
  pipe(back);
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  char c = 0;
  read(back[0], &c, 1);
  write(there[1], &c, 1);
  pthread_join(thread, 0);
}
