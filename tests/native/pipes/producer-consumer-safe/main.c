#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *argument) {
  for (int i = 1; i <= 3; i++) assert(write(ends[1], &i, sizeof i) == sizeof i);
  close(ends[1]);
  return 0;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  int item, sum = 0;
  while (read(ends[0], &item, sizeof item) == sizeof item) sum += item;
  assert(sum == 6);
  pthread_join(producer, 0);
  close(ends[0]);
}
