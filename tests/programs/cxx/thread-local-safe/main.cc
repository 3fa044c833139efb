/* Thread-locals with constructors and destructors: built at first use, destroyed when the thread ends. */
#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> alive{0}, built{0};

struct Own {
  Own() { built++, alive++; }
  ~Own() { alive--; }
  int value = 5;
};

static thread_local Own own;

static void* worker(void*) {
  assert(own.value == 5);
  own.value = 6;
  assert(own.value == 6);
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, worker, nullptr);
  pthread_join(t, nullptr);
  assert(built == 1 && alive == 0 && own.value == 5 && built == 2);
  return 0;
}
