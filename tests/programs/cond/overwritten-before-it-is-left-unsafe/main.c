// The condition variable is in memory that main uses for something else while the woken thread may still be inside its
// wait.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static union {
  pthread_cond_t condition;
  char bytes[sizeof(pthread_cond_t)];
} memory;
static int ready;

static void *wait_for(void *condition) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_cond_init(&memory.condition, 0);
  pthread_t thread;
  pthread_create(&thread, 0, wait_for, &memory.condition);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&memory.condition);
  memset(memory.bytes, 85, sizeof memory.bytes);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
