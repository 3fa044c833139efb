#include <stdlib.h>

int main(void) {
  for (;;) {
    char *p = malloc(100000);
    p[0] = 1;
  }
}
