// A function that throws while it holds a lock.
// expect: safe
// wrong: deadlock, the lock is released by hand, and not if there is an exception
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex mutex;
static int sum;

void add(const std::string& text) {
#ifdef WRONG
  mutex.lock();
  sum += std::stoi(text);
  mutex.unlock();
#else
  std::lock_guard guard(mutex);
  sum += std::stoi(text);
#endif
}

void work(const char* text) {
  try {
    add(text);
  } catch (const std::invalid_argument&) {
  }
}

int main() {
  std::thread one(work, "12"), two(work, "no number");
  one.join(), two.join();
  return sum == 12 ? 0 : 1;
}
