#include <assert.h>

int main(int argc, char **argv) {
  (void)argv;
  assert(argc == 1); /* wrong */
  return 0;
}
