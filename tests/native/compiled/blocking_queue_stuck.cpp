// Both consumers wait as it is closed, and one of them is left.
// expect: deadlock
#define NOTIFY_ONE
#include "blocking_queue.h"

#include <thread>
int main() {
  BlockingQueue<int> queue;
  std::thread a([&] { queue.pop(); }), b([&] { queue.pop(); });
  queue.close();
  a.join();
  b.join();
}
