// No destructor releases the lock.
#include <pthread.h>

#include <mutex>

std::mutex lock;

extern "C" void* run(void*) {
  lock.lock();
  pthread_exit(nullptr);
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  {
    std::lock_guard<std::mutex> guard(lock);
  }
  pthread_join(thread, nullptr);
}
