// Calls that programs commonly make, each with its result: none of them makes the verdict unknown.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

static void texts(void) {
  wchar_t wide[9];
  assert(swprintf(wide, 9, L"%d", 12) == 2 && wide[1] == L'2');
  wprintf(L"x");
  char *made, small[9];
  assert(asprintf(&made, "%d", 3) == 1 && stpcpy(small, "ab") == small + 2);
  free(made);
  syslog(3, "x%d", 1);
}
static void patterns(void) {
  regex_t pattern;
  assert(regcomp(&pattern, "a*b", 0) == 0 && regexec(&pattern, "aab", 0, 0, 0) == 0);
  regfree(&pattern);
}
static void streams(void) {
  char *text, buffer[9];
  size_t size;
  FILE* stream = open_memstream(&text, &size);
  fprintf(stream, "hi");
  fclose(stream);
  assert(size == 2 && strcmp(text, "hi") == 0);
  free(text);
  stream = fmemopen(buffer, sizeof buffer, "w");
  fputs("q", stream);
  fclose(stream);
  assert(buffer[0] == 'q');
}
static void files(void) {
  mkdir("folder", 0700);
  close(open("folder/made", O_CREAT | O_WRONLY, 0600));
  glob_t found;
  assert(glob("folder/m*", 0, 0, &found) == 0 && found.gl_pathc == 1);
  globfree(&found);
  struct dirent** entries;
  assert(scandir("folder", &entries, 0, alphasort) == 3 && strcmp(entries[2]->d_name, "made") == 0);
  struct statx about;
  assert(statx(AT_FDCWD, "folder/made", 0, STATX_SIZE, &about) == 0 && about.stx_size == 0);
  int ends[2], ready;
  assert(pipe(ends) == 0 && dprintf(ends[1], "abc") == 3 && ioctl(ends[0], FIONREAD, &ready) == 0 && ready == 3);
}

static void* run(void* unused) {
  texts();
  patterns();
  streams();
  files();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
}
