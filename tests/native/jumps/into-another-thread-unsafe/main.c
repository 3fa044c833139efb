#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;

static void *jump(void *arg) {
  (void)arg;
  longjmp(place, 1); /* wrong */
}

int main(void) {
  pthread_t thread;
  if (setjmp(place)) return 0;
  pthread_create(&thread, 0, jump, 0);
  pthread_join(thread, 0);
}
