#include <pthread.h>
#include <string.h>

static char text[8] = "xyz";
static size_t length;

static void *first(void *arg) {
  (void)arg;
  strcpy(text, "ab");
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  length = strlen(text);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
