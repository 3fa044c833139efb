// Two consumers together receive all elements, and both end.
// expect: safe
#include "blocking_queue.h"

#include <atomic>
#include <cassert>
#include <string>
#include <thread>
int main() {
  BlockingQueue<std::string> queue;
  std::atomic<int> letters = 0;
  auto consume = [&] {
    while (auto word = queue.pop()) letters += static_cast<int>(word->size());
  };
  std::thread a(consume), b(consume);
  queue.push("one");
  queue.close();
  a.join();
  b.join();
  assert(letters == 3);
}
