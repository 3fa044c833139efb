// catch (...) must throw the exception of pthread_exit again.
#include <pthread.h>

extern "C" void* run(void*) {
  try {
    pthread_exit(nullptr);
  } catch (...) {
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, nullptr);
}
