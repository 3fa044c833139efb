#ifndef LOG_H
#define LOG_H

#include <pthread.h>

struct log {
  pthread_mutex_t lock;
  int lines;
};

extern struct log the_log;
extern pthread_mutex_t state_lock;
extern int state;

void log_line(void);
void set_state(int to);
int next_state(void);

#endif
