/* The thread that was posted to owns the semaphore, and destroys it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *poster(void *s) {
  sem_post(s);
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    sem_t local, *heap = malloc(sizeof *heap);
    sem_init(&local, 0, 0);
    sem_init(heap, 0, 0);
    pthread_create(&t, 0, poster, i == 0 ? &local : heap);
    sem_wait(i == 0 ? &local : heap);
    sem_destroy(&local);
    sem_destroy(heap);
    free(heap);
    pthread_join(t, 0);
  }
  return 0;
}
