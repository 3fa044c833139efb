// As ends-in-a-section-unsafe: a program that returns from main ends in such a section.
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

void *first(void *unused) {
  i = j + 1;
  i = j + 1;
  return 0;
}

void *second(void *unused) {
  j = i + 1;
  j = i + 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  assert(i < 5);
  return 0;
}
