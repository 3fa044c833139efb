/* A part of each word is uninitialised, but no branch depends on this part. */
#include <string.h>

int main(void) {
  unsigned word;
  char *bytes = (char *)&word;
  bytes[0] = 7;
  if ((word & 0xff) != 7) return 1;
  if ((unsigned char)word != 7) return 1;
  if ((word | ~0xffu) != 0xffffff07) return 1;
  if ((word + 1 & 0xff) != 8) return 1;
  if ((word << 24) >> 24 != 7) return 1;
  unsigned other = 9;
  if (word == other) return 1; /* their first bytes differ */
  return 0;
}
