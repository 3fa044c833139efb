#include <pthread.h>
#include <semaphore.h>

static sem_t given;
static int *array;

static void *use(void *arg) {
  sem_wait(&given);
  array[0]++; /* wrong */
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  sem_init(&given, 0, 0);
  pthread_create(&thread, 0, use, 0);
  for (int i = 0; i < 3; ++i) {
    int a[argc + 3];
    a[0] = 1;
    if (i == 1) {
      array = a;
      sem_post(&given);
    }
  }
  pthread_join(thread, 0);
}
