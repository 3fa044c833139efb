#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static volatile int flag;

static void *sender(void *arg) {
  (void)arg;
  data = 1;
  flag = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  if (flag) assert(data == 1);
  pthread_join(t, 0);
  return 0;
}
