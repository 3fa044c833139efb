#include <pthread.h>
int x;
static void *run(void *a) { x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); int r = __builtin_constant_p(x); pthread_join(t, 0); return r; }
