/* <threads.h>: C11 threads, implemented with those of <pthread.h>. In glibc, mtx_t, cnd_t, … have the layout of
 * pthread_mutex_t, pthread_cond_t, … */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

#include "builtins.h"

/* The thrd_ code of an errno value. */
static int code(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    case ENOMEM:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

static void *result_of(int value) { return (void *)(intptr_t)value; }

static void thread_main(void *function, void *argument) {
  __mover_end_thread(result_of(((thrd_start_t)function)(argument)));
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
  return code(__mover_thread_create(thread, thread_main, (void *)start, argument, 0));
}

int thrd_join(thrd_t thread, int *result) {
  void *value;
  int error = pthread_join(thread, &value);
  if (error == 0 && result) *result = (int)(intptr_t)value;
  return code(error);
}

int thrd_detach(thrd_t thread) { return code(__mover_thread_detach(thread)); }

void thrd_exit(int result) { pthread_exit(result_of(result)); }

thrd_t thrd_current(void) { return __mover_thread_self(); }

int thrd_equal(thrd_t a, thrd_t b) { return a == b; }

void thrd_yield(void) { __mover_yield(); }

int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
  int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
  return error == 0 ? 0 : -2;
}

/* As in glibc, mtx_timed has no effect: mtx_timedlock accepts every mutex. */
int mtx_init(mtx_t *mutex, int type) {
  return code(__mover_mutex_init(mutex, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL));
}

int mtx_lock(mtx_t *mutex) { return code(__mover_mutex_lock(mutex)); }

int mtx_trylock(mtx_t *mutex) { return code(__mover_mutex_trylock(mutex)); }

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict deadline) {
  return code(pthread_mutex_timedlock((pthread_mutex_t *)mutex, deadline));
}

int mtx_unlock(mtx_t *mutex) { return code(__mover_mutex_unlock(mutex)); }

void mtx_destroy(mtx_t *mutex) { __mover_mutex_destroy(mutex); }

int cnd_init(cnd_t *cond) { return code(__mover_cond_init(cond)); }

int cnd_wait(cnd_t *cond, mtx_t *mutex) { return code(__mover_cond_wait(cond, mutex)); }

int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict deadline) {
  return code(pthread_cond_timedwait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex, deadline));
}

int cnd_signal(cnd_t *cond) { return code(__mover_cond_signal(cond)); }

int cnd_broadcast(cnd_t *cond) { return code(__mover_cond_broadcast(cond)); }

void cnd_destroy(cnd_t *cond) { __mover_cond_destroy(cond); }

void call_once(once_flag *flag, void (*function)(void)) { pthread_once((pthread_once_t *)flag, function); }

int tss_create(tss_t *key, tss_dtor_t destructor) { return code(pthread_key_create(key, destructor)); }

void *tss_get(tss_t key) { return pthread_getspecific(key); }

int tss_set(tss_t key, void *value) { return code(pthread_setspecific(key, value)); }

void tss_delete(tss_t key) { pthread_key_delete(key); }
