/* Annotations that tell Clang which lock protects each variable. `mover guards --patch` writes them. Clang with
 * -Wthread-safety reports every access without its lock. Other compilers ignore the annotations.
 *
 * Include this header after the other headers: after it, pthread_mutex_t and the like are names of types that Clang
 * treats as locks. They are the same types as before. */
#ifndef MOVER_GUARDS_H
#define MOVER_GUARDS_H

#include <pthread.h>

#ifdef __clang__
#define MOVER_ATTRIBUTE_(a) __attribute__((a))
#else
#define MOVER_ATTRIBUTE_(a)
#endif

/* After the name of a variable: every read holds the lock, and every write holds it exclusively. */
#define MOVER_GUARDED_BY(lock) MOVER_ATTRIBUTE_(guarded_by(lock))

/* After the name of a member: the same, for a lock that is a member of the same object. In C, Clang cannot distinguish
 * the locks of different objects, so it checks only that some lock is held. */
#ifdef __cplusplus
#define MOVER_GUARDED_BY_MEMBER(lock) MOVER_ATTRIBUTE_(guarded_by(lock))
#else
#define MOVER_GUARDED_BY_MEMBER(lock) MOVER_ATTRIBUTE_(guarded_var)
#endif

/* After the parameters of a function: its callers hold the lock. */
#define MOVER_REQUIRES(lock) MOVER_ATTRIBUTE_(requires_capability(lock))
#define MOVER_REQUIRES_SHARED(lock) MOVER_ATTRIBUTE_(requires_shared_capability(lock))

/* After the parameters of a function: Clang does not check the function. This is for code that runs while there is no
 * other thread (most often main), and for code that Clang's analysis does not understand. */
#define MOVER_UNCHECKED MOVER_ATTRIBUTE_(no_thread_safety_analysis)

#ifdef __clang__

#if defined __cplusplus && defined __THROWNL
#define MOVER_NOTHROW_ __THROWNL
#else
#define MOVER_NOTHROW_
#endif
#define MOVER_LOCKS_(how, lock) MOVER_NOTHROW_ __attribute__((how##_capability(*lock)))
#define MOVER_TRIES_(how, lock) MOVER_NOTHROW_ __attribute__((try_##how##_capability(0, *lock)))

#ifdef __cplusplus
extern "C" {
#endif

typedef pthread_mutex_t mover_mutex_t __attribute__((capability("mutex")));
#define pthread_mutex_t mover_mutex_t
int pthread_mutex_lock(pthread_mutex_t *mutex) MOVER_LOCKS_(acquire, mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex) MOVER_TRIES_(acquire, mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) MOVER_TRIES_(acquire, mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex) MOVER_LOCKS_(release, mutex);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) __attribute__((requires_capability(*mutex)));
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
    __attribute__((requires_capability(*mutex)));

#ifdef PTHREAD_RWLOCK_INITIALIZER /* with -std=c11 and the like, <pthread.h> does not declare these locks */
typedef pthread_rwlock_t mover_rwlock_t __attribute__((capability("rwlock")));
#define pthread_rwlock_t mover_rwlock_t
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) MOVER_LOCKS_(acquire_shared, lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) MOVER_TRIES_(acquire_shared, lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) MOVER_TRIES_(acquire_shared, lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) MOVER_LOCKS_(acquire, lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) MOVER_TRIES_(acquire, lock);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) MOVER_TRIES_(acquire, lock);
int pthread_rwlock_unlock(pthread_rwlock_t *lock) MOVER_LOCKS_(release_generic, lock);
#endif

#ifdef PTHREAD_BARRIER_SERIAL_THREAD
typedef pthread_spinlock_t mover_spinlock_t __attribute__((capability("spinlock")));
#define pthread_spinlock_t mover_spinlock_t
int pthread_spin_lock(pthread_spinlock_t *lock) MOVER_LOCKS_(acquire, lock);
int pthread_spin_trylock(pthread_spinlock_t *lock) MOVER_TRIES_(acquire, lock);
int pthread_spin_unlock(pthread_spinlock_t *lock) MOVER_LOCKS_(release, lock);
#endif

#ifdef __cplusplus
}
#endif

#if !defined __cplusplus && defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L && !defined __STDC_NO_THREADS__
#include <threads.h>
typedef mtx_t mover_mtx_t __attribute__((capability("mutex")));
#define mtx_t mover_mtx_t
int mtx_lock(mtx_t *mutex) MOVER_LOCKS_(acquire, mutex);
int mtx_trylock(mtx_t *mutex) MOVER_TRIES_(acquire, mutex);
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) MOVER_TRIES_(acquire, mutex);
int mtx_unlock(mtx_t *mutex) MOVER_LOCKS_(release, mutex);
int cnd_wait(cnd_t *condition, mtx_t *mutex) __attribute__((requires_capability(*mutex)));
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
    __attribute__((requires_capability(*mutex)));
#endif

#undef MOVER_TRIES_
#undef MOVER_LOCKS_
#undef MOVER_NOTHROW_

#endif /* __clang__ */

#endif
