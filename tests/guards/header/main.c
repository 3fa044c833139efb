#include "log.h"

static void *work(void *unused) {
  log_line();
  pthread_mutex_lock(&state_lock);
  set_state(next_state());
  pthread_mutex_unlock(&state_lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return the_log.lines - state;
}
