/* std::atomic::wait returns when the value has changed and a thread was notified, or when it finds another value. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> word;
static std::atomic<bool> byte;  // waits on a word of libstdc++'s own
static std::atomic_flag flag;
static int data;

int main() {
  std::thread writer([] {
    data = 1;
    word = 1;
    word.notify_one();
    data = 2;
    byte = true;
    byte.notify_all();
    flag.test_and_set();
    flag.notify_one();
  });
  word.wait(0);
  assert(word == 1);
  byte.wait(false);
  assert(data == 2);
  flag.wait(false);
  assert(flag.test());
  writer.join();
}
