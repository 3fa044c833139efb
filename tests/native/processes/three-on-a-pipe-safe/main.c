/* Two processes read three bytes from one pipe. Each byte reaches one of them. */
#include <assert.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int in[2], out[2];
  pipe(in);
  pipe(out);
  for (int i = 0; i < 2; ++i)
    if (fork() == 0) {
      close(in[1]);
      char c, n = 0;
      while (read(in[0], &c, 1) == 1) n += c;
      write(out[1], &n, 1);
      exit(0);
    }
  write(in[1], "\1\2\3", 3);
  close(in[1]);
  char a, b;
  read(out[0], &a, 1);
  read(out[0], &b, 1);
  assert(a + b == 6);
  while (wait(0) > 0);
}
