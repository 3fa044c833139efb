/* memcmp may read all of its arguments. */
#include <pthread.h>
#include <string.h>
char s[8] = "abcdef";
static void *compare(void *a) {
  const char *volatile other = "xyz";
  return memcmp(s, other, 4) == 0 ? a : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, compare, 0);
  s[3] = 'D';
  pthread_join(t, 0);
  return 0;
}
