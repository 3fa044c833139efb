// A thread ends while another thread holds a lock among its thread-local variables. Nothing uses the lock afterwards.
#include <pthread.h>
#include <semaphore.h>

static _Thread_local pthread_mutex_t lock;
static pthread_mutex_t *published;
static sem_t is_published, is_locked;

static void *owner(void *unused) {
  published = &lock;
  sem_post(&is_published);
  sem_wait(&is_locked);
  return unused;
}

static void *user(void *unused) {
  sem_wait(&is_published);
  pthread_mutex_lock(published);
#ifdef UNLOCK
  pthread_mutex_unlock(published);
#endif
  sem_post(&is_locked);
  return unused;
}

int main(void) {
  sem_init(&is_published, 0, 0);
  sem_init(&is_locked, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, owner, NULL);
  pthread_create(&threads[1], NULL, user, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
