// The C library initialises variables, and reads texts only as far as they are initialised.
// expect: safe
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
static jmp_buf global;
int main(void) {
  char text[] = "a b c", *place, out[40], copy[16];
  int n = 0;
  for (char *w = strtok_r(text, " ", &place); w; w = strtok_r(0, " ", &place)) n += *w == 'a' + n;
  if (n != 3) return 1;
  snprintf(out, sizeof out, "%d-%s", n, text);
  strncpy(copy, out, sizeof copy);
  if (strcmp(copy, "3-a")) return 2;
  struct tm tm;
  time_t now = 1000;
  gmtime_r(&now, &tm);
  if (tm.tm_year != 70) return 3;
  strftime(out, sizeof out, "%Y", &tm);
  if (strcmp(out, "1970")) return 4;
  jmp_buf back;
  volatile int jumped = 0;
  if (setjmp(back) == 0) {
    jumped = 1;
    longjmp(back, 1);
  }
  if (setjmp(global) == 0) {
    jumped = 2;
    longjmp(global, 1);
  }
  if (jumped != 2) return 5;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  if (!sigismember(&set, SIGUSR1)) return 6;
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  if (ts.tv_nsec < 0) return 7;
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  int state;
  pthread_attr_getdetachstate(&attr, &state);
  if (state != PTHREAD_CREATE_JOINABLE) return 8;
  pthread_mutexattr_t ma;
  pthread_mutexattr_init(&ma);
  pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE);
  int type;
  pthread_mutexattr_gettype(&ma, &type);
  if (type != PTHREAD_MUTEX_RECURSIVE) return 9;
  pthread_mutex_t m;
  pthread_mutex_init(&m, &ma);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  mtx_t mt;
  mtx_init(&mt, mtx_plain);
  mtx_lock(&mt);
  mtx_unlock(&mt);
  mtx_destroy(&mt);
  cnd_t ct;
  cnd_init(&ct);
  cnd_signal(&ct);
  cnd_destroy(&ct);
  pthread_rwlock_t rw;
  pthread_rwlock_init(&rw, 0);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_spinlock_t sp;
  pthread_spin_init(&sp, 0);
  pthread_spin_lock(&sp);
  pthread_spin_unlock(&sp);
  sem_t se;
  sem_init(&se, 0, 1);
  int value;
  sem_getvalue(&se, &value);
  if (value != 1) return 10;
  pthread_key_t key;
  pthread_key_create(&key, 0);
  if (pthread_getspecific(key)) return 11;
  char *line = NULL;
  size_t room;
  ssize_t got = getline(&line, &room, stdin);
  if (got > 0) return 12;
  free(line);
  long parsed;
  char *end;
  parsed = strtol("12x", &end, 10);
  if (*end != 'x' || parsed != 12) return 13;
  int a, b;
  if (sscanf("4 5", "%d %d", &a, &b) != 2 || a + b != 9) return 14;
  div_t d = div(7, 2);
  if (d.rem != 1) return 15;
  return 0;
}
