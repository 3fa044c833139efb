// Locks in an array between other variables: by a counter, and by a number that a comparison bounds.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static struct {
  int before;
  pthread_mutex_t locks[3];
  int values[3];
  int after;
} all;

static void add(unsigned number) {
  if (number >= 3) return;
  pthread_mutex_lock(&all.locks[number]);
  all.values[number] += 1;
  pthread_mutex_unlock(&all.locks[number]);
}

static void *thread(void *argument) {
  for (unsigned i = 0; i < 3; ++i) add(i);
  return argument;
}

int main(void) {
  for (int i = 0; i < 3; ++i) pthread_mutex_init(&all.locks[i], 0);
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  add(__VERIFIER_nondet_uint());
  pthread_join(other, 0);
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += all.values[i];
  assert((sum == 3 || sum == 4) && all.before == 0 && all.after == 0);
  return 0;
}
