// One read takes the whole counter: the second read waits for ever.
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;

static void *post(void *argument) {
  uint64_t one = 1;
  write(event, &one, 8);
  write(event, &one, 8);
  return 0;
}

int main(void) {
  event = eventfd(0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, post, 0);
  uint64_t value;
  read(event, &value, 8);
  read(event, &value, 8);
  pthread_join(thread, 0);
}
