/* Files that an execution creates, renames and removes are restored for the next one. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  struct stat about;
  char line[20] = "";
  pthread_t t, u;
  assert(stat("made", &about) != 0);
  FILE *file = fopen("made", "w");
  assert(file);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  fprintf(file, "hello %d\n", 3);
  fclose(file);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(stat("made", &about) == 0 && about.st_size == 8);
  file = fopen("made", "r");
  assert(fgets(line, sizeof line, file) && strcmp(line, "hello 3\n") == 0);
  fclose(file);
  assert(rename("made", "renamed") == 0 && access("made", F_OK) != 0 && access("renamed", R_OK | W_OK) == 0);
  return 0; /* and it stays */
}
