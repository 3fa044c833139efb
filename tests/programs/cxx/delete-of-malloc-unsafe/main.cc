#include <stdlib.h>
#include <new>
int main() {
  void *volatile memory = malloc(4);
  int *p = new (memory) int(3);
  delete p;
}
