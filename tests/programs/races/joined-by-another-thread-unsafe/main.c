/* The reader knows that the writer was joined, but a relaxed flag does not order it after the join. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
static int data;
static atomic_int is_joined;
static pthread_t first;

static void *write_data(void *arg) {
  data = 1;
  return arg;
}

static void *join_writer(void *arg) {
  pthread_join(first, 0);
  atomic_store_explicit(&is_joined, 1, ORDER);
  return arg;
}

static void *read_data(void *arg) {
  if (atomic_load_explicit(&is_joined, ORDER)) assert(data == 1);
  return arg;
}

int main(void) {
  pthread_t second, third;
  pthread_create(&first, 0, write_data, 0);
  pthread_create(&second, 0, join_writer, 0);
  pthread_create(&third, 0, read_data, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return 0;
}
