// When a listener is shut down, the accept of another thread returns an error.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {AF_INET, 0x901f, {0x100007f}};
static int listener;

static void *serve(void *argument) {
  assert(accept(listener, 0, 0) == -1 && errno == EINVAL);
  return 0;
}

int main(void) {
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, serve, 0);
  assert(shutdown(listener, SHUT_RDWR) == 0);
  pthread_join(thread, 0);
  close(listener);
}
