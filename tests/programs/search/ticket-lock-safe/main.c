#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, now_serving;
static int inside;

static void *worker(void *arg) {
  (void)arg;
  int mine = atomic_fetch_add(&next_ticket, 1);
  while (now_serving != mine) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  now_serving++;
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
