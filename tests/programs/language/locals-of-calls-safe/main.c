// Calls one after the other may keep their locals in the same place; the caller's and those of nested calls must last.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int add(int by) {
  int pair[2];
  int *last = &pair[1];
  pair[0] = by;
  pthread_mutex_lock(&lock);
  *last = ++shared;
  pthread_mutex_unlock(&lock);
  return pair[0] + pair[1] - *last;
}

static int twice(int by) {
  int results[2] = {by, by};
  for (int i = 0; i < 2; ++i) results[i] += add(results[i] + i);
  return results[0] + results[1];
}

static void *thread(void *argument) {
  int kept[2] = {40, 50};
  kept[0] += add(1);
  kept[1] += argument != 0 ? twice(3) : add(3);
  assert(kept[0] == 41 && kept[1] == (argument != 0 ? 63 : 53));
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, &shared);
  thread(0);
  pthread_join(other, 0);
  assert(shared == 5);
  return 0;
}
