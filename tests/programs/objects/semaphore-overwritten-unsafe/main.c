#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t s;

int main(void) {
  sem_init(&s, 0, 1);
  memset(&s, 0, sizeof s);
  sem_wait(&s); /* wrong */
}
