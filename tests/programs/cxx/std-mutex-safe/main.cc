/* std::mutex and its guards are inline over pthreads. */
#include <pthread.h>

#include <cassert>
#include <mutex>

static std::mutex m;
static int counter;

static void* worker(void*) {
  std::lock_guard<std::mutex> guard(m);
  counter++;
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
