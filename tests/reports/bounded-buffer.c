// Two producers share an index without a lock.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct slot {
  int value;
};
struct bb {
  struct slot *slots;
  sem_t full, empty;
  int in, out;
};
static void *producer(void *p) {
  struct bb *b = p;
  for (int i = 0; i < 2; i++) {
    sem_wait(&b->empty);
    b->slots[b->in++ % 2].value = i;
    sem_post(&b->full);
  }
  return 0;
}
static void *consumer(void *p) {
  struct bb *b = p;
  for (int i = 0; i < 2; i++) {
    sem_wait(&b->full);
    b->slots[b->out++ % 2].value = -1;
    sem_post(&b->empty);
  }
  return 0;
}
int main(void) {
  struct bb *b = malloc(sizeof *b);
  b->slots = calloc(2, sizeof *b->slots);
  b->in = b->out = 0;
  sem_init(&b->full, 0, 0);
  sem_init(&b->empty, 0, 2);
  pthread_t t[3];
  pthread_create(&t[0], 0, producer, b);
  pthread_create(&t[1], 0, producer, b);
  pthread_create(&t[2], 0, consumer, b);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
