// The kernel would return the number of the stream that is closed.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  close(STDIN_FILENO);
  assert(open("/dev/null", O_RDONLY) != STDIN_FILENO);
}
