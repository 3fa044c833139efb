/* A reader sees either the whole old file or the whole new one. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void put(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  for (const char *c = text; *c; c++) assert(write(fd, c, 1) == 1);
  close(fd);
}

static void *writer(void *arg) {
  put("new", "xyz");
  assert(rename("new", "data") == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  char text[8] = "";
  put("data", "abc");
  pthread_create(&t, 0, writer, 0);
  int fd = open("data", O_RDONLY);
  assert(read(fd, text, sizeof text) == 3);
  assert(strcmp(text, "abc") == 0 || strcmp(text, "xyz") == 0);
  close(fd);
  pthread_join(t, 0);
  return 0;
}
