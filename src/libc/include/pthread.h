/* Mover's front end puts this folder before those of the system's headers. glibc's pthread_cleanup_push keeps the
 * handler in local variables and uses setjmp. Here the handler is registered by a function call, so that pthread_exit
 * can call it. */
#pragma GCC system_header
#include_next <pthread.h>

#ifndef MOVER_LIBC_PTHREAD_H
#define MOVER_LIBC_PTHREAD_H

#ifdef __cplusplus
extern "C" {
#endif
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *), void *argument);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute);
#ifdef __cplusplus
}
#endif

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#define pthread_cleanup_push(routine, argument)            \
  do {                                                     \
    struct _pthread_cleanup_buffer __mover_cleanup_buffer; \
  _pthread_cleanup_push(&__mover_cleanup_buffer, (routine), (argument))
#define pthread_cleanup_pop(execute)                        \
  _pthread_cleanup_pop(&__mover_cleanup_buffer, (execute)); \
  }                                                         \
  while (0)

#ifdef __USE_GNU
#undef pthread_cleanup_push_defer_np
#undef pthread_cleanup_pop_restore_np
#define pthread_cleanup_push_defer_np(routine, argument) pthread_cleanup_push(routine, argument)
#define pthread_cleanup_pop_restore_np(execute) pthread_cleanup_pop(execute)
#endif

#endif
