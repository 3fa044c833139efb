// A server whose loop begins with a wait.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> request, answer;

static void serve() {
  for (;;) {
    while (request.load() == 0) {
    }
    answer = 1;
  }
}

int main() {
  std::thread t(serve);
  t.join();
}
