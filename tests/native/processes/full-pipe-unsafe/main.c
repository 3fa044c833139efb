/* writes of more than the pipe's capacity; partial reads; a full pipe blocks the writer */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char text[70000];
int main(void) {
  int ends[2];
  pipe(ends);
  if (fork() == 0) {
    close(ends[0]);
    memset(text, 'x', sizeof text);
    assert(write(ends[1], text, sizeof text) == sizeof text);
    exit(0);
  }
#ifndef KEEP
  close(ends[1]);
#endif
#ifdef WAIT_FIRST
  wait(0); /* the child is blocked: the pipe is full */
#endif
  size_t all = 0;
  ssize_t n;
  while ((n = read(ends[0], text, 40000)) > 0) all += n;
  assert(all == 70000 && text[0] == 'x');
  wait(0);
}
