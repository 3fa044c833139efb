// A pointer to a new object is published without ordering.
#include <pthread.h>

#include <atomic>

struct Point {
  int x = 1;
};
static std::atomic<Point*> box{nullptr};

static void* maker(void*) {
  box.store(new Point, std::memory_order_relaxed);
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, maker, nullptr);
  if (Point* p = box.load(std::memory_order_acquire)) p->x++;
  pthread_join(t, nullptr);
  delete box.load();
  return 0;
}
