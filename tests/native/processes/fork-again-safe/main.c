/* a thread of the child forks again; values of thread-local and private variables */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static __thread int own = 1;
static int x;
static void *run(void *a) {
  own = 5;
  x++;
  return a;
}
int main(void) {
  own = 2;
  if (fork() == 0) {
    assert(own == 2);
    own = 3;
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    assert(own == 3 && x == 1);
    if (fork() == 0) {
      assert(own == 3 && x == 1);
      pthread_create(&t, 0, run, 0);
      pthread_join(t, 0);
      assert(x == 2);
      exit(0);
    }
    int s;
    wait(&s);
    assert(s == 0 && x == 1);
    exit(0);
  }
  int s;
  wait(&s);
  assert(s == 0 && own == 2 && x == 0);
}
