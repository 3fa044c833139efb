/* <pthread.h>: threads. Functions that the front end maps directly to an operation (pthread_mutex_lock,
 * pthread_cond_wait, pthread_self, …) have no model. Attributes and *_init are in pthread_attr.c, operations with a
 * deadline in timed.c, keys in pthread_key.c, and pthread_once, which handles exceptions, in src/cxxabi. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "attributes.h"
#include "builtins.h"

_Thread_local void (*__mover_thread_local_destructors)(void);
_Thread_local void (*__mover_key_destructors)(void);

void __mover_end_thread(void *result) {
  if (__mover_thread_local_destructors) __mover_thread_local_destructors();
  if (__mover_key_destructors) __mover_key_destructors();
  for (void *mutex; (mutex = __mover_abandon_robust());) __mover_mutex_unlock(mutex);
  __mover_thread_exit(result);
}

void __mover_thread_main(void *function, void *argument) {
  __mover_end_thread(((void *(*)(void *))function)(argument));
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr, void *(*start)(void *),
                   void *restrict argument) {
  int detached = attr && ((const struct thread_attributes *)attr)->detached;
  return __mover_thread_create(thread, __mover_thread_main, (void *)start, argument, detached);
}

int pthread_join(pthread_t thread, void **result) {
  if (thread == __mover_thread_self()) return EDEADLK;
  void *value = __mover_thread_join(thread);
  if (result) *result = value;
  return 0;
}

int pthread_detach(pthread_t thread) { return __mover_thread_detach(thread); }

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

/* Cleanup handlers: each thread has a list with the innermost handler first. The buffers are locals of the functions
 * that pushed the handlers. */
static _Thread_local struct _pthread_cleanup_buffer *cleanup_handlers;

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *), void *argument) {
  buffer->__routine = routine;
  buffer->__arg = argument;
  buffer->__prev = cleanup_handlers;
  cleanup_handlers = buffer;
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute) {
  cleanup_handlers = buffer->__prev;
  if (execute) buffer->__routine(buffer->__arg);
}

/* Bitcode that Mover's front end did not compile contains glibc's own expansion of pthread_cleanup_push, in which the
 * handlers cannot be found. So push and pop work, but a pthread_exit between them is not supported. */
static _Thread_local int hidden_cleanup_handlers;

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  (void)buffer;
  hidden_cleanup_handlers++;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) {
  (void)buffer;
  hidden_cleanup_handlers--;
}

/* Only siglongjmp would make it return a second time, and siglongjmp is not modelled. */
int __sigsetjmp(struct __jmp_buf_tag *environment, int save_mask) {
  (void)environment;
  (void)save_mask;
  return 0;
}

void __mover_run_cleanup_handlers(void) {
  if (hidden_cleanup_handlers) __mover_unsupported("pthread_exit inside glibc's own pthread_cleanup_push");
  while (cleanup_handlers) {
    struct _pthread_cleanup_buffer *buffer = cleanup_handlers;
    cleanup_handlers = buffer->__prev;
    buffer->__routine(buffer->__arg);
  }
}

void pthread_exit(void *result) {
  __mover_run_cleanup_handlers();
  __mover_end_thread(result);
}

/* No thread can be cancelled: pthread_cancel is not modelled. So this state is only stored and returned. */
static _Thread_local int cancel_state = PTHREAD_CANCEL_ENABLE;
static _Thread_local int cancel_type = PTHREAD_CANCEL_DEFERRED;

int pthread_setcancelstate(int state, int *old) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  if (old) *old = cancel_state;
  cancel_state = state;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old) *old = cancel_type;
  cancel_type = type;
  return 0;
}

void pthread_testcancel(void) {}

/* Names of threads have no effect. A thread can read only its own name. */
static _Thread_local char thread_name[16];

int pthread_setname_np(pthread_t thread, const char *name) {
  size_t length = __mover_strlen(name);
  if (length >= sizeof thread_name) return ERANGE;
  if (thread == __mover_thread_self()) __mover_copy_text(thread_name, name, length + 1);
  return 0;
}

int pthread_getname_np(pthread_t thread, char *buffer, size_t size) {
  if (thread != __mover_thread_self()) __mover_unsupported("pthread_getname_np of another thread");
  size_t needed = __mover_strlen(thread_name) + 1;
  if (size < needed) return ERANGE;
  __mover_copy_text(buffer, thread_name, needed);
  return 0;
}

/* Scheduling advice has no effect: every schedule is explored. */
int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }
int pthread_getconcurrency(void) { return 0; }
int pthread_yield(void) { return __mover_yield(); }

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
  (void)thread;
  (void)policy;
  (void)parameters;
  return 0;
}

int pthread_setschedprio(pthread_t thread, int priority) {
  (void)thread;
  (void)priority;
  return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  (void)thread;
  (void)size;
  (void)set;
  return 0;
}
