#include <pthread.h>
#include <assert.h>
static void *run(void *a) { unsigned s = 0; for (;;) s++; return a; }
static void *bad(void *a) { assert(0); return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, run, 0); pthread_create(&u, 0, bad, 0); pthread_join(t, 0); return 0; }
