// The thread that unlocks does not wake the waiter.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word;

static void *set(void *argument) {
  word = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  while (word == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  pthread_join(thread, 0);
}
