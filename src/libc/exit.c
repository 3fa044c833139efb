/* The end of a program: exit and its handlers, <stdlib.h> and the C++ ABI. */
#include <stdlib.h>
#include <unistd.h>

#include "builtins.h"

/* A handler, which calls function(argument). The last handler of a list runs first. The lists are accessed atomically,
 * because glibc guards them with a lock. */
struct handler {
  struct handler *next;
  void (*function)(void *);
  void *argument;
};

static struct handler *exit_handlers;       /* atexit and __cxa_atexit */
static struct handler *destructors;         /* by attribute */
static struct handler *quick_exit_handlers; /* at_quick_exit */

static int push(struct handler **list, void (*function)(void *), void *argument) {
  struct handler *handler = __mover_malloc(sizeof *handler, _Alignof(struct handler));
  if (!handler) return -1;
  handler->function = function;
  handler->argument = argument;
  __mover_atomic_begin();
  handler->next = __atomic_load_n(list, __ATOMIC_SEQ_CST);
  __atomic_store_n(list, handler, __ATOMIC_SEQ_CST);
  __mover_atomic_end();
  return 0;
}

/* REQUIRES: in an atomic section. */
static struct handler *pop(struct handler **list) {
  struct handler *handler = __atomic_load_n(list, __ATOMIC_SEQ_CST);
  if (handler) __atomic_store_n(list, handler->next, __ATOMIC_SEQ_CST);
  return handler;
}

static void run(struct handler *handler) {
  void (*function)(void *) = handler->function;
  void *argument = handler->argument;
  __mover_free(handler);
  function(argument);
}

/* Calls a handler that takes no argument. */
static void call_plain(void *function) { ((void (*)(void))function)(); }

int atexit(void (*function)(void)) { return push(&exit_handlers, call_plain, (void *)function); }

int at_quick_exit(void (*function)(void)) { return push(&quick_exit_handlers, call_plain, (void *)function); }

int __cxa_atexit(void (*function)(void *), void *argument, void *dso) {
  (void)dso;
  return push(&exit_handlers, function, argument);
}

/* Does nothing: it is for shared objects that are unloaded, which are not modelled. */
void __cxa_finalize(void *dso) { (void)dso; }

/* In reality, registering a destructor allocates no memory (it is an entry of an ELF section). So executions in which
 * the allocation fails are discarded. */
void __mover_atexit_destructor(void (*destructor)(void)) {
  __mover_assume(push(&destructors, call_plain, (void *)destructor) == 0);
}

/* The test that there is no further handler and the end of the process are one step. */
void exit(int status) {
  if (__mover_thread_local_destructors) __mover_thread_local_destructors();
  for (;;) {
    __mover_atomic_begin();
    struct handler *handler = pop(&exit_handlers);
    if (!handler) handler = pop(&destructors);
    if (!handler) __mover_exit(status);
    __mover_atomic_end();
    run(handler);
  }
}

void quick_exit(int status) {
  for (;;) {
    __mover_atomic_begin();
    struct handler *handler = pop(&quick_exit_handlers);
    if (!handler) __mover_exit(status);
    __mover_atomic_end();
    run(handler);
  }
}

void _exit(int status) { __mover_exit(status); }

void _Exit(int status) { __mover_exit(status); }

void abort(void) { __mover_abort(NULL); }
