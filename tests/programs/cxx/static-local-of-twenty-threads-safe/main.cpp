// Twenty threads use a static local. With -DWRONG, its initialiser publishes it before it is complete.
#include <pthread.h>

#include <cassert>

struct Table;
Table* published;
int tables;

struct Table {
  int size;
  Table() : size(0) {
#ifdef WRONG
    published = this;
#endif
    size = 7;
    ++tables;
  }
};

Table& table() {
  static Table instance;
  return instance;
}

void* use(void*) {
#ifdef WRONG
  Table* const early = published;
  if (early != nullptr) assert(early->size == 7);
#endif
  assert(table().size == 7);
  return nullptr;
}

int main() {
  constexpr int kThreads = 20;
  pthread_t threads[kThreads];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, use, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(tables == 1);
}
