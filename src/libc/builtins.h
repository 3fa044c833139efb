/* The operations of Mover's machine, for the C models. A call of __mover_<text> becomes the operation <text> of the IR,
 * which src/ir/ops.h describes. These functions have no bodies.
 *
 * Rules for models:
 *  - Every access to memory that other threads can reach is one interleaving step and is checked for races. So a
 *    model copies the data that it needs into a local buffer with one __mover_memcpy, works there, and copies it back
 *    once. It never accesses a byte that the real function would not access.
 *  - State that the real library guards with its own locks is accessed between __mover_atomic_begin and _end, with
 *    atomic accesses: one step, no race.
 *  - A branch on an undefined byte is an error of the user's program, so models read only the bytes that they must. */
#ifndef MOVER_LIBC_BUILTINS_H
#define MOVER_LIBC_BUILTINS_H

#include <stddef.h>

/* Synchronisation actions. They return 0 or an errno value, unless ops.h says otherwise. */
int __mover_mutex_init(void *mutex, int type);
int __mover_mutex_lock(void *mutex);
int __mover_mutex_trylock(void *mutex);
int __mover_mutex_timedlock(void *mutex);
int __mover_mutex_unlock(void *mutex);
int __mover_mutex_destroy(void *mutex);
int __mover_cond_init(void *cond);
int __mover_cond_wait(void *cond, void *mutex);
int __mover_cond_timedwait(void *cond, void *mutex);
int __mover_cond_signal(void *cond);
int __mover_cond_broadcast(void *cond);
int __mover_cond_destroy(void *cond);
int __mover_rw_init(void *lock, int kind);
int __mover_rw_rdlock(void *lock);
int __mover_rw_wrlock(void *lock);
int __mover_rw_tryrdlock(void *lock);
int __mover_rw_trywrlock(void *lock);
int __mover_rw_timedrdlock(void *lock);
int __mover_rw_timedwrlock(void *lock);
int __mover_rw_unlock(void *lock);
int __mover_rw_destroy(void *lock);
int __mover_spin_init(volatile void *lock);
int __mover_spin_lock(volatile void *lock);
int __mover_spin_trylock(volatile void *lock);
int __mover_spin_unlock(volatile void *lock);
int __mover_spin_destroy(volatile void *lock);
int __mover_sem_init(void *semaphore, unsigned value);
int __mover_sem_wait(void *semaphore);
int __mover_sem_trywait(void *semaphore);
int __mover_sem_timedwait(void *semaphore);
int __mover_sem_post(void *semaphore);
int __mover_sem_getvalue(void *semaphore); /* the value */
int __mover_sem_destroy(void *semaphore);
int __mover_barrier_init(void *barrier, unsigned count);
int __mover_barrier_wait(void *barrier); /* -1 to exactly one thread */
int __mover_barrier_destroy(void *barrier);
int __mover_once_begin(void *once); /* 1: run the initialiser, then once_end */
int __mover_once_end(void *once);
int __mover_thread_create(void *handle, void (*entry)(void *, void *), void *argument0, void *argument1, int detached);
void *__mover_thread_join(unsigned long thread); /* the thread's result */
int __mover_thread_detach(unsigned long thread);
void __mover_thread_exit(void *result) __attribute__((noreturn));
int __mover_yield(void);
int __mover_atomic_begin(void);
int __mover_atomic_end(void);
int __mover_word_wait(const void *word, unsigned value);
int __mover_word_timedwait(const void *word, unsigned value);
int __mover_word_await(const void *word, unsigned value);
int __mover_word_wake(const void *word, unsigned most); /* the number of woken threads */

/* Services of the machine. */
unsigned long __mover_thread_self(void);
void *__mover_abandon_robust(void); /* a robust mutex that the thread holds at its end; NULL: none */
int __mover_mutex_consistent(void *mutex);
unsigned __mover_place(void); /* a number for the current place and its call stack */
void *__mover_malloc(size_t size, size_t alignment);
void *__mover_realloc(size_t size, void *block); /* new memory, or the block, resized in place */
void *__mover_calloc(size_t size);
void __mover_free(void *object);
void __mover_no_overlap(const void *to, const void *from, size_t bytes);
void __mover_apart(const void *to, size_t written, const void *from, size_t read);
enum { BY_ANY, BY_MALLOC, BY_NEW, BY_NEW_ARRAY, BY_ALIGNED_NEW, BY_ALIGNED_NEW_ARRAY }; /* ir::AllocatedBy */
void __mover_allocated_by(void *object, unsigned long by);
void __mover_given_back_by(void *object, unsigned long by);
size_t __mover_usable_size(void *object);
unsigned __mover_choose(unsigned n);
unsigned long __mover_nondet(unsigned bits);
int __mover_nondet_rand(void);
void __mover_assume(int condition);
void __mover_assert_fail(const char *message) __attribute__((noreturn));
void __mover_abort(const char *message) __attribute__((noreturn));
void __mover_exit(int status) __attribute__((noreturn));
void __mover_write(int descriptor, const void *bytes, size_t length);
void __mover_note(const char *assumption);
void __mover_not_covered(const char *what);
void __mover_reachable(const char *name);
int __mover_holds(const volatile void *lock);
void __mover_exclusive(const volatile void *location, size_t size, int (*predicate)(void));
void __mover_atomic_block_begin(const char *name);
void __mover_atomic_block_end(void);
void __mover_progress(const char *name);
void __mover_operation_begin(const char *name, int wait_free);
void __mover_operation_end(void);
void __mover_unsupported(const char *name) __attribute__((noreturn));
const void *__mover_call_site_of(unsigned n); /* C++ exceptions: src/frontend/exceptions.cc */
int __mover_argc(void);
char **__mover_argv(void);

/* Memory. Each function makes one access; a copy makes one read and one write. */
size_t __mover_strlen(const char *string);
void __mover_memcpy(void *to, const void *from, size_t size);    /* may overlap */
void __mover_copy_text(void *to, const void *from, size_t size); /* of characters: see ir/tear_copies.h; no overlap */
void __mover_memcpy_atomic(void *to, const void *from, size_t size);
void __mover_memcpy_relaxed(void *to, const void *from, size_t size);
void __mover_memset(void *to, int byte, size_t size);

/* Op::Math on doubles. */
double __mover_math_fabs(double);
double __mover_math_fsqrt(double);
double __mover_math_ffloor(double);
double __mover_math_fceil(double);
double __mover_math_ftrunc(double);
double __mover_math_frint(double);
double __mover_math_fround(double);
double __mover_math_fsin(double);
double __mover_math_fcos(double);
double __mover_math_fexp(double);
double __mover_math_flog(double);
double __mover_math_fexp2(double);
double __mover_math_flog2(double);
double __mover_math_flog10(double);
double __mover_math_fpow(double, double);
double __mover_math_fmin(double, double);
double __mover_math_fmax(double, double);
double __mover_math_fcopysign(double, double);
double __mover_math_fmuladd(double, double, double);

/* The following functions and variables are defined by models, for other models. */

/* The functions that a thread calls before it ends: destructors of C++ thread-locals, then those of thread-specific
 * keys. The models of these features set the pointers, so that programs without these features do not contain them. */
extern _Thread_local void (*__mover_thread_local_destructors)(void);
extern _Thread_local void (*__mover_key_destructors)(void);
/* Runs the handlers of pthread_cleanup_push in C. */
void __mover_run_cleanup_handlers(void);
/* Ends a thread after its cleanup handlers have run. */
void __mover_end_thread(void *result) __attribute__((noreturn));
/* The entry of every thread: calls function(argument), a void *(*)(void *). */
void __mover_thread_main(void *function, void *argument);
/* Registers a destructor, which runs after the handlers of atexit. Destructors run in the reverse order of their
 * registration. The start function registers them in the order of ELF's .fini_array: by ascending priority, then in
 * the order of the source. */
void __mover_atexit_destructor(void (*destructor)(void));

#endif
