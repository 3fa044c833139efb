// Many threads, each of which is joined before the next one begins. The last of them races with a thread that always exists.
#include <pthread.h>

static int shared;

static void *nothing(void *argument) { return argument; }
static void *write_it(void *argument) {
  shared = 1;
  return argument;
}

int main(void) {
  pthread_t first, other;
  pthread_create(&first, 0, write_it, 0);
  for (int i = 0; i < 99; ++i) {
    pthread_create(&other, 0, i == 98 ? write_it : nothing, 0);
    pthread_join(other, 0);
  }
  pthread_join(first, 0);
  return 0;
}
