// Each iteration acquires and releases a lock, so the thread is not disabled; states are compared.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex m;
bool done;

static void worker() {
  for (;;) {
    std::lock_guard<std::mutex> guard(m);
    if (done) break;
  }
}

int main() {
  std::thread t(worker);
  t.join();
}
