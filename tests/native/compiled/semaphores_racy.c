// The same with one permit too many: the producer overwrites an element that is being read.
// expect: race
#include <pthread.h>
#include <semaphore.h>
enum { slots = 2, items = 4 };
static sem_t filled, room;
static int buffer[slots], sum;
static void *producer(void *unused) {
  for (int i = 0; i < items; i++) {
    sem_wait(&room);
    buffer[i % slots] = i;
    sem_post(&filled);
  }
  return unused;
}
int main(void) {
  sem_init(&filled, 0, 0);
  sem_init(&room, 0, slots + 1);
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 0; i < items; i++) {
    sem_wait(&filled);
    sum += buffer[i % slots];
    sem_post(&room);
  }
  pthread_join(t, 0);
  return sum < 0;
}
