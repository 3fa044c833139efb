// Helpers that are called with the lock held, one through another, and a condition.
#include <pthread.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items[3], top;

static int is_empty(void);
static void put(int value) { items[top++] = value; }
static int take(void) {
  while (is_empty()) pthread_cond_wait(&filled, &mu);
  return items[--top];
}
static int is_empty(void) { return top == 0; }

static void put_two(void) {
  put(1);
  put(2);
  pthread_cond_broadcast(&filled);
}

static void *producer(void *unused) {
  pthread_mutex_lock(&mu);
  put_two();
  pthread_mutex_unlock(&mu);
  return unused;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&mu);
  int value = take();
  pthread_mutex_unlock(&mu);
  return value == 0 ? 0 : unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
