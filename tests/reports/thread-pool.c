// pool_destroy() sets a flag without the lock: a worker may miss the broadcast.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct task {
  void (*run)(void *);
  void *arg;
  struct task *next;
} task;
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t work;
  task *head;
  bool shutdown;
  int done;
  pthread_t threads[2];
} thread_pool;

static void *worker(void *p) {
  thread_pool *pool = p;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    while (pool->head == NULL && !pool->shutdown) pthread_cond_wait(&pool->work, &pool->lock);
    if (pool->head == NULL) break;
    task *t = pool->head;
    pool->head = t->next;
    pthread_mutex_unlock(&pool->lock);
    t->run(t->arg);
    free(t);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}
thread_pool *pool_create(void) {
  thread_pool *pool = calloc(1, sizeof *pool);
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->work, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&pool->threads[i], NULL, worker, pool);
  return pool;
}
void pool_submit(thread_pool *pool, void (*run)(void *), void *arg) {
  task *t = malloc(sizeof *t);
  t->run = run;
  t->arg = arg;
  pthread_mutex_lock(&pool->lock);
  t->next = pool->head;
  pool->head = t;
  pthread_cond_signal(&pool->work);
  pthread_mutex_unlock(&pool->lock);
}
void pool_destroy(thread_pool *pool) {
  pool->shutdown = true;
  pthread_cond_broadcast(&pool->work);
  for (int i = 0; i < 2; i++) pthread_join(pool->threads[i], NULL);
  free(pool);
}
static void add(void *arg) { ++*(int *)arg; }
int main(void) {
  int n = 0;
  thread_pool *pool = pool_create();
  pool_submit(pool, add, &n);
  pool_destroy(pool);
}
