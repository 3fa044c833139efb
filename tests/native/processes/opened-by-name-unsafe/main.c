/* two processes open a semaphore and shared memory by their names */
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static int *map(void) {
  int fd = shm_open("/mover_named", O_CREAT | O_RDWR, 0600);
  assert(fd >= 0 && ftruncate(fd, 4096) == 0);
  int *x = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert(x != MAP_FAILED);
  close(fd);
  return x;
}
int main(void) {
  if (fork() == 0) {
    int *x = map();
    sem_t *s = sem_open("/mover_s", O_CREAT, 0600, 0);
    *x = 5;
    sem_post(s);
    exit(0);
  }
  int *x = map();
  sem_t *s = sem_open("/mover_s", O_CREAT, 0600, 0);
#ifndef RACE
  sem_wait(s);
#endif
  assert(*x == 5);
  munmap(x, 4096);
  wait(0);
}
