/* Reads three bytes more than the string has. */
#include <string.h>

static const char key[] = "abcd";
static char out[16];

static void take(char *to, const char *from, int n) {
  memcpy(to, from, n); /* wrong */
}

int main(void) {
  take(out, key, 8);
  return out[0] == 'b';
}
