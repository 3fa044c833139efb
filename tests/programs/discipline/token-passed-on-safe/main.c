/* A buffer that goes to and fro between two threads, without any lock: a thread gives the token up, and then says so; the
 * other one sees that, and then takes it. No thread gives to or takes from another. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2, SIZE = 4 };

static atomic_int full;
static int buffer[SIZE];
static _Thread_local int has_token;

static int token(void) { return has_token; }

static void wait_until(int wanted) {
  while (atomic_load(&full) != wanted) {
  }
  has_token = 1;
}

static void pass_on(int now) {
  has_token = 0;
  atomic_store(&full, now);
}

static void *producer(void *unused) {
  for (int round = 1; round <= ROUNDS; ++round) {
    wait_until(0);
    for (int i = 0; i < SIZE; ++i) buffer[i] = round + i;
    pass_on(1);
  }
  return unused;
}

static void *consumer(void *unused) {
  for (int round = 1; round <= ROUNDS; ++round) {
    wait_until(1);
    for (int i = 0; i < SIZE; ++i) mover_assert(buffer[i] == round + i);
    pass_on(0);
  }
  return unused;
}

int main(void) {
  mover_exclusive(&buffer, token);
  pthread_t one, two;
  pthread_create(&one, 0, producer, 0);
  pthread_create(&two, 0, consumer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
