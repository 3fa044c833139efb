/* The parts of the C++ run-time that programs without exceptions need: operator new and delete, guards of static
 * locals, destructors of thread-locals. */
#include <stddef.h>
#include <stdint.h>

#include "builtins.h"

#define NAMED(function, label) function __asm__(label)
#define DEFAULT_ALIGNMENT 16

/* std::nothrow. Programs use only its address. */
const char nothrow __asm__("_ZSt7nothrow") = 0;

/* The program may replace each operator separately. The array forms call the plain ones, so that a replacement of these
 * is effective for arrays, too. */
void *NAMED(new_plain(size_t size), "_Znwm");
void *NAMED(new_aligned(size_t size, size_t alignment), "_ZnwmSt11align_val_t");
void NAMED(delete_plain(void *object), "_ZdlPv");
void NAMED(delete_aligned(void *object, size_t alignment), "_ZdlPvSt11align_val_t");

/* If a handler of the program may catch it, the front end makes the call of this function one of
 * __mover_throw_bad_alloc (src/cxxabi/functexcept.cc). */
void __mover_new_fails(void) {
  __mover_abort("std::terminate called: an exception of type std::bad_alloc is not caught");
}

static void *allocate_or_null(size_t size, size_t alignment, unsigned long by) {
  void *object = size <= PTRDIFF_MAX ? __mover_malloc(size, alignment) : NULL;
  __mover_allocated_by(object, by);
  return object;
}

/* std::set_new_handler sets the function that is called before another attempt. */
void (*__mover_new_handler)(void);

static void *allocate(size_t size, size_t alignment, unsigned long by) {
  for (;;) {
    void *object = allocate_or_null(size, alignment, by);
    if (object) return object;
    void (*handler)(void) = __atomic_load_n(&__mover_new_handler, __ATOMIC_ACQUIRE);
    if (!handler) __mover_new_fails();
    handler();
  }
}

static void *allocate_nothrow(size_t size, size_t alignment, unsigned long by) {
  void *object = allocate_or_null(size, alignment, by);
  if (!object && __atomic_load_n(&__mover_new_handler, __ATOMIC_ACQUIRE))
    __mover_unsupported("operator new with std::nothrow and a new handler");
  return object;
}

/* Marks memory that a plain operator has allocated as an array. */
static void *as_array(void *object, unsigned long by) {
  __mover_allocated_by(object, by);
  return object;
}

static void *given_back(void *object, unsigned long by) {
  __mover_given_back_by(object, by);
  return object;
}

static void release(void *object, unsigned long by) {
  if (object) __mover_free(given_back(object, by));
}

void *new_plain(size_t size) { return allocate(size, DEFAULT_ALIGNMENT, BY_NEW); }
void *new_aligned(size_t size, size_t alignment) { return allocate(size, alignment, BY_ALIGNED_NEW); }

void delete_plain(void *object) { release(object, BY_NEW); }

void delete_aligned(void *object, size_t alignment) {
  (void)alignment;
  release(object, BY_ALIGNED_NEW);
}

/* DEFINE(result, name, label, parameters, body) defines one variant of an operator; `label` is its mangled name. */
#define DEFINE(result, name, label, parameters, body) \
  result NAMED(name parameters, label);               \
  result name parameters body
#define UNUSED __attribute__((unused))

DEFINE(void *, new_array, "_Znam", (size_t size), { return as_array(new_plain(size), BY_NEW_ARRAY); })
DEFINE(void *, new_nothrow, "_ZnwmRKSt9nothrow_t", (size_t size, UNUSED const void *tag),
       { return allocate_nothrow(size, DEFAULT_ALIGNMENT, BY_NEW); })
DEFINE(void *, new_array_nothrow, "_ZnamRKSt9nothrow_t", (size_t size, UNUSED const void *tag),
       { return allocate_nothrow(size, DEFAULT_ALIGNMENT, BY_NEW_ARRAY); })
DEFINE(void *, new_array_aligned, "_ZnamSt11align_val_t", (size_t size, size_t alignment),
       { return as_array(new_aligned(size, alignment), BY_ALIGNED_NEW_ARRAY); })
DEFINE(void *, new_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t",
       (size_t size, size_t alignment, UNUSED const void *tag),
       { return allocate_nothrow(size, alignment, BY_ALIGNED_NEW); })
DEFINE(void *, new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t",
       (size_t size, size_t alignment, UNUSED const void *tag),
       { return allocate_nothrow(size, alignment, BY_ALIGNED_NEW_ARRAY); })

DEFINE(void, delete_array, "_ZdaPv", (void *object), { delete_plain(given_back(object, BY_NEW_ARRAY)); })
DEFINE(void, delete_sized, "_ZdlPvm", (void *object, UNUSED size_t size), { delete_plain(object); })
DEFINE(void, delete_array_sized, "_ZdaPvm", (void *object, UNUSED size_t size), { delete_array(object); })
DEFINE(void, delete_nothrow, "_ZdlPvRKSt9nothrow_t", (void *object, UNUSED const void *tag), { delete_plain(object); })
DEFINE(void, delete_array_nothrow, "_ZdaPvRKSt9nothrow_t", (void *object, UNUSED const void *tag),
       { delete_array(object); })
DEFINE(void, delete_array_aligned, "_ZdaPvSt11align_val_t", (void *object, size_t alignment),
       { delete_aligned(given_back(object, BY_ALIGNED_NEW_ARRAY), alignment); })
DEFINE(void, delete_sized_aligned, "_ZdlPvmSt11align_val_t", (void *object, UNUSED size_t size, size_t alignment),
       { delete_aligned(object, alignment); })
DEFINE(void, delete_array_sized_aligned, "_ZdaPvmSt11align_val_t", (void *object, UNUSED size_t size, size_t alignment),
       { delete_array_aligned(object, alignment); })
DEFINE(void, delete_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t",
       (void *object, size_t alignment, UNUSED const void *tag), { delete_aligned(object, alignment); })
DEFINE(void, delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t",
       (void *object, size_t alignment, UNUSED const void *tag), { delete_array_aligned(object, alignment); })

/* ---- Static locals ---- */

/* The guard of a static local has 8 bytes. The first byte tells compiled code that it need not call
 * __cxa_guard_acquire. Here it stays 0, so that the code always calls (frontend/static_locals.h). The last four bytes
 * are a pthread_once_t. */
struct guard {
  unsigned char done;
  int once;
};

int __cxa_guard_acquire(struct guard *guard) { return __mover_once_begin(&guard->once); }

void __cxa_guard_release(struct guard *guard) { __mover_once_end(&guard->once); }

/* The initialiser has thrown an exception: the next thread tries again. */
void __cxa_guard_abort(struct guard *guard) {
  __mover_atomic_begin();
  __mover_once_end(&guard->once);
  __atomic_store_n(&guard->once, 0, __ATOMIC_RELEASE);
  __mover_atomic_end();
}

/* ---- Thread-locals with destructors ---- */

struct destructor {
  struct destructor *next;
  void (*function)(void *);
  void *object;
};

static _Thread_local struct destructor *destructors;

static void run_destructors(void) {
  while (destructors) {
    struct destructor *first = destructors;
    destructors = first->next;
    void (*function)(void *) = first->function;
    void *object = first->object;
    __mover_free(first);
    function(object);
  }
}

int __cxa_thread_atexit(void (*function)(void *), void *object, void *dso) {
  (void)dso;
  struct destructor *added = __mover_malloc(sizeof *added, _Alignof(struct destructor));
  if (!added) return -1;
  added->next = destructors;
  added->function = function;
  added->object = object;
  destructors = added;
  __mover_thread_local_destructors = run_destructors;
  return 0;
}

/* ---- The rest ---- */

/* Identifies the program in calls of __cxa_atexit. */
const void *const __dso_handle = &__dso_handle;

void __cxa_pure_virtual(void) { __mover_abort("pure virtual method called"); }
void __cxa_deleted_virtual(void) { __mover_abort("deleted virtual method called"); }
