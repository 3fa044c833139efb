// The waiting thread is notified by a destructor, before the exception has been handled.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static std::condition_variable ended;
static bool has_ended, has_failed;

struct Ending {
  ~Ending() {
    std::lock_guard guard(mutex);
    has_ended = true;
    ended.notify_one();
  }
};

static void work(int size) {
  Ending ending;
  if (size < 0) throw std::invalid_argument("size");
}

int main() {
  std::thread worker([] {
    try {
      work(-1);
    } catch (const std::exception&) {
      std::lock_guard guard(mutex);
      has_failed = true;
    }
  });
  {
    std::unique_lock lock(mutex);
    ended.wait(lock, [] { return has_ended; });
    assert(has_failed);
  }
  worker.join();
  assert(has_failed);
}
