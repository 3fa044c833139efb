#include <pthread.h>
struct pair { int first, second[2]; };
static void *write(void *pair) {
  ((struct pair *)pair)->second[1] = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  struct pair p = {0, {0, 0}};
  pthread_create(&t, 0, write, &p);
  int seen = p.second[1];
  pthread_join(t, 0);
  return seen == 2;
}
