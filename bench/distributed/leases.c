/* A lock server that grants a lock for a limited time. A client that holds the lock for longer loses it, and does not
 * notice. So each grant has a number, and the storage refuses writes with a smaller number than it has seen. BUG: the
 * storage accepts them. */
#include <assert.h>
#include <mover.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif

struct storage {
  pthread_mutex_t lock;
  int newest, value;
};

static void store(struct storage *storage, int number) {
  pthread_mutex_lock(&storage->lock);
#ifdef BUG
  const int accepts = 1;
#else
  const int accepts = number > storage->newest;
#endif
  if (accepts) {
    assert(number > storage->newest); /* no newer value is overwritten */
    storage->newest = storage->value = number;
  }
  pthread_mutex_unlock(&storage->lock);
}

static void use(int server, struct storage *storage) {
  char grant;
  if (write(server, "l", 1) != 1 || read(server, &grant, 1) != 1) exit(1);
  mover_may_crash();
  store(storage, grant);
  exit(0); /* the end of the connection gives the lock back */
}

int main(void) {
  struct storage *storage = mmap(0, sizeof *storage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&storage->lock, &shared);
  int clients[CLIENTS];
  for (int i = 0; i < CLIENTS; ++i) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    if (fork() == 0) {
      for (int j = 0; j < i; ++j) close(clients[j]);
      close(ends[0]);
      use(ends[1], storage);
    }
    close(ends[1]);
    clients[i] = ends[0];
  }
  char grant = 0;
  for (int i = 0; i < CLIENTS; ++i) {
    char request;
    if (read(clients[i], &request, 1) != 1) continue;
    ++grant;
    if (write(clients[i], &grant, 1) != 1) continue;
    struct pollfd end = {clients[i], POLLIN, 0};
    poll(&end, 1, 1000); /* until the client ends, or its time is over */
  }
  while (wait(0) > 0) continue;
}
