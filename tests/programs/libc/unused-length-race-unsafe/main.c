// The result of strlen is not used, yet it reads the characters.
#include <pthread.h>
#include <string.h>

static char text[16] = "hello";

static void *change(void *unused) {
  text[1] = 'a';
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  (void)strlen(text);
  pthread_join(thread, 0);
  return 0;
}
