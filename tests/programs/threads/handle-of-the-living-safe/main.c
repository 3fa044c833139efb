// Handles of threads that exist at the same time differ, even if they were reused.
#include <assert.h>
#include <pthread.h>
static void *run(void *unused) { return unused; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  assert(!pthread_equal(a, b) && a != pthread_self());
  pthread_join(a, 0);
  pthread_create(&c, 0, run, 0);
  assert(b != c && c != pthread_self());
  pthread_join(b, 0);
  pthread_join(c, 0);
}
