// The data from a pipe does not fit into the buffer.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  pipe(ends);
  char *buffer = malloc(4);
  write(ends[1], "abcdefgh", 8);
  read(ends[0], buffer, 8);
  free(buffer);
}
