// Readers see both halves of the writer's data, or none.
// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;
static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  left++;
  right++;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  pthread_rwlock_destroy(&lock);
  return 0;
}
