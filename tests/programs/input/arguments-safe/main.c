#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc == 4 && argv[4] == NULL);
  assert(strcmp(argv[1], "7") == 0 && atoi(argv[1]) == 7);
  assert(strcmp(argv[2], "two words") == 0 && strcmp(argv[3], "--flag") == 0);
  argv[1][0] = '8';
  assert(atoi(argv[1]) == 8);
  return 0;
}
