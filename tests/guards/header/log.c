// Declarations in a header: they are annotated, too.
#include "log.h"

struct log the_log = {PTHREAD_MUTEX_INITIALIZER, 0};
pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
int state;

void log_line(void) {
  pthread_mutex_lock(&the_log.lock);
  the_log.lines++;
  pthread_mutex_unlock(&the_log.lock);
}

int next_state(void) { return state + 1; }

void set_state(int to) { state = to; }
