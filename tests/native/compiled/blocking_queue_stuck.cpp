// Both consumers wait when the queue is closed, and only one of them is woken.
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
