// An exception skips the unlocking of a mutex: the next thread that locks it waits for ever.
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void work() {
  try {
    mutex.lock();
    if (++counter == 1) throw 1;
    mutex.unlock();
  } catch (int) {
  }
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
