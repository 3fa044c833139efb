#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t s;
static char copy[16];

static void *use(void *arg) {
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&s, 0, 0);
  pthread_create(&thread, 0, use, 0);
  memcpy(copy, (char *)&s + 16, 16);
  pthread_join(thread, 0);
}
