/* Not every return from main ends the process. */
#include <pthread.h>
int main(int argc, char **argv) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  if (argc > 0) return main(0, argv);
  return 0;
}
