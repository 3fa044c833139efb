/* The contents that Mover's models give to glibc's opaque attribute objects. */
#ifndef MOVER_LIBC_ATTRIBUTES_H
#define MOVER_LIBC_ATTRIBUTES_H

#include <stddef.h>

struct thread_attributes { /* in pthread_attr_t, 56 bytes */
  int detached;
  int scope;
  int inherit;
  int policy;
  int priority;
  size_t stack_size;
  size_t guard_size;
};

struct mutex_attributes { /* in pthread_mutexattr_t, 4 bytes */
  unsigned char type;
  unsigned char shared;
  unsigned char protocol;
  unsigned char robust;
};

struct cond_attributes { /* in pthread_condattr_t, 4 bytes */
  unsigned char shared;
  unsigned char clock;
};

struct shared_attribute { /* in pthread_barrierattr_t, 4 bytes, and pthread_rwlockattr_t, 8 bytes */
  unsigned char shared;
  unsigned char kind;
};

#endif
