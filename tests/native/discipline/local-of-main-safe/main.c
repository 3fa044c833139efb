/* Other threads exist when the variable is initialised, but none can reach it yet. */
#include <pthread.h>

static void *reader(void *number) { return *(int *)number == 1 ? number : 0; }
static void *idle(void *unused) { return unused; }

int main(void) {
  pthread_t one, two;
  int number;
  pthread_create(&one, 0, idle, 0);
  number = 1;
  pthread_create(&two, 0, reader, &number);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
