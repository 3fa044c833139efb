#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  assert(printf("%s %d\n", "number", 1) == 9);
  assert(fprintf(stderr, "to %s\n", "stderr") == 10);
  assert(puts("line") >= 0 && putchar('c') == 'c' && fputs("text", stdout) >= 0 && fputc('\n', stderr) == '\n');
  assert(fwrite("bytes", 1, 5, stdout) == 5 && putc('x', stdout) == 'x' && fflush(stdout) == 0);
  assert(write(1, "raw\n", 4) == 4 && dprintf(2, "%c", '!') == 1);
  errno = ENOENT;
  perror("file");
  return 0;
}
