/* A mutex held by a guard object, released at the end of its scope. */
#include <pthread.h>

#include <cassert>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

class Guard {
 public:
  explicit Guard(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Guard() { pthread_mutex_unlock(&mutex_); }
  Guard(const Guard&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

static void* worker(void* arg) {
  Guard guard(m);
  if (arg) return nullptr;
  counter++;
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  worker(&counter);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
