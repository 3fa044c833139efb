// pthread_exit destroys the objects in the frames of its thread, and runs the handlers of pthread_cleanup_push.
#include <pthread.h>

#include <cassert>
#include <mutex>
#include <thread>

std::mutex lock;
int destroyed;  // guarded by lock, or read after the join

struct Counted {
  ~Counted() { ++destroyed; }
};
void count(void*) { ++destroyed; }
thread_local Counted of_thread;

void leave() {
  Counted here;
  pthread_exit(nullptr);
}

extern "C" void* with_lock(void*) {
  std::lock_guard<std::mutex> guard(lock);
  Counted here;
  leave();
  return nullptr;
}
extern "C" void* with_handler(void*) {
  pthread_cleanup_push(count, nullptr);
  leave();
  pthread_cleanup_pop(0);
  return nullptr;
}
extern "C" void* thrown_again(void*) {
  try {
    leave();
  } catch (...) {
    ++destroyed;
    throw;
  }
  return nullptr;
}
extern "C" void* in_handler_of_exception(void*) {
  try {
    throw 1;
  } catch (int) {
    leave();
  }
  return nullptr;
}
extern "C" void* with_thread_local(void*) {
  (void)&of_thread;
  leave();
  return nullptr;
}

int destroyed_by(void* (*start)(void*)) {
  destroyed = 0;
  pthread_t thread;
  pthread_create(&thread, nullptr, start, nullptr);
  {
    std::lock_guard<std::mutex> guard(lock);
  }
  pthread_join(thread, nullptr);
  return destroyed;
}

int main() {
  assert(destroyed_by(with_lock) == 2);
  assert(destroyed_by(with_handler) == 2);
  assert(destroyed_by(thrown_again) == 2);
  assert(destroyed_by(in_handler_of_exception) == 1);
  assert(destroyed_by(with_thread_local) == 2);
  destroyed = 0;
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(lock);
    leave();
  });
  {
    std::lock_guard<std::mutex> guard(lock);
  }
  thread.join();
  assert(destroyed == 1);
}
