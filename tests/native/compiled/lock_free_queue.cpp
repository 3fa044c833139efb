// The elements come out in the order in which they were put in.
// expect: safe
#include "lock_free_queue.h"

#include <cassert>
#include <thread>
static LockFreeQueue<int, 2> queue;
int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; i++) queue.push(i);
  });
  int last = 0, value;
  for (int i = 0; i < 3; i++) {
    if (queue.pop(value)) {
      assert(value == last + 1);
      last = value;
    }
  }
  producer.join();
}
