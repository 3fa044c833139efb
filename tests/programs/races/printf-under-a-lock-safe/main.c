/* The library reads the string while its caller holds the lock. */
#include <pthread.h>
#include <stdio.h>

static char text[8] = "xyz";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
  pthread_mutex_lock(&lock);
  printf("%s %d\n", text, 1);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *second(void *arg) {
  pthread_mutex_lock(&lock);
  text[0] = 'X';
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  puts(text);
  return 0;
}
