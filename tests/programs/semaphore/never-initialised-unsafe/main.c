// A semaphore on the heap that no thread initialises.
#include <semaphore.h>
#include <stdlib.h>

int main(void) {
  sem_t *s = malloc(sizeof *s);
  return sem_post(s);
}
