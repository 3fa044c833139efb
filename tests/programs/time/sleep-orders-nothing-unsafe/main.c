/* One thread sleeps before it reads what another writes: that is no synchronisation. */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int data;
static time_t began;

static void *worker(void *arg) {
  (void)arg;
  usleep(1000);
  data = 1;
  return 0;
}

static void *reader(void *arg) {
  (void)arg;
  sleep(1);
  return time(0) > began && data == 1 ? arg : 0;
}

int main(void) {
  pthread_t t, u;
  began = time(0);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
