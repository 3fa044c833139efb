#include <stdlib.h>
int main() {
  int *volatile p = new int;
  free(p);
}
