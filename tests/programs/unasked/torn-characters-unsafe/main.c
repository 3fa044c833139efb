// Structs of fewer than eight bytes are copied member by member: an assignment, an argument, and a result.
#include <assert.h>
#include <pthread.h>

struct Colour {
  char red, green, blue;
};
static struct Colour shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct Colour white(void) { return (struct Colour){1, 1, 1}; }

static void check(struct Colour colour) { assert(colour.red == colour.green && colour.green == colour.blue); }

static void *paint(void *unused) {
  if (LOCKS) pthread_mutex_lock(&lock);
  shared = white();
  if (LOCKS) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, paint, 0);
  if (LOCKS) pthread_mutex_lock(&lock);
  struct Colour mine = shared;
  if (LOCKS) pthread_mutex_unlock(&lock);
  check(mine);
  pthread_join(thread, 0);
  check(shared);
  return 0;
}
