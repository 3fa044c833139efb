#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, data;

static void *post(void *argument) {
  data = 1;
  uint64_t one = 1;
  assert(write(event, &one, 8) == 8);
  assert(write(event, &one, 8) == 8);
  return 0;
}

int main(void) {
  event = eventfd(0, EFD_SEMAPHORE);
  pthread_t thread;
  pthread_create(&thread, 0, post, 0);
  uint64_t value;
  for (int i = 0; i < 2; i++) assert(read(event, &value, 8) == 8 && value == 1);
  assert(data == 1);
  pthread_join(thread, 0);
}
