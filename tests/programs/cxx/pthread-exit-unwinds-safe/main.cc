// pthread_exit unwinds the stack: destructors run, and `catch (...)` rethrows.
#include <pthread.h>

#include <cassert>

static int destroyed, caught;
struct Counted {
  ~Counted() { ++destroyed; }
};

static void leave() {
  Counted counted;
  pthread_exit(&destroyed);
}

static void* run(void*) {
  Counted counted;
  try {
    leave();
  } catch (int) {
    assert(false);
  } catch (...) {
    ++caught;
    throw;
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  void* result;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, &result);
  assert(result == &destroyed && destroyed == 2 && caught == 1);
  pthread_exit(nullptr);
}
