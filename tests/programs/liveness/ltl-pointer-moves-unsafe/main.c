/* The write to y changes *p only after p points to it, so it must not be moved before the write to p. */
#include <pthread.h>

static volatile int x, y = 1;
static volatile int *volatile p = &x;

static void *move(void *arg) {
  p = &y;
  return arg;
}

static void *write(void *arg) {
  y = 2;
  return arg;
}

int main(void) {
  pthread_t mover, writer;
  pthread_create(&mover, 0, move, 0);
  pthread_create(&writer, 0, write, 0);
  pthread_join(mover, 0);
  pthread_join(writer, 0);
  return 0;
}
