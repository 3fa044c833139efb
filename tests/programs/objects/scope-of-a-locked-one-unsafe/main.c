/* A local mutex ends with its function while it is locked. */
#include <pthread.h>

static void forgets(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  pthread_mutex_lock(&m);
} /* here */

int main(void) {
  forgets();
  return 0;
}
