/* An object is initialised without a lock, and no thread writes it once other threads can reach it. */
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  int width, height;
} Settings;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Settings *settings;

static void *reader(void *unused) {
  pthread_mutex_lock(&mutex);
  Settings *mine = settings;
  pthread_mutex_unlock(&mutex);
  return mine && mine->width + mine->height == 7 ? unused : 0;
}

static void *maker(void *unused) {
  Settings *made = malloc(sizeof *made);
  made->width = 3;
  made->height = 4;
  pthread_mutex_lock(&mutex);
  settings = made;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, i == 0 ? maker : reader, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
