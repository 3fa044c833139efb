// The same; main sets the flag.
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
  {
    std::lock_guard<std::mutex> guard(m);
    done = true;
  }
  t.join();
}
