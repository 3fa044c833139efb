// The semaphore can be passed before the post that would order the two accesses.
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *reader(void *unused) {
  sem_wait(&s);
  return (void *)(long)x;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, reader, 0);
  x = 1;
  sem_post(&s);
  pthread_join(t, 0);
  return 0;
}
