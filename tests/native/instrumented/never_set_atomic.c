// An atomic variable of a block that was never set.
// expect: memory
// says: a branch depends on an uninitialised value
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct gate {
  atomic_int open, users;
};

static void* run(void* arg) {
  struct gate* gate = arg;
  if (atomic_load(&gate->open)) return 0;
  return arg;
}

int main() {
  pthread_t thread;
  struct gate* gate = malloc(sizeof *gate);
  atomic_init(&gate->users, 0);
  pthread_create(&thread, 0, run, gate);
  pthread_join(thread, 0);
  free(gate);
}
