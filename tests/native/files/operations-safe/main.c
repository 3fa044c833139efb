/* The operations on names and files, with the kernel's semantics. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void *worker(void *arg) { return arg; }

static void files(void) {
  struct stat about;
  char made[] = "mXXXXXX", bytes[8];
  int fd = mkstemp(made);
  assert(fd >= 0 && pwrite(fd, "abc", 3, 5) == 3);
  assert(pread(fd, bytes, 8, 0) == 8 && bytes[0] == 0 && bytes[5] == 'a');
  assert(fstat(fd, &about) == 0 && about.st_size == 8);
  assert(ftruncate(fd, 2) == 0 && lseek(fd, 0, SEEK_END) == 2);
  assert(link(made, "hard") == 0 && stat("hard", &about) == 0 && about.st_nlink == 2);
  assert(unlink(made) == 0 && fstat(fd, &about) == 0 && about.st_nlink == 1);
  assert(symlink("hard", "soft") == 0);
  assert(lstat("soft", &about) == 0 && S_ISLNK(about.st_mode));
  assert(stat("soft", &about) == 0 && S_ISREG(about.st_mode));
  assert(readlink("soft", bytes, sizeof bytes) == 4);
  char *real = realpath("soft", 0);
  assert(real && strcmp(strrchr(real, '/'), "/hard") == 0);
  free(real);
  FILE *nameless = tmpfile();
  assert(nameless && fputs("xyz", nameless) >= 0);
  rewind(nameless);
  assert(fgetc(nameless) == 'x');
  fclose(nameless);
  assert(open("hard", O_CREAT | O_EXCL | O_RDWR, 0600) == -1 && errno == EEXIST);
  assert(open("missing", O_RDONLY) == -1 && errno == ENOENT);
}

static void directories(void) {
  struct stat about;
  assert(mkdir("d", 0777) == 0 && mkdir("d", 0777) == -1 && errno == EEXIST);
  assert(rename("hard", "d/file") == 0 && rmdir("d") == -1 && errno == ENOTEMPTY);
  assert(stat("soft", &about) == -1 && errno == ENOENT);
  assert(chdir("d") == 0 && stat("file", &about) == 0 && stat("../d/file", &about) == 0 && chdir("..") == 0);
  DIR *directory = opendir("d");
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] == '.') continue;
    count++;
    assert(strcmp(entry->d_name, "file") == 0 && entry->d_type == DT_REG);
  }
  assert(count == 1 && closedir(directory) == 0);
  int fd = open("d", O_RDONLY | O_DIRECTORY), one = openat(fd, "file", O_RDWR), other = openat(fd, "file", O_RDWR);
  assert(flock(one, LOCK_EX | LOCK_NB) == 0 && flock(other, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
  close(one);
  assert(flock(other, LOCK_EX | LOCK_NB) == 0);
  assert(rename("d", "e") == 0 && stat("e/file", &about) == 0 && stat("d", &about) == -1);
  assert(remove("e/file") == 0 && remove("e") == 0 && unlink("soft") == 0);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  files();
  pthread_join(t, 0);
  directories();
  return 0;
}
