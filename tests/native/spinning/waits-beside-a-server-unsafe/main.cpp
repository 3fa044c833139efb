// The server runs for ever; no thread posts what main waits for.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> beats;
std::atomic<bool> ready;

static void serve() {
  for (;;) beats = 1 - beats;
}

int main() {
  std::thread t(serve);
  while (!ready) {
  }
  t.join();
}
