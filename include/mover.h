/* Annotations for Mover, the model checker for multithreaded C and C++ programs.
 *
 * Include this header from C (C11 and later) or C++ (C++11 and later). Mover's front end defines __MOVER__. With any
 * other compiler everything here is harmless: assertions become assert, choices become 0, the rest has no effect. */
#ifndef MOVER_H
#define MOVER_H

#include <stddef.h>
#ifndef __MOVER__
#include <assert.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __MOVER__

/* The operations of Mover. Programs use the macros below instead. */
void __mover_assert_fail(const char *message) __attribute__((noreturn));
void __mover_assume(int condition);
unsigned __mover_choose(unsigned n);
unsigned long __mover_nondet(unsigned bits);
int __mover_atomic_begin(void);
int __mover_atomic_end(void);
void __mover_may_crash(void);
void __mover_reachable(const char *name);
void __mover_reached(const char *name, const char *file, int line);
void __mover_exclusive(const volatile void *location, size_t size, int (*predicate)(void));
int __mover_holds(const volatile void *lock);
void __mover_atomic_block_begin(const char *name);
void __mover_atomic_block_end(void);
void __mover_progress(const char *name);
void __mover_operation_begin(const char *name, int wait_free);
void __mover_operation_end(void);

#define MOVER_NONDET(bits) __mover_nondet(bits)

/* Asserts that the condition holds whenever a thread reaches this line; otherwise there is a violation of kind
 * `assertion`. */
#define mover_assert(condition) ((condition) ? (void)0 : __mover_assert_fail("assertion `" #condition "' failed"))

/* Restricts the exploration to executions in which the condition holds here. Others are discarded silently, and are not
 * reported as deadlocks. */
#define mover_assume(condition) __mover_assume((condition) ? 1 : 0)

/* Returns an int in 0 .. n-1. Every value is explored. */
#define mover_choose(n) ((int)__mover_choose((unsigned)(n)))

/* The process that calls this may end here, as if it were killed: its exit handlers do not run, its descriptors are
 * closed, and the locks in shared memory that it holds stay locked, except robust ones. The native engine explores
 * executions in which the process ends here, and executions in which it continues. */
#define mover_may_crash() __mover_may_crash()

/* No other thread runs between the two calls. Such sections may be nested. */
#define mover_atomic_begin() ((void)__mover_atomic_begin())
#define mover_atomic_end() ((void)__mover_atomic_end())

/* Declares an exclusive access predicate for the object at `location`. From here on, no thread accesses the object
 * while predicate() is true for another one; predicate() is true for at most one thread at a time; and no thread makes
 * it true or false for another one. `predicate` is a function without arguments that returns int, for instance `int
 * i_am_the_owner(void)`. It only reads memory and computes. In it, pthread_self() and thread-local variables refer to
 * the thread for which it is evaluated. Declare predicates before threads are created, if possible. --check=discipline
 * checks predicates and uses them to reduce the exploration; without it they are ignored. */
#define mover_exclusive(location, predicate) __mover_exclusive((location), sizeof(*(location)), (predicate))

/* Whether the calling thread holds this mutex, spin lock or readers-writer lock (either side): 1 or 0. In a predicate
 * of mover_exclusive, whether the thread for which the predicate is evaluated holds it. */
#define mover_holds(lock) __mover_holds(lock)

/* Asserts that some interleaving reaches this line; it is a violation if none does. `name` is a string literal, for
 * the report. */
#ifdef __MOVER_NATIVE__
/* In a compiled program, each such line has a record in the section mover_reachable: the address of the nop, the line,
 * the name and the file. The flag "R" makes the linker keep the section. The flag "?" puts the record into the section
 * group of its function, so that the linker drops both if it drops one of several copies of the function. */
#define MOVER_TEXT_(...) #__VA_ARGS__
#define MOVER_TEXT(...) MOVER_TEXT_(__VA_ARGS__)
#define mover_reachable(name)                                                                         \
  (__extension__({                                                                                    \
    __asm__(                                                                                          \
        "911: nop\n .pushsection mover_reachable, \"aR?\", @progbits\n .balign 4\n .long 911b - .\n " \
        ".long " MOVER_TEXT(__LINE__) "\n .asciz " MOVER_TEXT(name) "\n .asciz " MOVER_TEXT(          \
            __FILE__) "\n .popsection");                                                              \
    __mover_reached(name, __FILE__, __LINE__);                                                        \
  }))
#else
#define mover_reachable(name) __mover_reachable(name)
#endif

#define MOVER_CONCAT_(a, b) a##b
#define MOVER_CONCAT(a, b) MOVER_CONCAT_(a, b)
static inline void mover_atomic_block_leave_(const char *block) {
  (void)block;
  __mover_atomic_block_end();
}

/* Asserts that the enclosing block, from here to its end however it is left, is a transaction: in every interleaving
 * it has the same effect as if no other thread ran inside it. `name` is a string literal, for the report. Checked by
 * --check=atomicity. */
#define mover_atomic_block(name)                                                                                       \
  __attribute__((unused, cleanup(mover_atomic_block_leave_))) const char MOVER_CONCAT(mover_atomic_block_, __LINE__) = \
      (__mover_atomic_block_begin(name), 0)

/* Marks progress. With --check=livelock it is a violation if an infinite execution, under the chosen fairness, passes
 * no mark from some point on. A thread that passes marks in a loop may stay in the loop for ever. `name` is a string
 * literal, for human readers. */
#define mover_progress(name) __mover_progress(name)

static inline void mover_operation_leave_(const char *block) {
  (void)block;
  __mover_operation_end();
}

/* The enclosing block, from here to its end however it is left, is an operation on a data structure. `name` is a string
 * literal that names the structure. --check=livelock then checks, whatever the schedule:
 * mover_lock_free: if threads take steps in such operations for ever, then operations of this name complete again and
 * again. So a thread that is suspended inside an operation does not hinder the others.
 * mover_wait_free: each operation completes after finitely many steps of its own thread.
 * In both cases it is a violation if a thread blocks inside an operation. */
#define MOVER_OPERATION(name, wait_free)                                                                         \
  __attribute__((unused, cleanup(mover_operation_leave_))) const char MOVER_CONCAT(mover_operation_, __LINE__) = \
      (__mover_operation_begin(name, wait_free), 0)
#define mover_lock_free(name) MOVER_OPERATION(name, 0)
#define mover_wait_free(name) MOVER_OPERATION(name, 1)

#else /* an ordinary compiler */

#define MOVER_NONDET(bits) 0
#define mover_assert(condition) assert(condition)
#define mover_assume(condition) ((void)(condition))
#define mover_choose(n) ((void)(n), 0)
#define mover_may_crash() ((void)0)
#define mover_atomic_begin() ((void)0)
#define mover_atomic_end() ((void)0)
#define mover_exclusive(location, predicate) ((void)(location), (void)(predicate))
#define mover_holds(lock) ((void)(lock), 1)
#define mover_reachable(name) ((void)(name))
#define mover_atomic_block(name) ((void)(name))
#define mover_progress(name) ((void)(name))
#define mover_lock_free(name) ((void)(name))
#define mover_wait_free(name) ((void)(name))

#endif

/* Any value of the type. The symbolic engine considers all values. The other engines explore a finite set of
 * representative values (0, 1, -1, the extremes, the constants that the program compares with, and their neighbours),
 * which the report states, so that their verdict is `unknown` at best; of types of at most 8 bits they explore all
 * values. */
#define mover_nondet_char() ((char)MOVER_NONDET(8))
#define mover_nondet_schar() ((signed char)MOVER_NONDET(8))
#define mover_nondet_uchar() ((unsigned char)MOVER_NONDET(8))
#define mover_nondet_short() ((short)MOVER_NONDET(16))
#define mover_nondet_ushort() ((unsigned short)MOVER_NONDET(16))
#define mover_nondet_int() ((int)MOVER_NONDET(32))
#define mover_nondet_uint() ((unsigned)MOVER_NONDET(32))
#define mover_nondet_long() ((long)MOVER_NONDET(64))
#define mover_nondet_ulong() ((unsigned long)MOVER_NONDET(64))
#define mover_nondet_longlong() ((long long)MOVER_NONDET(64))
#define mover_nondet_ulonglong() ((unsigned long long)MOVER_NONDET(64))
#define mover_nondet_size_t() ((size_t)MOVER_NONDET(64))
/* 0 or 1. */
#define mover_nondet_bool() ((int)(MOVER_NONDET(1) & 1))

#ifdef __cplusplus
}
#endif

#endif
