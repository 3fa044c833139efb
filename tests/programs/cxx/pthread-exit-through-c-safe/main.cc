// pthread_exit leaves functions in C++ and C: destructors and cleanup handlers run.
#include <pthread.h>

#include <cassert>

extern "C" void call_with_handler(void (*function)());
extern "C" int handled;
static int destroyed;
struct Counted {
  ~Counted() { ++destroyed; }
};

static void leave() {
  Counted counted;
  pthread_exit(nullptr);
}

static void* run(void*) {
  Counted counted;
  call_with_handler(leave);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, nullptr);
  assert(destroyed == 2 && handled == 1);
}
