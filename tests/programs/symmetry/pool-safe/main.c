// Three workers of a pool take tasks from a queue. Main keeps their handles in a global array.
#include <assert.h>
#include <pthread.h>

#define WORKERS 3
#define TASKS 3

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t workers[WORKERS];
static int queue[TASKS], head, tail, stop, done;

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (head == tail && !stop) pthread_cond_wait(&c, &m);
    if (head == tail) {
      pthread_mutex_unlock(&m);
      return unused;
    }
    const int task = queue[head++];
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    done += task;
    pthread_mutex_unlock(&m);
  }
}

int main(void) {
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], 0, worker, 0);
  for (int i = 0; i < TASKS; i++) {
    pthread_mutex_lock(&m);
    queue[tail++] = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], 0);
  assert(done == TASKS);
}
