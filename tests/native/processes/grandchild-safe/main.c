#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int level;
int main(void) {
  int ends[2];
  char *text = malloc(8);
  strcpy(text, "root");
  assert(pipe(ends) == 0);
  if (fork() == 0) {
    level = 1;
    strcpy(text, "child");
    if (fork() == 0) {
      level = 2;
      free(text);
      text = malloc(8);
      strcpy(text, "grand");
      assert(write(ends[1], text, 6) == 6);
      _exit(2);
    }
    int status;
    assert(wait(&status) > 0 && WEXITSTATUS(status) == 2);
    assert(level == 1 && strcmp(text, "child") == 0);
    free(text);
    exit(1);
  }
  char buffer[8];
  assert(read(ends[0], buffer, 6) == 6 && strcmp(buffer, "grand") == 0);
  int status;
  assert(wait(&status) > 0 && WEXITSTATUS(status) == 1);
  assert(wait(&status) == -1);
  assert(level == 0 && strcmp(text, "root") == 0);
  free(text);
}
