// The element is published before it is written.
// expect: race assertion
#define EARLY
#include "lock_free_queue.h"

#include <cassert>
#include <thread>
static LockFreeQueue<int, 2> queue;
int main() {
  std::thread producer([] { queue.push(1); });
  int value;
  if (queue.pop(value)) assert(value == 1);
  producer.join();
}
