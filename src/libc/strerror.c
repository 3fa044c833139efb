/* <string.h>: descriptions of error numbers, with glibc's texts for those that the models and POSIX threads return. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "builtins.h"

static const char *known(int error) {
  switch (error) {
    case 0:
      return "Success";
    case EPERM:
      return "Operation not permitted";
    case ENOENT:
      return "No such file or directory";
    case ESRCH:
      return "No such process";
    case EINTR:
      return "Interrupted system call";
    case EIO:
      return "Input/output error";
    case EBADF:
      return "Bad file descriptor";
    case EAGAIN:
      return "Resource temporarily unavailable";
    case ENOMEM:
      return "Cannot allocate memory";
    case EACCES:
      return "Permission denied";
    case EFAULT:
      return "Bad address";
    case EBUSY:
      return "Device or resource busy";
    case EEXIST:
      return "File exists";
    case ENOTDIR:
      return "Not a directory";
    case EISDIR:
      return "Is a directory";
    case EINVAL:
      return "Invalid argument";
    case ENOTTY:
      return "Inappropriate ioctl for device";
    case ENOSPC:
      return "No space left on device";
    case EPIPE:
      return "Broken pipe";
    case EDOM:
      return "Numerical argument out of domain";
    case ERANGE:
      return "Numerical result out of range";
    case EDEADLK:
      return "Resource deadlock avoided";
    case ENAMETOOLONG:
      return "File name too long";
    case ENOSYS:
      return "Function not implemented";
    case EOVERFLOW:
      return "Value too large for defined data type";
    case ENOTSUP:
      return "Operation not supported";
    case ETIMEDOUT:
      return "Connection timed out";
    case ECANCELED:
      return "Operation canceled";
    default:
      return NULL;
  }
}

static _Thread_local char unknown[32];

char *strerror(int error) {
  const char *text = known(error);
  if (text) return (char *)text;
  snprintf(unknown, sizeof unknown, "Unknown error %d", error);
  return unknown;
}

char *strerror_l(int error, locale_t locale) {
  (void)locale;
  return strerror(error);
}

/* strerror_r of GNU; that of POSIX is __xpg_strerror_r. */
char *strerror_r(int error, char *buffer, size_t size) {
  (void)buffer;
  (void)size;
  return strerror(error);
}

int __xpg_strerror_r(int error, char *buffer, size_t size) {
  const char *text = strerror(error);
  size_t length = __mover_strlen(text);
  if (size > 0) {
    size_t n = length < size ? length : size - 1;
    if (n) __mover_copy_text(buffer, text, n);
    buffer[n] = 0;
  }
  return length < size ? 0 : ERANGE;
}
