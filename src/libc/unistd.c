/* Some functions of <unistd.h>, and the environment, which is empty. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "builtins.h"
#include "local.h"

char *getenv(const char *name) {
  (void)name;
  __mover_note("the environment is empty: getenv always returns a null pointer");
  return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

pid_t getpid(void) {
  __mover_note("the number of the process is 1000 (getpid)");
  return 1000;
}
pid_t getppid(void) { return 1; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
int getpagesize(void) { return 4096; }

int isatty(int descriptor) {
  (void)descriptor;
  errno = ENOTTY;
  return 0;
}

long sysconf(int name) {
  switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF:
      __mover_note("the machine has two processors");
      return 2;
    case _SC_PAGESIZE:
      return 4096;
    case _SC_CLK_TCK:
      return 100;
    default:
      __mover_unsupported("sysconf");
  }
}

int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
int get_nprocs_conf(void) { return (int)sysconf(_SC_NPROCESSORS_CONF); }

ssize_t write(int descriptor, const void *bytes, size_t n) {
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
    __mover_unsupported("write to a file other than standard output and error");
  char copy[AT_LEAST_ONE(n)];
  if (n) __mover_copy_text(copy, bytes, n);
  __mover_write(descriptor, copy, n);
  return (ssize_t)n;
}
