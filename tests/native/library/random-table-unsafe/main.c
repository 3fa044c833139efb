// The table of random is a local variable of a function that has returned.
#include <stdlib.h>

static void seed(void) {
  char table[64];
  initstate(5, table, sizeof table);
}

int main(void) {
  seed();
  return (int)random() & 1;
}
