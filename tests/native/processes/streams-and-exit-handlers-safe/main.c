/* Each process has its own buffered output and exit handlers. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int handled;
static void handler(void) {
  ++handled;
  assert(handled == 1);
  printf("handler in %s\n", getppid() > 1 ? "child" : "main");
}
int main(void) {
  atexit(handler);
  FILE *f = tmpfile();
  fprintf(f, "abc");
  fflush(f);
  if (fork() == 0) {
    printf("child\n");
    exit(4);
  }
  int st;
  wait(&st);
  assert(WEXITSTATUS(st) == 4);
  printf("parent %d\n", getpid() > 0);
  char *p = malloc(10000);
  free(p);
  fclose(f);
  return 0;
}
