// Locks that have no name of their own, a lock that is declared too late, a type of lock that Clang does not know,
// and a declaration that a macro makes.
#include <pthread.h>

typedef pthread_mutex_t my_lock;
#define SHARED(type, name) static type name

static pthread_mutex_t stripes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int first, early, known, hidden_type;
static pthread_mutex_t late = PTHREAD_MUTEX_INITIALIZER;
static my_lock mine = PTHREAD_MUTEX_INITIALIZER;
SHARED(int, made);
static int fine;

static void *work(void *unused) {
  pthread_mutex_lock(&stripes[1]);
  first++;
  pthread_mutex_unlock(&stripes[1]);
  pthread_mutex_lock(&late);
  early++;
  made++;
  fine++;
  pthread_mutex_unlock(&late);
  pthread_mutex_lock(&mine);
  hidden_type++;
  known = 1;
  pthread_mutex_unlock(&mine);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
