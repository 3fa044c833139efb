// A checksum by exclusive or of free integers does not depend on the order of the threads.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned values[3], checksum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  checksum ^= *(unsigned *)arg;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) values[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, &values[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(checksum == (values[0] ^ values[1] ^ values[2]));
  return 0;
}
