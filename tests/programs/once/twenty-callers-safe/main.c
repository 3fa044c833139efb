// Calls of pthread_once after the initialiser has run are independent: only the choice of the first caller matters.
#include <assert.h>
#include <pthread.h>

#ifndef EXPECTED
#define EXPECTED 1
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;

static void initialise(void) { initialised++; }

static void *user(void *unused) {
  (void)unused;
  pthread_once(&once, initialise);
  assert(initialised == EXPECTED);
  return 0;
}

int main(void) {
  pthread_t users[20];
  for (int i = 0; i < 20; i++) pthread_create(&users[i], 0, user, 0);
  for (int i = 0; i < 20; i++) pthread_join(users[i], 0);
  return 0;
}
