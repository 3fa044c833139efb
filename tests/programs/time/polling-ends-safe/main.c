/* Loops that wait for time to pass end. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>

static atomic_int flag;

static void *worker(void *arg) {
  (void)arg;
  flag = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  time_t begin = time(0);
  while (time(0) - begin < 1);
  clock_t processor = clock();
  while (clock() - processor < CLOCKS_PER_SEC);
  struct timeval soon, now;
  pthread_create(&t, 0, worker, 0);
  gettimeofday(&soon, 0);
  soon.tv_sec++;
  do {
    sched_yield();
    gettimeofday(&now, 0);
  } while (!flag && timercmp(&now, &soon, <));
  assert(flag || timercmp(&now, &soon, <) == EARLY);
  pthread_join(t, 0);
  return 0;
}
