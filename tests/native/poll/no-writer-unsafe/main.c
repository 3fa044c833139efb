#include <poll.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  pipe(ends);
  struct pollfd fd = {ends[0], POLLIN, 0};
  poll(&fd, 1, -1);
}
