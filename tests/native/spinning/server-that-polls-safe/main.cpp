// The loop has no exit: a server that waits for requests.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> request, answer;

static void serve() {
  for (;;)
    if (request.load() != 0) answer = 1;
}

int main() {
  std::thread t(serve);
  t.join();
}
