/* <pthread.h>: attribute objects, and the *_init functions that read them. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "attributes.h"
#include "builtins.h"

_Static_assert(sizeof(struct thread_attributes) <= sizeof(pthread_attr_t), "fits");
_Static_assert(sizeof(struct mutex_attributes) <= sizeof(pthread_mutexattr_t), "fits");
_Static_assert(sizeof(struct cond_attributes) <= sizeof(pthread_condattr_t), "fits");
_Static_assert(sizeof(struct shared_attribute) <= sizeof(pthread_barrierattr_t), "fits");

/* Getters and setters of one field: a value outside [0, limit] yields EINVAL. */
#define SETTER(function, object_type, parts, type, field, limit)      \
  int function(object_type *object, type value) {                     \
    if ((unsigned long)value > (unsigned long)(limit)) return EINVAL; \
    ((struct parts *)object)->field = value;                          \
    return 0;                                                         \
  }
#define GETTER(function, object_type, parts, type, field)                  \
  int function(const object_type *restrict object, type *restrict value) { \
    *value = ((const struct parts *)object)->field;                        \
    return 0;                                                              \
  }
#define FIELD(set, get, object_type, parts, type, field, limit) \
  SETTER(set, object_type, parts, type, field, limit)           \
  GETTER(get, object_type, parts, type, field)
#define INIT_DESTROY(prefix, object_type, parts, ...)      \
  int prefix##_init(object_type *object) {                 \
    *(struct parts *)object = (struct parts){__VA_ARGS__}; \
    return 0;                                              \
  }                                                        \
  int prefix##_destroy(object_type *object) {              \
    (void)object;                                          \
    return 0;                                              \
  }

/* Threads. */
INIT_DESTROY(pthread_attr, pthread_attr_t, thread_attributes, .stack_size = 8 << 20, .guard_size = 4096)
FIELD(pthread_attr_setdetachstate, pthread_attr_getdetachstate, pthread_attr_t, thread_attributes, int, detached, 1)
FIELD(pthread_attr_setscope, pthread_attr_getscope, pthread_attr_t, thread_attributes, int, scope, 1)
FIELD(pthread_attr_setinheritsched, pthread_attr_getinheritsched, pthread_attr_t, thread_attributes, int, inherit, 1)
FIELD(pthread_attr_setschedpolicy, pthread_attr_getschedpolicy, pthread_attr_t, thread_attributes, int, policy, 2)
FIELD(pthread_attr_setguardsize, pthread_attr_getguardsize, pthread_attr_t, thread_attributes, size_t, guard_size, -1)
GETTER(pthread_attr_getstacksize, pthread_attr_t, thread_attributes, size_t, stack_size)

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
  if (size < 16384) return EINVAL; /* PTHREAD_STACK_MIN */
  ((struct thread_attributes *)attr)->stack_size = size;
  return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict attr, const struct sched_param *restrict parameters) {
  ((struct thread_attributes *)attr)->priority = parameters->sched_priority;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict attr, struct sched_param *restrict parameters) {
  parameters->sched_priority = ((const struct thread_attributes *)attr)->priority;
  return 0;
}

/* Mutexes. */
INIT_DESTROY(pthread_mutexattr, pthread_mutexattr_t, mutex_attributes, .type = PTHREAD_MUTEX_DEFAULT)
FIELD(pthread_mutexattr_settype, pthread_mutexattr_gettype, pthread_mutexattr_t, mutex_attributes, int, type,
      PTHREAD_MUTEX_ADAPTIVE_NP)
FIELD(pthread_mutexattr_setkind_np, pthread_mutexattr_getkind_np, pthread_mutexattr_t, mutex_attributes, int, type,
      PTHREAD_MUTEX_ADAPTIVE_NP)
FIELD(pthread_mutexattr_setpshared, pthread_mutexattr_getpshared, pthread_mutexattr_t, mutex_attributes, int, shared, 1)
FIELD(pthread_mutexattr_setprotocol, pthread_mutexattr_getprotocol, pthread_mutexattr_t, mutex_attributes, int,
      protocol, 2)
FIELD(pthread_mutexattr_setrobust, pthread_mutexattr_getrobust, pthread_mutexattr_t, mutex_attributes, int, robust, 1)

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr) {
  int type = PTHREAD_MUTEX_NORMAL;
  if (attr) {
    struct mutex_attributes wanted = *(const struct mutex_attributes *)attr;
    if (wanted.type != PTHREAD_MUTEX_ADAPTIVE_NP) type = wanted.type;
    if (wanted.robust) type |= 16;
  }
  return __mover_mutex_init(mutex, type);
}

int pthread_mutex_consistent(pthread_mutex_t *mutex) { return __mover_mutex_consistent(mutex); }

/* Condition variables. */
INIT_DESTROY(pthread_condattr, pthread_condattr_t, cond_attributes, .clock = 0)
FIELD(pthread_condattr_setpshared, pthread_condattr_getpshared, pthread_condattr_t, cond_attributes, int, shared, 1)
FIELD(pthread_condattr_setclock, pthread_condattr_getclock, pthread_condattr_t, cond_attributes, clockid_t, clock, 1)

int pthread_cond_init(pthread_cond_t *restrict cond, const pthread_condattr_t *restrict attr) {
  /* The attribute is read, but the clock of a deadline makes no difference: all clocks show the same time. */
  if (attr) (void)((const volatile struct cond_attributes *)attr)->clock;
  return __mover_cond_init(cond);
}

/* Read-write locks. */
INIT_DESTROY(pthread_rwlockattr, pthread_rwlockattr_t, shared_attribute, .kind = PTHREAD_RWLOCK_DEFAULT_NP)
FIELD(pthread_rwlockattr_setpshared, pthread_rwlockattr_getpshared, pthread_rwlockattr_t, shared_attribute, int, shared,
      1)
FIELD(pthread_rwlockattr_setkind_np, pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, shared_attribute, int, kind,
      2)

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attr) {
  return __mover_rw_init(lock, attr ? ((const struct shared_attribute *)attr)->kind : PTHREAD_RWLOCK_DEFAULT_NP);
}

/* Spinlocks and barriers. */
int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  return __mover_spin_init(lock);
}

INIT_DESTROY(pthread_barrierattr, pthread_barrierattr_t, shared_attribute, .shared = 0)
FIELD(pthread_barrierattr_setpshared, pthread_barrierattr_getpshared, pthread_barrierattr_t, shared_attribute, int,
      shared, 1)

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attr,
                         unsigned count) {
  if (attr) (void)((const volatile struct shared_attribute *)attr)->shared;
  if (count == 0) return EINVAL;
  return __mover_barrier_init(barrier, count);
}
